// Decides which worker computes what: cuts jobs into units, leases them, judges
// what comes back, retries.
//
// A pure state machine: it knows neither gRPC nor SQL, starts no thread, never
// sleeps. Time and ids come from outside; only the monotonic clock decides
// anything. What must become durable it returns as ledger writes. The caller
// commits them in the order of the calls and reports each of them back once, as
// durable (WritesDurable) or as failed (WritesFailed), before it acknowledges
// anything to a worker.
//
// It does not know what a unit means: a plan is so many items, a result is
// bytes. The lengths and bounds of figures are the caller's to check.
//
// Cost: no call scans units or workers, but for AddJob's kin (RestoreJob,
// RemoveJob), the end of a job, and words for people (waiting_for); a worker
// for which there is nothing else scans the leases that are overdue. Memory:
// bounded for each unit and lease; of a finished unit only its range, the
// digests of its results and its lessees stay.
//
// Thread-safety: none; the caller holds one lock around every call.
#ifndef ROOKERY_COORDINATOR_DISPATCH_DISPATCHER_H_
#define ROOKERY_COORDINATOR_DISPATCH_DISPATCHER_H_

#include <cstdint>
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

// A part of a plan whose items (positions or games) cost about the same.
struct Section {
  uint64_t count = 0;  // items, at least 1
  // First guess of what one item costs one thread; measurements replace it.
  double seconds_per_item = 0;
};

// What dispatch must know of a job.
struct JobSpec {
  std::string job_id;
  // The plan from its first item on; at least one. Units are cut from the first
  // sections first, and none crosses the end of its section.
  std::vector<Section> sections;
  uint32_t weight = 1;      // share of the fleet beside other jobs, 1 to 1000
  uint32_t replicas = 1;    // of every unit, 1 to 8
  double verify_share = 0;  // share of the units with one replica more, 0 to 1
};

// One unit in one worker's hands.
struct Grant {
  std::string lease_id;
  std::string job_id;
  uint64_t unit = 0;
  uint32_t replica = 0;
  uint64_t first = 0;  // range of the plan
  uint64_t count = 0;
  uint32_t attempt = 1;  // 1 for this replica's first lease, then 2, ...
};

// What a worker says of one unit; the caller has checked the figures' length
// and bounds.
struct Report {
  std::string lease_id;
  std::string job_id;
  uint64_t unit = 0;
  uint32_t replica = 0;
  // kFigures: a result. kInvalidFigures: a result that the caller's checks
  // refused. kFailure: the worker gave up.
  enum class Kind { kFigures, kInvalidFigures, kFailure } kind = Kind::kFigures;
  std::string figures;  // kFigures: canonical bytes; equal: the same result
  std::string failure;  // otherwise: in words
  std::string kernel;
  uint64_t hash_seed = 0;
  std::string revision;
  // As the worker says. Longer than its lease is old, or negative, it is not
  // believed.
  absl::Duration busy_time;
};

// What became of a report; as v1::Outcome.
enum class ReportOutcome {
  kAccepted,   // the result is taken, or the failure noted
  kDuplicate,  // the same figures were taken before
  kConflict,   // other figures were taken before, for this replica or another
               // one of the unit; the job has FAILED
  kNotWanted,  // the job is not known (any more), or has ended
  kInvalid,    // no such unit, a lease that is unknown, of another worker or of
               // another unit, or invalid figures
};

struct EndedJob {
  std::string job_id;
  // OK: all results are durable, the job can be folded. Else why it FAILED.
  absl::Status status;
  // The unit whose results disagree, if that is why.
  std::optional<uint64_t> disputed_unit;
};

// What the caller must do after a call: commit `writes` (in order, before it
// answers), then end jobs.
struct Effects {
  std::vector<LedgerWrite> writes;
  std::vector<EndedJob> ended_jobs;
};

// Hears what happened, for metrics. Called inside the dispatcher's calls; must
// not call back.
class DispatchObserver {
 public:
  virtual ~DispatchObserver() = default;
  // `waited`: since the job could run, or since the unit's last attempt ended.
  virtual void LeaseGranted(absl::Duration /*waited*/) {}
  // Instead of LeaseGranted: the replica is in hand already, but takes too
  // long.
  virtual void LeaseDuplicated() {}
  // Once for every lease that was granted, but for one whose grant failed to be
  // written. kCompleted comes when the result is durable.
  virtual void LeaseEnded(LeaseEnd) {}
  // Once for every call of Complete.
  virtual void ReportJudged(ReportOutcome) {}
  // The time of one thread that an attempt took: a result that was accepted, or
  // a failure that counts.
  virtual void UnitBusy(absl::Duration /*busy*/, bool /*succeeded*/) {}
};

