#include "coordinator/ledger/sqlite_ledger.h"

#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "coordinator/ledger/ledger_file.h"
#include "coordinator/ledger/schema.h"
#include "coordinator/ledger/sqlite.h"
#include "coordinator/ledger/sqlite_jobs.h"
#include "coordinator/ledger/sqlite_pruning.h"
#include "coordinator/ledger/sqlite_results.h"
#include "coordinator/ledger/sqlite_units.h"
#include "coordinator/ledger/sqlite_values.h"
#include "coordinator/ledger/sqlite_workers.h"

namespace rookery::coordinator {
namespace {

using sqlite::Connection;
using sqlite::Query;
using sqlite::Run;
using sqlite::Transaction;

absl::Status UseWal(Connection& connection, const std::string& path) {
  Query query(connection, "PRAGMA journal_mode = WAL");
  if (query.Step() && query.Bytes(0) != "wal") {
    return absl::FailedPreconditionError(absl::StrCat(
        "the file system of ledger ", path,
        " has no shared memory, which SQLite's WAL needs; use a local disk"));
  }
  return query.status();
}

absl::StatusOr<int64_t> ReadEpoch(Connection& connection) {
  Query query(connection, "SELECT value FROM meta WHERE key = 'epoch'");
  const bool found = query.Step();
  if (!query.status().ok()) return query.status();
  int64_t epoch = 0;
  if (!found || !absl::SimpleAtoi(query.Bytes(0), &epoch)) {
    return absl::DataLossError(
        absl::StrCat("ledger ", connection.path(), " has no epoch"));
  }
  return epoch;
}

absl::StatusOr<int64_t> RaiseEpoch(Connection& connection) {
  Transaction transaction(connection, Transaction::Kind::kWrite);
  if (!transaction.status().ok()) return transaction.status();
  absl::StatusOr<int64_t> epoch = ReadEpoch(connection);
  if (!epoch.ok()) return epoch;
  ++*epoch;
  const std::string text = absl::StrCat(*epoch);
  absl::Status status =
      Run(connection, "UPDATE meta SET value = ? WHERE key = 'epoch'",
          {std::string_view(text)});
  if (status.ok()) status = transaction.Commit();
  if (!status.ok()) return status;
  return epoch;
}

// Units, leases and results of a job. Requires: a transaction, so that they are
// of one moment.
absl::StatusOr<JobRecord> ReadRecord(Connection& connection, JobRow job) {
  absl::StatusOr<std::vector<UnitRow>> units =
      sqlite::ReadUnits(connection, job.id);
  if (!units.ok()) return units.status();
  absl::StatusOr<std::vector<LeaseRow>> leases =
      sqlite::ReadLeases(connection, job.id);
  if (!leases.ok()) return leases.status();
  std::vector<ResultRow> damaged;
  absl::StatusOr<std::vector<ResultRow>> results =
      sqlite::ReadResults(connection, job.id, &damaged);
  if (!results.ok()) return results.status();
  absl::StatusOr<std::vector<ResultRow>> conflicts =
      sqlite::ReadConflicts(connection, job.id);
  if (!conflicts.ok()) return conflicts.status();
  return JobRecord{std::move(job),     *std::move(units),
                   *std::move(leases), *std::move(results),
                   std::move(damaged), *std::move(conflicts)};
}

}  // namespace

absl::StatusOr<std::unique_ptr<SqliteLedger>> SqliteLedger::Open(
    SqliteLedgerOptions options) {
  // One file must have one lock, by whichever link it is reached.
  std::error_code error;
  std::string path =
      std::filesystem::weakly_canonical(options.path, error).string();
  if (error || path.empty()) path = options.path;

  absl::Status status = CheckLedgerFile(path, /*used_before=*/false);
  if (!status.ok()) return status;
  absl::StatusOr<std::unique_ptr<LedgerLock>> lock = LedgerLock::Acquire(path);
  if (!lock.ok()) return lock.status();
  status = CheckLedgerFile(path, (*lock)->used_before());
  if (!status.ok()) return status;

  absl::StatusOr<std::unique_ptr<Connection>> writer = Connection::Open(path);
  if (!writer.ok()) return writer.status();
  // Before anything is written: a database that is refused stays as it is.
  status = CheckSchema(**writer, Migrations());
  if (!status.ok()) return status;
  // Before the change to WAL, which writes already.
  status = (*writer)->Execute(options.durable ? "PRAGMA synchronous = FULL"
                                              : "PRAGMA synchronous = OFF");
  if (!status.ok()) return status;
  status = UseWal(**writer, path);
  if (!status.ok()) return status;
  status = MigrateSchema(**writer, Migrations());
  if (!status.ok()) return status;
  const absl::StatusOr<int64_t> epoch = RaiseEpoch(**writer);
  if (!epoch.ok()) return epoch.status();

  absl::StatusOr<std::unique_ptr<Connection>> reader = Connection::Open(path);
  if (!reader.ok()) return reader.status();
  status = (*reader)->Execute("PRAGMA query_only = ON");
  if (!status.ok()) return status;
  status = (*lock)->MarkUsed();
  if (!status.ok()) return status;
  return std::unique_ptr<SqliteLedger>(
      new SqliteLedger(std::move(path), *std::move(lock), *std::move(writer),
                       *std::move(reader), *epoch));
}

SqliteLedger::SqliteLedger(std::string path, std::unique_ptr<LedgerLock> lock,
                           std::unique_ptr<Connection> writer,
                           std::unique_ptr<Connection> reader, int64_t epoch)
    : path_(std::move(path)),
      lock_(std::move(lock)),
      epoch_(epoch),
      writer_(std::move(writer)),
      reader_(std::move(reader)) {}

SqliteLedger::~SqliteLedger() = default;

absl::Status SqliteLedger::CheckEpoch() const {
  const absl::StatusOr<int64_t> stored = ReadEpoch(*writer_);
  if (!stored.ok()) return stored.status();
  if (*stored == epoch_) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat("another coordinator took over ledger ", path_,
                   ": its epoch is ", *stored, ", ours is ", epoch_));
}

