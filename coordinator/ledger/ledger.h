// The durable truth of a coordinator: jobs, the units they were cut into, who
// leased them, and what came out.
//
// The ledger stores and returns rows; it takes no decision
// (coordinator/dispatch does) and knows neither gRPC nor the chess behind a
// result: requests, plans, outcomes and figures are bytes to it.
//
// Thread-safety: every method may be called from any thread; an implementation
// serialises writers itself.
#ifndef ROOKERY_COORDINATOR_LEDGER_LEDGER_H_
#define ROOKERY_COORDINATOR_LEDGER_LEDGER_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"

namespace rookery::coordinator {

// Where a job stands: as v1::Job::State. The last three are final.
enum class JobState { kPlanning, kRunning, kSucceeded, kFailed, kCancelled };

inline bool IsFinal(JobState state) {
  return state != JobState::kPlanning && state != JobState::kRunning;
}

// One row of `jobs`.
struct JobRow {
  std::string id;
  std::string request_id;
  std::string kind;     // perft, audit, analysis
  std::string request;  // the serialized Submit request
  JobState state = JobState::kPlanning;
  // How the plan was made and its digest, in the planner's own words; empty
  // while planning.
  std::string plan;
  std::string outcome;  // the serialized result; empty unless SUCCEEDED
  std::string error;    // empty unless FAILED
  absl::Time created_at;
  std::optional<absl::Time> ended_at;
  // What the job answers once it has SUCCEEDED, for FindAnswers; empty: nothing
  // that anybody may ask again.
  std::string question;
  // Whether the ledger has, or may get, units, leases and results of it. A job
  // that was answered by another has none; of others they are deleted some time
  // after the end.
  bool has_payload = true;
  // Set by reads: request or outcome are not what was stored. Nothing of them
  // may be believed; the outcome is empty then. No write stores it.
  bool damaged = false;
};

// One row of `units`: a range of the plan, immutable but for `failures`.
struct UnitRow {
  std::string job;
  uint64_t number = 0;
  uint64_t first = 0;
  uint64_t count = 0;
  uint32_t replicas = 1;
  uint32_t failures = 0;  // attempts in a row that failed or vanished
};

// How a lease ended. kOpen is the state of one that has not.
enum class LeaseEnd { kOpen, kCompleted, kExpired, kReleased, kFailed, kVoid };

// One row of `leases`.
struct LeaseRow {
  std::string id;
  std::string job;
  uint64_t unit = 0;
  uint32_t replica = 0;
  std::string worker;
  LeaseEnd ended = LeaseEnd::kOpen;
};

// One row of `results`, with its figures.
struct ResultRow {
  std::string job;
  uint64_t unit = 0;
  uint32_t replica = 0;
  std::string worker;
  std::string kernel;
  uint64_t hash_seed = 0;
  std::string revision;
  absl::Time completed_at;
  // Serialized; kept with a checksum of them, and of what they belong to (job,
  // unit, replica and worker), which is compared at each read.
  std::string figures;
};

// One row of `workers`.
struct WorkerRow {
  std::string id;
  std::string instance;
  std::string name;
  std::string capabilities;  // serialized
  std::string state;         // active, draining, blocked
  std::string reason;
  absl::Time registered_at;
};

// Writes. All of one Commit are durable together or not at all. Each is
// idempotent, so that a commit whose answer was lost can be repeated.

// Inserts a unit, or updates its `failures`. INTERNAL: it is stored with
// another range.
struct PutUnit {
  UnitRow unit;
};

// Inserts a lease, or updates its `ended`. One that has ended stays so: kOpen
// changes nothing.
struct PutLease {
  LeaseRow lease;
};

// Inserts a result; the first row of a (job, unit, replica) stays.
struct PutResult {
  ResultRow result;
};

// Deletes a result that is damaged, with its figures, so that its replica can
// get another one. No such result: nothing changes.
struct DropResult {
  std::string job;
  uint64_t unit = 0;
  uint32_t replica = 0;
};

// Inserts a result that differs from the stored one into `conflicts`; the first
// row of a (job, unit, replica, worker) stays.
struct PutConflict {
  ResultRow result;
};

// Inserts or replaces a worker. ALREADY_EXISTS: the instance belongs to another
// worker.
struct PutWorker {
  WorkerRow worker;
};

// PLANNING -> RUNNING, with the plan; in any other state nothing changes.
// NOT_FOUND: no such job.
struct SetPlan {
  std::string job;
  std::string plan;
};

// Ends a job as FAILED or CANCELLED; a final state stays. NOT_FOUND: no such
// job. INVALID_ARGUMENT: another state.
struct EndJob {
  std::string job;
  JobState state;
  std::string error;
  absl::Time at;
};

using LedgerWrite = std::variant<PutUnit, PutLease, PutResult, DropResult,
                                 PutConflict, PutWorker, SetPlan, EndJob>;

// Everything that a coordinator needs to go on with one job.
struct JobRecord {
  JobRow job;
  std::vector<UnitRow> units;      // by number
  std::vector<LeaseRow> leases;    // in the order in which they were granted
  std::vector<ResultRow> results;  // by (unit, replica)
  // Results whose figures are missing or have another checksum, without them.
  std::vector<ResultRow> damaged;
  // What differed from `results`, or from each other, without figures.
  std::vector<ResultRow> conflicts;
};

// The tables behind one interface. Each write method is one transaction.
class Ledger {
 public:
  virtual ~Ledger() = default;

