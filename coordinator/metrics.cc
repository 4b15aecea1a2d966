#include "coordinator/metrics.h"

namespace rookery::coordinator {
namespace {

const prometheus::Histogram::BucketBoundaries kRpcSeconds = {
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1,
    0.25,   0.5,   1,      2.5,   5,    10,    30,   60};
const prometheus::Histogram::BucketBoundaries kUnitSeconds = {
    0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60};
const prometheus::Histogram::BucketBoundaries kQueueSeconds = {
    0.1, 1, 10, 60, 600, 3600, 36000};

const char* Name(LeaseEnd end) {
  switch (end) {
    case LeaseEnd::kCompleted:
      return "completed";
    case LeaseEnd::kExpired:
      return "expired";
    case LeaseEnd::kReleased:
      return "released";
    case LeaseEnd::kFailed:
      return "failed";
    case LeaseEnd::kVoid:
      return "void";
    case LeaseEnd::kOpen:
      break;
  }
  return "open";
}

const char* Name(ReportOutcome outcome) {
  switch (outcome) {
    case ReportOutcome::kAccepted:
      return "accepted";
    case ReportOutcome::kDuplicate:
      return "duplicate";
    case ReportOutcome::kConflict:
      return "conflict";
    case ReportOutcome::kNotWanted:
      return "not_wanted";
    case ReportOutcome::kInvalid:
      return "invalid";
  }
  return "invalid";
}

}  // namespace

Metrics::Metrics(prometheus::Registry& registry)
    : rpcs_(prometheus::BuildCounter()
                .Name("rookery_coordinator_rpcs_total")
                .Help("RPCs answered, by method and status code")
                .Register(registry)),
      rpc_duration_(prometheus::BuildHistogram()
                        .Name("rookery_coordinator_rpc_duration_seconds")
                        .Help("Time from the arrival of an RPC to its answer; "
                              "AcquireUnits and WatchJob wait on purpose")
                        .Register(registry)),
      jobs_(prometheus::BuildGauge()
                .Name("rookery_coordinator_jobs")
                .Help("Jobs that have not ended, by state")
                .Register(registry)),
      jobs_finished_(
          prometheus::BuildCounter()
              .Name("rookery_coordinator_jobs_finished_total")
              .Help("Jobs that reached a final state, by kind and result")
              .Register(registry)),
      units_(prometheus::BuildGauge()
                 .Name("rookery_coordinator_units")
                 .Help("Units of open jobs by state; those not cut yet are "
                       "estimated and count as waiting")
                 .Register(registry)),
      unit_queue_duration_(
          prometheus::BuildHistogram()
              .Name("rookery_coordinator_unit_queue_duration_seconds")
              .Help("Time a unit could have run before it was leased")
              .Register(registry)
              .Add({{"kind", "perft"}}, kQueueSeconds)),
      unit_busy_(
          prometheus::BuildHistogram()
              .Name("rookery_coordinator_unit_busy_seconds")
              .Help("Time that workers report for a unit, by kind and result")
              .Register(registry)),
      queue_oldest_age_(
          prometheus::BuildGauge()
              .Name("rookery_coordinator_queue_oldest_age_seconds")
              .Help("Age of the oldest unit that could run and is not leased; "
                    "0 if there is none")
              .Register(registry)
              .Add({})),
      leases_granted_(prometheus::BuildCounter()
                          .Name("rookery_coordinator_leases_granted_total")
                          .Help("Leases granted")
                          .Register(registry)
                          .Add({{"kind", "perft"}})),
      leases_duplicated_(
          prometheus::BuildCounter()
              .Name("rookery_coordinator_leases_duplicated_total")
              .Help("Leases granted beside one that is overdue")
              .Register(registry)
              .Add({{"kind", "perft"}})),
      leases_ended_(prometheus::BuildCounter()
                        .Name("rookery_coordinator_leases_ended_total")
                        .Help("Leases that ended, by reason")
                        .Register(registry)),
      results_(prometheus::BuildCounter()
                   .Name("rookery_coordinator_results_total")
                   .Help("Results that workers handed in, by outcome")
                   .Register(registry)),
      workers_(prometheus::BuildGauge()
                   .Name("rookery_coordinator_workers")
                   .Help("Workers that the coordinator knows, by state")
                   .Register(registry)) {
  // Series that can be foreseen exist from the start, so that a rate over the
  // first event is right.
  for (const LeaseEnd end :
       {LeaseEnd::kCompleted, LeaseEnd::kExpired, LeaseEnd::kReleased,
        LeaseEnd::kFailed, LeaseEnd::kVoid}) {
    leases_ended_.Add({{"reason", Name(end)}});
  }
  for (const ReportOutcome outcome :
       {ReportOutcome::kAccepted, ReportOutcome::kDuplicate,
        ReportOutcome::kConflict, ReportOutcome::kNotWanted,
        ReportOutcome::kInvalid}) {
    results_.Add({{"outcome", Name(outcome)}});
  }
  for (const char* result : {"succeeded", "failed", "cancelled"}) {
    jobs_finished_.Add({{"kind", "perft"}, {"result", result}});
  }
  SetGauges({});
}

void Metrics::RpcAnswered(const std::string& method, absl::StatusCode code,
                          absl::Duration duration) {
  rpcs_.Add({{"method", method}, {"code", absl::StatusCodeToString(code)}})
      .Increment();
  rpc_duration_.Add({{"method", method}}, kRpcSeconds)
      .Observe(absl::ToDoubleSeconds(duration));
}

void Metrics::JobFinished(const std::string& kind, const std::string& result) {
  jobs_finished_.Add({{"kind", kind}, {"result", result}}).Increment();
}

void Metrics::SetGauges(const FleetAndJobs& state) {
  jobs_.Add({{"state", "planning"}})
      .Set(static_cast<double>(state.jobs_planning));
  jobs_.Add({{"state", "running"}})
      .Set(static_cast<double>(state.jobs_running));
  units_.Add({{"state", "waiting"}})
      .Set(static_cast<double>(state.dispatch.units_waiting));
  units_.Add({{"state", "leased"}})
      .Set(static_cast<double>(state.dispatch.units_leased));
  units_.Add({{"state", "done"}})
      .Set(static_cast<double>(state.dispatch.units_done));
  queue_oldest_age_.Set(absl::ToDoubleSeconds(state.dispatch.oldest_wait));
  workers_.Add({{"state", "active"}})
      .Set(static_cast<double>(state.workers_active));
  workers_.Add({{"state", "draining"}})
      .Set(static_cast<double>(state.workers_draining));
  workers_.Add({{"state", "blocked"}})
      .Set(static_cast<double>(state.workers_blocked));
  workers_.Add({{"state", "lost"}})
      .Set(static_cast<double>(state.workers_lost));
}

void Metrics::LeaseGranted(absl::Duration waited) {
  leases_granted_.Increment();
  unit_queue_duration_.Observe(absl::ToDoubleSeconds(waited));
}

void Metrics::LeaseDuplicated() {
  leases_granted_.Increment();
  leases_duplicated_.Increment();
}

void Metrics::LeaseEnded(LeaseEnd end) {
  leases_ended_.Add({{"reason", Name(end)}}).Increment();
}

void Metrics::ReportJudged(ReportOutcome outcome) {
  results_.Add({{"outcome", Name(outcome)}}).Increment();
}

void Metrics::UnitBusy(absl::Duration busy, bool succeeded) {
  unit_busy_
      .Add({{"kind", "perft"}, {"result", succeeded ? "succeeded" : "failed"}},
           kUnitSeconds)
      .Observe(absl::ToDoubleSeconds(busy));
}

}  // namespace rookery::coordinator
