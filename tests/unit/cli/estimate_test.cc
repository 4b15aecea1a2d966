#include "cli/estimate.h"

#include <gtest/gtest.h>

namespace rookery::cli {
namespace {

EstimateAnswer Answer() {
  EstimateAnswer answer;
  answer.fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
  answer.depth = 13;
  answer.estimate = {
      .mean = 1.98034e18, .standard_error = 3.1e15, .samples = 412160};
  answer.seed = 7;
  answer.time = absl::Milliseconds(3010);
  return answer;
}

TEST(EstimateTextTest, WritesTheMeanAsFarAsTheErrorReaches) {
  EXPECT_EQ(EstimateText(Answer()),
            "perft(13) ~ 1.9803e18 +- 0.0031e18 (0.16 %)\n"
            "95 % between 1.9741e18 and 1.9865e18\n"
            "3.01 s, 412160 samples, seed 7\n");
}

TEST(EstimateTextTest, WritesLargeErrors) {
  EstimateAnswer answer = Answer();
  answer.estimate.standard_error = 2.5e18;
  EXPECT_EQ(EstimateText(answer),
            "perft(13) ~ 2.0e18 +- 2.5e18 (1.3e+02 %)\n"
            "95 % between 0.0e18 and 7.0e18\n"
            "3.01 s, 412160 samples, seed 7\n");
}

TEST(EstimateTextTest, SaysWhereItCounted) {
  EstimateAnswer answer = Answer();
  answer.depth = 5;
  answer.estimate = {.mean = 4865609};
  EXPECT_EQ(EstimateText(answer),
            "perft(5) = 4865609\n"
            "3.01 s, exact: the tree is small enough to be counted\n");
}

TEST(EstimateTextTest, BearsSamplesThatFoundNothing) {
  EstimateAnswer answer = Answer();
  answer.estimate = {.mean = 0, .standard_error = 0, .samples = 4096};
  EXPECT_EQ(EstimateText(answer),
            "perft(13) ~ 0.0e0 +- 0.0e0 (0 %)\n"
            "95 % between 0.0e0 and 0.0e0\n"
            "3.01 s, 4096 samples, seed 7\n");
}

TEST(EstimateJsonTest, IsOneObjectOnOneLine) {
  EXPECT_EQ(
      EstimateJson(Answer()),
      R"({"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","depth":13,)"
      R"("estimate":1.98034e+18,"standard_error":3.1e+15,"samples":412160,"seconds":3.01,"seed":7})"
      "\n");
}

}  // namespace
}  // namespace rookery::cli
