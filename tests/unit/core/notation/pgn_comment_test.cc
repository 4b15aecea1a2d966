#include "core/notation/pgn_comment.h"

#include <gtest/gtest.h>

#include <string>

namespace rookery {
namespace {

std::optional<int64_t> Clock(const std::string& time) {
  return ClockOf("text [%clk " + time + "] text");
}

TEST(PgnCommentTest, ReadsClocksOfOneToThreeParts) {
  EXPECT_EQ(Clock("7"), 7000);
  EXPECT_EQ(Clock("05:00"), 300'000);
  EXPECT_EQ(Clock("1:02:03"), 3'723'000);
  EXPECT_EQ(Clock("1:02:03.5"), 3'723'500);
  EXPECT_EQ(Clock("0:00:00.0404"), 40);
  EXPECT_EQ(Clock("-0:00:03"), -3000);
  EXPECT_EQ(ElapsedTimeOf("[%emt 0:00:05]"), 5000);
}

TEST(PgnCommentTest, RefusesMalformedClocks) {
  for (const char* time :
       {"", ":", "1:", "1:02:", "1:02:03:", "1:02:03:5", "1:02:03:04", "1 2",
        "x", "1:-2", "--1", "12345678901"}) {
    EXPECT_EQ(Clock(time), std::nullopt) << time;
  }
  EXPECT_EQ(ClockOf("no command"), std::nullopt);
}

TEST(PgnCommentTest, ReadsEvaluations) {
  EXPECT_EQ(EvaluationOf("[%eval -0.6]"), (PgnEvaluation{.value = -60}));
  EXPECT_EQ(EvaluationOf("[%eval +1.255,20]"),
            (PgnEvaluation{.value = 125, .depth = 20}));
  EXPECT_EQ(EvaluationOf("[%eval #-3]"),
            (PgnEvaluation{.value = -3, .mate = true}));
  EXPECT_EQ(EvaluationOf("[%eval 1:5]"), std::nullopt);
}

}  // namespace
}  // namespace rookery
