#include "core/perft/frontier/placement_ids.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace rookery {
namespace {

constexpr size_t kFirstSlotCount = 64;
constexpr int kFirstShift = 64 - std::countr_zero(kFirstSlotCount);

}  // namespace

PlacementIds::PlacementIds() : slots_(kFirstSlotCount), shift_(kFirstShift) {}

std::vector<uint32_t> PlacementIds::Ranks() const {
  std::vector<uint32_t> sorted(size());
  std::iota(sorted.begin(), sorted.end(), 0);
  std::sort(sorted.begin(), sorted.end(),
            [this](uint32_t left, uint32_t right) {
              return placements_[left] < placements_[right];
            });
  std::vector<uint32_t> ranks(size());
  for (size_t rank = 0; rank < sorted.size(); ++rank)
    ranks[sorted[rank]] = static_cast<uint32_t>(rank);
  return ranks;
}

void PlacementIds::Clear() {
  placements_.clear();
  std::fill(slots_.begin(), slots_.end(), 0);
}

uint32_t PlacementIds::Add(const Placement& placement, size_t slot) {
  placements_.push_back(placement);
  const auto number = static_cast<uint32_t>(placements_.size());
  slots_[slot] = number;
  // Half full at most: most placements are asked for many times.
  if (2 * placements_.size() > slots_.size()) {
    slots_.assign(2 * slots_.size(), 0);
    --shift_;
    for (uint32_t again = 0; again < number; ++again)
      slots_[SlotFor(placements_[again])] = again + 1;
  }
  return number - 1;
}

}  // namespace rookery
