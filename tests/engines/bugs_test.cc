#include "tests/engines/bugs.h"

#include <gtest/gtest.h>

#include <ostream>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/status/statusor.h"
#include "core/board/fen.h"
#include "core/verify/builtin_suites.h"
#include "core/verify/suite.h"

namespace rookery {
namespace {

uint64_t Count(PlainGenerator& generator, const std::string& fen, int depth) {
  const absl::StatusOr<PositionSetup> setup = ParseFen(fen);
  EXPECT_TRUE(setup.ok()) << setup.status();
  return setup.ok() ? generator.Count(generator.Read(*setup), depth) : 0;
}

// A position in which the bug shows, and by how many leaves, worked out by
// hand.
struct Sign {
  std::string bug;
  std::string fen;
  int depth;
  int64_t difference;
};

void PrintTo(const Sign& sign, std::ostream* out) { *out << sign.bug; }

const std::vector<Sign>& Signs() {
  static const auto* const signs = new std::vector<Sign>{
      {"none", "8/8/8/3pP3/8/8/8/k1K5 w - d6 0 1", 3, 0},
      {"castling-through-check", "4k3/8/8/8/8/5r2/8/4K2R w K - 0 1", 1, 1},
      {"castling-out-of-check", "k3r3/8/8/8/8/8/8/4K2R w K - 0 1", 1, 1},
      {"castling-into-check", "k5r1/8/8/8/8/8/8/4K2R w K - 0 1", 1, 1},
      {"castling-refused-for-rook", "kr6/8/8/8/8/8/8/R3K3 w Q - 0 1", 1, -1},
      {"castling-over-man", "k7/8/8/8/8/8/8/RN2K3 w Q - 0 1", 1, 1},
      // The rook on f1 would take f7 from the king.
      {"castling-rook-stays", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", 2, 1},
      // After g2xh1 to a bishop or a knight, which do not attack f1 and g1.
      {"castling-right-survives-capture", "4k3/8/8/8/8/8/6p1/4K2R b K - 0 1", 2,
       2},
      // The rook goes to h2 to h6 with three answers, h7 with one, h8 with two.
      {"castling-right-survives-rook-move", "k7/8/8/8/8/8/8/4K2R w K - 0 1", 3,
       18},
      // The king goes to d1 or f1, with three answers.
      {"castling-right-survives-king-move", "k7/8/8/8/8/8/8/4K2R w K - 0 1", 3,
       6},
      // Qb2 is tried after the rook's moves, has one answer, and lets castle.
      {"castling-right-not-given-back", "k7/8/8/8/8/2P5/P7/QN2K2R w K - 0 1", 3,
       -1},
      {"chess960-rook-shields", "k7/8/8/8/8/8/8/rRK5 w B - 0 1", 1, 1},
      {"chess960-outer-rook", "k7/8/8/8/8/8/8/RR2K3 w B - 0 1", 1, -1},
      {"chess960-blocked-by-itself", "k7/8/8/8/8/8/8/5KR1 w G - 0 1", 1, -1},
      {"chess960-king-stays", "k7/8/8/8/8/8/8/6KR w H - 0 1", 1, -1},
      {"en-passant-exposes-rank", "8/8/8/K2pP2r/8/8/8/7k w - d6 0 1", 1, 1},
      {"en-passant-exposes-diagonal", "8/5bk1/8/2Pp4/8/1K6/8/8 w - d6 0 1", 1,
       1},
      // After Ka2 and Kc2, Kd1 or Kd2.
      {"en-passant-too-late", "8/8/8/8/3pP3/8/8/k1K5 b - e3 0 1", 3, 3},
      {"en-passant-missing", "8/8/8/3pP3/8/8/8/k1K5 w - d6 0 1", 1, -1},
      {"en-passant-from-the-left-only", "8/8/8/3pP3/8/8/8/k1K5 w - d6 0 1", 1,
       -1},
      {"en-passant-missing-in-check", "k7/8/8/3pP3/4K3/8/8/8 w - d6 0 1", 1,
       -1},
      {"en-passant-after-single-step", "k7/8/8/8/3p4/4P3/8/2K5 w - - 0 1", 2,
       1},
      // The pawn on d5 has a step more than none.
      {"en-passant-pawn-stays", "8/8/8/3pP3/8/8/8/k1K5 w - d6 0 1", 2, 1},
      {"knight-wraps", "k7/8/8/8/7N/8/8/2K5 w - - 0 1", 1, 4},
      {"pawn-capture-wraps", "k7/8/n7/8/7P/8/8/2K5 w - - 0 1", 1, 1},
      {"slider-wraps", "k7/8/8/1p6/6PR/8/8/2K5 w - - 0 1", 1, 2},
      {"slider-stops-short", "k7/8/8/8/3R4/8/8/1K6 w - - 0 1", 1, -4},
      // Over the pawn to h5 to h8, over the own king to b1 and a1.
      {"slider-jumps", "k7/8/8/8/7p/8/8/2K4R w - - 0 1", 1, 6},
      {"pinned-man-moves", "4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", 1, 6},
      {"pinned-pawn-captures", "4k3/8/8/4r3/8/3p4/4P3/4K3 w - - 0 1", 1, 1},
      {"pinned-man-frozen", "4k3/8/8/4r3/8/8/4R3/4K3 w - - 0 1", 1, -3},
      {"double-check-answered", "k3r3/8/8/8/8/5n2/6P1/4K3 w - - 0 1", 1, 1},
      {"king-shields-himself", "k3r3/8/8/8/4K3/8/8/8 w - - 0 1", 1, 1},
      {"king-next-to-king", "8/8/8/8/8/2k5/8/2K5 w - - 0 1", 1, 3},
      {"promotion-only-queens", "k7/4P3/8/8/8/8/8/2K5 w - - 0 1", 1, -3},
      {"promotion-no-knight", "k7/4P3/8/8/8/8/8/2K5 w - - 0 1", 1, -1},
      {"promotion-not-by-capture", "k2n4/4P3/8/8/8/8/8/2K5 w - - 0 1", 1, -4},
      {"promotion-to-king", "k7/4P3/8/8/8/8/8/2K5 w - - 0 1", 1, 1},
      {"promotion-to-pawn", "k7/4P3/8/8/8/8/8/2K5 w - - 0 1", 1, 1},
      {"double-push-over-man", "k7/8/8/8/8/4n3/4P3/K7 w - - 0 1", 1, 1},
      {"double-push-from-third-rank", "k7/8/8/8/8/4P3/8/K7 w - - 0 1", 1, 1},
  };
  return *signs;
}

class SignTest : public testing::TestWithParam<Sign> {};

TEST_P(SignTest, ShowsAsWorkedOut) {
  const Sign& sign = GetParam();
  PlainGenerator right;
  for (const Bug& bug : AllBugs()) {
    if (bug.name != sign.bug) continue;
    EXPECT_EQ(static_cast<int64_t>(Count(*bug.make(), sign.fen, sign.depth)) -
                  static_cast<int64_t>(Count(right, sign.fen, sign.depth)),
              sign.difference);
    return;
  }
  FAIL() << "no such bug";
}

INSTANTIATE_TEST_SUITE_P(All, SignTest, testing::ValuesIn(Signs()),
                         [](const auto& test) {
                           std::string name = test.param.bug;
                           for (char& c : name) c = c == '-' ? '_' : c;
                           return name;
                         });

TEST(AllBugsTest, HaveASignEach) {
  std::multiset<std::string> bugs;
  std::multiset<std::string> signs;
  for (const Bug& bug : AllBugs()) bugs.emplace(bug.name);
  for (const Sign& sign : Signs()) signs.insert(sign.bug);
  EXPECT_EQ(bugs, signs);
}

// The deepest counts of the suites would take it minutes.
constexpr absl::uint128 kMostLeaves = 1000;

TEST(PlainGeneratorTest, IsRightOnTheBuiltinSuites) {
  PlainGenerator right;
  for (const std::string_view name : BuiltinSuiteNames()) {
    const absl::StatusOr<std::vector<SuiteLine>> suite = BuiltinSuite(name);
    ASSERT_TRUE(suite.ok()) << suite.status();
    for (const SuiteLine& line : *suite) {
      for (const KnownPerft& known : line.known) {
        if (known.leaves > kMostLeaves) break;
        EXPECT_EQ(Count(right, line.fen, known.depth), known.leaves)
            << name << ' ' << line.number << ": " << line.fen;
      }
    }
  }
}

}  // namespace
}  // namespace rookery
