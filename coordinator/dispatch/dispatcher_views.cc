// Looking in: how far jobs are, what workers hold, and in words why something
// stands still.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "coordinator/dispatch/dispatcher_impl.h"

namespace rookery::coordinator {

std::string Dispatcher::Impl::WaitingFor(const Job& job) const {
  if (job.ended || job.leases_in_hand > 0 || job.results_pending > 0) return "";
  if (workers_.alive_workers() == 0) return "no worker is there";
  if (workers_.able_workers() == 0)
    return "all workers are draining or blocked";
  bool can_go_on = job.plan.has_uncut();
  bool someone_is_free = false;
  for (WorkerIndex worker = 0; worker < workers_.size(); ++worker) {
    if (!workers_.IsAble(worker)) continue;
    if (workers_[worker].leases == 0) someone_is_free = true;
    can_go_on = can_go_on ||
                job.normal.FindFor(worker, workers_, 0).has_value() ||
                job.alone.FindFor(worker, workers_, 0).has_value() ||
                job.kept.FindFor(worker, workers_, 0).has_value();
  }
  if (!can_go_on) {
    const WaitQueue& stuck = !job.normal.empty()  ? job.normal
                             : !job.alone.empty() ? job.alone
                                                  : job.kept;
    return absl::StrCat("replica ", stuck.front().replica, " of unit ",
                        stuck.front().unit, " needs another worker");
  }
  const WaitQueue& alone = job.kept.empty() ? job.alone : job.kept;
  if (!job.plan.has_uncut() && job.normal.empty() && !alone.empty()) {
    return absl::StrCat(
        "unit ", alone.front().unit,
        " failed too often and waits for a worker that runs it alone");
  }
  return someone_is_free ? "" : "all workers are busy with other jobs";
}

std::optional<JobSnapshot> Dispatcher::Impl::SnapshotJob(
    const std::string& job_id) const {
  const Job* job = FindJob(job_id);
  if (job == nullptr) return std::nullopt;
  return JobSnapshot{
      .units_total = job->units.size() +
                     job->plan.EstimateUncutUnits(workers_.able_slots()),
      .units_done = job->units_done,
      .units_leased = job->leases_in_hand,
      .fraction_done = job->plan.fraction_done(),
      .seconds_left =
          job->plan.seconds_left() /
          static_cast<double>(std::max<uint64_t>(workers_.able_slots(), 1)),
      .waiting_for = WaitingFor(*job)};
}

std::string Dispatcher::Impl::IdleBecause(WorkerIndex worker) const {
  const WorkerEntry& entry = workers_[worker];
  if (entry.leases > 0) return "";
  if (!entry.alive) return "it has not called for longer than a lease lives";
  if (entry.mode == WorkerMode::kDraining) return "it is draining";
  if (entry.mode == WorkerMode::kBlocked) return "it is blocked";
  if (HasWorkFor(entry.id)) return "";
  return fair_share_.queue().empty()
             ? "nothing waits to be computed"
             : "what waits must be computed by other workers";
}

std::optional<WorkerSnapshot> Dispatcher::Impl::SnapshotWorker(
    const std::string& worker_id) const {
  const std::optional<WorkerIndex> worker = workers_.Find(worker_id);
  if (!worker.has_value()) return std::nullopt;
  const WorkerEntry& entry = workers_[*worker];
  return WorkerSnapshot{.worker_id = entry.id,
                        .slots = entry.slots,
                        .leases = entry.leases,
                        .lost = !entry.alive,
                        .last_seen = entry.last_seen,
                        .idle_because = IdleBecause(*worker)};
}

DispatchTotals Dispatcher::Impl::Totals() const {
  DispatchTotals totals;
  const absl::Duration now = clock_->Monotonic();
  for (const auto& [number, job] : jobs_by_number_) {
    totals.units_done += job->units_done;
    totals.units_leased += job->leases_in_hand;
    if (job->ended) continue;
    totals.units_waiting +=
        job->plan.EstimateUncutUnits(workers_.able_slots()) + job->waiting();
    absl::Duration since = job->plan.has_uncut() ? job->runnable_since : now;
    for (const WaitQueue* queue : {&job->normal, &job->alone, &job->kept}) {
      if (!queue->empty()) since = std::min(since, queue->oldest());
    }
    totals.oldest_wait = std::max(totals.oldest_wait, now - since);
  }
  return totals;
}

}  // namespace rookery::coordinator