// How far a job is.
struct JobSnapshot {
  uint64_t units_total = 0;   // cut, plus an estimate for the rest
  uint64_t units_done = 0;    // every replica of them is durable
  uint64_t units_leased = 0;  // leases in workers' hands
  // Share of the plan in units that are done, 0 to 1: of its cost, or of its
  // items while the cost of some is not known.
  double fraction_done = 0;
  // How long the present fleet needs for the rest, by what items cost; 0: not
  // known.
  double seconds_left = 0;
  std::string waiting_for;  // why nothing moves; empty while it does
};

// How a worker stands.
struct WorkerSnapshot {
  std::string worker_id;
  uint32_t slots = 0;
  uint32_t leases = 0;  // in its hands
  bool lost = false;    // silent for longer than a lease lives
  // Monotonic; unset: it has not called this dispatcher yet.
  std::optional<absl::Duration> last_seen;
  // Why it holds nothing; empty while it does, or is about to.
  std::string idle_because;
};

// For the gauges.
struct DispatchTotals {
  // Estimate: uncut ones, and replicas that wait to be leased.
  uint64_t units_waiting = 0;
  uint64_t units_leased = 0;
  uint64_t units_done = 0;
  // Age of the oldest unit that could run and is not leased; 0 if none.
  absl::Duration oldest_wait;
};

// A unit has one or more replicas, each to be computed once. A replica:
//
//   waiting  -> leased    it is granted
//            -> accepted  late result under a lease that has ended
//   leased   -> leased    it is granted once more, to another worker, since the
//                         first one is overdue; or one of the two leases ends
//                         without a result
//            -> accepted  result under its lease or either of the two, or a
//                         late one under an older lease; leases in hand get
//                         void
//            -> waiting   failure, invalid figures, expiry or release of the
//                         only lease in hand; or its grant could not be written
//   accepted -> done      its result is durable
//            -> leased    no write of it became durable; the lease was in hand
//            -> waiting   no write of it became durable; the lease had ended
//   done                  final: equal figures are DUPLICATE, others CONFLICT
//
// A lease, where "in hand" means granted or open, and a term is
// Options::lease_time_to_live:
//
//   (none)    -> granted    Acquire
//   granted   -> open       the grant is durable: its term begins
//             -> (none)     the grant could not be written: it never was
//   open      -> open       its worker's heartbeat names it: a new term
//             -> expired    its term is over; a failed attempt
//   in hand   -> handed in  result, accepted
//             -> failed     failure or invalid figures; a failed attempt
//             -> released   handed back; no failure
//             -> void       another worker's result came first; the job ended
//   handed in -> completed  the result is durable
//             -> open       no write of it became durable: a new term
//   completed, expired, failed, released, void: final
//
// After a restart every lease that the ledger has as open gets one full new
// term.
//
// Who gets what. Jobs take turns in proportion to their weights (FairShare).
// Within a job a worker gets, first, what waits for another attempt or for one
// more replica (WaitQueue says who may), then the next piece of its own range
// of the plan (Sections), sized by what is left. A worker that ever leased a
// unit never gets another replica of it; it gets the same replica again only if
// no able worker is left that never had the unit.
//
// Stragglers. A worker with a free slot for which nothing is left to cut and
// nothing waits gets a duplicate of a lease in hand that is overdue: older than
// twice what its worker should need for it, and than a second. The first result
// wins. There are two leases of a replica at most, only when every other
// replica of the unit is done (its lessees must not run short for them), and
// not for a unit that has failed twice or is run alone.
//
// Poison. After kFailuresBeforeAlone failed attempts in a row a unit is run
// alone: by a worker that holds nothing else and gets nothing else meanwhile.
// If only busy workers ask, the first of them is kept for it: it gets nothing
// more until it is free. If the attempt alone fails as well, the job has
// FAILED. Any accepted result of the unit starts the count anew.
class Dispatcher {
 public:
  struct Options {
    // A worker that is silent for longer is lost.
    absl::Duration lease_time_to_live = absl::Seconds(60);
    // Overrides the sizing rule; for tests.
    std::optional<absl::Duration> unit_duration;
    // Of 32 bytes each: stays under 4 MiB even where nothing compresses.
    uint64_t max_unit_items = 131'000;
  };

  // `clock`, `ids` and `observer` must outlive the dispatcher.
  Dispatcher(const daemon::Clock* clock, daemon::IdGenerator* ids,
             DispatchObserver* observer, Options options);
  ~Dispatcher();

