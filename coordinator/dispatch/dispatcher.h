// Decides which worker computes what: cuts jobs into units, leases them, judges what comes back, retries.
//
// A pure state machine: it knows neither gRPC nor SQL, starts no thread, never sleeps. Time and ids come from outside.
// What must become durable it returns as ledger writes; the caller commits them in the order of the calls and reports
// back (ResultsDurable, WritesFailed) before anything is acknowledged to a worker.
//
// Thread-safety: none; the caller holds one lock around every call.
#ifndef ROOKERY_COORDINATOR_DISPATCH_DISPATCHER_H_
#define ROOKERY_COORDINATOR_DISPATCH_DISPATCHER_H_

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "coordinator/ledger/ledger.h"
#include "daemon/clock.h"
#include "daemon/id_generator.h"

namespace rookery::coordinator {

// What dispatch must know of a job.
struct JobSpec {
  std::string job_id;
  uint64_t size = 0;                // positions or games in the plan, at least 1
  double seconds_per_item = 0;      // first guess of the cost of one item on one thread; measurements replace it
  uint32_t weight = 1;              // 1 to 1000
  uint32_t replicas = 1;            // of every unit, 1 to 8
  double verify_share = 0;          // share of the units with one replica more, 0 to 1
};

// One unit in one worker's hands.
struct Grant {
  std::string lease_id;
  std::string job_id;
  uint64_t unit = 0;
  uint32_t replica = 0;
  uint64_t first = 0;               // range of the plan
  uint64_t count = 0;
  uint32_t attempt = 1;
};

// What a worker says of one unit; the caller has checked the figures' length and bounds.
struct Report {
  std::string lease_id;
  std::string job_id;
  uint64_t unit = 0;
  uint32_t replica = 0;
  enum class Kind { kFigures, kInvalidFigures, kFailure } kind = Kind::kFigures;
  std::string figures;              // kFigures: canonical bytes; equal bytes mean equal results
  std::string failure;              // otherwise: in words
  std::string kernel;
  uint64_t hash_seed = 0;
  std::string revision;
  absl::Duration busy_time;
};

// As v1::Outcome; see DESIGN's rules in docs/protocol.md.
enum class ReportOutcome { kAccepted, kDuplicate, kConflict, kNotWanted, kInvalid };

struct EndedJob {
  std::string job_id;
  absl::Status status;              // OK: all results are durable, the job can be folded; else why it FAILED
};

// What the caller must do after a call: commit `writes` (in order, before it answers), then end jobs.
struct Effects {
  std::vector<LedgerWrite> writes;
  std::vector<EndedJob> ended_jobs;
};

// Hears what happened, for metrics. Called inside the dispatcher's calls; must not call back.
class DispatchObserver {
 public:
  virtual ~DispatchObserver() = default;
  virtual void LeaseGranted(absl::Duration /*time the unit waited since the job could run*/) {}
  virtual void LeaseEnded(LeaseEnd) {}
  virtual void ReportJudged(ReportOutcome) {}
  virtual void UnitBusy(absl::Duration /*busy*/, bool /*succeeded*/) {}
};

struct JobSnapshot {
  uint64_t units_total = 0;         // cut, plus an estimate for the rest
  uint64_t units_done = 0;
  uint64_t units_leased = 0;        // open leases
  uint64_t items_done = 0;
  uint64_t size = 0;
  std::string waiting_for;          // why nothing moves; empty while it does
};

struct WorkerSnapshot {
  std::string worker_id;
  uint32_t slots = 0;
  uint32_t leases = 0;
  bool lost = false;
  std::optional<absl::Duration> last_seen;  // monotonic
  std::string idle_because;
};

// For the gauges.
struct DispatchTotals {
  uint64_t units_waiting = 0;       // estimate: uncut ones and those to be leased again
  uint64_t units_leased = 0;
  uint64_t units_done = 0;
  absl::Duration oldest_wait;       // age of the oldest unit that could run and is not leased; 0 if none
};

class Dispatcher {
 public:
  struct Options {
    absl::Duration lease_time_to_live = absl::Seconds(60);
    std::optional<absl::Duration> unit_duration;     // overrides the sizing rule; for tests
    uint64_t max_unit_items = 131'000;               // 32 bytes each: stays under 4 MiB even where nothing compresses
  };

  // `clock`, `ids` and `observer` must outlive the dispatcher.
  Dispatcher(const daemon::Clock* clock, daemon::IdGenerator* ids, DispatchObserver* observer, Options options);
  ~Dispatcher();

  // --- Jobs
  void AddJob(const JobSpec& spec);
  // A job from before a restart. Open leases get one full new term. `digest` of stored figures is recomputed from them.
  // INTERNAL: the rows contradict each other or the spec (overlapping units, a range outside of the plan).
  absl::Status RestoreJob(const JobSpec& spec, std::span<const UnitRow> units, std::span<const LeaseRow> leases,
                          std::span<const ResultRow> results, Effects* effects);
  // Forgets a job (cancelled, failed, folded): its leases become void.
  void RemoveJob(const std::string& job_id, Effects* effects);

  // --- Workers
  void AddWorker(const std::string& worker_id, uint32_t slots);   // registered or restored; idempotent
  bool KnowsWorker(const std::string& worker_id) const;
  enum class WorkerMode { kActive, kDraining, kBlocked };
  void SetWorkerMode(const std::string& worker_id, WorkerMode mode);

  // Grants up to `max_units`. Units and leases granted stand in `effects->writes`. Requires: KnowsWorker.
  std::vector<Grant> Acquire(const std::string& worker_id, uint32_t max_units, Effects* effects);
  // Renews; returns those of `lease_ids` that are void. Requires: KnowsWorker.
  std::vector<std::string> Heartbeat(const std::string& worker_id, std::span<const std::string> lease_ids,
                                     Effects* effects);
  // The range of a unit that was cut; nullopt: unknown job or unit.
  std::optional<UnitRow> FindUnit(const std::string& job_id, uint64_t unit) const;
  ReportOutcome Complete(const std::string& worker_id, const Report& report, Effects* effects);
  void Release(const std::string& worker_id, std::span<const std::string> lease_ids, Effects* effects);

  // --- What became of the writes
  // The results among `writes` are durable: the last one of a job puts it into effects->ended_jobs.
  void WritesDurable(std::span<const LedgerWrite> writes, Effects* effects);
  // They are not: leases granted by them are taken back without a failure, results are wanted again.
  void WritesFailed(std::span<const LedgerWrite> writes);

  // --- Time
  // Expires leases, notices lost workers, frees their ranges. Call a few times a second.
  void Tick(Effects* effects);

  // --- Looking in
  bool HasWorkFor(const std::string& worker_id) const;             // cheap: would Acquire grant something?
  std::optional<JobSnapshot> SnapshotJob(const std::string& job_id) const;
  std::optional<WorkerSnapshot> SnapshotWorker(const std::string& worker_id) const;
  DispatchTotals Totals() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace rookery::coordinator

#endif  // ROOKERY_COORDINATOR_DISPATCH_DISPATCHER_H_
