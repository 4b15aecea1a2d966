// The coordinator without its transport: takes jobs, has them planned, lets the
// dispatcher hand out their units, and keeps the ledger in step with every
// decision.
//
// It owns four threads: the ledger's writer, a planner, one that folds results
// to answers, and a ticker that lets time pass for the dispatcher, for calls
// that wait and for watchers. No thread waits per worker or per watcher:
// answers that must wait for the ledger, or for work, are callbacks. A callback
// runs once, on some thread, with no lock held.
//
// Thread-safe. Nothing is acknowledged before it is durable.
#ifndef ROOKERY_COORDINATOR_COORDINATOR_H_
#define ROOKERY_COORDINATOR_COORDINATOR_H_

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/numeric/int128.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "coordinator/dispatch/dispatcher.h"
#include "coordinator/fleet.h"
#include "coordinator/ledger/ledger.h"
#include "coordinator/ledger/ledger_writer.h"
#include "coordinator/metrics.h"
#include "coordinator/planner/perft_plan.h"
#include "daemon/clock.h"
#include "daemon/event.h"
#include "daemon/id_generator.h"
#include "rookery/v1/fleet_service.pb.h"
#include "rookery/v1/job.pb.h"
#include "rookery/v1/job_service.pb.h"
#include "rookery/v1/worker_service.pb.h"

namespace rookery::coordinator {

template <typename Response>
using Answer = std::function<void(absl::StatusOr<Response>)>;

class Coordinator {
 public:
  struct Options {
    Dispatcher::Options dispatch;
    // How often time passes for leases and for calls that wait. Zero: only when
    // Tick is called; for tests.
    absl::Duration tick_interval = absl::Milliseconds(100);
    // Whether a worker may live on while the coordinator is restarted. False
    // for a coordinator that only its own process can reach: the leases it
    // finds in the ledger are released at once.
    bool workers_survive_restart = true;
    // Bytes that the plans of all open jobs may take, and threads that make
    // them.
    uint64_t frontier_memory = PlanOptions().memory_limit;
    int planner_threads = 1;
    // As in PlanOptions.
    std::string spill_folder;
    bool spill_new_plans = false;
    // Jobs that may be open at once, and workers that may be known; more is
    // refused.
    uint64_t max_open_jobs = 1'000;
    uint64_t max_workers = 10'000;
    // How long after the end of a job its units, leases and results are kept;
    // may be infinite. The job and its answer are kept for ever.
    absl::Duration keep_payloads = absl::Hours(30 * 24);
    // Hears when health() changes; called with a lock held, so it must not call
    // back.
    std::function<void(const absl::Status&)> health_changed =
        [](const absl::Status&) {};
  };

  // Takes up the open jobs of `ledger`. `clock`, `ids` and `metrics` must
  // outlive the coordinator. Errors: as the ledger's.
  static absl::StatusOr<std::unique_ptr<Coordinator>> Create(
      std::unique_ptr<Ledger> ledger, const daemon::Clock* clock,
      daemon::IdGenerator* ids, Metrics* metrics, Options options);

  // Answers every call that still waits, then finishes what the ledger has
  // queued.
  ~Coordinator();

  Coordinator(const Coordinator&) = delete;
  Coordinator& operator=(const Coordinator&) = delete;

  // Answers every call that waits with UNAVAILABLE and ends all watches; later
  // calls are refused the same way.
  void Shutdown();

  const daemon::Clock* clock() const { return clock_; }

  // OK while it can take jobs and grant leases. FAILED_PRECONDITION: superseded
  // by another coordinator, for good.
  absl::Status health() const;

  // Lets time pass. Called by the ticker; by tests with a fake clock.
  void Tick();

