// The time of day and the time that passes, so that tests can set both.
#ifndef ROOKERY_DAEMON_CLOCK_H_
#define ROOKERY_DAEMON_CLOCK_H_

#include "absl/time/time.h"

namespace rookery::daemon {

// Implementations are thread-safe.
class Clock {
 public:
  virtual ~Clock() = default;

  // The wall clock: for records that people read. It may jump either way.
  virtual absl::Time Now() const = 0;

  // Time since some fixed moment of this process. It never goes back; every
  // deadline and lease uses it.
  virtual absl::Duration Monotonic() const = 0;
};

// The machine's clocks.
class SystemClock final : public Clock {
 public:
  absl::Time Now() const override;
  absl::Duration Monotonic() const override;
};

}  // namespace rookery::daemon

#endif  // ROOKERY_DAEMON_CLOCK_H_
