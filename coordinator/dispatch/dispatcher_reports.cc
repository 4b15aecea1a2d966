// What comes back: leases that are renewed, handed back or end, and the
// judgement of every report.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "coordinator/dispatch/cut_text.h"
#include "coordinator/dispatch/dispatcher_impl.h"

namespace rookery::coordinator {
namespace {

constexpr size_t kLongestFailure = 300;

bool IsWanted(const Replica& replica) {
  return replica.state == ReplicaState::kWaiting ||
         replica.state == ReplicaState::kLeased;
}

std::string RangeText(const Unit& unit) {
  return absl::StrCat("unit ", unit.number, " (", unit.count, " items from ",
                      unit.first, " on)");
}

}  // namespace

void Dispatcher::Impl::PutInHand(Lease* lease) {
  WorkerEntry& worker = workers_[lease->worker];
  Job& job = JobOf(lease->of);
  Replica& replica = job.units.at(lease->of.unit).replicas[lease->of.replica];
  ++worker.leases;
  if (lease->alone) worker.runs_alone = true;
  ++job.leases_in_hand;
  lease->overdue_at = OverdueAt(*lease);
  replica.leases.push_back(lease);
  WatchLeases(replica);
}

void Dispatcher::Impl::TakeFromHand(Lease* lease) {
  WorkerEntry& worker = workers_[lease->worker];
  Job& job = JobOf(lease->of);
  Replica& replica = job.units.at(lease->of.unit).replicas[lease->of.replica];
  --worker.leases;
  if (lease->alone) worker.runs_alone = false;
  --job.leases_in_hand;
  leases_.SetWatched(lease, false);
  replica.leases.erase(
      std::find(replica.leases.begin(), replica.leases.end(), lease));
  WatchLeases(replica);
}

void Dispatcher::Impl::WatchLeases(const Replica& replica) {
  for (Lease* lease : replica.leases)
    leases_.SetWatched(lease, replica.leases.size() == 1);
}

void Dispatcher::Impl::EndLease(Lease* lease, LeaseEnd end, Effects* effects) {
  TakeFromHand(lease);
  leases_.Close(lease, Lease::State::kEnded);
  lease->end = end;
  effects->writes.push_back(PutLease{RowOf(*lease)});
  observer_->LeaseEnded(end);
}

void Dispatcher::Impl::AttemptFailed(Lease* lease, LeaseEnd end,
                                     const std::string& failure,
                                     Effects* effects) {
  Job& job = JobOf(lease->of);
  Unit& unit = job.units.at(lease->of.unit);
  const uint32_t replica = lease->of.replica;
  EndLease(lease, end, effects);
  Requeue(job, unit, [&] { ++unit.failures; });
  unit.last_failure = CutText(failure, kLongestFailure);
  effects->writes.push_back(PutUnit{RowOf(job, unit)});
  BackToWaiting(job, unit, replica);
  if (lease->alone) {
    FailJob(
        job,
        absl::InternalError(absl::StrCat(
            RangeText(unit), " failed ", unit.failures,
            " times in a row, the last time run alone: ", unit.last_failure)),
        effects);
  }
}

std::vector<std::string> Dispatcher::Impl::Heartbeat(
    const std::string& worker_id, std::span<const std::string> lease_ids) {
  std::vector<std::string> void_ids;
  const std::optional<WorkerIndex> worker = workers_.Find(worker_id);
  if (!worker.has_value()) return {lease_ids.begin(), lease_ids.end()};
  const absl::Duration now = clock_->Monotonic();
  workers_.Heard(*worker, now);
  for (const std::string& id : lease_ids) {
    Lease* lease = leases_.Find(id);
    bool is_void = true;
    if (lease != nullptr && lease->worker == *worker) {
      if (lease->state == Lease::State::kOpen)
        leases_.Open(lease, now + options_.lease_time_to_live);
      if (lease->state != Lease::State::kEnded) {
        is_void = false;
      } else if (lease->end == LeaseEnd::kExpired) {
        // Its result is welcome until another worker's is there.
        const Job& job = JobOf(lease->of);
        is_void =
            job.ended ||
            !IsWanted(job.units.at(lease->of.unit).replicas[lease->of.replica]);
      }
    }
    if (is_void) void_ids.push_back(id);
  }
  return void_ids;
}

void Dispatcher::Impl::Release(const std::string& worker_id,
                               std::span<const std::string> lease_ids,
                               Effects* effects) {
  const std::optional<WorkerIndex> worker = workers_.Find(worker_id);
  if (!worker.has_value()) return;
  workers_.Heard(*worker, clock_->Monotonic());
  for (const std::string& id : lease_ids) {
    Lease* lease = leases_.Find(id);
    if (lease == nullptr || lease->worker != *worker || !lease->in_hand())
      continue;
    Job& job = JobOf(lease->of);
    EndLease(lease, LeaseEnd::kReleased, effects);
    BackToWaiting(job, job.units.at(lease->of.unit), lease->of.replica);
  }
}

ReportOutcome Dispatcher::Impl::Complete(const std::string& worker_id,
                                         const Report& report,
                                         Effects* effects) {
  ReportOutcome outcome = ReportOutcome::kInvalid;
  if (const std::optional<WorkerIndex> worker = workers_.Find(worker_id);
      worker.has_value()) {
    workers_.Heard(*worker, clock_->Monotonic());
    outcome = Judge(*worker, report, effects);
  }
  observer_->ReportJudged(outcome);
  return outcome;
}

ReportOutcome Dispatcher::Impl::Judge(WorkerIndex worker, const Report& report,
                                      Effects* effects) {
  Job* job = FindJob(report.job_id);
  if (job == nullptr || job->ended) return ReportOutcome::kNotWanted;
  const auto found = job->units.find(report.unit);
  if (found == job->units.end()) return ReportOutcome::kInvalid;
  Unit& unit = found->second;
  Lease* lease = leases_.Find(report.lease_id);
  if (lease != nullptr) {
    const ReplicaKey reported{job->number, report.unit, report.replica};
    if (lease->worker != worker || lease->of != reported)
      return ReportOutcome::kInvalid;
  } else {
    // The leases of a finished unit are forgotten, but not who had them.
    if (!unit.finished() || !HasLeased(unit, worker, report.replica))
      return ReportOutcome::kInvalid;
  }
  if (report.kind == Report::Kind::kFigures)
    return JudgeFigures(*job, unit, worker, lease, report, effects);
  const bool invalid = report.kind == Report::Kind::kInvalidFigures;
  if (lease != nullptr && lease->in_hand()) {
    observer_->UnitBusy(BusyTime(report, *lease), false);
    AttemptFailed(lease, LeaseEnd::kFailed,
                  absl::StrCat("worker ", workers_[worker].id,
                               invalid ? " handed in invalid figures: "
                                       : " could not compute it: ",
                               report.failure),
                  effects);
  }
  return invalid ? ReportOutcome::kInvalid : ReportOutcome::kAccepted;
}

ReportOutcome Dispatcher::Impl::JudgeFigures(Job& job, Unit& unit,
                                             WorkerIndex worker, Lease* lease,
                                             const Report& report,
                                             Effects* effects) {
  Replica& replica = unit.replicas[report.replica];
  const FiguresDigest digest = FiguresDigest::Of(report.figures);
  if (IsWanted(replica)) {
    Accept(job, unit, worker, lease, report, digest, effects);
    for (uint32_t other = 0; other < unit.replicas.size(); ++other) {
      const Replica& peer = unit.replicas[other];
      if (other == report.replica || IsWanted(peer) || peer.digest == digest)
        continue;
      FailDisputed(job, unit, peer.worker, worker, effects);
      return ReportOutcome::kConflict;
    }
    return ReportOutcome::kAccepted;
  }
  if (replica.digest == digest) {
    if (replica.state == ReplicaState::kAccepted) {
      // Not durable yet: this answer, too, waits for a write of the result.
      if (replica.handed_in != nullptr)
        effects->writes.push_back(PutLease{RowOf(*replica.handed_in)});
      effects->writes.push_back(PutResult{RowOf(report, worker)});
      ++replica.writes_pending;
    }
    return ReportOutcome::kDuplicate;
  }
  effects->writes.push_back(PutConflict{RowOf(report, worker)});
  FailDisputed(job, unit, replica.worker, worker, effects);
  return ReportOutcome::kConflict;
}

void Dispatcher::Impl::Accept(Job& job, Unit& unit, WorkerIndex worker,
                              Lease* lease, const Report& report,
                              const FiguresDigest& digest, Effects* effects) {
  Replica& replica = unit.replicas[report.replica];
  if (replica.place != WaitingPlace::kNone) Dequeue(job, unit, report.replica);
  if (lease->in_hand()) {
    // It is completed once that is durable; until then it may come back.
    TakeFromHand(lease);
    replica.handed_in = lease;
    leases_.Close(lease, Lease::State::kHandedIn);
    lease->end = LeaseEnd::kCompleted;
    effects->writes.push_back(PutLease{RowOf(*lease)});
  }
  while (!replica.leases.empty())
    EndLease(replica.leases.back(), LeaseEnd::kVoid, effects);
  replica.state = ReplicaState::kAccepted;
  replica.worker = worker;
  replica.digest = digest;
  replica.writes_pending = 1;
  ++job.results_pending;
  if (unit.failures > 0) {
    Requeue(job, unit, [&] { unit.failures = 0; });
    unit.last_failure.clear();
    effects->writes.push_back(PutUnit{RowOf(job, unit)});
  }
  effects->writes.push_back(PutResult{RowOf(report, worker)});
  const absl::Duration busy = BusyTime(report, *lease);
  // One absurd value would spoil the mean of the whole job.
  if (busy == report.busy_time) job.plan.Measure(unit.range(), busy);
  observer_->UnitBusy(busy, true);
  UpdateRunnable(job);
}

absl::Duration Dispatcher::Impl::BusyTime(const Report& report,
                                          const Lease& lease) const {
  return std::clamp(report.busy_time, absl::ZeroDuration(),
                    clock_->Monotonic() - lease.granted_at);
}

void Dispatcher::Impl::FailDisputed(Job& job, const Unit& unit,
                                    WorkerIndex first, WorkerIndex second,
                                    Effects* effects) {
  FailJob(job,
          absl::DataLossError(absl::StrCat(
              "results of ", RangeText(unit), " by workers ",
              workers_[first].id, " and ", workers_[second].id, " disagree")),
          effects);
  effects->ended_jobs.back().disputed_unit = unit.number;
}

ResultRow Dispatcher::Impl::RowOf(const Report& report,
                                  WorkerIndex worker) const {
  return {.job = report.job_id,
          .unit = report.unit,
          .replica = report.replica,
          .worker = workers_[worker].id,
          .kernel = report.kernel,
          .hash_seed = report.hash_seed,
          .revision = report.revision,
          .completed_at = clock_->Now(),
          .figures = report.figures};
}

}  // namespace rookery::coordinator
