#include "core/perft/frontier/layer_values.h"

#include <algorithm>
#include <atomic>
#include <cstddef>

#include "absl/status/status.h"
#include "core/perft/checked_uint128.h"
#include "core/perft/frontier/mover_order.h"
#include "core/perft/packed_successors.h"

namespace rookery {

template <typename Value>
absl::Status AddLayerValues(std::span<const PackedPosition> positions,
                            const KeyRange& range, const LayerIndex& below,
                            std::span<const Value> below_values,
                            WorkerTeam& team, std::span<absl::uint128> values) {
  constexpr size_t kPositionsPerTask = 1024;
  constexpr size_t kAhead = 8;
  // What belongs to one thread.
  struct Thread {
    PackedSuccessors successors;
    LayerIndex::Hints hints;
  };
  std::vector<Thread> threads(static_cast<size_t>(team.threads()));
  for (Thread& thread : threads) thread.hints = below.MakeHints();
  std::atomic<bool> missing = false;
  std::atomic<bool> too_large = false;

  const LazyArray<uint32_t> order = MoverOrder(positions);
  const auto add_up = [&](uint32_t place, Thread& thread) {
    thread.successors.Generate(positions[place]);
    absl::uint128 value = values[place];
    for (const PackedPosition& child : thread.successors.positions()) {
      if (!range.Contains(child)) continue;
      const auto found = below.Find(child, thread.hints);
      if (!found) {
        missing = true;
        return;
      }
      // Most likely the next value of its group that is asked for.
      __builtin_prefetch(
          below_values.data() +
          std::min<size_t>(*found + kAhead, below_values.size()));
      const auto sum = CheckedAdd(value, below_values[*found]);
      if (!sum) {
        too_large = true;
        return;
      }
      value = *sum;
    }
    values[place] = value;
  };
  team.Run((order.size() + kPositionsPerTask - 1) / kPositionsPerTask,
           [&](int thread, size_t task) {
             const size_t first = task * kPositionsPerTask;
             const size_t end =
                 std::min(first + kPositionsPerTask, order.size());
             for (size_t i = first; i < end; ++i)
               add_up(order[i], threads[thread]);
           });
  if (missing) return absl::NotFoundError("a successor is missing");
  if (too_large) return absl::OutOfRangeError("a value reaches 2^128");
  return absl::OkStatus();
}

template absl::Status AddLayerValues<uint64_t>(
    std::span<const PackedPosition>, const KeyRange&, const LayerIndex&,
    std::span<const uint64_t>, WorkerTeam&, std::span<absl::uint128>);
template absl::Status AddLayerValues<absl::uint128>(
    std::span<const PackedPosition>, const KeyRange&, const LayerIndex&,
    std::span<const absl::uint128>, WorkerTeam&, std::span<absl::uint128>);

}  // namespace rookery
