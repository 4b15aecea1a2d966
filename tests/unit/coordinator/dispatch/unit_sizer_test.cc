#include "coordinator/dispatch/unit_sizer.h"

#include <gtest/gtest.h>

#include <limits>

namespace rookery::coordinator {
namespace {

constexpr uint64_t kMaxItems = 1'000'000;

TEST(UnitSizerTest, LargeJobGetsUnitsOfTenSeconds) {
  const UnitSizer sizer(0.001, std::nullopt, kMaxItems);
  EXPECT_EQ(sizer.NextCount(1e6, 4), 10'000u);
}

TEST(UnitSizerTest, SmallJobGetsSixteenUnitsASlot) {
  const UnitSizer sizer(0.001, std::nullopt, kMaxItems);
  EXPECT_EQ(sizer.NextCount(64, 4), 1'000u);
}

TEST(UnitSizerTest, UnitsShrinkTowardsTheEndButNotBelowFiftyMilliseconds) {
  const UnitSizer sizer(0.001, std::nullopt, kMaxItems);
  EXPECT_EQ(sizer.NextCount(6.4, 4), 100u);
  EXPECT_EQ(sizer.NextCount(0.64, 4), 50u);
  EXPECT_EQ(sizer.NextCount(0.001, 4), 50u);
}

TEST(UnitSizerTest, MeasurementsReplaceTheFirstGuess) {
  UnitSizer sizer(1, std::nullopt, kMaxItems);
  EXPECT_EQ(sizer.NextCount(1e9, 1), 10u);
  sizer.Measure(100, absl::Milliseconds(100));
  sizer.Measure(300, absl::Milliseconds(700));
  EXPECT_DOUBLE_EQ(sizer.seconds_per_item(), 0.002);
  EXPECT_EQ(sizer.NextCount(2e6, 1), 5'000u);
}

TEST(UnitSizerTest, UnitDurationOverridesTheRule) {
  const UnitSizer sizer(0.001, absl::Milliseconds(3), kMaxItems);
  EXPECT_EQ(sizer.NextCount(1e6, 4), 3u);
  EXPECT_EQ(sizer.NextCount(0.001, 4), 3u);
}

TEST(UnitSizerTest, MostItemsAlwaysHold) {
  UnitSizer sizer(1e-300, std::nullopt, 131);
  EXPECT_EQ(sizer.NextCount(1e-280, 1), 131u);
  sizer.Measure(5, absl::ZeroDuration());
  EXPECT_EQ(sizer.NextCount(0.001, 1), 131u);
}

TEST(UnitSizerTest, UnitsAreNeverEmpty) {
  const UnitSizer sizer(1'000, std::nullopt, kMaxItems);
  EXPECT_EQ(sizer.NextCount(10'000, 1), 1u);
  EXPECT_EQ(sizer.NextCount(10'000, 0), 1u);
}

TEST(UnitSizerTest, UnknownCostMeansSingleItemsUntilMeasured) {
  UnitSizer sizer(0, std::nullopt, kMaxItems);
  EXPECT_EQ(sizer.NextCount(0, 1), 1u);
  sizer.Measure(1, absl::Milliseconds(1));
  EXPECT_EQ(sizer.NextCount(1e6, 1), 10'000u);
}

TEST(UnitSizerTest, AGuessThatIsNoNumberIsNone) {
  const UnitSizer sizer(std::numeric_limits<double>::quiet_NaN(), std::nullopt,
                        kMaxItems);
  EXPECT_EQ(sizer.NextCount(10'000, 1), 1u);
}

}  // namespace
}  // namespace rookery::coordinator
