#include "coordinator/dispatch/sections.h"

#include <gtest/gtest.h>

namespace rookery::coordinator {
namespace {

// Cheap items behind expensive ones.
constexpr Section kSections[] = {{.count = 100, .seconds_per_item = 1},
                                 {.count = 10'000, .seconds_per_item = 0.001}};

Sections AllUncut(std::span<const Section> sections) {
  Sections plan(sections, /*unit_duration=*/std::nullopt,
                /*max_items=*/1'000'000);
  plan.AddFree({0, plan.size()});
  return plan;
}

TEST(SectionsTest, UnitsAreCutFromTheFirstSectionFirst) {
  Sections plan = AllUncut(kSections);
  EXPECT_EQ(plan.size(), 10'100u);
  EXPECT_EQ(plan.Cut(1, 1), (Range{0, 7}));   // 110 s / 16
  EXPECT_EQ(plan.Cut(2, 1), (Range{53, 6}));  // the back half of the rest
  EXPECT_EQ(plan.Cut(1, 1), (Range{7, 6}));
}

TEST(SectionsTest, UnitsOfEachSectionAreSizedByItsOwnCost) {
  Sections plan = AllUncut(kSections);
  while (plan.Cut(1, 1).first + 10'000 < plan.size()) {
  }
  // The first unit of the second section is 10 s / 16.
  EXPECT_EQ(plan.Cut(1, 1).first, 100u + 625u);
}

TEST(SectionsTest, MeasurementsAreOfTheirSection) {
  Sections plan = AllUncut(kSections);
  plan.Measure({0, 10}, absl::Seconds(20));
  EXPECT_DOUBLE_EQ(plan.SecondsOf({0, 1}), 2);
  EXPECT_DOUBLE_EQ(plan.SecondsOf({100, 1}), 0.001);
  plan.Measure({100, 1'000}, absl::Seconds(5));
  EXPECT_DOUBLE_EQ(plan.SecondsOf({0, 1}), 2);
  EXPECT_DOUBLE_EQ(plan.SecondsOf({200, 100}), 0.5);
}

TEST(SectionsTest, FreeRangesAreDividedAtTheEndsOfSections) {
  Sections plan(kSections, std::nullopt, 1'000'000);
  EXPECT_FALSE(plan.has_uncut());
  plan.AddFree({98, 4});
  EXPECT_TRUE(plan.has_uncut());
  EXPECT_EQ(plan.Cut(1, 1), (Range{98, 1}));
  EXPECT_EQ(plan.Cut(1, 1), (Range{99, 1}));
  EXPECT_EQ(plan.Cut(1, 1), (Range{100, 2}));
  EXPECT_FALSE(plan.has_uncut());
}

TEST(SectionsTest, EstimatesUnitsOfEverySection) {
  // 110 s in all, so units of 7 items and of 6875.
  EXPECT_EQ(AllUncut(kSections).EstimateUncutUnits(1), 15u + 2u);
}

TEST(SectionsTest, ShareThatIsDoneIsOneOfTheCost) {
  Sections plan = AllUncut(kSections);
  plan.Done({0, 50});
  EXPECT_DOUBLE_EQ(plan.fraction_done(), 50.0 / 110);
  plan.Done({100, 10'000});
  EXPECT_DOUBLE_EQ(plan.fraction_done(), 60.0 / 110);
}

TEST(SectionsTest, ShareThatIsDoneIsOneOfItemsWhereACostIsUnknown) {
  const Section sections[] = {{.count = 100, .seconds_per_item = 0},
                              {.count = 300, .seconds_per_item = 1}};
  Sections plan = AllUncut(sections);
  plan.Done({0, 100});
  EXPECT_DOUBLE_EQ(plan.fraction_done(), 0.25);
}

}  // namespace
}  // namespace rookery::coordinator