absl::StatusOr<JobRow> SqliteLedger::AddJob(const JobRow& job) {
  absl::MutexLock lock(&write_mutex_);
  Transaction transaction(*writer_, Transaction::Kind::kWrite);
  if (!transaction.status().ok()) return transaction.status();
  absl::Status status = CheckEpoch();
  if (!status.ok()) return status;
  const absl::StatusOr<std::optional<JobRow>> stored =
      sqlite::FindJobOfRequest(*writer_, job.request_id);
  if (!stored.ok()) return stored.status();
  if (stored->has_value()) return **stored;
  status = sqlite::InsertJob(*writer_, job);
  if (absl::IsAlreadyExists(status)) {
    return absl::AlreadyExistsError(
        absl::StrCat("job ", job.id, " exists under another request_id"));
  }
  if (status.ok()) status = transaction.Commit();
  if (!status.ok()) return status;
  return job;
}

absl::Status SqliteLedger::ImportJob(const JobRecord& record) {
  absl::MutexLock lock(&write_mutex_);
  Transaction transaction(*writer_, Transaction::Kind::kWrite);
  if (!transaction.status().ok()) return transaction.status();
  absl::Status status = CheckEpoch();
  if (status.ok()) status = sqlite::InsertJob(*writer_, record.job);
  if (absl::IsAlreadyExists(status)) {
    return absl::AlreadyExistsError(
        absl::StrCat("job ", record.job.id, ", or its request_id ",
                     record.job.request_id, ", is known"));
  }
  for (const UnitRow& unit : record.units) {
    if (status.ok()) status = sqlite::Apply(*writer_, PutUnit{unit});
  }
  for (const LeaseRow& lease : record.leases) {
    if (status.ok()) status = sqlite::Apply(*writer_, PutLease{lease});
  }
  for (const ResultRow& result : record.results) {
    if (status.ok()) status = sqlite::Apply(*writer_, PutResult{result});
  }
  if (status.ok()) status = transaction.Commit();
  return status;
}

absl::Status SqliteLedger::Commit(std::span<const LedgerWrite> writes) {
  absl::MutexLock lock(&write_mutex_);
  Transaction transaction(*writer_, Transaction::Kind::kWrite);
  if (!transaction.status().ok()) return transaction.status();
  absl::Status status = CheckEpoch();
  if (!status.ok()) return status;
  Connection& connection = *writer_;
  for (const LedgerWrite& write : writes) {
    status = std::visit(
        [&connection](const auto& kind) {
          return sqlite::Apply(connection, kind);
        },
        write);
    if (!status.ok()) return status;
  }
  return transaction.Commit();
}

