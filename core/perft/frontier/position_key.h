// What a frontier is sorted by: the placement of the side that does not move
// next, then that of the side that does, then the whole packed value.
//
// Plain values; safe to use from any thread.
#ifndef ROOKERY_CORE_PERFT_FRONTIER_POSITION_KEY_H_
#define ROOKERY_CORE_PERFT_FRONTIER_POSITION_KEY_H_

#include <compare>
#include <optional>

#include "core/board/packed_position.h"
#include "core/perft/frontier/placement.h"

namespace rookery {

struct PositionKey {
  // Requires: Pack made the position.
  explicit PositionKey(const PackedPosition& packed)
      : placements(PlacementsOf(packed)), position(packed) {}

  Placements placements;
  PackedPosition position;

  friend bool operator==(const PositionKey&, const PositionKey&) = default;
  friend auto operator<=>(const PositionKey&, const PositionKey&) = default;
};

// The positions from one key on and before another one; a key that is not there
// is no limit.
struct KeyRange {
  std::optional<PositionKey> begin;
  std::optional<PositionKey> end;

  bool Contains(const PackedPosition& position) const {
    if (!begin && !end) return true;
    const PositionKey key(position);
    return (!begin || *begin <= key) && (!end || key < *end);
  }
};

}  // namespace rookery

#endif  // ROOKERY_CORE_PERFT_FRONTIER_POSITION_KEY_H_
