// What a worker shows in Prometheus. docs/metrics.md lists the names; they are
// API.
//
// Everything is counted in bulk, once a unit or a call, never a node.
// Thread-safe. The registry must outlive it.
#ifndef ROOKERY_WORKER_METRICS_H_
#define ROOKERY_WORKER_METRICS_H_

#include <prometheus/counter.h>
#include <prometheus/family.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>

#include <cstdint>
#include <string>

#include "absl/time/time.h"

namespace rookery::worker {

class Metrics {
 public:
  // How the work on a unit ended.
  enum class UnitEnd {
    kSucceeded,
    kFailed,   // it could not be computed here
    kAborted,  // nobody wanted it any more, or it was handed back
  };

  explicit Metrics(prometheus::Registry* registry);

  // `slots` units can be computed at once.
  void SetSlots(int slots);
  void SlotTaken() { slots_busy_->Increment(); }
  void SlotFreed() { slots_busy_->Decrement(); }

  // Work on a unit of `kind` (perft, audit, analysis, unknown) ended after
  // `busy`.
  void UnitEnded(const std::string& kind, UnitEnd end, absl::Duration busy);
  void LeavesCounted(const std::string& kernel, uint64_t leaves);
  void HashProbed(uint64_t hits, uint64_t misses);

  // A lease arrived at `now`, by the wall clock.
  void LeaseReceived(absl::Time now);
  // The coordinator judged a result; `outcome` is accepted, duplicate,
  // conflict, not_wanted, invalid or unspecified.
  void ResultJudged(const std::string& outcome);

  // A call is to be repeated, or was given up, because it ended with `code`.
  void RpcRetried(const std::string& method, const std::string& code);
  void RpcGivenUp(const std::string& method, const std::string& code);

 private:
  prometheus::Family<prometheus::Counter>& leaves_;
  prometheus::Family<prometheus::Histogram>& unit_busy_;
  prometheus::Family<prometheus::Counter>& results_;
  prometheus::Family<prometheus::Counter>& rpc_retries_;
  prometheus::Family<prometheus::Counter>& rpc_failures_;
  prometheus::Counter* hash_hits_;
  prometheus::Counter* hash_misses_;
  prometheus::Gauge* slots_;
  prometheus::Gauge* slots_busy_;
  prometheus::Gauge* last_lease_;
};

}  // namespace rookery::worker

#endif  // ROOKERY_WORKER_METRICS_H_