absl::StatusOr<JobRow> SqliteLedger::FinishJob(const std::string& id,
                                               absl::Time at,
                                               const std::string& outcome) {
  absl::MutexLock lock(&write_mutex_);
  Transaction transaction(*writer_, Transaction::Kind::kWrite);
  if (!transaction.status().ok()) return transaction.status();
  absl::Status status = CheckEpoch();
  if (!status.ok()) return status;
  absl::StatusOr<JobRow> job = sqlite::ReadJob(*writer_, id);
  if (!job.ok() || IsFinal(job->state)) return job;
  if (job->damaged) {
    return absl::DataLossError(
        absl::StrCat("request of job ", id, " is damaged"));
  }
  job->state = JobState::kSucceeded;
  job->outcome = outcome;
  job->ended_at = at;
  status = sqlite::StoreAnswer(*writer_, *job);
  if (status.ok()) status = transaction.Commit();
  if (!status.ok()) return status;
  return job;
}

absl::StatusOr<int64_t> SqliteLedger::PrunePayloads(absl::Time ended,
                                                    int64_t limit) {
  absl::MutexLock lock(&write_mutex_);
  Transaction transaction(*writer_, Transaction::Kind::kWrite);
  if (!transaction.status().ok()) return transaction.status();
  absl::Status status = CheckEpoch();
  if (!status.ok()) return status;
  absl::StatusOr<int64_t> rows = sqlite::PruneOneJob(*writer_, ended, limit);
  if (!rows.ok() || *rows == 0) return rows;
  status = transaction.Commit();
  if (!status.ok()) return status;
  return rows;
}

absl::Status SqliteLedger::ForgetWorkers(absl::Time registered) {
  absl::MutexLock lock(&write_mutex_);
  Transaction transaction(*writer_, Transaction::Kind::kWrite);
  if (!transaction.status().ok()) return transaction.status();
  absl::Status status = CheckEpoch();
  if (status.ok()) status = sqlite::DeleteWorkers(*writer_, registered);
  if (status.ok()) status = transaction.Commit();
  return status;
}

absl::StatusOr<JobRow> SqliteLedger::GetJob(const std::string& id) const {
  absl::MutexLock lock(&read_mutex_);
  return sqlite::ReadJob(*reader_, id);
}

absl::StatusOr<JobRecord> SqliteLedger::LoadJob(const std::string& id) const {
  absl::MutexLock lock(&read_mutex_);
  Transaction snapshot(*reader_, Transaction::Kind::kRead);
  if (!snapshot.status().ok()) return snapshot.status();
  absl::StatusOr<JobRow> job = sqlite::ReadJob(*reader_, id);
  if (!job.ok()) return job.status();
  return ReadRecord(*reader_, *std::move(job));
}

absl::StatusOr<std::vector<JobRow>> SqliteLedger::ListJobs(
    std::optional<JobState> state, const std::string& after, int limit) const {
  absl::MutexLock lock(&read_mutex_);
  return sqlite::ReadPage(*reader_, state, after, limit);
}

absl::StatusOr<std::vector<JobRow>> SqliteLedger::FindAnswers(
    const std::string& question, int limit) const {
  absl::MutexLock lock(&read_mutex_);
  return sqlite::ReadAnswers(*reader_, question, limit);
}

absl::StatusOr<std::vector<JobRecord>> SqliteLedger::LoadOpenJobs() const {
  absl::MutexLock lock(&read_mutex_);
  Transaction snapshot(*reader_, Transaction::Kind::kRead);
  if (!snapshot.status().ok()) return snapshot.status();
  absl::StatusOr<std::vector<JobRow>> jobs = sqlite::ReadOpenJobs(*reader_);
  if (!jobs.ok()) return jobs.status();
  std::vector<JobRecord> records;
  for (JobRow& job : *jobs) {
    absl::StatusOr<JobRecord> record = ReadRecord(*reader_, std::move(job));
    if (!record.ok()) return record.status();
    records.push_back(*std::move(record));
  }
  return records;
}

absl::StatusOr<std::vector<ResultRow>> SqliteLedger::LoadResults(
    const std::string& job, uint64_t unit) const {
  absl::MutexLock lock(&read_mutex_);
  return sqlite::ReadResults(*reader_, job, /*damaged=*/nullptr,
                             sqlite::Number(unit), sqlite::Number(unit));
}

absl::StatusOr<std::vector<WorkerRow>> SqliteLedger::LoadWorkers() const {
  absl::MutexLock lock(&read_mutex_);
  return sqlite::ReadWorkers(*reader_);
}

}  // namespace rookery::coordinator
