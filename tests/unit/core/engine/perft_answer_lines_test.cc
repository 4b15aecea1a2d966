#include "core/engine/perft_answer_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace rookery {
namespace {

using ::testing::HasSubstr;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;
using Kind = PerftAnswerLine::Kind;

TEST(ParsePerftAnswerLineTest, ReadsAllSpellingsOfAMove) {
  for (const char* line : {"e7e8q: 20", "e7e8q 20", "e7e8q - 20", "e7e8q:20",
                           " e7e8q\t20 \r", "e7e8q = 20"}) {
    const absl::StatusOr<PerftAnswerLine> read = ParsePerftAnswerLine(line);
    ASSERT_TRUE(read.ok()) << read.status();
    EXPECT_EQ(read->kind, Kind::kMove) << line;
    EXPECT_EQ(read->move, "e7e8q") << line;
    EXPECT_EQ(read->count, 20) << line;
  }
}

TEST(ParsePerftAnswerLineTest, ReadsAllSpellingsOfATotal) {
  for (const char* line :
       {"Nodes searched: 400", "Nodes searched  : 400", "nodes: 400",
        "Total: 400", "Total nodes = 400", "400", " 400 "}) {
    const absl::StatusOr<PerftAnswerLine> read = ParsePerftAnswerLine(line);
    ASSERT_TRUE(read.ok()) << read.status();
    EXPECT_EQ(read->kind, Kind::kTotal) << line;
    EXPECT_EQ(read->count, 400) << line;
  }
}

TEST(ParsePerftAnswerLineTest, LeavesOtherLinesAlone) {
  for (const char* line : {"info string e2e4: 20", "Time: 12 ms", "e2e9: 1",
                           "e2e4qq: 1", "nps 400", "1. e2e4"}) {
    const absl::StatusOr<PerftAnswerLine> read = ParsePerftAnswerLine(line);
    ASSERT_TRUE(read.ok()) << read.status();
    EXPECT_EQ(read->kind, Kind::kOther) << line;
  }
  for (const char* line : {"", "  ", "\r"})
    EXPECT_EQ(ParsePerftAnswerLine(line)->kind, Kind::kBlank);
}

TEST(ParsePerftAnswerLineTest, RefusesWhatIsNoCount) {
  for (const char* line :
       {"e2e4: many", "e2e4:", "e2e4: -1", "e2e4: 1.5", "e2e4: 20 x",
        "e2e4: 0x10", "Nodes searched: ?",
        "Total: 999999999999999999999999999999999999999999"}) {
    const absl::Status status = ParsePerftAnswerLine(line).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss) << line;
    EXPECT_THAT(std::string(status.message()), HasSubstr(line));
  }
}

TEST(ParsePerftCountTest, EndsBelowTwoToThe120) {
  const absl::uint128 largest = (absl::uint128(1) << 120) - 1;
  EXPECT_EQ(*ParsePerftCount("1329227995784915872903807060280344575"), largest);
  EXPECT_EQ(
      ParsePerftCount("1329227995784915872903807060280344576").status().code(),
      absl::StatusCode::kDataLoss);
  for (const char* text : {"", " 1", "+1", "1 "}) {
    EXPECT_EQ(ParsePerftCount(text).status().code(),
              absl::StatusCode::kDataLoss);
  }
}

TEST(PerftAnswerBuilderTest, AddsUp) {
  PerftAnswerBuilder builder;
  EXPECT_TRUE(builder.AddMove("a2a3", 1).ok());
  EXPECT_TRUE(builder.AddMove("a2a4", 2).ok());
  const absl::StatusOr<PerftAnswer> answer = builder.Finish(3);
  ASSERT_TRUE(answer.ok()) << answer.status();
  EXPECT_EQ(answer->leaves, 3);
  ASSERT_TRUE(answer->divide.has_value());
  EXPECT_THAT(*answer->divide,
              UnorderedElementsAre(Pair("a2a3", 1), Pair("a2a4", 2)));
}

TEST(PerftAnswerBuilderTest, TellsNoDivideFromAnEmptyOne) {
  EXPECT_EQ(PerftAnswerBuilder().Finish(3)->divide, std::nullopt);
  EXPECT_EQ(PerftAnswerBuilder().Finish(0)->divide, Divide());
}

TEST(PerftAnswerBuilderTest, FindsContradictions) {
  PerftAnswerBuilder builder;
  EXPECT_TRUE(builder.AddMove("a2a3", 1).ok());
  const absl::Status twice = builder.AddMove("a2a3", 1);
  EXPECT_EQ(twice.code(), absl::StatusCode::kInternal);
  EXPECT_THAT(std::string(twice.message()), HasSubstr("'a2a3' twice"));
  const absl::Status sum = builder.Finish(2).status();
  EXPECT_EQ(sum.code(), absl::StatusCode::kInternal);
  EXPECT_THAT(std::string(sum.message()), HasSubstr("add up to 1"));
}

TEST(PerftAnswerBuilderTest, RefusesMoreMovesThanAPositionHas) {
  PerftAnswerBuilder builder;
  for (int i = 0; i < 256; ++i)
    ASSERT_TRUE(builder.AddMove("m" + std::to_string(i), 1).ok());
  EXPECT_EQ(builder.AddMove("a2a3", 1).code(),
            absl::StatusCode::kResourceExhausted);
}

}  // namespace
}  // namespace rookery
