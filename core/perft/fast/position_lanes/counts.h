// The counts that the pools add to, by id.
#ifndef ROOKERY_CORE_PERFT_FAST_POSITION_LANES_COUNTS_H_
#define ROOKERY_CORE_PERFT_FAST_POSITION_LANES_COUNTS_H_

#include "core/perft/fast/position_lanes/lanes.h"

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

class Counts {
 public:
  // Ids are below this.
  static constexpr uint32_t kMaxIds = 1 << 16;

  ROOKERY_ALWAYS_INLINE uint64_t& operator[](uint32_t id) {
    return counts_[id];
  }

  // Adds the numbers of some lanes, each to the count of its id.
  ROOKERY_ALWAYS_INLINE void Add(const uint32_t* ids, Lanes numbers,
                                 LaneMask lanes) {
    // Without a hash table the lanes nearly always have one id, with one often.
    const __m256i all_ids =
        _mm256_loadu_si256(reinterpret_cast<const __m256i*>(ids));
    const LaneMask as_first = _mm256_cmpeq_epi32_mask(
        all_ids, _mm256_set1_epi32(static_cast<int>(ids[0])));
    numbers = KeepIf(lanes, numbers);
    if ((lanes & ~as_first) == 0) {
      counts_[ids[0]] += SumOfLanes(numbers);
      return;
    }
    alignas(64) uint64_t values[kLanes];
    Store(values, numbers);
    for (unsigned rest = lanes; rest != 0; rest &= rest - 1) {
      const int lane = First(rest);
      counts_[ids[lane]] += values[lane];
    }
  }

 private:
  uint64_t counts_[kMaxIds];
};

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_FAST_POSITION_LANES_COUNTS_H_
