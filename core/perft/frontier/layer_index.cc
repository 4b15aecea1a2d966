#include "core/perft/frontier/layer_index.h"

#include <algorithm>

#include "core/perft/frontier/placement.h"
#include "core/perft/frontier/position_hash.h"
#include "core/perft/frontier/position_key.h"

namespace rookery {

LayerIndex::LayerIndex(std::span<const PackedPosition> positions)
    : positions_(positions) {
  Placement last;  // no side is without men
  for (size_t place = 0; place < positions.size(); ++place) {
    const Placement still = PlacementsOf(positions[place]).still;
    if (still == last) continue;
    last = still;
    // A group that comes again is out of order, and will not be found.
    if (groups_.IdOf(still) == group_begins_.size())
      group_begins_.push_back(static_cast<uint32_t>(place));
  }
  group_begins_.push_back(static_cast<uint32_t>(positions.size()));
}

std::optional<uint32_t> LayerIndex::Find(const PackedPosition& position,
                                         Hints& hints) const {
  // More would take longer than the search does.
  constexpr uint64_t kTries = 8;
  // By the time that the group is asked again, this has come from memory.
  constexpr uint64_t kAhead = 3;
  const auto group = groups_.Find(PlacementsOf(position).still);
  if (!group) return std::nullopt;
  uint32_t& hint = hints[*group];
  const uint64_t group_end = group_begins_[*group + 1];

  uint64_t place = hint;
  const uint64_t tries_end = std::min(place + kTries, group_end);
  while (place < tries_end && !AreSame(positions_[place], position)) ++place;
  if (place == tries_end) {
    const uint64_t group_begin = group_begins_[*group];
    const auto members =
        positions_.subspan(group_begin, group_end - group_begin);
    const auto found = std::lower_bound(
        members.begin(), members.end(), PositionKey(position),
        [](const PackedPosition& member, const PositionKey& key) {
          return PositionKey(member) < key;
        });
    if (found == members.end() || !AreSame(*found, position))
      return std::nullopt;
    place = group_begin + static_cast<uint64_t>(found - members.begin());
  }
  hint = static_cast<uint32_t>(place + 1);
  __builtin_prefetch(positions_.data() + std::min(hint + kAhead, group_end));
  return static_cast<uint32_t>(place);
}

}  // namespace rookery
