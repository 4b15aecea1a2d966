#include "worker/retry.h"

#include <algorithm>

namespace rookery::worker {

RetryRule RuleFor(absl::StatusCode code) {
  switch (code) {
    case absl::StatusCode::kUnavailable:
    case absl::StatusCode::kDeadlineExceeded:
    case absl::StatusCode::kResourceExhausted:
      return RetryRule::kUntilAnswered;
    case absl::StatusCode::kCancelled:
    case absl::StatusCode::kUnknown:
    case absl::StatusCode::kInternal:
    case absl::StatusCode::kAborted:
      return RetryRule::kFewTimes;
    case absl::StatusCode::kNotFound:
      return RetryRule::kRegisterFirst;
    default:
      return RetryRule::kNever;
  }
}

Backoff::Backoff()
    : Backoff((static_cast<uint64_t>(std::random_device()()) << 32) |
              std::random_device()()) {}

Backoff::Backoff(uint64_t seed) : random_(seed) {}

absl::Duration Backoff::Next() {
  const double share =
      std::uniform_real_distribution<double>(0.0, 1.0)(random_);
  const absl::Duration delay = share * ceiling_;
  ceiling_ = std::min(2 * ceiling_, kLastCeiling);
  return delay;
}

}  // namespace rookery::worker
