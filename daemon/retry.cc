#include "daemon/retry.h"

#include <algorithm>

#include "proto/support/status.h"

namespace rookery::daemon {

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

std::optional<absl::Duration> Retries::DelayAfter(const absl::Status& status) {
  switch (status.code()) {
    // The coordinator is away, slow or busy.
    case absl::StatusCode::kUnavailable:
    case absl::StatusCode::kDeadlineExceeded:
    case absl::StatusCode::kResourceExhausted:
      return backoff_.Next() +
             std::min(RetryDelay(status).value_or(absl::ZeroDuration()),
                      kLongestServerDelay);
    // gRPC reports a connection that breaks in the middle of a call, or a
    // server that is shut down, like this now and then; a bug at the other end
    // looks the same.
    case absl::StatusCode::kCancelled:
    case absl::StatusCode::kUnknown:
    case absl::StatusCode::kInternal:
    case absl::StatusCode::kAborted:
      if (++doubtful_ > kDoubtfulRetries) return std::nullopt;
      return backoff_.Next();
    default:
      return std::nullopt;
  }
}

void Retries::Reset() {
  backoff_.Reset();
  doubtful_ = 0;
}

}  // namespace rookery::daemon