  Dispatcher(const Dispatcher&) = delete;
  Dispatcher& operator=(const Dispatcher&) = delete;

  // --- Jobs

  // Starts to hand out a job. A job that is known already is left as it is.
  // Requires: the spec is in its bounds.
  void AddJob(const JobSpec& spec);

  // Takes up a job from before a restart. Open leases get one full new term;
  // those of replicas that have their result become void. Digests are computed
  // anew from the stored figures. A job with nothing left to do, or whose
  // replicas disagree, is put into effects->ended_jobs at once. INTERNAL: the
  // rows contradict each other or the spec (overlapping units, a range outside
  // of the plan); then nothing has changed.
  absl::Status RestoreJob(const JobSpec& spec, std::span<const UnitRow> units,
                          std::span<const LeaseRow> leases,
                          std::span<const ResultRow> results, Effects* effects);

  // Nothing more of a job is leased until ResumeJob; leases in hand go on, and
  // their results are taken. Both are idempotent and ignore an unknown job.
  void PauseJob(const std::string& job_id);
  void ResumeJob(const std::string& job_id);

  // Forgets a job (cancelled, failed, folded): its leases become void. An
  // unknown job is ignored.
  void RemoveJob(const std::string& job_id, Effects* effects);

  // --- Workers

  // Makes a worker known, registered or restored, or changes its slots. A new
  // one counts as alive for as long as a lease lives; from then on only its
  // calls count.
  void AddWorker(const std::string& worker_id, uint32_t slots);

  // Forgets a worker that is lost and has no part in any job here: no lease and
  // no result. False: it has, or is alive, or is unknown.
  bool RemoveWorker(const std::string& worker_id);

  // kDraining and kBlocked: it gets nothing new; what it holds it may finish.
  // An unknown worker is ignored.
  enum class WorkerMode { kActive, kDraining, kBlocked };
  void SetWorkerMode(const std::string& worker_id, WorkerMode mode);

  // --- Calls of workers. Each of them shows that the worker is alive.
  // Requires: the worker is known.

  // Grants up to `max_units`. Each grant's unit and lease stand in
  // `effects->writes`; the lease's term begins when they are durable.
  std::vector<Grant> Acquire(const std::string& worker_id, uint32_t max_units,
                             Effects* effects);

  // Renews the worker's open leases among `lease_ids`. Returns those whose
  // result nobody wants any more, or that are not this worker's.
  std::vector<std::string> Heartbeat(const std::string& worker_id,
                                     std::span<const std::string> lease_ids);

  // Judges a report. The late result of a lease that has ended is accepted
  // while its replica is still wanted. With kDuplicate, too, `effects->writes`
  // may hold the result, if it is not durable yet.
  ReportOutcome Complete(const std::string& worker_id, const Report& report,
                         Effects* effects);

  // Takes leases back that the worker hands back. Those that are not in its
  // hands are ignored.
  void Release(const std::string& worker_id,
               std::span<const std::string> lease_ids, Effects* effects);

  // The range of a unit that was cut; nullopt: unknown job or unit.
  std::optional<UnitRow> FindUnit(const std::string& job_id,
                                  uint64_t unit) const;

  // --- What became of the writes

  // They are durable: the terms of new leases begin, and a job whose last
  // result is among them is put into effects->ended_jobs, once.
  void WritesDurable(std::span<const LedgerWrite> writes, Effects* effects);

  // Nothing of them is stored: leases granted by them are taken back without a
  // failure, results are wanted again, ends of leases and counts of failures
  // wait for WriteAgain.
  void WritesFailed(std::span<const LedgerWrite> writes);

  // Puts what waits to be written once more into `effects->writes`. Call it
  // when the ledger may work again.
  void WriteAgain(Effects* effects);

  // --- Time

  // Expires leases, notices lost workers, frees their ranges. Call a few times
  // a second.
  void Tick(Effects* effects);

  // --- Looking in

  // True whenever Acquire would grant something now. It may be true once when
  // Acquire only finds out that the worker is to be kept for a unit that must
  // run alone.
  bool HasWorkFor(const std::string& worker_id) const;
  std::optional<JobSnapshot> SnapshotJob(
      const std::string& job_id) const;  // nullopt: not known
  std::optional<WorkerSnapshot> SnapshotWorker(
      const std::string& worker_id) const;  // nullopt: not known
  DispatchTotals Totals() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace rookery::coordinator

#endif  // ROOKERY_COORDINATOR_DISPATCH_DISPATCHER_H_
