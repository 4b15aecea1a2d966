// Every classic bug is found with the built-in suites and gets its reason.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <memory>
#include <ostream>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/engine/question_text.h"
#include "core/notation/uci.h"
#include "core/verify/builtin_suites.h"
#include "core/verify/local_reference.h"
#include "core/verify/question.h"
#include "core/verify/verification.h"
#include "tests/engines/bugs.h"
#include "tests/unit/core/verify/plain_perft_program.h"

namespace rookery {
namespace {

using ::testing::Contains;

// Deep enough for a capture and what it should have ended two plies later.
constexpr int kDeepest = 3;

// No bug needs more men than this to show: the kings, the man that goes wrong
// and those that it takes for it.
constexpr int kMostMen = 7;

struct Hunt {
  std::string_view bug;
  // The main reason of the difference that names it.
  std::string_view reason;
};

void PrintTo(const Hunt& hunt, std::ostream* out) { *out << hunt.bug; }

std::vector<Check> ChecksOfAllSuites() {
  std::vector<Check> checks;
  for (const std::string_view name : BuiltinSuiteNames()) {
    const std::vector<SuiteLine> suite = BuiltinSuite(name).value();
    for (const SuiteLine& line : suite) {
      Check check{.fen = FenToTell(line.fen, line.position),
                  .position = line.position,
                  .depths = {}};
      for (const KnownPerft& known : line.known) {
        if (known.depth >= 1 && known.depth <= kDeepest)
          check.depths.push_back(
              {.depth = known.depth, .expected = known.leaves});
      }
      checks.push_back(check);
    }
  }
  return checks;
}

// What the program has and lacks, found without a bisection.
struct MoveSets {
  std::set<std::string> missing;
  std::set<std::string> extra;
};

MoveSets CompareBySets(const PerftQuestion& question, PerftProgram* program) {
  const Position position = PositionAfterMoves(question);
  MoveList legal;
  GenerateLegalMoves(position, legal);
  std::set<std::string> right;
  for (const Move move : legal)
    right.insert(ToUci(move, question.position.NeedsChess960()));
  PerftQuestion shallow = question;
  shallow.depth = 1;
  const PerftAnswer answer = program->Ask(shallow, absl::Minutes(1)).value();
  MoveSets sets{.missing = right, .extra = {}};
  for (const auto& [move, leaves] : *answer.divide) {
    if (right.contains(move)) {
      sets.missing.erase(move);
    } else {
      sets.extra.insert(move);
    }
  }
  return sets;
}

std::set<std::string> MovesOf(const std::vector<WrongMove>& wrong) {
  std::set<std::string> moves;
  for (const WrongMove& move : wrong) moves.insert(move.move);
  return moves;
}

class BugHuntTest : public testing::TestWithParam<Hunt> {};

TEST_P(BugHuntTest, EndsAtTheRightMovesWithTheRightReason) {
  const std::unique_ptr<LocalReference> reference =
      LocalReference::Create(1).value();
  VerificationOptions options{
      .start_program =
          [] {
            return absl::StatusOr<std::unique_ptr<PerftProgram>>(
                std::make_unique<PlainPerftProgram>(GetParam().bug));
          },
      .reference = reference.get(),
      .minimize = true};
  const std::vector<CheckResult> results =
      Verify(ChecksOfAllSuites(), options).value();
  std::set<std::string_view> reasons;
  PlainPerftProgram program(GetParam().bug);
  for (const CheckResult& result : results) {
    if (!result.difference) continue;
    const Difference& difference = *result.difference;
    // The first of each reason is made smaller.
    const bool minimized = reasons.insert(MainReason(difference)).second;
    if (difference.kind != DifferenceKind::kMoves) continue;
    if (minimized && MainReason(difference) == GetParam().reason) {
      EXPECT_LE(Count(difference.example.question.position.pieces()), kMostMen)
          << RootFen(difference.example.question);
    }
    const MoveSets sets = CompareBySets(difference.example.question, &program);
    EXPECT_EQ(MovesOf(difference.missing), sets.missing);
    EXPECT_EQ(MovesOf(difference.extra), sets.extra);
  }
  EXPECT_THAT(reasons, Contains(GetParam().reason));
}

INSTANTIATE_TEST_SUITE_P(
    Bugs, BugHuntTest,
    testing::Values(
        Hunt{"castling-through-check", "castling-through-check"},
        Hunt{"castling-out-of-check", "castling-out-of-check"},
        Hunt{"castling-into-check", "castling-into-check"},
        Hunt{"castling-refused-for-rook", "castling-missing-rook-attacked"},
        Hunt{"castling-over-man", "castling-blocked"},
        Hunt{"castling-rook-stays", "castling-made-wrongly"},
        Hunt{"castling-right-survives-capture",
             "castling-right-kept-after-rook-captured"},
        Hunt{"castling-right-survives-rook-move",
             "castling-right-kept-after-rook-moved"},
        Hunt{"castling-right-survives-king-move",
             "castling-right-kept-after-king-moved"},
        Hunt{"castling-right-not-given-back", "wrong-state-after-move"},
        Hunt{"chess960-rook-shields", "castling-uncovers-attack"},
        Hunt{"chess960-outer-rook", "castling-missing-inner-rook"},
        Hunt{"chess960-blocked-by-itself",
             "castling-missing-blocked-by-itself"},
        Hunt{"chess960-king-stays", "castling-missing-king-stays"},
        Hunt{"en-passant-exposes-rank", "en-passant-exposes-king-on-rank"},
        Hunt{"en-passant-exposes-diagonal",
             "en-passant-exposes-king-on-diagonal"},
        Hunt{"en-passant-too-late", "en-passant-too-late"},
        Hunt{"en-passant-missing", "en-passant-missing"},
        Hunt{"en-passant-from-the-left-only", "en-passant-missing"},
        Hunt{"en-passant-missing-in-check",
             "en-passant-capture-of-checker-missing"},
        Hunt{"en-passant-after-single-step", "en-passant-after-single-push"},
        Hunt{"en-passant-pawn-stays", "en-passant-made-wrongly"},
        Hunt{"knight-wraps", "wraps-around-edge"},
        Hunt{"pawn-capture-wraps", "wraps-around-edge"},
        Hunt{"slider-wraps", "wraps-around-edge"},
        Hunt{"slider-stops-short", "slider-stops-short"},
        Hunt{"slider-jumps", "jumps-over-man"},
        Hunt{"pinned-man-moves", "pinned-man-moved"},
        Hunt{"pinned-pawn-captures", "pinned-man-moved"},
        Hunt{"pinned-man-frozen", "move-along-pin-missing"},
        Hunt{"double-check-answered", "double-check-not-answered-by-king"},
        Hunt{"king-shields-himself", "king-stays-on-line-of-check"},
        Hunt{"king-next-to-king", "king-next-to-king"},
        Hunt{"promotion-only-queens", "underpromotion-missing"},
        Hunt{"promotion-no-knight", "underpromotion-missing"},
        Hunt{"promotion-not-by-capture", "promotion-by-capture-missing"},
        Hunt{"promotion-to-king", "promotion-to-king-or-pawn"},
        Hunt{"promotion-to-pawn", "promotion-to-king-or-pawn"},
        Hunt{"double-push-over-man", "double-push-over-man"},
        Hunt{"double-push-from-third-rank", "double-push-from-wrong-rank"}),
    [](const auto& instance) {
      std::string name(instance.param.bug);
      std::replace(name.begin(), name.end(), '-', '_');
      return name;
    });

// A bug without a hunt would never be looked for.
TEST(AllBugsTest, AreHunted) {
  const testing::TestSuite* suite = nullptr;
  const testing::UnitTest& all = *testing::UnitTest::GetInstance();
  for (int i = 0; i < all.total_test_suite_count(); ++i) {
    if (all.GetTestSuite(i)->name() == std::string("Bugs/BugHuntTest"))
      suite = all.GetTestSuite(i);
  }
  ASSERT_NE(suite, nullptr);
  // The first is "none".
  EXPECT_EQ(static_cast<size_t>(suite->total_test_count()),
            AllBugs().size() - 1);
}

}  // namespace
}  // namespace rookery
