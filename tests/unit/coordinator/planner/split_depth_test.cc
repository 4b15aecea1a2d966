#include "coordinator/planner/split_depth.h"

#include <gtest/gtest.h>

namespace rookery::coordinator {
namespace {

constexpr uint64_t kMiB = uint64_t{1} << 20;
constexpr SplitBudget kBudget{.threads = 2, .bytes = 6'000 * kMiB};

// Frontiers of perft(9) and perft(10) of the start position.
Split StartAt(int plies, int depth) {
  struct Layer {
    uint64_t positions;
    double successors;
    double next;
  };
  constexpr Layer kLayers[] = {{1, 20, 20},
                               {20, 400, 400},
                               {400, 8'902, 5'362},
                               {5'362, 118e3, 72'078},
                               {72'078, 1.7e6, 822'518},
                               {822'518, 20.5e6, 9.4e6},
                               {9'417'681, 257e6, 96.4e6},
                               {96'400'068, 2.6e9, 988e6}};
  return {.remaining_depth = depth - plies,
          .positions = kLayers[plies].positions,
          .successors = kLayers[plies].successors,
          .next_positions = kLayers[plies].next,
          .seconds = depth == 9 ? 18.0 : 240.0};
}

// The plies that the rule arrives at.
int PliesFor(int depth, const FleetSize& fleet,
             const SplitBudget& budget = kBudget) {
  int plies = 0;
  while (plies < 7 && IsWorthSplitting(StartAt(plies, depth), fleet, budget))
    ++plies;
  return plies;
}

TEST(SplitDepthTest, OneWorkerWhoseTableHoldsTheJobSplitsAsDeepAsItMust) {
  EXPECT_EQ(PliesFor(9, {.workers = 1, .slots = 2, .hash_bytes = 4'096 * kMiB}),
            3);
}

TEST(SplitDepthTest, SmallTablesWantAnotherPlyOrTwo) {
  EXPECT_EQ(PliesFor(9, {.workers = 1, .slots = 2, .hash_bytes = 512 * kMiB}),
            5);
  EXPECT_EQ(PliesFor(10, {.workers = 1, .slots = 2, .hash_bytes = 512 * kMiB}),
            6);
}

TEST(SplitDepthTest, SeveralWorkersWantADeepFrontierWhateverTheirTables) {
  EXPECT_EQ(
      PliesFor(9, {.workers = 2, .slots = 2, .hash_bytes = 65'536 * kMiB}), 5);
  EXPECT_EQ(
      PliesFor(10, {.workers = 2, .slots = 2, .hash_bytes = 65'536 * kMiB}), 6);
}

TEST(SplitDepthTest, ManyThreadsToBuildWithMakeDeepFrontiersPay) {
  EXPECT_EQ(PliesFor(10, {.workers = 2, .slots = 2, .hash_bytes = 512 * kMiB},
                     {.threads = 16, .bytes = 6'000 * kMiB}),
            7);
}

TEST(SplitDepthTest, ADiskTakesWhatMemoryDoesNot) {
  const FleetSize fleet{.workers = 2, .slots = 2, .hash_bytes = 512 * kMiB};
  SplitBudget budget{.threads = 2, .bytes = 200 * kMiB};
  EXPECT_EQ(MostPositions(budget), 200 * kMiB / 50);
  EXPECT_EQ(PliesFor(10, fleet, budget), 5);
  budget.disk_bytes = 1'000 * kMiB;
  EXPECT_EQ(MostPositions(budget), 200 * kMiB / 16) << "the counts' memory";
  EXPECT_EQ(PliesFor(10, fleet, budget), 6);
  budget.disk_bytes = 60 * kMiB;
  EXPECT_EQ(MostPositions(budget), 60 * kMiB / 10);
  EXPECT_EQ(PliesFor(10, fleet, budget), 5);
}

TEST(SplitDepthTest, ManySlotsWantManyPositions) {
  const FleetSize fleet{
      .workers = 1, .slots = 1'000, .hash_bytes = 65'536 * kMiB};
  EXPECT_EQ(PliesFor(9, fleet), 4);
}

TEST(SplitDepthTest, NoPositionTakesLongerThanAShortUnit) {
  Split split{.remaining_depth = 9,
              .positions = 10'000,
              .successors = 3e5,
              .next_positions = 1e5,
              .seconds = 499};
  const FleetSize fleet{.workers = 1, .slots = 1, .hash_bytes = 65'536 * kMiB};
  EXPECT_FALSE(IsWorthSplitting(split, fleet, kBudget));
  split.seconds = 501;
  EXPECT_TRUE(IsWorthSplitting(split, fleet, kBudget));
}

TEST(SplitDepthTest, MemoryIsTheLimit) {
  EXPECT_EQ(PliesFor(10, {.workers = 2, .slots = 2, .hash_bytes = 512 * kMiB},
                     {.threads = 2, .bytes = 100 * kMiB}),
            5);
}

TEST(SplitDepthTest, TwoPliesAreLeftInAnyCase) {
  EXPECT_FALSE(IsWorthSplitting({.remaining_depth = 2,
                                 .positions = 1,
                                 .successors = 20,
                                 .next_positions = 20,
                                 .seconds = 1},
                                {}, kBudget));
}

TEST(SplitDepthTest, NothingBeyondAnEmptyFrontier) {
  EXPECT_FALSE(
      IsWorthSplitting({.remaining_depth = 9, .seconds = 0}, {}, kBudget));
}

TEST(SplitDepthTest, FrontiersOfOnePlanSpreadTogether) {
  Split split{.remaining_depth = 3,
              .positions = 20,
              .successors = 400,
              .next_positions = 400,
              .seconds = 1e-5,
              .frontiers = 49};
  EXPECT_TRUE(IsWorthSplitting(split, {}, kBudget));
  split.frontiers = 50;
  EXPECT_FALSE(IsWorthSplitting(split, {}, kBudget));
}

}  // namespace
}  // namespace rookery::coordinator