  // --- JobService. Contracts and errors: job_service.proto.
  void SubmitPerft(const v1::SubmitPerftRequest& request,
                   Answer<v1::Job> answer);
  absl::StatusOr<v1::Job> GetJob(const std::string& job_id) const;
  absl::StatusOr<v1::ListJobsResponse> ListJobs(
      const v1::ListJobsRequest& request) const;
  void CancelJob(const std::string& job_id, Answer<v1::Job> answer);
  // What of the job may leave, as of this moment. Reads all of it from the
  // ledger.
  absl::StatusOr<JobRecord> ExportJob(const std::string& job_id) const;
  // Goes on with an open job that ArchiveReader read.
  void ImportJob(JobRecord record, Answer<v1::Job> answer);

  // Hears of a job's progress; `last` once, when the job has ended or the
  // coordinator shuts down (then with a state that is not final). Called with
  // no lock held, from several threads; what comes after `last` is late and to
  // be ignored.
  using Watcher =
      std::function<void(const v1::JobProgress& progress, bool last)>;
  // Starts a watch: the first message comes before this returns. Returns its
  // number; 0 if it has ended already.
  absl::StatusOr<uint64_t> WatchJob(const std::string& job_id, Watcher watcher);
  // Ends a watch; one call may still be under way on another thread.
  void StopWatching(const std::string& job_id, uint64_t watch);

  // --- FleetService. Contracts and errors: fleet_service.proto.
  absl::StatusOr<v1::ListWorkersResponse> ListWorkers(
      const v1::ListWorkersRequest& request) const;
  void SetWorkerState(const v1::SetWorkerStateRequest& request,
                      Answer<v1::Worker> answer);

  // --- WorkerService. Contracts and errors: worker_service.proto.
  void RegisterWorker(const v1::RegisterWorkerRequest& request,
                      Answer<v1::RegisterWorkerResponse> answer);
  // `cancelled` tells whether the caller has gone: then nothing is granted to
  // it any more.
  void AcquireUnits(const v1::AcquireUnitsRequest& request,
                    std::function<bool()> cancelled,
                    Answer<v1::AcquireUnitsResponse> answer);
  absl::StatusOr<v1::HeartbeatResponse> Heartbeat(
      const v1::HeartbeatRequest& request);
  void CompleteUnits(const v1::CompleteUnitsRequest& request,
                     Answer<v1::CompleteUnitsResponse> answer);
  void ReleaseUnits(const v1::ReleaseUnitsRequest& request,
                    Answer<v1::ReleaseUnitsResponse> answer);

 private:
  // Calls to be made once the lock is gone. Declare it before the lock.
  class Later;

  // A job that has not ended.
  struct OpenJob {
    JobRow row;
    v1::SubmitPerftRequest request;
    // Null until it is made, or made again.
    std::shared_ptr<const PerftPlan> plan;
    // When it was last found damaged (monotonic).
    std::optional<absl::Duration> plan_damaged_at;
    bool fold_when_planned = false;  // all results are there
    // Rows of a job from before the restart, until its plan is there again.
    std::shared_ptr<JobRecord> restored;
    std::shared_ptr<std::atomic<bool>> stop_planning =
        std::make_shared<std::atomic<bool>>(false);
    std::string plan_error;    // why it cannot be made again yet
    bool close_later = false;  // a retry of that is due
    bool ending = false;       // its end is on the way to the ledger
    absl::uint128 leaves = 0;
    absl::Duration running_since;     // monotonic, in this process
    double fraction_done_before = 0;  // when it began to run in this process
    std::map<uint64_t, Watcher> watchers;
    std::string last_progress;  // serialized, to send only what changed
  };

  // A call that waits for units.
  struct WaitingCall {
    std::string worker_id;
    uint32_t max_units = 1;
    absl::Duration deadline;  // monotonic
    std::function<bool()> cancelled;
    Answer<v1::AcquireUnitsResponse> answer;
  };

  Coordinator(std::unique_ptr<Ledger> ledger, const daemon::Clock* clock,
              daemon::IdGenerator* ids, Metrics* metrics, Options options);

