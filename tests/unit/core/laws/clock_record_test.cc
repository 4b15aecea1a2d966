#include "core/laws/clock_record.h"

#include <gtest/gtest.h>

namespace rookery {
namespace {

TEST(TimeLawTest, AClockBelowZeroHasRunOver) {
  ClockRecord clocks;
  clocks.Add(1, kWhite, 5000);
  clocks.Add(2, kBlack, 5000);
  clocks.Add(3, kWhite, -1);
  clocks.Add(5, kWhite, 3000);
  EXPECT_EQ(clocks.FlagFell(kWhite), 3);
  EXPECT_EQ(clocks.FlagFell(kBlack), std::nullopt);
}

TEST(TimeLawTest, AClockAtZeroCountsAtItsLastReading) {
  ClockRecord clocks;
  clocks.Add(1, kWhite, 0);
  clocks.Add(3, kWhite, 1000);
  EXPECT_EQ(clocks.FlagFell(kWhite), std::nullopt);
  clocks.Add(5, kWhite, 0);
  EXPECT_EQ(clocks.FlagFell(kWhite), 5);
}

TEST(TimeLawTest, AClockGainsNoMoreThanTheControlAdds) {
  const TimeControl control = *ParseTimeControl("300+3");
  ClockRecord clocks;
  clocks.Add(1, kWhite, 300'000);
  clocks.Add(3, kWhite, 304'000);  // three and one to spare
  EXPECT_EQ(clocks.GainedTime(control, 0), std::nullopt);
  clocks.Add(5, kWhite, 308'001);
  EXPECT_EQ(clocks.GainedTime(control, 0), 5);
}

TEST(TimeLawTest, TheNextStageIsAddedAtItsMove) {
  const TimeControl control = *ParseTimeControl("2/60:60");
  ClockRecord clocks;
  clocks.Add(1, kWhite, 50'000);
  clocks.Add(3, kWhite, 100'000);
  EXPECT_EQ(clocks.GainedTime(control, 0), std::nullopt);
  // The same as the second and third move of a game.
  EXPECT_EQ(clocks.GainedTime(control, 1), 3);
}

TEST(TimeLawTest, WithoutTheReadingBeforeNothingIsSaid) {
  const TimeControl control = *ParseTimeControl("300");
  ClockRecord clocks;
  clocks.Add(1, kWhite, 100'000);
  clocks.Add(5, kWhite, 200'000);
  EXPECT_EQ(clocks.GainedTime(control, 0), std::nullopt);
  EXPECT_EQ(clocks.GainedTime({}, 0), std::nullopt);
}

TEST(ClockRecordTest, ForgetsTheLastGame) {
  ClockRecord clocks;
  clocks.Add(1, kWhite, -1);
  clocks.Clear();
  EXPECT_TRUE(clocks.empty());
  EXPECT_EQ(clocks.FlagFell(kWhite), std::nullopt);
}

}  // namespace
}  // namespace rookery
