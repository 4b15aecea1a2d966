// The thread that tells the coordinator that the worker lives and which leases
// it still needs, and that drops the units which nobody wants any more.
//
// Thread-safe. What it is given must outlive it.
#ifndef ROOKERY_WORKER_HEARTBEATER_H_
#define ROOKERY_WORKER_HEARTBEATER_H_

#include <thread>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "daemon/event.h"
#include "worker/coordinator_client.h"
#include "worker/executor.h"
#include "worker/held_units.h"

namespace rookery::worker {

class Heartbeater {
 public:
  // Starts the thread, which also registers the worker if no other call does.
  Heartbeater(CoordinatorClient* client, HeldUnits* held,
              const Executor* executor);

  // Waits for the thread. Requires: the client was stopped.
  ~Heartbeater();

  // A lease wants to be renewed so often: heartbeats become as frequent, should
  // they be rarer now.
  void RenewWithin(absl::Duration renew_after);

 private:
  void Run();
  absl::Duration Interval() const;
  // Reports all leases and obeys the answer.
  void Beat();

  CoordinatorClient& client_;
  HeldUnits& held_;
  const Executor& executor_;
  mutable absl::Mutex mutex_;
  absl::Duration renew_within_ ABSL_GUARDED_BY(mutex_) =
      absl::InfiniteDuration();
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  // Set to end the present pause.
  daemon::Event wake_;
  std::thread thread_;
};

}  // namespace rookery::worker

#endif  // ROOKERY_WORKER_HEARTBEATER_H_
