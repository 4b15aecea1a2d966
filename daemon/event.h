// A condition that one thread sets and others wait for, at most for a given
// time.
//
// It stands beside absl::Mutex because Abseil's timed waits follow the wall
// clock: when an operator sets that back by an hour, a thread that waits for a
// second sleeps for an hour. Leases must be renewed, and must expire, all the
// same, so each wait of a daemon that has an end goes through an Event, which
// counts time by the monotonic clock. Waits without an end use absl::CondVar.
//
// Thread-safe. It must outlive the calls made on it.
#ifndef ROOKERY_DAEMON_EVENT_H_
#define ROOKERY_DAEMON_EVENT_H_

#include <atomic>
#include <condition_variable>
#include <mutex>

#include "absl/time/time.h"

namespace rookery::daemon {

class Event {
 public:
  Event() = default;
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  // Makes it happen: wakes everyone who waits. It stays set until Reset.
  void Set();

  // Makes it not to have happened.
  void Reset();

  bool IsSet() const { return set_.load(std::memory_order_acquire); }

  // Waits until the event is set or `timeout` has passed; returns whether it is
  // set. absl::InfiniteDuration() waits without an end.
  bool WaitFor(absl::Duration timeout);

  // The flag itself, for a kernel that polls it in its loop. Lives as long as
  // the event.
  const std::atomic<bool>& flag() const { return set_; }

 private:
  // Written under `mutex_`, so that no waiter misses it.
  std::atomic<bool> set_ = false;
  std::mutex mutex_;
  std::condition_variable changed_;
};

}  // namespace rookery::daemon

#endif  // ROOKERY_DAEMON_EVENT_H_