  // --- Lifecycle and the ledger (coordinator.cc)
  absl::Status Restore() ABSL_LOCKS_EXCLUDED(mutex_);
  // Goes on with an open job that is in the ledger as `record` says: it is
  // planned again first. DATA_LOSS: its request cannot be read.
  absl::Status TakeUp(JobRecord record) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void RunTicker() ABSL_LOCKS_EXCLUDED(mutex_);
  // OK if calls can be served.
  absl::Status Serving() const ABSL_SHARED_LOCKS_REQUIRED(mutex_);
  // Hands `effects` to the ledger in the order of the decisions; `done` hears,
  // with no lock held, when they are durable.
  void Commit(Effects effects, std::function<void(const absl::Status&)> done)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // The same for writes with which `failed` jobs end: until they are durable
  // they are tried again. The end of a job in dispute says what differs, which
  // only the ledger knows.
  void Write(std::vector<LedgerWrite> writes, std::vector<EndedJob> failed,
             std::function<void(const absl::Status&)> done)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // A disputed unit of a job, with what is needed to say what differs.
  struct Dispute {
    EndedJob ended;
    UnitRow unit;
    std::shared_ptr<const PerftPlan> plan;
  };
  // Puts into the end of the job, which is among `writes`, what differs.
  void NameDifference(const Ledger& ledger, const Dispute& dispute,
                      std::vector<LedgerWrite>* writes)
      ABSL_LOCKS_EXCLUDED(mutex_);
  // How a caller hears that the ledger did not take something.
  static absl::Status AsUnavailable(const absl::Status& status);
  void NoteLedgerStatus(const absl::Status& status)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Does `retry` at a later tick, when the ledger may work again.
  void RetryLater(std::function<void()> retry)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Has the ledger delete some of what was kept long enough.
  void PrunePayloads() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void UpdateGauges() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  // --- Calls about jobs (coordinator_jobs.cc, coordinator_archive.cc)
  // NOT_FOUND, in words for users, if that is what the ledger said.
  static absl::Status NoSuchJob(const absl::Status& status,
                                const std::string& job_id);
  // RESOURCE_EXHAUSTED, with a delay, if so many jobs are open as may be.
  absl::Status RoomForAJob() const ABSL_SHARED_LOCKS_REQUIRED(mutex_);

  // --- Plans (coordinator_plans.cc)
  // By the fleet that is there, and by the memory that the plans of open jobs
  // leave; with no memory at all the next job waits with its plan.
  PlanOptions OptionsOfNextPlan() const ABSL_SHARED_LOCKS_REQUIRED(mutex_);
  void RunPlanner() ABSL_LOCKS_EXCLUDED(mutex_);
  void Plan(const std::string& job_id) ABSL_LOCKS_EXCLUDED(mutex_);
  // Has those planned again whose time has come.
  void RetryPlans() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void StartJob(const std::string& job_id)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Whether a plan that is damaged is to be made again: not if it was damaged a
  // short time ago, too. Logs it.
  bool MayPlanAgain(OpenJob& job, const absl::Status& damage)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // `plan` of a running job cannot be read any more: has it made again, or ends
  // the job. Nothing happens if that plan was replaced already, or the job is
  // ending.
  void ReplacePlan(const std::string& job_id, const PerftPlan* plan,
                   const absl::Status& damage)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // The plan of a running job is there again.
  void ResumeJob(const std::string& job_id)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Writes that a planned job runs now.
  void WritePlan(const std::string& job_id)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  // --- Ends of jobs (coordinator_ends.cc)
  // Has the results of a job folded whose units are all durable.
  void FinishJob(const std::string& job_id)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // FinishJob at a later tick.
  void FinishLater(const std::string& job_id)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void RunFolder() ABSL_LOCKS_EXCLUDED(mutex_);
  void Fold(const std::string& job_id) ABSL_LOCKS_EXCLUDED(mutex_);
  // Takes a job up again without its damaged results; `leaves` are those of the
  // others.
  void ComputeDamagedAgain(Ledger& ledger, JobRecord record,
                           absl::uint128 leaves) ABSL_LOCKS_EXCLUDED(mutex_);
  // Ends a job as FAILED or CANCELLED; `done` hears when that is durable.
  void CloseJob(const std::string& job_id, JobState state,
                const std::string& error,
                std::function<void(const absl::Status&)> done)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // The end of a job is durable: forgets it and tells its watchers.
  void JobEnded(const std::string& job_id, JobState state, Later* later)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  // --- Progress (coordinator_progress.cc)
  v1::JobProgress Progress(const OpenJob& job) const
      ABSL_SHARED_LOCKS_REQUIRED(mutex_);
  v1::Job Describe(const OpenJob& job) const ABSL_SHARED_LOCKS_REQUIRED(mutex_);
  void NotifyWatchers(Later* later) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  // --- Workers (coordinator_workers.cc)
  // Grants units to `call`, or returns false if there are none.
  bool TryGrant(WaitingCall& call, Later* later)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void WakeWaitingCalls(Later* later) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Takes leases back that the worker never heard of, since `plan` of one of
  // their jobs cannot be read.
  void TakeBack(const std::string& worker_id,
                std::span<const std::string> lease_ids,
                const std::string& job_id, const PerftPlan& plan,
                const absl::Status& error) ABSL_LOCKS_EXCLUDED(mutex_);
  // Makes room for a new worker by forgetting one that is lost and has no part
  // in an open job.
  bool ForgetLostWorker() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  absl::Status CheckWorker(const std::string& worker_id)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // A result as the dispatcher takes it: checked against its unit and encoded.
  struct CheckedResult {
    Report report;
    absl::uint128 leaves = 0;  // of the whole tree that it stands for
  };
  // UNAVAILABLE: the job's plan is being made again; the worker is to try
  // later.
  absl::StatusOr<CheckedResult> CheckResult(const v1::UnitResult& result)
      ABSL_LOCKS_EXCLUDED(mutex_);

