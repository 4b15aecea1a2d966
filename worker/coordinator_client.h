// The worker's calls to its coordinator, each repeated until it is answered.
//
// Every method blocks. It registers the worker first where that is needed,
// waits for a coordinator that is away, obeys the delay that a busy one asks
// for, and repeats the call under a new id when the coordinator does not know
// the worker any more (retry.h has the rules). What comes back is therefore
// either the answer, CANCELLED after Stop or CancelAcquire, or a refusal that
// repeating would not change; a refusal has been logged and counted.
//
// Not a policy: it does not know what a lease is for. Thread-safe. The metrics
// must outlive it.
#ifndef ROOKERY_WORKER_COORDINATOR_CLIENT_H_
#define ROOKERY_WORKER_COORDINATOR_CLIENT_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "rookery/v1/worker_service.pb.h"
#include "worker/metrics.h"

namespace grpc {
class Channel;
}  // namespace grpc

namespace rookery::worker {

class CoordinatorClient {
 public:
  // `registration` is what RegisterWorker is called with, again and again if
  // need be.
  CoordinatorClient(std::shared_ptr<grpc::Channel> channel,
                    v1::RegisterWorkerRequest registration, Metrics* metrics);

  // Requires: no call is running.
  ~CoordinatorClient();

  // Waits on the coordinator's side up to `max_wait` for units.
  absl::StatusOr<v1::AcquireUnitsResponse> AcquireUnits(
      size_t max_units, absl::Duration max_wait);
  absl::StatusOr<v1::HeartbeatResponse> Heartbeat(
      std::vector<std::string> lease_ids, uint64_t leaves_counted);
  // An answer with as many outcomes as there are results.
  absl::StatusOr<v1::CompleteUnitsResponse> CompleteUnits(
      std::vector<v1::UnitResult> results);
  absl::Status ReleaseUnits(std::vector<std::string> lease_ids,
                            const std::string& reason);

  // How often the coordinator wants a heartbeat; a second before the first
  // registration.
  absl::Duration heartbeat_interval() const;

  // Ends AcquireUnits, now and for good.
  void CancelAcquire();

  // Ends all calls, now and for good.
  void Stop();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace rookery::worker

#endif  // ROOKERY_WORKER_COORDINATOR_CLIENT_H_
