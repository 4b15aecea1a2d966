#include "core/laws/time_control.h"

#include <gtest/gtest.h>

#include <string>

namespace rookery {
namespace {

std::vector<TimeControlStage> Stages(std::string_view tag) {
  const absl::StatusOr<TimeControl> control = ParseTimeControl(tag);
  EXPECT_TRUE(control.ok()) << control.status();
  return control.ok() ? control->stages : std::vector<TimeControlStage>{};
}

TEST(TimeControlTest, ReadsEveryKindOfStage) {
  EXPECT_EQ(Stages("300"), (std::vector<TimeControlStage>{{0, 300, 0}}));
  EXPECT_EQ(Stages("300+3"), (std::vector<TimeControlStage>{{0, 300, 3}}));
  EXPECT_EQ(Stages("40/7200:20/3600:900+30"),
            (std::vector<TimeControlStage>{
                {40, 7200, 0}, {20, 3600, 0}, {0, 900, 30}}));
  EXPECT_EQ(Stages("40/5400+30"),
            (std::vector<TimeControlStage>{{40, 5400, 30}}));
}

TEST(TimeControlTest, NoControlHasNoStages) {
  for (const std::string_view tag : {"?", "-", "*180"})
    EXPECT_TRUE(Stages(tag).empty()) << tag;
}

TEST(TimeControlTest, RefusesWhatIsMalformed) {
  for (const std::string_view tag :
       {"", "5 min", "0/300", "40/", "/300", "300+", "+3", "300:", "-5",
        "300+-3", "1000001", "99999999999999999999", "*", "40/7200/3"})
    EXPECT_FALSE(ParseTimeControl(tag).ok()) << tag;
  EXPECT_EQ(ParseTimeControl("300:5m").status().message(),
            "time control '5m' is malformed; write it like 300+3 or "
            "40/7200:3600");
}

TEST(TimeControlTest, RefusesMoreStagesThanEight) {
  EXPECT_TRUE(ParseTimeControl("1/1:1/1:1/1:1/1:1/1:1/1:1/1:1").ok());
  EXPECT_FALSE(ParseTimeControl("1/1:1/1:1/1:1/1:1/1:1/1:1/1:1/1:1").ok());
}

TEST(TimeControlTest, AMoveGainsItsIncrement) {
  EXPECT_EQ(ParseTimeControl("300+3")->SecondsGained(1), 3);
  EXPECT_EQ(ParseTimeControl("300")->SecondsGained(200), 0);
}

TEST(TimeControlTest, TheLastMoveOfAStageGainsTheNext) {
  const TimeControl control = *ParseTimeControl("40/7200:20/3600:900+30");
  EXPECT_EQ(control.SecondsGained(39), 0);
  EXPECT_EQ(control.SecondsGained(40), 3600);
  EXPECT_EQ(control.SecondsGained(41), 0);
  EXPECT_EQ(control.SecondsGained(60), 900);
  EXPECT_EQ(control.SecondsGained(61), 30);
}

TEST(TimeControlTest, ALastStageThatCountsMovesRepeats) {
  const TimeControl control = *ParseTimeControl("40/7200:20/3600");
  EXPECT_EQ(control.SecondsGained(60), 3600);
  EXPECT_EQ(control.SecondsGained(70), 0);
  EXPECT_EQ(control.SecondsGained(80), 3600);
}

}  // namespace
}  // namespace rookery
