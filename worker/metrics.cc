#include "worker/metrics.h"

namespace rookery::worker {
namespace {

const char* Name(Metrics::UnitEnd end) {
  switch (end) {
    case Metrics::UnitEnd::kSucceeded:
      return "succeeded";
    case Metrics::UnitEnd::kFailed:
      return "failed";
    case Metrics::UnitEnd::kAborted:
      return "aborted";
  }
  return "unknown";
}

// Units last from 50 ms to 10 s by the sizing rule; more on either side shows
// where the rule does not hold.
const prometheus::Histogram::BucketBoundaries kUnitSeconds = {
    0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 60, 300};

}  // namespace

Metrics::Metrics(prometheus::Registry* registry)
    : leaves_(
          prometheus::BuildCounter()
              .Name("rookery_worker_leaves_total")
              .Help(
                  "Leaf nodes counted in units that were finished, by kernel.")
              .Register(*registry)),
      unit_busy_(prometheus::BuildHistogram()
                     .Name("rookery_worker_unit_busy_seconds")
                     .Help("Time that one thread spent on a unit, by kind and "
                           "by how it ended.")
                     .Register(*registry)),
      results_(
          prometheus::BuildCounter()
              .Name("rookery_worker_results_total")
              .Help("Results handed in, by what the coordinator made of them.")
              .Register(*registry)),
      rpc_retries_(prometheus::BuildCounter()
                       .Name("rookery_worker_rpc_retries_total")
                       .Help("Calls to the coordinator that were repeated, by "
                             "method and by the code they ended with.")
                       .Register(*registry)),
      rpc_failures_(prometheus::BuildCounter()
                        .Name("rookery_worker_rpc_failures_total")
                        .Help("Calls to the coordinator that were given up, by "
                              "method and code.")
                        .Register(*registry)),
      slots_(&prometheus::BuildGauge()
                  .Name("rookery_worker_slots")
                  .Help("Units that the worker computes at once.")
                  .Register(*registry)
                  .Add({})),
      slots_busy_(&prometheus::BuildGauge()
                       .Name("rookery_worker_slots_busy")
                       .Help("Units that are being computed now.")
                       .Register(*registry)
                       .Add({})),
      last_lease_(&prometheus::BuildGauge()
                       .Name("rookery_worker_last_lease_timestamp_seconds")
                       .Help("When the worker was last given a unit, as Unix "
                             "time; 0 before the first.")
                       .Register(*registry)
                       .Add({})) {
  auto& hash_probes =
      prometheus::BuildCounter()
          .Name("rookery_worker_hash_probes_total")
          .Help("Look-ups in the hash table, by whether the count was there.")
          .Register(*registry);
  hash_hits_ = &hash_probes.Add({{"result", "hit"}});
  hash_misses_ = &hash_probes.Add({{"result", "miss"}});
  for (const UnitEnd end :
       {UnitEnd::kSucceeded, UnitEnd::kFailed, UnitEnd::kAborted}) {
    unit_busy_.Add({{"kind", "perft"}, {"result", Name(end)}}, kUnitSeconds);
  }
}

void Metrics::SetSlots(int slots) { slots_->Set(slots); }

void Metrics::UnitEnded(const std::string& kind, UnitEnd end,
                        absl::Duration busy) {
  unit_busy_.Add({{"kind", kind}, {"result", Name(end)}}, kUnitSeconds)
      .Observe(absl::ToDoubleSeconds(busy));
}

void Metrics::LeavesCounted(const std::string& kernel, uint64_t leaves) {
  leaves_.Add({{"kernel", kernel}}).Increment(static_cast<double>(leaves));
}

void Metrics::HashProbed(uint64_t hits, uint64_t misses) {
  hash_hits_->Increment(static_cast<double>(hits));
  hash_misses_->Increment(static_cast<double>(misses));
}

void Metrics::LeaseReceived(absl::Time now) {
  last_lease_->Set(absl::ToDoubleSeconds(now - absl::UnixEpoch()));
}

void Metrics::ResultJudged(const std::string& outcome) {
  results_.Add({{"outcome", outcome}}).Increment();
}

void Metrics::RpcRetried(const std::string& method, const std::string& code) {
  rpc_retries_.Add({{"method", method}, {"code", code}}).Increment();
}

void Metrics::RpcGivenUp(const std::string& method, const std::string& code) {
  rpc_failures_.Add({{"method", method}, {"code", code}}).Increment();
}

}  // namespace rookery::worker
