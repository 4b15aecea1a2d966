#include "core/perft/frontier/mover_order.h"

#include <cstddef>
#include <vector>

#include "core/perft/cancellation.h"
#include "core/perft/frontier/placement.h"
#include "core/perft/frontier/placement_ids.h"

namespace rookery {
namespace {

// About a millisecond's work.
constexpr size_t kPollInterval = size_t{1} << 16;

}  // namespace

LazyArray<uint32_t> MoverOrder(std::span<const PackedPosition> positions,
                               const std::atomic<bool>* cancelled) {
  LazyArray<uint32_t> order(positions.size());
  PlacementIds ids;
  std::vector<uint32_t> counts;  // by number
  for (size_t place = 0; place < positions.size(); ++place) {
    if (place % kPollInterval == 0 && IsCancelled(cancelled)) return order;
    const uint32_t id = ids.IdOf(PlacementsOf(positions[place]).moving);
    if (id == counts.size()) counts.push_back(0);
    ++counts[id];
  }

  const std::vector<uint32_t> ranks = ids.Ranks();
  std::vector<uint32_t> by_rank(ranks.size());
  for (size_t id = 0; id < ranks.size(); ++id)
    by_rank[ranks[id]] = static_cast<uint32_t>(id);
  std::vector<uint32_t> next(ranks.size());  // by number
  uint32_t first = 0;
  for (const uint32_t id : by_rank) {
    next[id] = first;
    first += counts[id];
  }

  for (size_t place = 0; place < positions.size(); ++place) {
    if (place % kPollInterval == 0 && IsCancelled(cancelled)) return order;
    const uint32_t id = ids.IdOf(PlacementsOf(positions[place]).moving);
    order[next[id]++] = static_cast<uint32_t>(place);
  }
  return order;
}

}  // namespace rookery
