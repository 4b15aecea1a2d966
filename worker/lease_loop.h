// The thread that keeps the worker supplied: whenever it holds less than it
// may, it asks the coordinator for units.
//
// Thread-safe. What it is given must outlive it.
#ifndef ROOKERY_WORKER_LEASE_LOOP_H_
#define ROOKERY_WORKER_LEASE_LOOP_H_

#include <thread>

#include "daemon/event.h"
#include "worker/coordinator_client.h"
#include "worker/heartbeater.h"
#include "worker/held_units.h"
#include "worker/metrics.h"

namespace rookery::worker {

class LeaseLoop {
 public:
  // Starts the thread.
  LeaseLoop(CoordinatorClient* client, HeldUnits* held,
            Heartbeater* heartbeater, Metrics* metrics);

  // Stops the thread.
  ~LeaseLoop();

  // Asks for nothing more and waits for the thread. A call that is under way
  // may still bring leases, which go to the held units like all others; one
  // that only waits for work is cancelled. Idempotent.
  void Stop();

 private:
  void Run();

  CoordinatorClient& client_;
  HeldUnits& held_;
  Heartbeater& heartbeater_;
  Metrics& metrics_;
  daemon::Event stop_;
  daemon::Event ended_;
  std::thread thread_;
};

}  // namespace rookery::worker

#endif  // ROOKERY_WORKER_LEASE_LOOP_H_
