// How deep a perft is split: whether its frontier should have one ply more.
//
// Every ply costs the time to build it on the coordinator, while workers wait.
// What it saves depends on the fleet. Positions of a deep frontier are sorted
// so that neighbours share their successors, and each stands there once; what
// is left to the workers' hash tables is counted again by every worker that
// reaches it, and whenever a table has lost it. Measured from the start
// position with contiguous ranges, perft(8) to perft(10), one thread a worker:
// with three plies below the frontier up to 16 workers count no position twice;
// with four they do 8 % (2 workers), 9 % (4), 11 to 18 % (16) more; with five
// 19 % (4) and 38 % (16) more. A single worker whose table holds an eighth of
// what it counts needs 20 % more with four plies than with three, 17 % more
// with five than with four. Hence the rule: one ply more
//
//   1. while there are fewer positions than spread evenly over the fleet:
//      1,000, and 64 a slot;
//   2. while a position takes longer than the shortest unit should, 50 ms;
//   3. while more than three plies are left and the ply saves more time than it
//      takes. It takes 0.2 us of the coordinator's threads for each successor,
//      the later sums included. It saves, of the time that the fleet needs for
//      the job: 4 % x (1 + log2 of the workers) where there are several; 15 %
//      where their tables hold less than the 100 MB that every second of a
//      thread fills.
//
// In any case two plies are left, which kernels count without making moves, and
// the layer has to fit what it may take: the memory, or a disk beside as much
// memory as its counts take when they are added up.
//
// Pure functions.
#ifndef ROOKERY_COORDINATOR_PLANNER_SPLIT_DEPTH_H_
#define ROOKERY_COORDINATOR_PLANNER_SPLIT_DEPTH_H_

#include <cstdint>

namespace rookery::coordinator {

// Who is there to count.
struct FleetSize {
  uint64_t workers = 1;  // each with a hash table of its own
  uint64_t slots = 1;    // units that are counted at once
  uint64_t hash_bytes = uint64_t{256} << 20;  // of all tables
};

// A frontier that could have one ply more. All but `positions` may be guesses.
struct Split {
  int remaining_depth = 0;    // plies below it
  uint64_t positions = 0;     // in it
  double successors = 0;      // of all of them, repeated ones too
  double next_positions = 0;  // in the next layer
  double seconds = 0;         // what counting all of it takes one thread
  // How many frontiers make up the plan together.
  uint64_t frontiers = 1;
};

// What the coordinator may spend.
struct SplitBudget {
  int threads = 1;
  // For the next layer.
  uint64_t bytes = 0;
  // On disk, for the same; 0: it must not go there.
  uint64_t disk_bytes = 0;
};

// What a position of a frontier takes in memory, and what it takes while its
// layer is built.
inline constexpr uint64_t kBytesPerPosition = 40;
inline constexpr uint64_t kBytesPerNewPosition = 50;

// How many positions the next layer may have.
uint64_t MostPositions(const SplitBudget& budget);

bool IsWorthSplitting(const Split& split, const FleetSize& fleet,
                      const SplitBudget& budget);

}  // namespace rookery::coordinator

#endif  // ROOKERY_COORDINATOR_PLANNER_SPLIT_DEPTH_H_
