// The ledger in one SQLite file, for one coordinator.
//
// Three guards keep a second coordinator from writing: a lock beside the file
// (LedgerLock), SQLite's own locks, and the epoch: it is raised at each start
// and compared inside every write transaction, so that a coordinator that was
// superseded (a copied volume, a file system whose locks do not work) fails
// instead of writing.
//
// The file is in WAL mode: reads do not wait for writes, and an operator may
// look into a ledger in use with the program sqlite3. docs/ledger.md describes
// the tables.
#ifndef ROOKERY_COORDINATOR_LEDGER_SQLITE_LEDGER_H_
#define ROOKERY_COORDINATOR_LEDGER_SQLITE_LEDGER_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "coordinator/ledger/ledger.h"

namespace rookery::coordinator {

class LedgerLock;
namespace sqlite {
class Connection;
}  // namespace sqlite

struct SqliteLedgerOptions {
  // The file; made if it does not exist, its folder is not. Links are followed.
  std::string path;
  // Whether what was written survives a power cut. If not, nothing waits for
  // the disk; the end of the process, however it comes, is survived all the
  // same. False only for a ledger that is thrown away.
  bool durable = true;
};

// Thread-safe: one writer and one reader at a time, side by side.
class SqliteLedger final : public Ledger {
 public:
  // Locks and opens the ledger, brings its tables up to date and raises the
  // epoch. An existing file that is refused is left as it is.
  // FAILED_PRECONDITION: another coordinator has it open, its schema is newer
  // than this program, it is another program's database, or its file system
  // cannot do WAL. DATA_LOSS: truncated, or not a database. PERMISSION_DENIED:
  // cannot be written. NOT_FOUND: its folder does not exist. INVALID_ARGUMENT:
  // not a regular file. RESOURCE_EXHAUSTED: the disk is full.
  static absl::StatusOr<std::unique_ptr<SqliteLedger>> Open(
      SqliteLedgerOptions options);

  ~SqliteLedger() override;

  // Raised by one at each Open of the same file.
  int64_t epoch() const { return epoch_; }

  absl::StatusOr<JobRow> AddJob(const JobRow& job) override;
  absl::Status ImportJob(const JobRecord& record) override;
  absl::Status Commit(std::span<const LedgerWrite> writes) override;
  absl::StatusOr<JobRow> FinishJob(const std::string& job, absl::Time at,
                                   const std::string& outcome) override;
  absl::StatusOr<int64_t> PrunePayloads(absl::Time ended,
                                        int64_t limit) override;
  absl::Status ForgetWorkers(absl::Time registered) override;
  absl::StatusOr<JobRow> GetJob(const std::string& id) const override;
  absl::StatusOr<JobRecord> LoadJob(const std::string& id) const override;
  absl::StatusOr<std::vector<JobRow>> ListJobs(std::optional<JobState> state,
                                               const std::string& after,
                                               int limit) const override;
  absl::StatusOr<std::vector<JobRow>> FindAnswers(const std::string& question,
                                                  int limit) const override;
  absl::StatusOr<std::vector<JobRecord>> LoadOpenJobs() const override;
  absl::StatusOr<std::vector<ResultRow>> LoadResults(
      const std::string& job, uint64_t unit) const override;
  absl::StatusOr<std::vector<WorkerRow>> LoadWorkers() const override;

 private:
  SqliteLedger(std::string path, std::unique_ptr<LedgerLock> lock,
               std::unique_ptr<sqlite::Connection> writer,
               std::unique_ptr<sqlite::Connection> reader, int64_t epoch);

  // FAILED_PRECONDITION if another coordinator raised the epoch since. Requires
  // a write transaction.
  absl::Status CheckEpoch() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(write_mutex_);

  const std::string path_;
  // Declared before the connections: they are closed first.
  const std::unique_ptr<LedgerLock> lock_;
  const int64_t epoch_;
  mutable absl::Mutex write_mutex_;
  const std::unique_ptr<sqlite::Connection> writer_
      ABSL_PT_GUARDED_BY(write_mutex_);
  mutable absl::Mutex read_mutex_;
  const std::unique_ptr<sqlite::Connection> reader_
      ABSL_PT_GUARDED_BY(read_mutex_);
};

}  // namespace rookery::coordinator

#endif  // ROOKERY_COORDINATOR_LEDGER_SQLITE_LEDGER_H_
