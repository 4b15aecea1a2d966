#include "coordinator/dispatch/dispatcher.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "absl/strings/str_cat.h"
#include "coordinator/dispatch/dispatcher_impl.h"
#include "coordinator/dispatch/job_rows.h"

namespace rookery::coordinator {

Dispatcher::Impl::Impl(const daemon::Clock* clock, daemon::IdGenerator* ids,
                       DispatchObserver* observer, Options options)
    : clock_(clock),
      ids_(ids),
      observer_(observer),
      options_(options),
      workers_(options.lease_time_to_live) {}

Job& Dispatcher::Impl::NewJob(const JobSpec& spec) {
  auto owned =
      std::make_unique<Job>(next_job_++, spec, options_, clock_->Monotonic());
  Job& job = *owned;
  jobs_.emplace(spec.job_id, std::move(owned));
  jobs_by_number_.emplace(job.number, &job);
  fair_share_.Add(job.number, spec.weight);
  return job;
}

Job* Dispatcher::Impl::FindJob(const std::string& job_id) const {
  const auto found = jobs_.find(job_id);
  return found == jobs_.end() ? nullptr : found->second.get();
}

UnitRow Dispatcher::Impl::RowOf(const Job& job, const Unit& unit) const {
  return {.job = job.spec.job_id,
          .number = unit.number,
          .first = unit.first,
          .count = unit.count,
          .replicas = static_cast<uint32_t>(unit.replicas.size()),
          .failures = unit.failures};
}

LeaseRow Dispatcher::Impl::RowOf(const Lease& lease) const {
  return {.id = lease.id,
          .job = JobOf(lease.of).spec.job_id,
          .unit = lease.of.unit,
          .replica = lease.of.replica,
          .worker = workers_[lease.worker].id,
          .ended = lease.end};
}

void Dispatcher::Impl::AddJob(const JobSpec& spec) {
  if (FindJob(spec.job_id) != nullptr) return;
  Job& job = NewJob(spec);
  job.plan.AddFree({0, job.plan.size()});
  UpdateRunnable(job);
}

absl::Status Dispatcher::Impl::RestoreJob(const JobSpec& spec,
                                          std::span<const UnitRow> units,
                                          std::span<const LeaseRow> leases,
                                          std::span<const ResultRow> results,
                                          Effects* effects) {
  if (FindJob(spec.job_id) != nullptr) {
    return absl::InternalError(
        absl::StrCat("job ", spec.job_id, " is restored twice"));
  }
  if (absl::Status status = CheckRows(spec, units, leases, results);
      !status.ok())
    return status;
  for (const LeaseRow& row : leases) {
    if (leases_.Find(row.id) == nullptr) continue;
    return absl::InternalError(absl::StrCat(
        "lease ", row.id, " belongs to job ", spec.job_id, " and to another"));
  }
  Job& job = NewJob(spec);
  for (const UnitRow& row : units) {
    Unit& unit = job.units[row.number];
    unit.number = row.number;
    unit.first = row.first;
    unit.count = row.count;
    unit.failures = row.failures;
    if (row.failures > 0)
      unit.last_failure = "it was before the coordinator's restart";
    unit.replicas.resize(row.replicas);
    for (Replica& replica : unit.replicas)
      replica.waiting_since = job.runnable_since;
    job.next_unit = std::max(job.next_unit, row.number + 1);
  }
  for (const ResultRow& row : results) {
    Unit& unit = job.units.at(row.unit);
    Replica& replica = unit.replicas[row.replica];
    replica.state = ReplicaState::kDone;
    replica.worker = workers_.Intern(row.worker);
    replica.digest = FiguresDigest::Of(row.figures);
    ++unit.replicas_done;
  }
  absl::flat_hash_map<WorkerIndex, uint64_t> last_units;
  for (const LeaseRow& row : leases) {
    RestoreLease(job, row, effects);
    uint64_t& last = last_units[workers_.Intern(row.worker)];
    last = std::max(last, row.unit);
  }
  // Whoever computed a result had a lease, even if its row is missing.
  for (const ResultRow& row : results) {
    Unit& unit = job.units.at(row.unit);
    const WorkerIndex worker = workers_.Intern(row.worker);
    if (!HasLeased(unit, worker, row.replica))
      AddLessee(unit, worker, row.replica);
  }
  for (const auto& [worker, number] : last_units) {
    const Unit& unit = job.units.at(number);
    job.plan.NoteStop(worker, unit.range());
  }
  for (const Range& range : UncutRanges(job.plan.size(), units))
    job.plan.AddFree(range);
  struct {
    const Unit* unit = nullptr;
    WorkerIndex first = 0;
    WorkerIndex second = 0;
  } dispute;
  for (const UnitRow& row : units) {
    Unit& unit = job.units.at(row.number);
    const Replica* first = nullptr;
    for (uint32_t number = 0; number < unit.replicas.size(); ++number) {
      const Replica& replica = unit.replicas[number];
      if (replica.state == ReplicaState::kWaiting) Enqueue(job, unit, number);
      if (replica.state != ReplicaState::kDone) continue;
      if (first == nullptr) first = &replica;
      if (replica.digest != first->digest && dispute.unit == nullptr)
        dispute = {&unit, first->worker, replica.worker};
    }
    if (unit.finished()) FinishUnit(job, unit);
  }
  if (dispute.unit != nullptr)
    FailDisputed(job, *dispute.unit, dispute.first, dispute.second, effects);
  EndIfDone(job, effects);
  UpdateRunnable(job);
  return absl::OkStatus();
}

void Dispatcher::Impl::RestoreLease(Job& job, const LeaseRow& row,
                                    Effects* effects) {
  Unit& unit = job.units.at(row.unit);
  Replica& replica = unit.replicas[row.replica];
  const WorkerIndex worker = workers_.Intern(row.worker);
  AddLessee(unit, worker, row.replica);
  Lease* lease = leases_.Insert({.id = row.id,
                                 .of = {job.number, row.unit, row.replica},
                                 .worker = worker,
                                 .granted_at = clock_->Monotonic()});
  unit.leases.push_back(lease);
  job.leases.emplace(lease->sequence, lease);
  if (row.ended == LeaseEnd::kOpen &&
      (replica.state == ReplicaState::kWaiting ||
       (replica.leases.size() == 1 && replica.leases[0]->worker != worker))) {
    // With a single replica it is certain: a lease that came after so many
    // failures is one that runs alone.
    lease->alone =
        unit.replicas.size() == 1 && unit.failures >= kFailuresBeforeAlone;
    replica.state = ReplicaState::kLeased;
    leases_.Open(lease, clock_->Monotonic() + options_.lease_time_to_live);
    PutInHand(lease);
    return;
  }
  leases_.Close(lease, Lease::State::kEnded);
  lease->end = row.ended == LeaseEnd::kOpen ? LeaseEnd::kVoid : row.ended;
  if (row.ended == LeaseEnd::kOpen) {
    effects->writes.push_back(PutLease{RowOf(*lease)});
    observer_->LeaseEnded(LeaseEnd::kVoid);
  }
}

void Dispatcher::Impl::VoidLeases(Job& job, Effects* effects) {
  for (const auto& [sequence, lease] : job.leases) {
    if (lease->in_hand()) EndLease(lease, LeaseEnd::kVoid, effects);
  }
  // Nobody needs to be kept for a job that has ended.
  while (!job.kept.empty()) {
    const WaitQueue::Item item = job.kept.front();
    Dequeue(job, job.units.at(item.unit), item.replica);
  }
}

void Dispatcher::Impl::FailJob(Job& job, absl::Status status,
                               Effects* effects) {
  job.ended = true;
  VoidLeases(job, effects);
  UpdateRunnable(job);
  effects->ended_jobs.push_back({job.spec.job_id, std::move(status)});
}

void Dispatcher::Impl::EndIfDone(Job& job, Effects* effects) {
  if (job.ended || job.plan.has_uncut() || job.units_done < job.units.size())
    return;
  job.ended = true;
  UpdateRunnable(job);
  effects->ended_jobs.push_back({job.spec.job_id, absl::OkStatus()});
}

void Dispatcher::Impl::PauseJob(const std::string& job_id) {
  Job* job = FindJob(job_id);
  if (job == nullptr) return;
  job->paused = true;
  while (!job->kept.empty()) {
    const WaitQueue::Item item = job->kept.front();
    Unkeep(job->units.at(item.unit).replicas[item.replica].kept_by);
  }
  UpdateRunnable(*job);
}

void Dispatcher::Impl::ResumeJob(const std::string& job_id) {
  Job* job = FindJob(job_id);
  if (job == nullptr) return;
  job->paused = false;
  UpdateRunnable(*job);
}

void Dispatcher::Impl::RemoveJob(const std::string& job_id, Effects* effects) {
  Job* job = FindJob(job_id);
  if (job == nullptr) return;
  VoidLeases(*job, effects);
  for (const auto& [sequence, lease] : job->leases) {
    if (lease->state == Lease::State::kHandedIn)
      observer_->LeaseEnded(LeaseEnd::kCompleted);
    leases_.Erase(lease);
  }
  for (const auto& [number, unit] : job->units) {
    for (const Lessee& lessee : unit.lessees) {
      WorkerEntry& worker = workers_[lessee.worker];
      if (--worker.parts == 0 && !worker.known) workers_.Remove(lessee.worker);
    }
  }
  fair_share_.Remove(job->number);
  jobs_by_number_.erase(job->number);
  jobs_.erase(job_id);
}

void Dispatcher::Impl::AddWorker(const std::string& worker_id, uint32_t slots) {
  workers_.Add(worker_id, slots, clock_->Monotonic());
}

bool Dispatcher::Impl::RemoveWorker(const std::string& worker_id) {
  const std::optional<WorkerIndex> worker = workers_.Find(worker_id);
  if (!worker.has_value()) return false;
  const WorkerEntry& entry = workers_[*worker];
  if (entry.alive || entry.leases > 0 || entry.parts > 0) return false;
  workers_.Remove(*worker);
  return true;
}

void Dispatcher::Impl::SetWorkerMode(const std::string& worker_id,
                                     WorkerMode mode) {
  const std::optional<WorkerIndex> worker = workers_.Find(worker_id);
  if (!worker.has_value()) return;
  workers_.SetMode(*worker, mode);
  if (mode != WorkerMode::kActive) SetAside(*worker);
}

void Dispatcher::Impl::SetAside(WorkerIndex worker) {
  for (const auto& [number, job] : jobs_by_number_) job->plan.Free(worker);
  Unkeep(worker);
}

std::optional<UnitRow> Dispatcher::Impl::FindUnit(const std::string& job_id,
                                                  uint64_t unit) const {
  const Job* job = FindJob(job_id);
  if (job == nullptr) return std::nullopt;
  const auto found = job->units.find(unit);
  if (found == job->units.end()) return std::nullopt;
  return RowOf(*job, found->second);
}

void Dispatcher::Impl::FinishUnit(Job& job, Unit& unit) {
  for (Lease* lease : unit.leases) {
    job.leases.erase(lease->sequence);
    leases_.Erase(lease);
  }
  unit.leases = {};
  unit.last_failure = {};
  ++job.units_done;
  job.plan.Done(unit.range());
}

void Dispatcher::Impl::WritesDurable(std::span<const LedgerWrite> writes,
                                     Effects* effects) {
  for (const LedgerWrite& write : writes) {
    if (const auto* put_lease = std::get_if<PutLease>(&write)) {
      Lease* lease = leases_.Find(put_lease->lease.id);
      if (lease == nullptr) continue;
      if (put_lease->lease.ended == LeaseEnd::kOpen &&
          lease->state == Lease::State::kGranted) {
        leases_.Open(lease, clock_->Monotonic() + options_.lease_time_to_live);
      } else if (put_lease->lease.ended == LeaseEnd::kCompleted &&
                 lease->state == Lease::State::kHandedIn) {
        leases_.Close(lease, Lease::State::kEnded);
        observer_->LeaseEnded(LeaseEnd::kCompleted);
      }
    } else if (const auto* put_result = std::get_if<PutResult>(&write)) {
      Job* job = FindJob(put_result->result.job);
      if (job == nullptr || job->ended) continue;
      Unit& unit = job->units.at(put_result->result.unit);
      Replica& replica = unit.replicas[put_result->result.replica];
      if (replica.state != ReplicaState::kAccepted) continue;
      replica.state = ReplicaState::kDone;
      replica.handed_in = nullptr;
      --job->results_pending;
      ++unit.replicas_done;
      if (!unit.finished()) continue;
      FinishUnit(*job, unit);
      EndIfDone(*job, effects);
    }
  }
}

void Dispatcher::Impl::WritesFailed(std::span<const LedgerWrite> writes) {
  for (const LedgerWrite& write : writes) {
    if (const auto* put_lease = std::get_if<PutLease>(&write)) {
      const LeaseRow& row = put_lease->lease;
      if (row.ended == LeaseEnd::kOpen) {
        Lease* lease = leases_.Find(row.id);
        if (lease != nullptr && lease->state == Lease::State::kGranted)
          GrantFailed(lease);
      } else if (row.ended != LeaseEnd::kCompleted) {
        unwritten_leases_[row.id] = row;
      }
    } else if (const auto* put_unit = std::get_if<PutUnit>(&write)) {
      if (const Job* job = FindJob(put_unit->unit.job)) {
        unwritten_units_.emplace(job->number, put_unit->unit.number);
      }
    } else if (const auto* put_result = std::get_if<PutResult>(&write)) {
      Job* job = FindJob(put_result->result.job);
      if (job == nullptr || job->ended) continue;
      ResultFailed(*job, job->units.at(put_result->result.unit),
                   put_result->result.replica);
    }
  }
}

void Dispatcher::Impl::GrantFailed(Lease* lease) {
  Job& job = JobOf(lease->of);
  Unit& unit = job.units.at(lease->of.unit);
  const uint32_t number = lease->of.replica;
  TakeFromHand(lease);
  Requeue(job, unit, [&] {
    for (auto lessee = unit.lessees.begin(); lessee != unit.lessees.end();
         ++lessee) {
      if (lessee->worker != lease->worker || lessee->replica != number)
        continue;
      if (--lessee->leases == 0) {
        unit.lessees.erase(lessee);
        --workers_[lease->worker].parts;
      }
      break;
    }
  });
  std::erase(unit.leases, lease);
  job.leases.erase(lease->sequence);
  leases_.Erase(lease);
  Replica& replica = unit.replicas[number];
  if (!replica.leases.empty()) return;
  replica.state = ReplicaState::kWaiting;  // since when it did: the worker
                                           // never heard of the lease
  Enqueue(job, unit, number);
  UpdateRunnable(job);
}

void Dispatcher::Impl::ResultFailed(Job& job, Unit& unit, uint32_t number) {
  Replica& replica = unit.replicas[number];
  if (replica.state != ReplicaState::kAccepted || --replica.writes_pending > 0)
    return;
  --job.results_pending;
  Lease* lease = std::exchange(replica.handed_in, nullptr);
  if (lease == nullptr) {
    BackToWaiting(job, unit, number);
    return;
  }
  // Its worker has the result still and will hand it in again; nobody else need
  // compute it meanwhile.
  replica.state = ReplicaState::kLeased;
  lease->end = LeaseEnd::kOpen;
  leases_.Open(lease, clock_->Monotonic() + options_.lease_time_to_live);
  PutInHand(lease);
}

void Dispatcher::Impl::WriteAgain(Effects* effects) {
  for (const auto& [number, unit] : std::exchange(unwritten_units_, {})) {
    const auto job = jobs_by_number_.find(number);
    if (job == jobs_by_number_.end()) continue;
    effects->writes.push_back(
        PutUnit{RowOf(*job->second, job->second->units.at(unit))});
  }
  for (auto& [id, row] : std::exchange(unwritten_leases_, {}))
    effects->writes.push_back(PutLease{row});
}

void Dispatcher::Impl::Tick(Effects* effects) {
  const absl::Duration now = clock_->Monotonic();
  while (Lease* lease = leases_.Due(now)) {
    AttemptFailed(lease, LeaseEnd::kExpired,
                  absl::StrCat("worker ", workers_[lease->worker].id,
                               " was not heard of until its lease expired"),
                  effects);
  }
  for (const WorkerIndex worker : workers_.LoseSilent(now)) SetAside(worker);
}

Dispatcher::Dispatcher(const daemon::Clock* clock, daemon::IdGenerator* ids,
                       DispatchObserver* observer, Options options)
    : impl_(std::make_unique<Impl>(clock, ids, observer, options)) {}

Dispatcher::~Dispatcher() = default;

void Dispatcher::AddJob(const JobSpec& spec) { impl_->AddJob(spec); }

absl::Status Dispatcher::RestoreJob(const JobSpec& spec,
                                    std::span<const UnitRow> units,
                                    std::span<const LeaseRow> leases,
                                    std::span<const ResultRow> results,
                                    Effects* effects) {
  return impl_->RestoreJob(spec, units, leases, results, effects);
}

void Dispatcher::PauseJob(const std::string& job_id) {
  impl_->PauseJob(job_id);
}

void Dispatcher::ResumeJob(const std::string& job_id) {
  impl_->ResumeJob(job_id);
}

void Dispatcher::RemoveJob(const std::string& job_id, Effects* effects) {
  impl_->RemoveJob(job_id, effects);
}

void Dispatcher::AddWorker(const std::string& worker_id, uint32_t slots) {
  impl_->AddWorker(worker_id, slots);
}

bool Dispatcher::RemoveWorker(const std::string& worker_id) {
  return impl_->RemoveWorker(worker_id);
}

void Dispatcher::SetWorkerMode(const std::string& worker_id, WorkerMode mode) {
  impl_->SetWorkerMode(worker_id, mode);
}

std::vector<Grant> Dispatcher::Acquire(const std::string& worker_id,
                                       uint32_t max_units, Effects* effects) {
  return impl_->Acquire(worker_id, max_units, effects);
}

std::vector<std::string> Dispatcher::Heartbeat(
    const std::string& worker_id, std::span<const std::string> lease_ids) {
  return impl_->Heartbeat(worker_id, lease_ids);
}

std::optional<UnitRow> Dispatcher::FindUnit(const std::string& job_id,
                                            uint64_t unit) const {
  return impl_->FindUnit(job_id, unit);
}

ReportOutcome Dispatcher::Complete(const std::string& worker_id,
                                   const Report& report, Effects* effects) {
  return impl_->Complete(worker_id, report, effects);
}

void Dispatcher::Release(const std::string& worker_id,
                         std::span<const std::string> lease_ids,
                         Effects* effects) {
  impl_->Release(worker_id, lease_ids, effects);
}

void Dispatcher::WritesDurable(std::span<const LedgerWrite> writes,
                               Effects* effects) {
  impl_->WritesDurable(writes, effects);
}

void Dispatcher::WritesFailed(std::span<const LedgerWrite> writes) {
  impl_->WritesFailed(writes);
}

void Dispatcher::WriteAgain(Effects* effects) { impl_->WriteAgain(effects); }

void Dispatcher::Tick(Effects* effects) { impl_->Tick(effects); }

bool Dispatcher::HasWorkFor(const std::string& worker_id) const {
  return impl_->HasWorkFor(worker_id);
}

std::optional<JobSnapshot> Dispatcher::SnapshotJob(
    const std::string& job_id) const {
  return impl_->SnapshotJob(job_id);
}

std::optional<WorkerSnapshot> Dispatcher::SnapshotWorker(
    const std::string& worker_id) const {
  return impl_->SnapshotWorker(worker_id);
}

DispatchTotals Dispatcher::Totals() const { return impl_->Totals(); }

}  // namespace rookery::coordinator
