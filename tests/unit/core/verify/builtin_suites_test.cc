#include "core/verify/builtin_suites.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "absl/status/status.h"
#include "core/board/move_generator.h"

namespace rookery {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

// Counted by the general generator; the fast kernels have tests of their own.
uint64_t CountLeaves(const Position& position, int depth) {
  if (depth == 1) return CountLegalMoves(position);
  MoveList moves;
  GenerateLegalMoves(position, moves);
  uint64_t leaves = 0;
  for (const Move move : moves)
    leaves += CountLeaves(position.After(move), depth - 1);
  return leaves;
}

std::vector<SuiteLine> Suite(std::string_view name) {
  absl::StatusOr<std::vector<SuiteLine>> suite = BuiltinSuite(name);
  EXPECT_TRUE(suite.ok()) << suite.status();
  return suite.ok() ? *std::move(suite) : std::vector<SuiteLine>();
}

TEST(BuiltinSuitesTest, AreFour) {
  EXPECT_THAT(BuiltinSuiteNames(),
              ElementsAre("standard", "tricky", "chess960", "endgame"));
}

TEST(BuiltinSuitesTest, NamesThoseThatThereAre) {
  const absl::Status status = BuiltinSuite("trickier").status();
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(status.message(),
            "no suite is called 'trickier'; there are standard, tricky, "
            "chess960, endgame");
}

class BuiltinSuiteTest : public testing::TestWithParam<std::string_view> {};

TEST_P(BuiltinSuiteTest, HasACommentAndEveryDepthFromOneOn) {
  for (const SuiteLine& line : Suite(GetParam())) {
    EXPECT_THAT(line.comment, Not(IsEmpty())) << "line " << line.number;
    for (size_t index = 0; index < line.known.size(); ++index) {
      EXPECT_EQ(line.known[index].depth, static_cast<int>(index) + 1)
          << "line " << line.number;
    }
  }
}

TEST_P(BuiltinSuiteTest, NeedsChess960OnlyWhereItsNameSaysSo) {
  int needed = 0;
  for (const SuiteLine& line : Suite(GetParam()))
    needed += line.position.NeedsChess960();
  if (GetParam() == "chess960")
    EXPECT_GE(needed, 180);
  else
    EXPECT_EQ(needed, 0);
}

TEST_P(BuiltinSuiteTest, HasNoPositionTwice) {
  std::set<std::string> fens;
  for (const SuiteLine& line : Suite(GetParam())) {
    EXPECT_TRUE(fens.insert(line.position.ToFen()).second)
        << "line " << line.number;
  }
}

TEST_P(BuiltinSuiteTest, CountsRightWhereThatIsQuick) {
  constexpr absl::uint128 kQuick = 3'000;
  for (const SuiteLine& line : Suite(GetParam())) {
    for (const KnownPerft& known : line.known) {
      if (known.leaves > kQuick) break;
      EXPECT_EQ(CountLeaves(line.position, known.depth), known.leaves)
          << "line " << line.number << ", depth " << known.depth;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, BuiltinSuiteTest,
                         testing::ValuesIn(BuiltinSuiteNames()),
                         [](const auto& test) {
                           return std::string(test.param);
                         });

}  // namespace
}  // namespace rookery