  const daemon::Clock* const clock_;
  daemon::IdGenerator* const ids_;
  Metrics* const metrics_;
  const Options options_;
  const std::unique_ptr<Ledger> ledger_;

  mutable absl::Mutex mutex_;
  Dispatcher dispatcher_ ABSL_GUARDED_BY(mutex_);
  Fleet fleet_ ABSL_GUARDED_BY(mutex_);
  std::map<std::string, OpenJob> jobs_ ABSL_GUARDED_BY(mutex_);
  uint64_t jobs_without_plan_ ABSL_GUARDED_BY(mutex_) =
      0;  // restored ones whose plan is being made again
  std::list<WaitingCall> waiting_calls_ ABSL_GUARDED_BY(mutex_);
  std::deque<std::string> to_plan_ ABSL_GUARDED_BY(mutex_);
  // Plans that could not be made again, and when to try once more (monotonic),
  // soonest first.
  std::deque<std::pair<absl::Duration, std::string>> plans_to_retry_
      ABSL_GUARDED_BY(mutex_);
  absl::CondVar planner_wakes_;
  std::deque<std::string> to_fold_ ABSL_GUARDED_BY(mutex_);
  absl::CondVar folder_wakes_;
  // Set when units became free, so that a call that waits for them does not
  // wait for the tick.
  daemon::Event wake_ticker_;
  std::vector<std::function<void()>> retries_
      ABSL_GUARDED_BY(mutex_);  // called with the lock held
  absl::Duration retry_at_ ABSL_GUARDED_BY(mutex_);
  bool pruning_ ABSL_GUARDED_BY(mutex_) = false;  // it is under way
  absl::Duration prune_at_ ABSL_GUARDED_BY(mutex_);
  absl::Status ledger_status_ ABSL_GUARDED_BY(mutex_);
  uint64_t next_watch_ ABSL_GUARDED_BY(mutex_) = 1;
  bool shut_down_ ABSL_GUARDED_BY(mutex_) = false;

  // After everything that its callbacks touch, so that it is destroyed first.
  // Callbacks that it runs in its destructor still queue more.
  LedgerWriter writer_;
  std::thread planner_;
  std::thread folder_;
  std::thread ticker_;
};

}  // namespace rookery::coordinator

#endif  // ROOKERY_COORDINATOR_COORDINATOR_H_
