// Who gets what: which replicas wait where, and which of them the worker that
// asks is given.
#include <algorithm>
#include <utility>

#include "coordinator/dispatch/dispatcher_impl.h"
#include "coordinator/dispatch/verification.h"

namespace rookery::coordinator {
namespace {

// A unit that is handed back again and again does not fill the memory with its
// ended leases.
constexpr size_t kMostLeasesPerUnit = 32;

// A lease is overdue after so many times what it should take, but not before
// kShortestPatience: guesses of what units cost are rough.
constexpr int kPatience = 2;
constexpr absl::Duration kShortestPatience = absl::Seconds(1);

}  // namespace

void Dispatcher::Impl::Enqueue(Job& job, Unit& unit, uint32_t replica) {
  const WaitingPlace place = unit.failures >= kFailuresBeforeAlone
                                 ? WaitingPlace::kAlone
                                 : WaitingPlace::kNormal;
  unit.replicas[replica].place = place;
  job.queue(place).Add(unit, replica);
}

void Dispatcher::Impl::Dequeue(Job& job, Unit& unit, uint32_t replica) {
  Replica& waiting = unit.replicas[replica];
  job.queue(waiting.place).Remove(unit, replica);
  if (waiting.place == WaitingPlace::kKept)
    workers_[waiting.kept_by].kept_for.reset();
  waiting.place = WaitingPlace::kNone;
}

void Dispatcher::Impl::BackToWaiting(Job& job, Unit& unit, uint32_t replica) {
  if (!unit.replicas[replica].leases.empty()) return;
  unit.replicas[replica].state = ReplicaState::kWaiting;
  unit.replicas[replica].waiting_since = clock_->Monotonic();
  Enqueue(job, unit, replica);
  UpdateRunnable(job);
}

void Dispatcher::Impl::UpdateRunnable(const Job& job) {
  fair_share_.SetRunnable(
      job.number,
      !job.ended && !job.paused && (job.plan.has_uncut() || job.waiting() > 0));
}

void Dispatcher::Impl::AddLessee(Unit& unit, WorkerIndex worker,
                                 uint32_t replica) {
  const auto position = std::find_if(
      unit.lessees.begin(), unit.lessees.end(), [&](const Lessee& lessee) {
        return std::pair(lessee.worker, lessee.replica) >=
               std::pair(worker, replica);
      });
  if (position != unit.lessees.end() && position->worker == worker &&
      position->replica == replica) {
    ++position->leases;
    return;
  }
  unit.lessees.insert(position,
                      {.worker = worker, .replica = replica, .leases = 1});
  ++workers_[worker].parts;
}

void Dispatcher::Impl::KeepFor(WorkerIndex worker, Job& job,
                               const WaitQueue::Item& item) {
  Unit& unit = job.units.at(item.unit);
  Replica& replica = unit.replicas[item.replica];
  job.alone.Remove(unit, item.replica);
  replica.place = WaitingPlace::kKept;
  replica.kept_by = worker;
  job.kept.Add(unit, item.replica);
  workers_[worker].kept_for = ReplicaKey{job.number, item.unit, item.replica};
}

void Dispatcher::Impl::Unkeep(WorkerIndex worker) {
  const std::optional<ReplicaKey> key = workers_[worker].kept_for;
  if (!key.has_value()) return;
  Job& job = JobOf(*key);
  Unit& unit = job.units.at(key->unit);
  Dequeue(job, unit, key->replica);
  Enqueue(job, unit, key->replica);
}

Dispatcher::Impl::Pick Dispatcher::Impl::ToPick(Job& job,
                                                const WaitQueue::Item& item,
                                                bool alone) {
  return {.job = &job,
          .unit = &job.units.at(item.unit),
          .replica = item.replica,
          .alone = alone};
}

// HasWorkFor mirrors these decisions.
std::optional<Dispatcher::Impl::Pick> Dispatcher::Impl::PickFor(
    WorkerIndex worker) {
  const WorkerEntry& entry = workers_[worker];
  if (!workers_.IsAble(worker) || entry.runs_alone) return std::nullopt;
  if (entry.kept_for.has_value()) {
    if (entry.leases > 0) return std::nullopt;
    const ReplicaKey key = *entry.kept_for;
    Job& job = JobOf(key);
    Unit& unit = job.units.at(key.unit);
    if (MayTake(unit, key.replica, worker, workers_))
      return Pick{&job, &unit, key.replica, true};
    Unkeep(worker);
  }
  for (const auto& [pass, number] : fair_share_.queue()) {
    Job& job = *jobs_by_number_.at(number);
    std::optional<WaitQueue::Item> item =
        job.alone.FindFor(worker, workers_, 0);
    if (entry.leases == 0) {
      // It is free now; a worker that is kept for the replica may go on with
      // other work instead.
      if (!item.has_value()) item = job.kept.FindFor(worker, workers_, 0);
      if (item.has_value()) return ToPick(job, *item, true);
    } else if (item.has_value()) {
      KeepFor(worker, job, *item);
      return std::nullopt;
    }
    const auto stop = job.stops.find(worker);
    item = job.normal.FindFor(worker, workers_,
                              stop == job.stops.end() ? 0 : stop->second);
    if (item.has_value()) {
      Pick pick = ToPick(job, *item, false);
      job.stops[worker] = pick.unit->first + pick.unit->count;
      return pick;
    }
    if (job.plan.has_uncut())
      return Pick{&job, &CutUnit(job, worker), 0, false};
  }
  if (const Lease* straggler = FindStraggler(worker)) {
    Job& job = JobOf(straggler->of);
    return Pick{&job, &job.units.at(straggler->of.unit), straggler->of.replica,
                false};
  }
  return std::nullopt;
}

const Lease* Dispatcher::Impl::FindStraggler(WorkerIndex worker) const {
  const WorkerEntry& entry = workers_[worker];
  if (entry.leases >= entry.slots) return nullptr;
  const Lease* straggler = nullptr;
  leases_.FindOverdue(clock_->Monotonic(), [&](const Lease* lease) {
    const Job& job = JobOf(lease->of);
    const Unit& unit = job.units.at(lease->of.unit);
    const bool had_it = std::any_of(
        unit.lessees.begin(), unit.lessees.end(),
        [worker](const Lessee& lessee) { return lessee.worker == worker; });
    if (!had_it && !job.paused && !job.plan.has_uncut() && job.waiting() == 0 &&
        unit.failures + 1 < kFailuresBeforeAlone &&
        unit.replicas_done + 1 == unit.replicas.size())
      straggler = lease;
    return straggler != nullptr;
  });
  return straggler;
}

absl::Duration Dispatcher::Impl::OverdueAt(const Lease& lease) const {
  const Job& job = JobOf(lease.of);
  const WorkerEntry& worker = workers_[lease.worker];
  const double seconds =
      job.plan.SecondsOf(job.units.at(lease.of.unit).range());
  if (lease.alone || seconds <= 0) return absl::InfiniteDuration();
  // Its worker has others to compute first.
  const uint32_t slots = std::max<uint32_t>(worker.slots, 1);
  const uint32_t turns = (worker.leases + slots - 1) / slots;
  return lease.granted_at +
         std::max(kShortestPatience,
                  kPatience * turns * absl::Seconds(seconds));
}

Unit& Dispatcher::Impl::CutUnit(Job& job, WorkerIndex worker) {
  const Range range = job.plan.Cut(worker, workers_.able_slots());
  const uint64_t number = job.next_unit++;
  Unit& unit = job.units[number];
  unit.number = number;
  unit.first = range.first;
  unit.count = range.count;
  unit.replicas.resize(ReplicasOfUnit(
      job.spec.job_id, number, job.spec.replicas, job.spec.verify_share));
  for (uint32_t replica = 0; replica < unit.replicas.size(); ++replica) {
    unit.replicas[replica].waiting_since =
        replica == 0 ? job.runnable_since : clock_->Monotonic();
    Enqueue(job, unit, replica);
  }
  return unit;
}

void Dispatcher::Impl::ForgetOldestLease(Job& job, Unit& unit) {
  const auto oldest = std::find_if(
      unit.leases.begin(), unit.leases.end(),
      [](const Lease* lease) { return lease->state == Lease::State::kEnded; });
  if (oldest == unit.leases.end()) return;
  job.leases.erase((*oldest)->sequence);
  leases_.Erase(*oldest);
  unit.leases.erase(oldest);
}

Grant Dispatcher::Impl::GrantTo(WorkerIndex worker, const Pick& pick,
                                Effects* effects) {
  Job& job = *pick.job;
  Unit& unit = *pick.unit;
  Replica& replica = unit.replicas[pick.replica];
  const bool waited = replica.place != WaitingPlace::kNone;
  if (waited) Dequeue(job, unit, pick.replica);
  Requeue(job, unit, [&] { AddLessee(unit, worker, pick.replica); });
  Lease* lease = nullptr;
  while (lease == nullptr) {
    lease = leases_.Insert({.id = ids_->NewId(),
                            .of = {job.number, unit.number, pick.replica},
                            .worker = worker,
                            .alone = pick.alone,
                            .granted_at = clock_->Monotonic()});
  }
  if (unit.leases.size() >= kMostLeasesPerUnit) ForgetOldestLease(job, unit);
  unit.leases.push_back(lease);
  job.leases.emplace(lease->sequence, lease);
  replica.state = ReplicaState::kLeased;
  PutInHand(lease);
  effects->writes.push_back(PutUnit{RowOf(job, unit)});
  effects->writes.push_back(PutLease{RowOf(*lease)});
  if (waited) {
    observer_->LeaseGranted(clock_->Monotonic() - replica.waiting_since);
  } else {
    observer_->LeaseDuplicated();
  }
  fair_share_.Charge(job.number, job.plan.SecondsOf(unit.range()));
  UpdateRunnable(job);
  uint32_t attempt = 0;
  for (const Lessee& lessee : unit.lessees) {
    if (lessee.replica == pick.replica) attempt += lessee.leases;
  }
  return {.lease_id = lease->id,
          .job_id = job.spec.job_id,
          .unit = unit.number,
          .replica = pick.replica,
          .first = unit.first,
          .count = unit.count,
          .attempt = attempt};
}

std::vector<Grant> Dispatcher::Impl::Acquire(const std::string& worker_id,
                                             uint32_t max_units,
                                             Effects* effects) {
  std::vector<Grant> grants;
  const std::optional<WorkerIndex> worker = workers_.Find(worker_id);
  if (!worker.has_value()) return grants;
  workers_.Heard(*worker, clock_->Monotonic());
  while (grants.size() < max_units) {
    const std::optional<Pick> pick = PickFor(*worker);
    if (!pick.has_value()) break;
    grants.push_back(GrantTo(*worker, *pick, effects));
  }
  return grants;
}

bool Dispatcher::Impl::HasWorkFor(const std::string& worker_id) const {
  const std::optional<WorkerIndex> worker = workers_.Find(worker_id);
  if (!worker.has_value()) return false;
  const WorkerEntry& entry = workers_[*worker];
  // A lost worker that asks is alive again by asking.
  if (entry.mode != WorkerMode::kActive || entry.runs_alone) return false;
  if (entry.kept_for.has_value()) {
    if (entry.leases > 0) return false;
    const Job& job = JobOf(*entry.kept_for);
    if (MayTake(job.units.at(entry.kept_for->unit), entry.kept_for->replica,
                *worker, workers_))
      return true;
  }
  for (const auto& [pass, number] : fair_share_.queue()) {
    const Job& job = *jobs_by_number_.at(number);
    if (job.plan.has_uncut() ||
        job.normal.FindFor(*worker, workers_, 0).has_value())
      return true;
    if (entry.leases > 0) continue;
    if (job.alone.FindFor(*worker, workers_, 0).has_value() ||
        job.kept.FindFor(*worker, workers_, 0).has_value()) {
      return true;
    }
  }
  return FindStraggler(*worker) != nullptr;
}

}  // namespace rookery::coordinator
