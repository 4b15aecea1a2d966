#include "core/perft/position_index.h"

#include <gtest/gtest.h>

namespace rookery {
namespace {

PackedPosition Numbered(uint64_t number) {
  return {{number, ~number, number * number, 7}};
}

TEST(PositionIndexTest, GivesEachPositionItsPlaceOnce) {
  constexpr uint64_t kCount = 10'000;
  PositionIndex index;
  std::vector<PackedPosition> positions;
  for (int round = 0; round < 2; ++round) {
    for (uint64_t number = 0; number < kCount; ++number) {
      const PackedPosition position = Numbered(number);
      EXPECT_EQ(
          index.FindOrAdd(positions, position, PositionIndex::HashOf(position)),
          number);
    }
  }
  EXPECT_EQ(positions.size(), kCount);
}

TEST(PositionIndexTest, FindsInAnIndexOfAnArray) {
  std::vector<PackedPosition> positions;
  for (uint64_t number = 0; number < 1000; ++number)
    positions.push_back(Numbered(number));
  const PositionIndex index(positions);
  for (uint64_t number = 0; number < 1000; ++number) {
    EXPECT_EQ(index.Find(positions, positions[number],
                         PositionIndex::HashOf(positions[number])),
              number);
  }
  EXPECT_EQ(index.Find(positions, Numbered(1000),
                       PositionIndex::HashOf(Numbered(1000))),
            std::nullopt);
}

// Whole positions are compared: a hash shared by all of them only makes it
// slow.
TEST(PositionIndexTest, TellsPositionsOfOneHashApart) {
  PositionIndex index;
  std::vector<PackedPosition> positions;
  for (uint64_t number = 0; number < 20; ++number) {
    EXPECT_EQ(
        index.FindOrAdd(positions, Numbered(number), /*hash=*/~uint64_t{0}),
        number);
  }
  for (uint64_t number = 0; number < 20; ++number) {
    EXPECT_EQ(index.Find(positions, Numbered(number), /*hash=*/~uint64_t{0}),
              number);
  }
}

TEST(PositionIndexTest, FindsNothingInNothing) {
  const PositionIndex index;
  EXPECT_EQ(index.Find({}, Numbered(1), PositionIndex::HashOf(Numbered(1))),
            std::nullopt);
  EXPECT_EQ(
      PositionIndex(std::span<const PackedPosition>()).Find({}, Numbered(1), 5),
      std::nullopt);
}

}  // namespace
}  // namespace rookery
