#include "core/perft/frontier/spilled_runs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <limits>
#include <map>
#include <random>

#include "core/board/position_codec.h"
#include "core/perft/frontier/position_hash.h"
#include "core/perft/frontier/position_key.h"
#include "core/perft/packed_successors.h"
#include "tests/unit/core/perft/frontier/spill_folder.h"
#include "tests/unit/core/perft/perft_test_support.h"

namespace rookery {
namespace {

constexpr uint64_t kMax64 = std::numeric_limits<uint64_t>::max();

SpilledRuns::Options OptionsFor(const SpillFolder& folder) {
  return {.folder = folder.path(), .layer_name = "frontier ply 3"};
}

std::vector<PackedPosition> SomePositions() {
  std::vector<PackedPosition> positions;
  PackedSuccessors successors;
  PackedSuccessors replies;
  successors.Generate(Pack(PositionOf(SixPositions()[1].fen)));
  for (const PackedPosition& child : successors.positions()) {
    replies.Generate(child);
    positions.insert(positions.end(), replies.positions().begin(),
                     replies.positions().end());
  }
  return positions;
}

void AddTo(PositionTally& tally, const PackedPosition& position,
           uint64_t paths) {
  ASSERT_TRUE(tally.Add(position, paths, HashOf(position)));
}

TEST(SpilledRunsTest, BecomeOneSortedLayer) {
  const SpillFolder folder;
  const std::vector<PackedPosition> positions = SomePositions();
  const PositionKey middle(positions[positions.size() / 2]);
  for (const int threads : {1, 3}) {
    WorkerTeam team(threads);
    // More runs than are merged at once.
    for (const int run_count : {1, 2, 11}) {
      SpilledRuns runs(OptionsFor(folder), &team);
      EXPECT_TRUE(runs.empty());
      std::mt19937 random(run_count);
      std::map<PackedPosition, uint64_t> expected;
      for (int run = 0; run < run_count; ++run) {
        // Two ranges of two parts.
        std::vector<PositionTally> tallies(4);
        for (const PackedPosition& position : positions) {
          if (random() % 3 == 0) continue;
          const uint64_t paths = random();
          expected[position] += paths;
          AddTo(tallies[(PositionKey(position).placements.still <
                                 middle.placements.still
                             ? 0
                             : 2) +
                        HashOf(position) % 2],
                position, paths);
        }
        const absl::Status status = runs.Add(tallies, /*range_count=*/2);
        ASSERT_TRUE(status.ok()) << status;
        for (const PositionTally& tally : tallies) EXPECT_EQ(tally.size(), 0u);
      }
      EXPECT_FALSE(runs.empty());
      const absl::StatusOr<LayerFile> merged = runs.Merge();
      ASSERT_TRUE(merged.ok()) << merged.status();
      ASSERT_EQ(merged->size(), expected.size());
      std::vector<PackedPosition> read(merged->size());
      std::vector<uint64_t> multiplicities(merged->size());
      ASSERT_TRUE(merged->Read(0, read, multiplicities).ok());
      for (size_t i = 0; i < read.size(); ++i) {
        if (i > 0) {
          ASSERT_LT(PositionKey(read[i - 1]), PositionKey(read[i])) << i;
        }
        ASSERT_EQ(multiplicities[i], expected.at(read[i])) << i;
      }
    }
  }
}

TEST(SpilledRunsTest, SayThatARunWasDamaged) {
  const SpillFolder folder;
  WorkerTeam team(1);
  for (const bool is_shorter : {false, true}) {
    SpilledRuns runs(OptionsFor(folder), &team);
    for (int run = 0; run < 2; ++run) {
      std::vector<PositionTally> tallies(1);
      for (const PackedPosition& position : SomePositions())
        AddTo(tallies[0], position, 1);
      ASSERT_TRUE(runs.Add(tallies, /*range_count=*/1).ok());
    }
    if (is_shorter) {
      folder.Shorten();
    } else {
      folder.Damage();
    }
    const absl::Status status = runs.Merge().status();
    EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss);
    EXPECT_THAT(std::string(status.message()),
                testing::AllOf(testing::HasSubstr("frontier ply 3"),
                               testing::HasSubstr("block at byte"),
                               testing::HasSubstr(folder.path())));
  }
}

TEST(SpilledRunsTest, SayWhenPathsReach64Bits) {
  const SpillFolder folder;
  WorkerTeam team(1);
  SpilledRuns runs(OptionsFor(folder), &team);
  for (const uint64_t paths : {kMax64, uint64_t{1}}) {
    std::vector<PositionTally> tallies(1);
    AddTo(tallies[0], SomePositions().front(), paths);
    ASSERT_TRUE(runs.Add(tallies, /*range_count=*/1).ok());
  }
  EXPECT_EQ(runs.Merge().status().code(), absl::StatusCode::kOutOfRange);
}

TEST(SpilledRunsTest, AreCancelled) {
  const SpillFolder folder;
  WorkerTeam team(1);
  std::atomic<bool> cancelled = false;
  SpilledRuns::Options options = OptionsFor(folder);
  options.cancelled = &cancelled;
  SpilledRuns runs(options, &team);
  for (int run = 0; run < 2; ++run) {
    std::vector<PositionTally> tallies(1);
    AddTo(tallies[0], SomePositions().front(), 1);
    ASSERT_TRUE(runs.Add(tallies, /*range_count=*/1).ok());
  }
  cancelled = true;
  EXPECT_EQ(runs.Merge().status().code(), absl::StatusCode::kCancelled);
}

}  // namespace
}  // namespace rookery
