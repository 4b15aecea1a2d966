// A moment until which something may take, on a clock that nobody sets.
//
// Made of a duration and handed down, so that the steps of a longer exchange
// share one budget. Immutable; safe to use from any thread.
#ifndef ROOKERY_CORE_ENGINE_DEADLINE_H_
#define ROOKERY_CORE_ENGINE_DEADLINE_H_

#include <algorithm>
#include <chrono>

#include "absl/time/time.h"

namespace rookery {

class Deadline {
 public:
  // From now on. Zero or less has passed at once; more than a year is a year.
  explicit Deadline(absl::Duration timeout)
      : end_(Clock::now() + absl::ToChronoNanoseconds(std::clamp(
                                timeout, absl::ZeroDuration(), kLongest))) {}

  // Zero once it has passed.
  absl::Duration left() const {
    return std::max(absl::FromChrono(end_ - Clock::now()),
                    absl::ZeroDuration());
  }

  bool passed() const { return Clock::now() >= end_; }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr absl::Duration kLongest = absl::Hours(24 * 365);

  Clock::time_point end_;
};

}  // namespace rookery

#endif  // ROOKERY_CORE_ENGINE_DEADLINE_H_
