#include "core/perft/frontier/placement_ranges.h"

#include <algorithm>
#include <bit>

namespace rookery {

PlacementRanges::PlacementRanges(std::vector<Placement> sample, size_t count) {
  std::sort(sample.begin(), sample.end());
  for (size_t range = 1; range < count && !sample.empty(); ++range) {
    const unsigned __int128 limit =
        KeyOf(sample[sample.size() * range / count]);
    if (limits_.empty() ? limit != KeyOf(sample.front())
                        : limit != limits_.back())
      limits_.push_back(limit);
  }
  size_ = limits_.size() + 1;
  limits_.resize(std::bit_ceil(size_) - 1, ~static_cast<unsigned __int128>(0));
}

}  // namespace rookery
