// Numbers placements 0, 1, 2, … in the order in which they are first met.
//
// Thread-safety: const calls may run at the same time; others need the object
// alone.
#ifndef ROOKERY_CORE_PERFT_FRONTIER_PLACEMENT_IDS_H_
#define ROOKERY_CORE_PERFT_FRONTIER_PLACEMENT_IDS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/perft/frontier/placement.h"

namespace rookery {

class PlacementIds {
 public:
  PlacementIds();

  // The number of a placement, a new one if it was not met before. Requires:
  // fewer than 2^32 - 1 placements.
  uint32_t IdOf(const Placement& placement) {
    const size_t slot = SlotFor(placement);
    return slots_[slot] != 0 ? slots_[slot] - 1 : Add(placement, slot);
  }

  // The number of a placement, if it was met.
  std::optional<uint32_t> Find(const Placement& placement) const {
    const uint32_t found = slots_[SlotFor(placement)];
    if (found == 0) return std::nullopt;
    return found - 1;
  }

  size_t size() const { return placements_.size(); }

  // For each number, how many placements are smaller.
  std::vector<uint32_t> Ranks() const;

  void Clear();

 private:
  // The slot that holds the placement, or the empty one where it belongs.
  size_t SlotFor(const Placement& placement) const {
    size_t slot = HashOf(placement) >> shift_;
    while (slots_[slot] != 0 && placements_[slots_[slot] - 1] != placement)
      slot = (slot + 1) & (slots_.size() - 1);
    return slot;
  }

  uint32_t Add(const Placement& placement, size_t slot);

  std::vector<Placement> placements_;
  // A power of two of them; 0 is empty, otherwise one more than the number.
  std::vector<uint32_t> slots_;
  int shift_;  // leaves the bits of a hash that name a slot
};

}  // namespace rookery

#endif  // ROOKERY_CORE_PERFT_FRONTIER_PLACEMENT_IDS_H_
