#include "cli/quantities.h"

#include <gtest/gtest.h>

namespace rookery::cli {
namespace {

TEST(HumanCountTest, KeepsThreeDigits) {
  EXPECT_EQ(HumanCount(0), "0");
  EXPECT_EQ(HumanCount(7), "7");
  EXPECT_EQ(HumanCount(999), "999");
  EXPECT_EQ(HumanCount(1234), "1.23 k");
  EXPECT_EQ(HumanCount(45'600'000), "45.6 M");
  EXPECT_EQ(HumanCount(3.195901860e9), "3.20 G");
  EXPECT_EQ(HumanCount(123e12), "123 T");
  EXPECT_EQ(HumanCount(8.5e18), "8.50 E");
}

TEST(HumanCountTest, TakesTheNextPrefixWhereRoundingWouldAddADigit) {
  EXPECT_EQ(HumanCount(999.4), "999");
  EXPECT_EQ(HumanCount(999.6), "1.00 k");
  EXPECT_EQ(HumanCount(9'996), "10.0 k");
  EXPECT_EQ(HumanCount(99'960), "100 k");
  EXPECT_EQ(HumanCount(999'700), "1.00 M");
}

TEST(HumanCountTest, GoesOnWhereThePrefixesEnd) {
  EXPECT_EQ(HumanCount(1.234e24), "1.23e+24");
}

TEST(HumanDurationTest, NamesTheTwoUnitsThatMatter) {
  EXPECT_EQ(HumanDuration(absl::ZeroDuration()), "0.000 s");
  EXPECT_EQ(HumanDuration(absl::Milliseconds(123)), "0.123 s");
  EXPECT_EQ(HumanDuration(absl::Milliseconds(4560)), "4.56 s");
  EXPECT_EQ(HumanDuration(absl::Milliseconds(12'340)), "12.3 s");
  EXPECT_EQ(HumanDuration(absl::Seconds(125)), "2 min 05 s");
  EXPECT_EQ(HumanDuration(absl::Minutes(187)), "3 h 07 min");
  EXPECT_EQ(HumanDuration(absl::Hours(124)), "5 d 04 h");
}

TEST(HumanDurationTest, RoundsIntoTheNextUnit) {
  EXPECT_EQ(HumanDuration(absl::Milliseconds(59'960)), "1 min 00 s");
  EXPECT_EQ(HumanDuration(absl::Milliseconds(3'599'600)), "1 h 00 min");
}

TEST(HumanDurationTest, TakesDurationsThatAreNoTime) {
  EXPECT_EQ(HumanDuration(absl::Seconds(-3)), "0.000 s");
  EXPECT_EQ(HumanDuration(absl::InfiniteDuration()), "forever");
}

}  // namespace
}  // namespace rookery::cli
