#include "coordinator/dispatch/unit_sizer.h"

#include <gtest/gtest.h>

#include <limits>

namespace rookery::coordinator {
namespace {

constexpr uint64_t kMaxItems = 1'000'000;

// So little that nothing is its last tenth.
constexpr double kAll = 0;

TEST(UnitSizerTest, LargeJobGetsUnitsOfTenSeconds) {
  const UnitSizer sizer(0.001, std::nullopt, kMaxItems);
  EXPECT_EQ(sizer.NextCount(1e6, kAll, 4), 10'000u);
}

TEST(UnitSizerTest, SmallJobGetsSixteenUnitsASlot) {
  const UnitSizer sizer(0.001, std::nullopt, kMaxItems);
  EXPECT_EQ(sizer.NextCount(64, kAll, 4), 1'000u);
}

TEST(UnitSizerTest, UnitsShrinkTowardsTheEndButNotBelowFiftyMilliseconds) {
  const UnitSizer sizer(0.001, std::nullopt, kMaxItems);
  EXPECT_EQ(sizer.NextCount(6.4, kAll, 4), 100u);
  EXPECT_EQ(sizer.NextCount(0.64, kAll, 4), 50u);
  EXPECT_EQ(sizer.NextCount(0.001, kAll, 4), 50u);
}

TEST(UnitSizerTest, UnitsOfTheLastTenthMayBeShorter) {
  const UnitSizer sizer(0.001, std::nullopt, kMaxItems);
  EXPECT_EQ(sizer.NextCount(1.01, 10, 4), 50u);
  EXPECT_EQ(sizer.NextCount(1, 10, 4), 16u);
  EXPECT_EQ(sizer.NextCount(0.1, 10, 4), 10u);
  EXPECT_EQ(sizer.NextCount(0.001, 10, 4), 10u);
}

TEST(UnitSizerTest, MeasurementsReplaceTheFirstGuess) {
  UnitSizer sizer(1, std::nullopt, kMaxItems);
  EXPECT_EQ(sizer.NextCount(1e9, kAll, 1), 10u);
  sizer.Measure(100, absl::Milliseconds(100));
  sizer.Measure(300, absl::Milliseconds(700));
  EXPECT_DOUBLE_EQ(sizer.seconds_per_item(), 0.002);
  EXPECT_EQ(sizer.NextCount(2e6, kAll, 1), 5'000u);
}

TEST(UnitSizerTest, UnitDurationOverridesTheRule) {
  const UnitSizer sizer(0.001, absl::Milliseconds(3), kMaxItems);
  EXPECT_EQ(sizer.NextCount(1e6, kAll, 4), 3u);
  EXPECT_EQ(sizer.NextCount(0.001, kAll, 4), 3u);
}

TEST(UnitSizerTest, MostItemsAlwaysHold) {
  UnitSizer sizer(1e-300, std::nullopt, 131);
  EXPECT_EQ(sizer.NextCount(1e-280, kAll, 1), 131u);
  sizer.Measure(5, absl::ZeroDuration());
  EXPECT_EQ(sizer.NextCount(0.001, kAll, 1), 131u);
}

TEST(UnitSizerTest, UnitsAreNeverEmpty) {
  const UnitSizer sizer(1'000, std::nullopt, kMaxItems);
  EXPECT_EQ(sizer.NextCount(10'000, kAll, 1), 1u);
  EXPECT_EQ(sizer.NextCount(10'000, kAll, 0), 1u);
}

TEST(UnitSizerTest, UnknownCostMeansSingleItemsUntilMeasured) {
  UnitSizer sizer(0, std::nullopt, kMaxItems);
  EXPECT_EQ(sizer.NextCount(0, kAll, 1), 1u);
  sizer.Measure(1, absl::Milliseconds(1));
  EXPECT_EQ(sizer.NextCount(1e6, kAll, 1), 10'000u);
}

TEST(UnitSizerTest, AGuessThatIsNoNumberIsNone) {
  const UnitSizer sizer(std::numeric_limits<double>::quiet_NaN(), std::nullopt,
                        kMaxItems);
  EXPECT_EQ(sizer.NextCount(10'000, kAll, 1), 1u);
}

}  // namespace
}  // namespace rookery::coordinator
