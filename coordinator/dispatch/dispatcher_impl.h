// How the dispatcher does it. For the dispatcher's own sources; everybody else
// includes dispatcher.h.
//
//   dispatcher.cc          jobs, workers, time, what became of writes
//   dispatcher_grants.cc   who gets what
//   dispatcher_reports.cc  what comes back
//   dispatcher_views.cc    looking in
#ifndef ROOKERY_COORDINATOR_DISPATCH_DISPATCHER_IMPL_H_
#define ROOKERY_COORDINATOR_DISPATCH_DISPATCHER_IMPL_H_

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/node_hash_map.h"
#include "coordinator/dispatch/dispatcher.h"
#include "coordinator/dispatch/fair_share.h"
#include "coordinator/dispatch/lease_table.h"
#include "coordinator/dispatch/sections.h"
#include "coordinator/dispatch/unit.h"
#include "coordinator/dispatch/wait_queue.h"
#include "coordinator/dispatch/worker_table.h"

namespace rookery::coordinator {

// A job under way.
struct Job {
  Job(uint64_t job_number, const JobSpec& job_spec,
      const Dispatcher::Options& options, absl::Duration now)
      : number(job_number),
        spec(job_spec),
        runnable_since(now),
        plan(job_spec.sections, options.unit_duration, options.max_unit_items) {
  }

  WaitQueue& queue(WaitingPlace place) {
    return place == WaitingPlace::kNormal  ? normal
           : place == WaitingPlace::kAlone ? alone
                                           : kept;
  }
  uint64_t waiting() const {
    return normal.size() + alone.size() + kept.size();
  }

  const uint64_t number;
  const JobSpec spec;
  const absl::Duration runnable_since;  // monotonic
  bool ended = false;  // it was reported, and only waits to be removed
  bool paused = false;
  absl::node_hash_map<uint64_t, Unit> units;
  uint64_t next_unit = 0;
  Sections plan;
  WaitQueue normal;  // places of replicas: see WaitingPlace
  WaitQueue alone;
  WaitQueue kept;
  // Where the last waiting unit that a worker took ended.
  absl::flat_hash_map<WorkerIndex, uint64_t> stops;
  // By sequence; all that the lease table has of this job.
  std::map<uint64_t, Lease*> leases;
  uint64_t leases_in_hand = 0;
  uint64_t results_pending = 0;  // replicas that are accepted
  uint64_t units_done = 0;
};

class Dispatcher::Impl {
 public:
  Impl(const daemon::Clock* clock, daemon::IdGenerator* ids,
       DispatchObserver* observer, Options options);

  void AddJob(const JobSpec& spec);
  absl::Status RestoreJob(const JobSpec& spec, std::span<const UnitRow> units,
                          std::span<const LeaseRow> leases,
                          std::span<const ResultRow> results, Effects* effects);
  void PauseJob(const std::string& job_id);
  void ResumeJob(const std::string& job_id);
  void RemoveJob(const std::string& job_id, Effects* effects);

  void AddWorker(const std::string& worker_id, uint32_t slots);
  bool RemoveWorker(const std::string& worker_id);
  void SetWorkerMode(const std::string& worker_id, WorkerMode mode);

  std::vector<Grant> Acquire(const std::string& worker_id, uint32_t max_units,
                             Effects* effects);
  std::vector<std::string> Heartbeat(const std::string& worker_id,
                                     std::span<const std::string> lease_ids);
  std::optional<UnitRow> FindUnit(const std::string& job_id,
                                  uint64_t unit) const;
  ReportOutcome Complete(const std::string& worker_id, const Report& report,
                         Effects* effects);
  void Release(const std::string& worker_id,
               std::span<const std::string> lease_ids, Effects* effects);

  void WritesDurable(std::span<const LedgerWrite> writes, Effects* effects);
  void WritesFailed(std::span<const LedgerWrite> writes);
  void WriteAgain(Effects* effects);
  void Tick(Effects* effects);

  bool HasWorkFor(const std::string& worker_id) const;
  std::optional<JobSnapshot> SnapshotJob(const std::string& job_id) const;
  std::optional<WorkerSnapshot> SnapshotWorker(
      const std::string& worker_id) const;
  DispatchTotals Totals() const;

 private:
  // A replica that a worker is to get.
  struct Pick {
    Job* job = nullptr;
    Unit* unit = nullptr;
    uint32_t replica = 0;
    bool alone = false;
  };

