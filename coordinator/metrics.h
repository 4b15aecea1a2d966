// Every metric family of the coordinator, in one place; docs/metrics.md lists
// them, and their names are API.
//
// Thread-safe. The registry belongs to the caller and must outlive this object.
#ifndef ROOKERY_COORDINATOR_METRICS_H_
#define ROOKERY_COORDINATOR_METRICS_H_

#include <prometheus/counter.h>
#include <prometheus/family.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "coordinator/dispatch/dispatcher.h"

namespace rookery::coordinator {

// What the gauges show, taken at one moment.
struct FleetAndJobs {
  DispatchTotals dispatch;
  uint64_t jobs_planning = 0;
  uint64_t jobs_running = 0;
  uint64_t workers_active = 0;
  uint64_t workers_draining = 0;
  uint64_t workers_blocked = 0;
  uint64_t workers_lost = 0;
};

class Metrics final : public DispatchObserver {
 public:
  explicit Metrics(prometheus::Registry& registry);

  // One RPC was answered: `method` is the plain method name.
  void RpcAnswered(const std::string& method, absl::StatusCode code,
                   absl::Duration duration);

  // A job reached a final state: succeeded, failed or cancelled.
  void JobFinished(const std::string& kind, const std::string& result);

  void SetGauges(const FleetAndJobs& state);

  // From the dispatcher.
  void LeaseGranted(absl::Duration waited) override;
  void LeaseDuplicated() override;
  void LeaseEnded(LeaseEnd end) override;
  void ReportJudged(ReportOutcome outcome) override;
  void UnitBusy(absl::Duration busy, bool succeeded) override;

 private:
  prometheus::Family<prometheus::Counter>& rpcs_;
  prometheus::Family<prometheus::Histogram>& rpc_duration_;
  prometheus::Family<prometheus::Gauge>& jobs_;
  prometheus::Family<prometheus::Counter>& jobs_finished_;
  prometheus::Family<prometheus::Gauge>& units_;
  prometheus::Histogram& unit_queue_duration_;
  prometheus::Family<prometheus::Histogram>& unit_busy_;
  prometheus::Gauge& queue_oldest_age_;
  prometheus::Counter& leases_granted_;
  prometheus::Counter& leases_duplicated_;
  prometheus::Family<prometheus::Counter>& leases_ended_;
  prometheus::Family<prometheus::Counter>& results_;
  prometheus::Family<prometheus::Gauge>& workers_;
};

}  // namespace rookery::coordinator

#endif  // ROOKERY_COORDINATOR_METRICS_H_
