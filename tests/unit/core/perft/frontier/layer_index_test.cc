#include "core/perft/frontier/layer_index.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "core/board/position_codec.h"
#include "core/perft/frontier/frontier.h"
#include "tests/unit/core/perft/frontier/frontier_contents.h"
#include "tests/unit/core/perft/perft_test_support.h"

namespace rookery {
namespace {

Frontier Grown(int plies) {
  Frontier frontier(PositionOf(SixPositions()[1].fen));
  for (int ply = 0; ply < plies; ++ply)
    EXPECT_TRUE(frontier.Extend({.max_positions = 100'000}).ok());
  return frontier;
}

// However good the hints are.
TEST(LayerIndexTest, FindsThePlaceOfEachPositionInAnyOrder) {
  const Frontier frontier = Grown(3);
  const std::vector<PackedPosition> positions = PositionsOf(frontier);
  std::vector<uint32_t> places(positions.size());
  std::iota(places.begin(), places.end(), 0);
  const LayerIndex index(positions);
  LayerIndex::Hints hints = index.MakeHints();
  const auto find_all = [&] {
    for (const uint32_t place : places)
      ASSERT_EQ(index.Find(positions[place], hints), place);
  };
  find_all();
  std::reverse(places.begin(), places.end());
  find_all();
  std::shuffle(places.begin(), places.end(), std::mt19937(1));
  find_all();
}

TEST(LayerIndexTest, FindsNoOtherPosition) {
  const Frontier frontier = Grown(3);
  const Frontier parents = Grown(1);
  const std::vector<PackedPosition> positions = PositionsOf(frontier);
  const LayerIndex index(positions);
  LayerIndex::Hints hints = index.MakeHints();
  for (PackedPosition position : positions) {
    // The same men with the other side to move.
    auto& planes = position.planes;
    planes[3] ^= ~(planes[0] | planes[1] | planes[2]);
    ASSERT_EQ(index.Find(position, hints), std::nullopt);
  }
  for (PackedPosition position : positions) {
    // A known group: one piece of the side to move is another one.
    const auto& planes = position.planes;
    const bool black_moves =
        (planes[3] & ~(planes[0] | planes[1] | planes[2])) != 0;
    const Bitboard knights = planes[1] & ~planes[0] & ~planes[2] &
                             (black_moves ? planes[3] : ~planes[3]);
    position.planes[0] |= knights;
    position.planes[2] |= knights;
    position.planes[1] &= ~knights;
    if (knights == 0) continue;
    ASSERT_EQ(index.Find(position, hints), std::nullopt);
  }
  for (const PackedPosition& position : PositionsOf(parents))
    ASSERT_EQ(index.Find(position, hints), std::nullopt);
}

TEST(LayerIndexTest, FindsNothingInNothing) {
  const LayerIndex index({});
  LayerIndex::Hints hints = index.MakeHints();
  EXPECT_EQ(index.Find(Pack(Position::Start()), hints), std::nullopt);
}

}  // namespace
}  // namespace rookery
