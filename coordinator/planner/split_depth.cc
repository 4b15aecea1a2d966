#include "coordinator/planner/split_depth.h"

#include <algorithm>
#include <cmath>

namespace rookery::coordinator {
namespace {

constexpr int kLeastRemaining = 2;
constexpr int kBestRemaining = 3;

constexpr double kMinPositions = 1'000;
constexpr double kMinPositionsPerSlot = 64;
constexpr double kMaxSecondsPerPosition = 0.05;

constexpr double kSecondsPerSuccessor = 0.2e-6;
constexpr double kLossOfTwoWorkers = 0.04;  // and again for every doubling
constexpr double kLossOfSmallTables = 0.15;
constexpr double kBytesPerSecond = 100e6;

// What a position of a layer on disk takes while it is built there, and in
// memory when the job ends: its count, and what that is read from.
constexpr uint64_t kDiskBytesPerNewPosition = 10;
constexpr uint64_t kBytesPerSpilledPosition = 16;

}  // namespace

uint64_t MostPositions(const SplitBudget& budget) {
  return std::max(budget.bytes / kBytesPerNewPosition,
                  std::min(budget.bytes / kBytesPerSpilledPosition,
                           budget.disk_bytes / kDiskBytesPerNewPosition));
}

bool IsWorthSplitting(const Split& split, const FleetSize& fleet,
                      const SplitBudget& budget) {
  if (split.positions == 0 || split.remaining_depth <= kLeastRemaining ||
      split.next_positions > static_cast<double>(MostPositions(budget)))
    return false;
  const double positions = static_cast<double>(split.positions);
  const double slots = static_cast<double>(std::max<uint64_t>(fleet.slots, 1));
  const double plan_positions =
      positions * static_cast<double>(split.frontiers);
  if (plan_positions < std::max(kMinPositions, kMinPositionsPerSlot * slots) ||
      split.seconds / positions > kMaxSecondsPerPosition)
    return true;
  if (split.remaining_depth <= kBestRemaining) return false;
  double loss = 0;
  if (fleet.workers > 1)
    loss +=
        kLossOfTwoWorkers * (1 + std::log2(static_cast<double>(fleet.workers)));
  if (split.seconds * kBytesPerSecond > static_cast<double>(fleet.hash_bytes))
    loss += kLossOfSmallTables;
  return loss * split.seconds / slots >
         split.successors * kSecondsPerSuccessor / budget.threads;
}

}  // namespace rookery::coordinator
