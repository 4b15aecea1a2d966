// When a client repeats a call to the coordinator, and how long it waits before
// (docs/protocol.md, "Repeating calls").
//
// Rules without any machinery: no threads, no sleeping. The worker and the
// command line apply them. Not thread-safe.
#ifndef ROOKERY_DAEMON_RETRY_H_
#define ROOKERY_DAEMON_RETRY_H_

#include <cstdint>
#include <optional>
#include <random>

#include "absl/status/status.h"
#include "absl/time/time.h"

namespace rookery::daemon {

// Exponential backoff with full jitter: each delay is drawn evenly from zero to
// a ceiling that doubles from kFirstCeiling to kLastCeiling, so that a thousand
// clients do not come back at the same moment.
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

  // Begins anew with the first ceiling.
  void Reset() { ceiling_ = kFirstCeiling; }

 private:
  std::mt19937_64 random_;
  absl::Duration ceiling_ = kFirstCeiling;
};

// What is remembered between the attempts of one call.
class Retries {
 public:
  // How often a call is repeated that ends with a code of a broken connection.
  static constexpr int kDoubtfulRetries = 8;
  // A garbled delay of a server must not put a client to sleep for a year.
  static constexpr absl::Duration kLongestServerDelay = absl::Minutes(1);

  // How long to wait before the call that ended with `status` is repeated;
  // nullopt: repeating it would not help. Requires: not OK.
  std::optional<absl::Duration> DelayAfter(const absl::Status& status);

  // The same where the caller knows that the call is to be repeated.
  absl::Duration NextDelay() { return backoff_.Next(); }

  // The coordinator was heard: begins anew.
  void Reset();

 private:
  Backoff backoff_;
  int doubtful_ = 0;
};

}  // namespace rookery::daemon

#endif  // ROOKERY_DAEMON_RETRY_H_
