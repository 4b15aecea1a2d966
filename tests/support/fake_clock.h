// A clock that stands still until a test moves it.
#ifndef ROOKERY_TESTS_SUPPORT_FAKE_CLOCK_H_
#define ROOKERY_TESTS_SUPPORT_FAKE_CLOCK_H_

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "daemon/clock.h"

namespace rookery::daemon {

// Thread-safe. Starts at 2026-01-01 00:00 UTC with one hour on the monotonic
// clock.
class FakeClock final : public Clock {
 public:
  absl::Time Now() const override {
    absl::MutexLock lock(&mutex_);
    return now_;
  }

  absl::Duration Monotonic() const override {
    absl::MutexLock lock(&mutex_);
    return monotonic_;
  }

  // Time passes on both clocks. Requires: `duration` is not negative.
  void Advance(absl::Duration duration) {
    absl::MutexLock lock(&mutex_);
    now_ += duration;
    monotonic_ += duration;
  }

  // Somebody sets the wall clock, forwards or back; the monotonic one does not
  // notice.
  void SetNow(absl::Time now) {
    absl::MutexLock lock(&mutex_);
    now_ = now;
  }

 private:
  mutable absl::Mutex mutex_;
  absl::Time now_ ABSL_GUARDED_BY(mutex_) =
      absl::FromUnixSeconds(1'767'225'600);
  absl::Duration monotonic_ ABSL_GUARDED_BY(mutex_) = absl::Hours(1);
};

}  // namespace rookery::daemon

#endif  // ROOKERY_TESTS_SUPPORT_FAKE_CLOCK_H_
