#include "cli/progress_bar.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <sstream>

#include "absl/synchronization/mutex.h"

namespace rookery::cli {
namespace {

using testing::EndsWith;
using testing::StartsWith;

v1::JobProgress Running(double fraction) {
  v1::JobProgress progress;
  progress.set_state(v1::Job::STATE_RUNNING);
  progress.set_fraction(fraction);
  return progress;
}

constexpr absl::Duration kElapsed = absl::Milliseconds(4560);

TEST(ProgressLineTest, ShowsShareTimesAndRate) {
  v1::JobProgress progress = Running(0.4519);
  progress.mutable_time_left()->set_seconds(125);
  EXPECT_EQ(ProgressLine(progress, kElapsed, 3.2e9, 100),
            "[##########..............]  45.1 %   4.56 s   3.20 G leaves/s   2 "
            "min 05 s left");
}

TEST(ProgressLineTest, LeavesOutWhatIsUnknown) {
  EXPECT_EQ(ProgressLine(Running(0), kElapsed, std::nullopt, 100),
            "[........................]   0.0 %   4.56 s");
  EXPECT_EQ(ProgressLine(Running(0), kElapsed, 0, 100),
            "[........................]   0.0 %   4.56 s");
}

TEST(ProgressLineTest, NeverSaysHundredPercentTooEarly) {
  EXPECT_EQ(ProgressLine(Running(0.99999), kElapsed, std::nullopt, 100),
            "[#######################.]  99.9 %   4.56 s");
  EXPECT_EQ(ProgressLine(Running(1), kElapsed, std::nullopt, 100),
            "[########################] 100.0 %   4.56 s");
}

TEST(ProgressLineTest, SaysWhyNothingMoves) {
  v1::JobProgress progress = Running(0.5);
  progress.set_waiting_for("no worker\n");
  progress.mutable_time_left()->set_seconds(5);
  EXPECT_EQ(
      ProgressLine(progress, kElapsed, 1e9, 100),
      "[############............]  50.0 %   4.56 s   waiting: no worker?");
}

TEST(ProgressLineTest, SaysThatItPlans) {
  v1::JobProgress progress = Running(0);
  progress.set_state(v1::Job::STATE_PLANNING);
  EXPECT_EQ(ProgressLine(progress, kElapsed, std::nullopt, 100),
            "[........................]   0.0 %   4.56 s   planning");
}

TEST(ProgressLineTest, FitsTheTerminal) {
  EXPECT_EQ(ProgressLine(Running(0.5), kElapsed, 1e9, 10), "[#########");
  EXPECT_EQ(ProgressLine(Running(0.5), kElapsed, 1e9, 0), "");
}

TEST(ProgressLineTest, TakesFractionsThatAreNone) {
  const std::string none = "[........................]   0.0 %   4.56 s";
  EXPECT_EQ(ProgressLine(Running(-3), kElapsed, std::nullopt, 100), none);
  EXPECT_EQ(ProgressLine(Running(std::numeric_limits<double>::quiet_NaN()),
                         kElapsed, std::nullopt, 100),
            none);
  EXPECT_EQ(ProgressLine(Running(7), kElapsed, std::nullopt, 100),
            "[########################] 100.0 %   4.56 s");
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

// A terminal that a test can wait for.
class Terminal : public std::stringbuf {
 public:
  void WaitForFlushes(int count) {
    absl::MutexLock lock(&mutex_);
    const auto enough = [&] { return flushes_ >= count; };
    mutex_.Await(absl::Condition(&enough));
  }

 protected:
  int sync() override {
    absl::MutexLock lock(&mutex_);
    ++flushes_;
    return 0;
  }

 private:
  absl::Mutex mutex_;
  int flushes_ = 0;
};

TEST(ProgressBarTest, RedrawsInPlaceAndClears) {
  Terminal terminal;
  std::ostream stream(&terminal);
  {
    ProgressBar bar(&stream, 35);
    bar.Update(Running(0.5));
    terminal.WaitForFlushes(2);
  }
  const std::string line = "\r[############............]  50.0 %\x1b[K";
  EXPECT_THAT(terminal.str(), StartsWith(line + line));
  EXPECT_THAT(terminal.str(), EndsWith("\x1b[K\r\x1b[K"));
}

TEST(ProgressBarTest, StaysSilentForAShortJob) {
  std::ostringstream terminal;
  { ProgressBar(&terminal, 80).Update(Running(0.5)); }
  EXPECT_EQ(terminal.str(), "");
}

TEST(ProgressBarTest, StaysSilentWithoutATerminal) {
  std::ostringstream pipe;
  { ProgressBar(&pipe, 0).Update(Running(0.5)); }
  EXPECT_EQ(pipe.str(), "");
}

}  // namespace
}  // namespace rookery::cli
