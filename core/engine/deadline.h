// A moment until which something may take, on a clock that nobody sets.
//
// Made of a duration and handed down, so that the steps of a longer exchange
// share one budget. With a flag it has also passed once that is set, for
// somebody who wants everything to stop. Immutable, borrows the flag; safe to
// use from any thread.
#ifndef ROOKERY_CORE_ENGINE_DEADLINE_H_
#define ROOKERY_CORE_ENGINE_DEADLINE_H_

#include <algorithm>
#include <atomic>
#include <chrono>

#include "absl/time/time.h"

namespace rookery {

class Deadline {
 public:
  // From now on. Zero or less has passed at once; more than a year is a year.
  // `cancelled` may be null.
  explicit Deadline(absl::Duration timeout,
                    const std::atomic<bool>* cancelled = nullptr)
      : end_(Clock::now() + absl::ToChronoNanoseconds(std::clamp(
                                timeout, absl::ZeroDuration(), kLongest))),
        cancelled_(cancelled) {}

  // Zero once it has passed.
  absl::Duration left() const {
    if (is_cancelled()) return absl::ZeroDuration();
    return std::max(absl::FromChrono(end_ - Clock::now()),
                    absl::ZeroDuration());
  }

  // How long to wait before looking again: what is left, but no longer than
  // somebody should wait for his wish to stop to be heard.
  absl::Duration turn() const {
    return cancelled_ == nullptr ? left() : std::min(left(), kTurn);
  }

  bool passed() const { return is_cancelled() || Clock::now() >= end_; }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr absl::Duration kLongest = absl::Hours(24 * 365);
  static constexpr absl::Duration kTurn = absl::Milliseconds(50);

  bool is_cancelled() const {
    return cancelled_ != nullptr && cancelled_->load(std::memory_order_relaxed);
  }

  Clock::time_point end_;
  const std::atomic<bool>* cancelled_;
};

}  // namespace rookery

#endif  // ROOKERY_CORE_ENGINE_DEADLINE_H_
