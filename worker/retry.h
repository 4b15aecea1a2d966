// When a call to the coordinator is repeated, and how long to wait before.
//
// Rules without any machinery: no gRPC, no threads, no sleeping.
// CoordinatorClient applies them.
#ifndef ROOKERY_WORKER_RETRY_H_
#define ROOKERY_WORKER_RETRY_H_

#include <cstdint>
#include <random>

#include "absl/status/status.h"
#include "absl/time/time.h"

namespace rookery::worker {

// Whether a call that ended with a code is worth repeating.
enum class RetryRule {
  // Until it is answered: the coordinator is away, slow or busy (UNAVAILABLE,
  // DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED).
  kUntilAnswered,
  // A few times (kDoubtfulAttempts): gRPC reports a connection that breaks in
  // the middle of a call, or a server that
  // is shut down, as CANCELLED, UNKNOWN, INTERNAL or ABORTED now and then; a
  // bug at the other end looks the same.
  kFewTimes,
  // The worker is not known: it registers again, then repeats the call
  // (NOT_FOUND).
  kRegisterFirst,
  // Never: the same call would be refused again.
  kNever,
};

// How often a call is repeated under kFewTimes.
inline constexpr int kDoubtfulAttempts = 8;

// The rule for `code`. Requires: not kOk.
RetryRule RuleFor(absl::StatusCode code);

// Exponential backoff with full jitter: each delay is drawn evenly from zero to
// a ceiling that doubles from kFirstCeiling to kLastCeiling, so that a thousand
// workers do not come back at the same moment.
//
// Not thread-safe: one for each call that is being repeated.
class Backoff {
 public:
  static constexpr absl::Duration kFirstCeiling = absl::Milliseconds(50);
  static constexpr absl::Duration kLastCeiling = absl::Seconds(5);

  // Seeded from the system's random source.
  Backoff();
  // With a seed of the caller's choice, for tests.
  explicit Backoff(uint64_t seed);

  // The delay before the next attempt.
  absl::Duration Next();

  // The same where the server asked for a delay of its own: never less than
  // `server_delay`.
  absl::Duration NextAfter(absl::Duration server_delay) {
    return server_delay + Next();
  }

 private:
  std::mt19937_64 random_;
  absl::Duration ceiling_ = kFirstCeiling;
};

}  // namespace rookery::worker

#endif  // ROOKERY_WORKER_RETRY_H_
