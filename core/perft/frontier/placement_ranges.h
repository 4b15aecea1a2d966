// Divides placements into consecutive ranges of their order.
//
// Thread-safety: const calls may run at the same time.
#ifndef ROOKERY_CORE_PERFT_FRONTIER_PLACEMENT_RANGES_H_
#define ROOKERY_CORE_PERFT_FRONTIER_PLACEMENT_RANGES_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/perft/frontier/placement.h"

namespace rookery {

class PlacementRanges {
 public:
  // All placements in one range.
  PlacementRanges() = default;

  // At most `count` ranges, each with about as many of the sample, in which a
  // placement may come many times. Requires: count is positive.
  PlacementRanges(std::vector<Placement> sample, size_t count);

  // At least one.
  size_t size() const { return size_; }

  // The range of a placement; never below that of a smaller one.
  uint32_t RangeOf(const Placement& placement) const {
    // Without jumps, which could not be foreseen.
    const unsigned __int128 key = KeyOf(placement);
    size_t range = 0;
    for (size_t step = (limits_.size() + 1) / 2; step != 0; step /= 2)
      range += limits_[range + step - 1] <= key ? step : 0;
    return static_cast<uint32_t>(range);
  }

 private:
  static unsigned __int128 KeyOf(const Placement& placement) {
    return static_cast<unsigned __int128>(placement.pawns) << 64 |
           placement.men;
  }

  size_t size_ = 1;
  // Where each range but the first begins, in order, and then the greatest key,
  // which no placement has, until there is one less than a power of two.
  std::vector<unsigned __int128> limits_;
};

}  // namespace rookery

#endif  // ROOKERY_CORE_PERFT_FRONTIER_PLACEMENT_RANGES_H_