  // Inserts a job, durable on return. If its request_id (unless empty) is
  // known, nothing is written and the stored job is returned. ALREADY_EXISTS:
  // the id is known, but not with this request_id. Other errors as of Commit.
  virtual absl::StatusOr<JobRow> AddJob(const JobRow& job) = 0;

  // Inserts an open job with all its rows in one transaction, durable on
  // return. ALREADY_EXISTS: its id or its request_id is known. Other errors as
  // of Commit.
  virtual absl::Status ImportJob(const JobRecord& record) = 0;

  // Applies `writes` in order in one transaction, durable on return. On any
  // error nothing of them is stored. FAILED_PRECONDITION: another coordinator
  // took the ledger over (its epoch is higher). RESOURCE_EXHAUSTED: the disk is
  // full. UNAVAILABLE: the disk failed, or another program is in the way.
  // Further errors are those of the single writes.
  virtual absl::Status Commit(std::span<const LedgerWrite> writes) = 0;

  // Sets SUCCEEDED with the serialized result, in one transaction, durable on
  // return; returns the job. One in a final state is returned as it is.
  // NOT_FOUND: no such job. DATA_LOSS: its request is damaged. Other errors as
  // of Commit.
  virtual absl::StatusOr<JobRow> FinishJob(const std::string& job,
                                           absl::Time at,
                                           const std::string& outcome) = 0;

  // Deletes units, leases, results and conflicts, at most `limit` rows in one
  // transaction, of a job that ended at `ended` or before; the job itself
  // stays. Returns how many rows it wrote: 0 when nothing is left to delete.
  // Errors as of Commit.
  virtual absl::StatusOr<int64_t> PrunePayloads(absl::Time ended,
                                                int64_t limit) = 0;

  // Deletes active workers that registered at `registered` or before and of
  // which there is no lease. Errors as of Commit.
  virtual absl::Status ForgetWorkers(absl::Time registered) = 0;

  // NOT_FOUND: no such job.
  virtual absl::StatusOr<JobRow> GetJob(const std::string& id) const = 0;

  // A job with all its rows, as of one moment. NOT_FOUND: no such job.
  virtual absl::StatusOr<JobRecord> LoadJob(const std::string& id) const = 0;

  // At most `limit` jobs, of one state or of all, by order of arrival, newest
  // first. `after` is the id of the last job of the page before, or empty.
  // INVALID_ARGUMENT: `after` is unknown.
  virtual absl::StatusOr<std::vector<JobRow>> ListJobs(
      std::optional<JobState> state, const std::string& after,
      int limit) const = 0;

  // At most `limit` jobs of this question that have SUCCEEDED, newest first.
  // Requires: `question` is not empty.
  virtual absl::StatusOr<std::vector<JobRow>> FindAnswers(
      const std::string& question, int limit) const = 0;

  // Jobs that have not ended, oldest first, with all their rows.
  virtual absl::StatusOr<std::vector<JobRecord>> LoadOpenJobs() const = 0;

  // The results of one unit, by replica. DATA_LOSS: figures are missing or
  // have another checksum (the message names job, unit and replica).
  virtual absl::StatusOr<std::vector<ResultRow>> LoadResults(
      const std::string& job, uint64_t unit) const = 0;

  // All workers that were ever stored, by id.
  virtual absl::StatusOr<std::vector<WorkerRow>> LoadWorkers() const = 0;
};

}  // namespace rookery::coordinator

#endif  // ROOKERY_COORDINATOR_LEDGER_LEDGER_H_