  // --- Jobs and workers (dispatcher.cc)
  Job& NewJob(const JobSpec& spec);
  Job* FindJob(const std::string& job_id) const;
  Job& JobOf(const ReplicaKey& key) const {
    return *jobs_by_number_.at(key.job);
  }
  UnitRow RowOf(const Job& job, const Unit& unit) const;
  LeaseRow RowOf(const Lease& lease) const;
  void RestoreLease(Job& job, const LeaseRow& row, Effects* effects);
  // Ends the job with OK if nothing of it is left to do.
  void EndIfDone(Job& job, Effects* effects);
  // Ends the job with an error: its leases become void.
  void FailJob(Job& job, absl::Status status, Effects* effects);
  // The same because of figures of two workers that differ.
  void FailDisputed(Job& job, const Unit& unit, WorkerIndex first,
                    WorkerIndex second, Effects* effects);
  void VoidLeases(Job& job, Effects* effects);
  // The worker is to get nothing for now: others may take its ranges, and what
  // it was kept for.
  void SetAside(WorkerIndex worker);
  void FinishUnit(Job& job, Unit& unit);
  void GrantFailed(Lease* lease);
  void ResultFailed(Job& job, Unit& unit, uint32_t replica);

  // --- Waiting replicas (dispatcher_grants.cc)
  void Enqueue(Job& job, Unit& unit, uint32_t replica);
  void Dequeue(Job& job, Unit& unit, uint32_t replica);
  // Makes `change` to what decides where the unit's waiting replicas stand.
  template <typename Change>
  void Requeue(Job& job, Unit& unit, const Change& change) {
    absl::InlinedVector<uint32_t, 8> waiting;
    for (uint32_t replica = 0; replica < unit.replicas.size(); ++replica) {
      if (unit.replicas[replica].place == WaitingPlace::kNone) continue;
      Dequeue(job, unit, replica);
      waiting.push_back(replica);
    }
    change();
    for (const uint32_t replica : waiting) Enqueue(job, unit, replica);
  }
  void BackToWaiting(Job& job, Unit& unit, uint32_t replica);
  void AddLessee(Unit& unit, WorkerIndex worker, uint32_t replica);
  // Says whether the job stands in the queue of jobs with something to lease.
  // After every change of that.
  void UpdateRunnable(const Job& job);

  // --- Grants (dispatcher_grants.cc)
  std::optional<Pick> PickFor(WorkerIndex worker);
  Pick ToPick(Job& job, const WaitQueue::Item& item, bool alone);
  Unit& CutUnit(Job& job, WorkerIndex worker);
  // The lease that the worker may have a duplicate of, or null.
  const Lease* FindStraggler(WorkerIndex worker) const;
  // From when on a lease that its worker has just been given is overdue.
  absl::Duration OverdueAt(const Lease& lease) const;
  void ForgetOldestLease(Job& job, Unit& unit);
  Grant GrantTo(WorkerIndex worker, const Pick& pick, Effects* effects);
  void KeepFor(WorkerIndex worker, Job& job, const WaitQueue::Item& item);
  void Unkeep(WorkerIndex worker);

  // --- Leases and reports (dispatcher_reports.cc)
  // The leases of a replica that are in hand, and what its worker holds.
  void PutInHand(Lease* lease);
  void TakeFromHand(Lease* lease);
  // A replica is leased twice at most: two of its leases are not watched.
  void WatchLeases(const Replica& replica);
  // Ends a lease that is in hand; the replica's state is the caller's business.
  void EndLease(Lease* lease, LeaseEnd end, Effects* effects);
  // An attempt came to nothing.
  void AttemptFailed(Lease* lease, LeaseEnd end, const std::string& failure,
                     Effects* effects);
  ReportOutcome Judge(WorkerIndex worker, const Report& report,
                      Effects* effects);
  ReportOutcome JudgeFigures(Job& job, Unit& unit, WorkerIndex worker,
                             Lease* lease, const Report& report,
                             Effects* effects);
  void Accept(Job& job, Unit& unit, WorkerIndex worker, Lease* lease,
              const Report& report, const FiguresDigest& digest,
              Effects* effects);
  // What of a report's busy time can be true.
  absl::Duration BusyTime(const Report& report, const Lease& lease) const;
  ResultRow RowOf(const Report& report, WorkerIndex worker) const;

  // --- Looking in (dispatcher_views.cc)
  std::string WaitingFor(const Job& job) const;
  std::string IdleBecause(WorkerIndex worker) const;

  const daemon::Clock* const clock_;
  daemon::IdGenerator* const ids_;
  DispatchObserver* const observer_;
  const Options options_;
  WorkerTable workers_;
  LeaseTable leases_;
  FairShare fair_share_;
  uint64_t next_job_ = 0;
  absl::flat_hash_map<std::string, std::unique_ptr<Job>> jobs_;
  std::map<uint64_t, Job*> jobs_by_number_;
  // What could not be written and is not repeated by itself: it goes out again
  // with WriteAgain.
  std::map<std::string, LeaseRow> unwritten_leases_;  // ended ones, by id
  std::set<std::pair<uint64_t, uint64_t>> unwritten_units_;  // (job, unit)
};

}  // namespace rookery::coordinator

#endif  // ROOKERY_COORDINATOR_DISPATCH_DISPATCHER_IMPL_H_
