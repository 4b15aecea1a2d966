// Finds positions in a finished layer of a frontier.
//
// The layer is sorted, so nothing is stored but where its groups begin, in each
// of which the side that does not move next has one placement. Within a group,
// what follows the last find is tried first and the rest is a binary search:
// successors of positions in mover's order (mover_order.h) come to each group
// in nearly its own order. Thread-safety: const calls may run at the same time,
// each thread with hints of its own.
#ifndef ROOKERY_CORE_PERFT_FRONTIER_LAYER_INDEX_H_
#define ROOKERY_CORE_PERFT_FRONTIER_LAYER_INDEX_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/board/packed_position.h"
#include "core/perft/frontier/placement_ids.h"

namespace rookery {

class LayerIndex {
 public:
  // Where each group's next position is likely to be.
  using Hints = std::vector<uint32_t>;

  // Indexes positions, which must outlive the index and stay as they are.
  // Requires: they are different, made by Pack and in a frontier's order, and
  // fewer than 2^32 - 1. Those that are not may not be found.
  explicit LayerIndex(std::span<const PackedPosition> positions);

  // Hints to begin with.
  Hints MakeHints() const { return group_begins_; }

  // The place of the position. Requires: the hints were made by this index.
  std::optional<uint32_t> Find(const PackedPosition& position,
                               Hints& hints) const;

 private:
  std::span<const PackedPosition> positions_;
  PlacementIds groups_;
  std::vector<uint32_t> group_begins_;  // and at last the end of all
};

}  // namespace rookery

#endif  // ROOKERY_CORE_PERFT_FRONTIER_LAYER_INDEX_H_
