#include "core/verify/random_source.h"

#include <gtest/gtest.h>

namespace rookery {
namespace {

TEST(RandomSourceTest, IsSplitmix64) {
  // The first number from state 0, as published.
  EXPECT_EQ(RandomSource(0).Next(), 0xe220a8397b1dcdafu);
}

TEST(RandomSourceTest, StaysBelowTheBound) {
  RandomSource random(1);
  bool first = false;
  bool last = false;
  for (int draw = 0; draw < 1000; ++draw) {
    const int number = random.Below(7);
    ASSERT_GE(number, 0);
    ASSERT_LT(number, 7);
    first |= number == 0;
    last |= number == 6;
  }
  EXPECT_TRUE(first);
  EXPECT_TRUE(last);
  EXPECT_EQ(random.Below(1), 0);
}

}  // namespace
}  // namespace rookery
