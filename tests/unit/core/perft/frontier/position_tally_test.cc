#include "core/perft/frontier/position_tally.h"

#include <gtest/gtest.h>

#include <limits>

#include "core/perft/frontier/position_hash.h"

namespace rookery {
namespace {

constexpr uint64_t kMax64 = std::numeric_limits<uint64_t>::max();

PackedPosition Numbered(uint64_t number) {
  return {{number, ~number, number * number, 7}};
}

TEST(PositionTallyTest, AddsUpThePathsOfEachPosition) {
  constexpr uint64_t kCount = 10'000;
  PositionTally tally;
  for (uint64_t round = 1; round <= 3; ++round) {
    for (uint64_t number = 0; number < kCount; ++number) {
      const PackedPosition position = Numbered(number);
      ASSERT_TRUE(tally.Add(position, number + round, HashOf(position)));
    }
  }
  ASSERT_EQ(tally.size(), kCount);
  for (uint64_t number = 0; number < kCount; ++number) {
    ASSERT_EQ(tally[number].position, Numbered(number));
    ASSERT_EQ(tally[number].paths, 3 * number + 6);
  }
}

// Whole positions are compared: a hash shared by all of them only makes it
// slow.
TEST(PositionTallyTest, TellsPositionsOfOneHashApart) {
  PositionTally tally;
  for (int round = 0; round < 2; ++round) {
    for (uint64_t number = 0; number < 20; ++number)
      ASSERT_TRUE(tally.Add(Numbered(number), 1, /*hash=*/kMax64));
  }
  EXPECT_EQ(tally.size(), 20u);
  for (uint64_t number = 0; number < 20; ++number)
    EXPECT_EQ(tally[number].paths, 2u);
}

TEST(PositionTallyTest, SaysWhenPathsReach64Bits) {
  PositionTally tally;
  const uint64_t hash = HashOf(Numbered(1));
  EXPECT_TRUE(tally.Add(Numbered(1), kMax64 - 1, hash));
  EXPECT_TRUE(tally.Add(Numbered(1), 1, hash));
  EXPECT_FALSE(tally.Add(Numbered(1), 1, hash));
}

TEST(PositionTallyTest, PrefetchesInNothing) {
  const PositionTally tally;
  tally.PrefetchSlot(kMax64);
  tally.PrefetchEntry(kMax64);
  EXPECT_EQ(tally.size(), 0u);
}

TEST(PositionTallyTest, KeepsItsEntriesWhenItsSlotsGo) {
  PositionTally tally;
  for (uint64_t number = 0; number < 1000; ++number)
    ASSERT_TRUE(tally.Add(Numbered(number), 1, HashOf(Numbered(number))));
  tally.Finish();
  ASSERT_EQ(tally.size(), 1000u);
  EXPECT_EQ(tally[999].position, Numbered(999));
}

}  // namespace
}  // namespace rookery
