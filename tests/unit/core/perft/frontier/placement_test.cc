#include "core/perft/frontier/placement.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/board/position_codec.h"
#include "core/perft/frontier/mover_order.h"
#include "core/perft/frontier/placement_ids.h"
#include "core/perft/frontier/placement_ranges.h"
#include "core/perft/packed_successors.h"
#include "tests/unit/core/perft/perft_test_support.h"

namespace rookery {
namespace {

Placement Numbered(uint64_t number) { return {number * number, ~number}; }

TEST(PlacementTest, IsThatOfEachSide) {
  for (const char* fen :
       {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "4k3/8/8/8/2pPp3/8/8/4K2R b K d3 0 1",
        "4k3/8/8/2PpP3/8/8/8/R3K3 w Q d6 0 1"}) {
    const Position position = PositionOf(fen);
    const Color moving = position.side_to_move();
    const Color still = Opponent(moving);
    const Placements placements = PlacementsOf(Pack(position));
    EXPECT_EQ(placements.moving, (Placement{position.pieces(moving, kPawn),
                                            position.pieces(moving)}));
    EXPECT_EQ(placements.still, (Placement{position.pieces(still, kPawn),
                                           position.pieces(still)}));
  }
}

TEST(PlacementIdsTest, NumberEachPlacementOnce) {
  PlacementIds ids;
  for (int round = 0; round < 2; ++round) {
    for (uint32_t number = 0; number < 1000; ++number)
      ASSERT_EQ(ids.IdOf(Numbered(number)), number);
  }
  EXPECT_EQ(ids.size(), 1000u);
  EXPECT_EQ(ids.Find(Numbered(999)), 999u);
  EXPECT_EQ(ids.Find(Numbered(1000)), std::nullopt);
  ids.Clear();
  EXPECT_EQ(ids.Find(Numbered(5)), std::nullopt);
  EXPECT_EQ(ids.IdOf(Numbered(7)), 0u);
}

TEST(PlacementIdsTest, RankThePlacements) {
  PlacementIds ids;
  for (const Placement& placement :
       {Placement{2, 3}, Placement{0, 9}, Placement{2, 1}})
    ids.IdOf(placement);
  EXPECT_EQ(ids.Ranks(), (std::vector<uint32_t>{2, 0, 1}));
}

TEST(PlacementRangesTest, AreConsecutiveAndOfLikeSize) {
  std::vector<Placement> sample;
  for (uint64_t i = 0; i < 1000; ++i)
    sample.push_back({i / 100, (i * 7919) % 1000});
  for (const size_t count : {1u, 2u, 3u, 7u, 8u, 64u}) {
    const PlacementRanges ranges(sample, count);
    EXPECT_EQ(ranges.size(), count);
    std::vector<Placement> sorted = sample;
    std::sort(sorted.begin(), sorted.end());
    std::vector<size_t> sizes(ranges.size());
    uint32_t last = 0;
    for (const Placement& placement : sorted) {
      const uint32_t range = ranges.RangeOf(placement);
      ASSERT_GE(range, last);
      ASSERT_LT(range, ranges.size());
      last = range;
      ++sizes[range];
    }
    for (const size_t size : sizes) {
      EXPECT_GE(size, 1000 / count - 1);
      EXPECT_LE(size, 1000 / count + 2);
    }
    // What is not in the sample has a range as well.
    EXPECT_EQ(ranges.RangeOf({0, 0}), 0u);
    EXPECT_EQ(ranges.RangeOf({~Bitboard{0}, 1}), count - 1);
  }
}

TEST(PlacementRangesTest, KeepOnePlacementTogether) {
  std::vector<Placement> sample(100, {5, 5});
  EXPECT_EQ(PlacementRanges(sample, 8).size(), 1u);
  sample.push_back({7, 7});
  sample.insert(sample.end(), 100, {9, 9});
  const PlacementRanges ranges(sample, 8);
  EXPECT_EQ(ranges.size(), 3u);
  EXPECT_EQ(ranges.RangeOf({5, 5}), 0u);
  EXPECT_EQ(ranges.RangeOf({7, 7}), 1u);
  EXPECT_EQ(ranges.RangeOf({9, 9}), 2u);
  EXPECT_EQ(PlacementRanges({}, 8).size(), 1u);
  EXPECT_EQ(PlacementRanges().RangeOf({1, 1}), 0u);
}

TEST(MoverOrderTest, IsByThePlacementOfTheMoverAndThenByPlace) {
  PackedSuccessors successors;
  successors.Generate(Pack(PositionOf(SixPositions()[1].fen)));
  std::vector<PackedPosition> positions;
  PackedSuccessors replies;
  for (const PackedPosition& child : successors.positions()) {
    replies.Generate(child);
    positions.insert(positions.end(), replies.positions().begin(),
                     replies.positions().end());
  }
  const LazyArray<uint32_t> order = MoverOrder(positions);
  ASSERT_EQ(order.size(), positions.size());
  for (size_t i = 1; i < order.size(); ++i) {
    const auto key = [&](uint32_t place) {
      return std::pair(PlacementsOf(positions[place]).moving, place);
    };
    ASSERT_LT(key(order[i - 1]), key(order[i]));
  }
  EXPECT_EQ(MoverOrder({}).size(), 0u);
}

}  // namespace
}  // namespace rookery
