#include "cli/progress_bar.h"

#include <gtest/gtest.h>

#include <limits>
#include <sstream>

namespace rookery::cli {
namespace {

v1::JobProgress Running(double fraction) {
  v1::JobProgress progress;
  progress.set_state(v1::Job::STATE_RUNNING);
  progress.set_fraction(fraction);
  return progress;
}

TEST(ProgressLineTest, ShowsShareRateAndTimeLeft) {
  v1::JobProgress progress = Running(0.4519);
  progress.mutable_time_left()->set_seconds(125);
  EXPECT_EQ(
      ProgressLine(progress, 3.2e9, 100),
      "[##########..............]  45.1 %   3.20 G leaves/s   2 min 05 s left");
}

TEST(ProgressLineTest, LeavesOutWhatIsUnknown) {
  EXPECT_EQ(ProgressLine(Running(0), std::nullopt, 100),
            "[........................]   0.0 %");
}

TEST(ProgressLineTest, NeverSaysHundredPercentTooEarly) {
  EXPECT_EQ(ProgressLine(Running(0.99999), std::nullopt, 100),
            "[#######################.]  99.9 %");
  EXPECT_EQ(ProgressLine(Running(1), std::nullopt, 100),
            "[########################] 100.0 %");
}

TEST(ProgressLineTest, SaysWhyNothingMoves) {
  v1::JobProgress progress = Running(0.5);
  progress.set_waiting_for("no worker\n");
  progress.mutable_time_left()->set_seconds(5);
  EXPECT_EQ(ProgressLine(progress, 1e9, 100),
            "[############............]  50.0 %   waiting: no worker?");
}

TEST(ProgressLineTest, SaysThatItPlans) {
  v1::JobProgress progress = Running(0);
  progress.set_state(v1::Job::STATE_PLANNING);
  EXPECT_EQ(ProgressLine(progress, std::nullopt, 100),
            "[........................]   0.0 %   planning");
}

TEST(ProgressLineTest, FitsTheTerminal) {
  EXPECT_EQ(ProgressLine(Running(0.5), 1e9, 10), "[#########");
  EXPECT_EQ(ProgressLine(Running(0.5), 1e9, 0), "");
}

TEST(ProgressLineTest, TakesFractionsThatAreNone) {
  EXPECT_EQ(ProgressLine(Running(-3), std::nullopt, 100),
            "[........................]   0.0 %");
  EXPECT_EQ(ProgressLine(Running(7), std::nullopt, 100),
            "[########################] 100.0 %");
  EXPECT_EQ(ProgressLine(Running(std::numeric_limits<double>::quiet_NaN()),
                         std::nullopt, 100),
            "[........................]   0.0 %");
}

TEST(RateMeterTest, IsUnknownBeforeTwoMomentsFarEnoughApart) {
  RateMeter rate;
  EXPECT_EQ(rate.PerSecond(), std::nullopt);
  rate.Add(absl::Seconds(1), 100);
  EXPECT_EQ(rate.PerSecond(), std::nullopt);
  rate.Add(absl::Milliseconds(1100), 200);
  EXPECT_EQ(rate.PerSecond(), std::nullopt);
  rate.Add(absl::Seconds(2), 300);
  EXPECT_EQ(rate.PerSecond(), 200);
}

TEST(RateMeterTest, ForgetsWhatIsLongPast) {
  RateMeter rate;
  for (int second = 0; second <= 10; ++second)
    rate.Add(absl::Seconds(second), 0);
  for (int second = 11; second <= 20; ++second)
    rate.Add(absl::Seconds(second), (second - 10) * 50.0);
  EXPECT_EQ(rate.PerSecond(), 50);
}

TEST(RateMeterTest, StartsAfreshWhenTheCountShrinks) {
  RateMeter rate;
  rate.Add(absl::Seconds(0), 1000);
  rate.Add(absl::Seconds(1), 2000);
  rate.Add(absl::Seconds(2), 10);
  EXPECT_EQ(rate.PerSecond(), std::nullopt);
  rate.Add(absl::Seconds(3), 20);
  EXPECT_EQ(rate.PerSecond(), 10);
}

TEST(ProgressBarTest, RedrawsInPlaceAndClears) {
  std::ostringstream terminal;
  {
    ProgressBar bar(&terminal, 40);
    bar.Draw(Running(0.5), absl::Seconds(1));
    bar.Draw(Running(0.75), absl::Seconds(2));
  }
  EXPECT_EQ(terminal.str(),
            "\r[############............]  50.0 %\x1b[K"
            "\r[##################......]  75.0 %\x1b[K"
            "\r\x1b[K");
}

TEST(ProgressBarTest, StaysSilentForAShortJob) {
  std::ostringstream terminal;
  { ProgressBar(&terminal, 80).Draw(Running(0.5), absl::Milliseconds(100)); }
  EXPECT_EQ(terminal.str(), "");
}

TEST(ProgressBarTest, StaysSilentWithoutATerminal) {
  std::ostringstream pipe;
  { ProgressBar(&pipe, 0).Draw(Running(0.5), absl::Seconds(5)); }
  EXPECT_EQ(pipe.str(), "");
}

}  // namespace
}  // namespace rookery::cli
