// Random numbers that are the same on every machine.
//
// The standard's distributions differ between libraries, so positions made with
// them could not be named by a seed. Not for secrets. A plain value: one thread
// at a time.
#ifndef ROOKERY_CORE_VERIFY_RANDOM_SOURCE_H_
#define ROOKERY_CORE_VERIFY_RANDOM_SOURCE_H_

#include <cstdint>

#include "core/board/keys.h"

namespace rookery {

class RandomSource {
 public:
  explicit RandomSource(uint64_t seed) : state_(seed) {}

  uint64_t Next() { return internal::NextRandom(state_); }

  // 0 to bound - 1. Requires: bound > 0.
  int Below(int bound) {
    return static_cast<int>((Next() >> 32) * static_cast<uint64_t>(bound) >>
                            32);
  }

 private:
  uint64_t state_;
};

}  // namespace rookery

#endif  // ROOKERY_CORE_VERIFY_RANDOM_SOURCE_H_
