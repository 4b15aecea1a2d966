#include "core/perft/frontier/tally_sorter.h"

#include <gtest/gtest.h>

#include <map>
#include <tuple>
#include <vector>

#include "core/board/position_codec.h"
#include "core/perft/frontier/placement.h"
#include "core/perft/frontier/position_hash.h"
#include "core/perft/packed_successors.h"
#include "tests/unit/core/perft/perft_test_support.h"

namespace rookery {
namespace {

auto KeyOf(const PackedPosition& position) {
  const Placements placements = PlacementsOf(position);
  return std::tuple(placements.still, placements.moving, position);
}

// Adds the positions some plies on, each to the tally that its hash names.
void AddPositions(const PackedPosition& root, int plies,
                  std::vector<PositionTally>& tallies) {
  if (plies == 0) {
    const uint64_t hash = HashOf(root);
    ASSERT_TRUE(tallies[hash % tallies.size()].Add(root, 1, hash));
    return;
  }
  PackedSuccessors successors;
  successors.Generate(root);
  for (const PackedPosition& child : successors.positions())
    AddPositions(child, plies - 1, tallies);
}

TEST(TallySorterTest, SortsByStillSideThenMoverThenWholePosition) {
  TallySorter sorter;
  // In the second, men of both sides change places.
  for (const char* fen :
       {SixPositions()[1].fen, "r3k2r/3nr3/8/3NR3/3nr3/3NR3/8/R3K2R w KQkq -",
        "4k3/8/8/8/8/8/8/4K3 w - -"}) {
    for (const size_t tally_count : {1u, 3u}) {
      std::vector<PositionTally> tallies(tally_count);
      AddPositions(Pack(PositionOf(fen)), 3, tallies);
      std::map<PackedPosition, uint64_t> expected;
      for (const PositionTally& tally : tallies) {
        for (size_t place = 0; place < tally.size(); ++place)
          expected[tally[place].position] = tally[place].paths;
      }
      sorter.Sort(tallies);
      ASSERT_EQ(sorter.size(), expected.size());
      for (size_t i = 0; i < sorter.size(); ++i) {
        const auto& [position, paths] = sorter[i];
        if (i > 0) {
          ASSERT_LT(KeyOf(sorter[i - 1].position), KeyOf(position)) << i;
        }
        ASSERT_EQ(paths, expected.at(position));
      }
    }
  }
}

TEST(TallySorterTest, SortsNothing) {
  TallySorter sorter;
  const std::vector<PositionTally> tallies(2);
  sorter.Sort(tallies);
  EXPECT_EQ(sorter.size(), 0u);
}

}  // namespace
}  // namespace rookery
