#include "coordinator/ledger/sqlite_ledger.h"

#include <algorithm>
#include <array>
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
#include "zlib.h"

namespace rookery::coordinator {
namespace {

using sqlite::Blob;
using sqlite::Connection;
using sqlite::Query;
using sqlite::Run;
using sqlite::Transaction;
using sqlite::Value;

// --- Rows to columns and back

struct JobStateName {
  JobState state;
  std::string_view name;
};
constexpr std::array kJobStates = {
    JobStateName{JobState::kPlanning, "PLANNING"},
    JobStateName{JobState::kRunning, "RUNNING"},
    JobStateName{JobState::kSucceeded, "SUCCEEDED"},
    JobStateName{JobState::kFailed, "FAILED"},
    JobStateName{JobState::kCancelled, "CANCELLED"},
};

struct LeaseEndName {
  LeaseEnd end;
  std::string_view name;
};
constexpr std::array kLeaseEnds = {
    LeaseEndName{LeaseEnd::kOpen, "open"},
    LeaseEndName{LeaseEnd::kCompleted, "completed"},
    LeaseEndName{LeaseEnd::kExpired, "expired"},
    LeaseEndName{LeaseEnd::kReleased, "released"},
    LeaseEndName{LeaseEnd::kFailed, "failed"},
    LeaseEndName{LeaseEnd::kVoid, "void"},
};

std::string_view Name(JobState state) {
  return std::ranges::find(kJobStates, state, &JobStateName::state)->name;
}

std::string_view Name(LeaseEnd end) {
  return std::ranges::find(kLeaseEnds, end, &LeaseEndName::end)->name;
}

int64_t Number(absl::Time time) { return absl::ToUnixNanos(time); }

// All 64 bits are kept; SQLite knows signed numbers only.
int64_t Number(uint64_t number) { return static_cast<int64_t>(number); }

Value TextOrNull(const std::string& text) {
  return text.empty() ? Value(std::monostate()) : Value(std::string_view(text));
}

int64_t Checksum(std::string_view bytes) {
  return static_cast<int64_t>(
      crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

#define ROOKERY_JOB_COLUMNS                                                 \
  "id, request_id, kind, request, state, plan, outcome, error, created_at," \
  "ended_at, question, has_payload"

// DATA_LOSS: a state that no ledger writes.
absl::StatusOr<JobRow> ReadJobRow(const Query& query) {
  JobRow job;
  job.id = query.Bytes(0);
  job.request_id = query.Bytes(1);
  job.kind = query.Bytes(2);
  job.request = query.Bytes(3);
  const std::string name = query.Bytes(4);
  const auto* state = std::ranges::find(kJobStates, name, &JobStateName::name);
  if (state == kJobStates.end()) {
    return absl::DataLossError(
        absl::StrCat("job ", job.id, " has unknown state ", name));
  }
  job.state = state->state;
  job.plan = query.Bytes(5);
  job.outcome = query.Bytes(6);
  job.error = query.Bytes(7);
  job.created_at = absl::FromUnixNanos(query.Integer(8));
  if (!query.IsNull(9)) job.ended_at = absl::FromUnixNanos(query.Integer(9));
  job.question = query.Bytes(10);
  job.has_payload = query.Integer(11) != 0;
  return job;
}

absl::StatusOr<std::vector<JobRow>> ReadJobRows(Query& query) {
  std::vector<JobRow> jobs;
  while (query.Step()) {
    absl::StatusOr<JobRow> job = ReadJobRow(query);
    if (!job.ok()) return job.status();
    jobs.push_back(*std::move(job));
  }
  if (!query.status().ok()) return query.status();
  return jobs;
}

// --- Reads

absl::StatusOr<JobRow> ReadJob(Connection& connection, const std::string& id) {
  Query query(connection,
              "SELECT " ROOKERY_JOB_COLUMNS " FROM jobs WHERE id = ?", {id});
  if (query.Step()) return ReadJobRow(query);
  if (!query.status().ok()) return query.status();
  return absl::NotFoundError(absl::StrCat("no job ", id));
}

absl::StatusOr<std::vector<JobRow>> ReadOpenJobs(Connection& connection) {
  Query query(connection, "SELECT " ROOKERY_JOB_COLUMNS
                          " FROM jobs WHERE state IN ('PLANNING', 'RUNNING') "
                          "ORDER BY number");
  return ReadJobRows(query);
}

absl::StatusOr<std::vector<UnitRow>> ReadUnits(Connection& connection,
                                               const std::string& job) {
  Query query(connection,
              "SELECT number, first, count, replicas, failures FROM units "
              "WHERE job = ? ORDER BY number",
              {job});
  std::vector<UnitRow> units;
  while (query.Step()) {
    UnitRow& unit = units.emplace_back();
    unit.job = job;
    unit.number = query.Integer(0);
    unit.first = query.Integer(1);
    unit.count = query.Integer(2);
    unit.replicas = static_cast<uint32_t>(query.Integer(3));
    unit.failures = static_cast<uint32_t>(query.Integer(4));
  }
  if (!query.status().ok()) return query.status();
  return units;
}

absl::StatusOr<std::vector<LeaseRow>> ReadLeases(Connection& connection,
                                                 const std::string& job) {
  Query query(connection,
              "SELECT id, unit, replica, worker, ended FROM leases "
              "WHERE job = ? ORDER BY number",
              {job});
  std::vector<LeaseRow> leases;
  while (query.Step()) {
    LeaseRow& lease = leases.emplace_back();
    lease.id = query.Bytes(0);
    lease.job = job;
    lease.unit = query.Integer(1);
    lease.replica = static_cast<uint32_t>(query.Integer(2));
    lease.worker = query.Bytes(3);
    const std::string name = query.Bytes(4);
    const auto* end = std::ranges::find(kLeaseEnds, name, &LeaseEndName::name);
    if (end == kLeaseEnds.end()) {
      return absl::DataLossError(
          absl::StrCat("lease ", lease.id, " has unknown end ", name));
    }
    lease.ended = end->end;
  }
  if (!query.status().ok()) return query.status();
  return leases;
}

// Damaged ones go to `damaged`; where that is null, the first of them is a
// DATA_LOSS.
absl::StatusOr<std::vector<ResultRow>> ReadResults(
    Connection& connection, const std::string& job,
    std::vector<ResultRow>* damaged, int64_t first_unit = 0,
    int64_t last_unit = INT64_MAX) {
  // The left join keeps results whose figures are missing, so that they are
  // noticed.
  Query query(connection,
              "SELECT unit, replica, worker, kernel, hash_seed, revision, "
              "completed_at, crc32, bytes FROM results LEFT JOIN figures ON "
              "figures.id = figures_id WHERE job = ? AND unit BETWEEN ? AND ? "
              "ORDER BY unit, replica",
              {job, first_unit, last_unit});
  std::vector<ResultRow> results;
  while (query.Step()) {
    ResultRow result;
    result.job = job;
    result.unit = query.Integer(0);
    result.replica = static_cast<uint32_t>(query.Integer(1));
    result.worker = query.Bytes(2);
    result.kernel = query.Bytes(3);
    result.hash_seed = query.Integer(4);
    result.revision = query.Bytes(5);
    result.completed_at = absl::FromUnixNanos(query.Integer(6));
    result.figures = query.Bytes(8);
    if (!query.IsNull(7) && query.Integer(7) == Checksum(result.figures)) {
      results.push_back(std::move(result));
    } else if (damaged == nullptr) {
      return absl::DataLossError(absl::StrCat(
          "figures of job ", job, ", unit ", result.unit, ", replica ",
          result.replica, query.IsNull(7) ? " are missing" : " are damaged"));
    } else {
      result.figures.clear();
      damaged->push_back(std::move(result));
    }
  }
  if (!query.status().ok()) return query.status();
  return results;
}

// Units, leases and results of a job. Requires: a transaction, so that they are
// of one moment.
absl::StatusOr<JobRecord> ReadRecord(Connection& connection, JobRow job) {
  absl::StatusOr<std::vector<UnitRow>> units = ReadUnits(connection, job.id);
  if (!units.ok()) return units.status();
  absl::StatusOr<std::vector<LeaseRow>> leases = ReadLeases(connection, job.id);
  if (!leases.ok()) return leases.status();
  std::vector<ResultRow> damaged;
  absl::StatusOr<std::vector<ResultRow>> results =
      ReadResults(connection, job.id, &damaged);
  if (!results.ok()) return results.status();
  return JobRecord{std::move(job), *std::move(units), *std::move(leases),
                   *std::move(results), std::move(damaged)};
}

// --- Writes

// ALREADY_EXISTS: its id or its request_id is known.
absl::Status InsertJob(Connection& connection, const JobRow& job) {
  return Run(
      connection,
      "INSERT INTO jobs (" ROOKERY_JOB_COLUMNS
      ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      {job.id, TextOrNull(job.request_id), job.kind, Blob{job.request},
       Name(job.state), Blob{job.plan}, Blob{job.outcome}, job.error,
       Number(job.created_at),
       job.ended_at ? Value(Number(*job.ended_at)) : Value(std::monostate()),
       TextOrNull(job.question), int64_t{job.has_payload}});
}

absl::Status Apply(Connection& connection, const PutUnit& write) {
  const UnitRow& unit = write.unit;
  absl::Status status =
      Run(connection,
          "INSERT INTO units (job, number, first, count, replicas, failures) "
          "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (job, number) DO UPDATE SET "
          "failures = excluded.failures "
          "WHERE first = excluded.first AND count = excluded.count",
          {unit.job, Number(unit.number), Number(unit.first),
           Number(unit.count), int64_t{unit.replicas}, int64_t{unit.failures}});
  if (!status.ok()) return status;
  if (connection.changed_rows() == 0) {
    return absl::InternalError(
        absl::StrCat("unit ", unit.number, " of job ", unit.job,
                     " is stored with another range than first ", unit.first,
                     ", count ", unit.count));
  }
  return absl::OkStatus();
}

absl::Status Apply(Connection& connection, const PutLease& write) {
  const LeaseRow& lease = write.lease;
  return Run(connection,
             "INSERT INTO leases (id, job, unit, replica, worker, ended) "
             "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET "
             "ended = excluded.ended WHERE excluded.ended <> 'open'",
             {lease.id, lease.job, Number(lease.unit), int64_t{lease.replica},
              lease.worker, Name(lease.ended)});
}

absl::Status InsertFigures(Connection& connection, const std::string& figures) {
  return Run(connection, "INSERT INTO figures (crc32, bytes) VALUES (?, ?)",
             {Checksum(figures), Blob{figures}});
}

// `insert` takes the columns that `results` and `conflicts` share, in their
// order.
absl::Status InsertWithFigures(Connection& connection, const char* insert,
                               const ResultRow& result) {
  absl::Status status = InsertFigures(connection, result.figures);
  if (!status.ok()) return status;
  return Run(
      connection, insert,
      {result.job, Number(result.unit), int64_t{result.replica}, result.worker,
       result.kernel, Number(result.hash_seed), result.revision,
       Number(result.completed_at), connection.last_insert_id()});
}

absl::Status Apply(Connection& connection, const PutResult& write) {
  const ResultRow& result = write.result;
  {
    Query query(connection,
                "SELECT 1 FROM results "
                "WHERE job = ? AND unit = ? AND replica = ?",
                {result.job, Number(result.unit), int64_t{result.replica}});
    if (query.Step()) return absl::OkStatus();
    if (!query.status().ok()) return query.status();
  }
  return InsertWithFigures(
      connection,
      "INSERT INTO results (job, unit, replica, worker, kernel, "
      "hash_seed, revision, completed_at, figures_id) "
      "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
      result);
}

absl::Status Apply(Connection& connection, const DropResult& write) {
  absl::Status status =
      Run(connection,
          "DELETE FROM figures WHERE id = (SELECT figures_id FROM results "
          "WHERE job = ? AND unit = ? AND replica = ?)",
          {write.job, Number(write.unit), int64_t{write.replica}});
  if (!status.ok()) return status;
  return Run(connection,
             "DELETE FROM results WHERE job = ? AND unit = ? AND replica = ?",
             {write.job, Number(write.unit), int64_t{write.replica}});
}

absl::Status Apply(Connection& connection, const PutConflict& write) {
  const ResultRow& result = write.result;
  {
    Query query(connection,
                "SELECT 1 FROM conflicts "
                "WHERE job = ? AND unit = ? AND replica = ? AND worker = ?",
                {result.job, Number(result.unit), int64_t{result.replica},
                 result.worker});
    if (query.Step()) return absl::OkStatus();
    if (!query.status().ok()) return query.status();
  }
  return InsertWithFigures(
      connection,
      "INSERT INTO conflicts (job, unit, replica, worker, kernel, "
      "hash_seed, revision, completed_at, figures_id) "
      "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
      result);
}

absl::Status Apply(Connection& connection, const PutWorker& write) {
  const WorkerRow& worker = write.worker;
  absl::Status status = Run(
      connection,
      "INSERT INTO workers (id, instance, name, capabilities, state, reason, "
      "registered_at) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE "
      "SET registered_at = excluded.registered_at, "
      "instance = excluded.instance, name = excluded.name, "
      "capabilities = excluded.capabilities, state = excluded.state, "
      "reason = excluded.reason",
      {worker.id, worker.instance, worker.name, Blob{worker.capabilities},
       worker.state, worker.reason, Number(worker.registered_at)});
  if (absl::IsAlreadyExists(status)) {
    return absl::AlreadyExistsError(
        absl::StrCat("instance ", worker.instance,
                     " belongs to another worker than ", worker.id));
  }
  return status;
}

absl::Status Apply(Connection& connection, const SetPlan& write) {
  const absl::StatusOr<JobRow> job = ReadJob(connection, write.job);
  if (!job.ok()) return job.status();
  return Run(connection,
             "UPDATE jobs SET plan = ?, state = 'RUNNING' "
             "WHERE id = ? AND state = 'PLANNING'",
             {Blob{write.plan}, write.job});
}

absl::Status Apply(Connection& connection, const EndJob& write) {
  if (write.state != JobState::kFailed && write.state != JobState::kCancelled) {
    return absl::InvalidArgumentError(absl::StrCat(
        "job ", write.job, " cannot be ended as ",
        std::string(Name(write.state)), ", only as FAILED or CANCELLED"));
  }
  const absl::StatusOr<JobRow> job = ReadJob(connection, write.job);
  if (!job.ok()) return job.status();
  return Run(connection,
             "UPDATE jobs SET state = ?, error = ?, ended_at = ? "
             "WHERE id = ? AND state IN ('PLANNING', 'RUNNING')",
             {Name(write.state), write.error, Number(write.at), write.job});
}

// Rows that a job leaves behind, some at a time; ?1 is the job, ?2 how many.
struct PayloadTable {
  const char* delete_figures;  // of the rows that go next; null: it has none
  const char* delete_rows;
};
constexpr std::array kPayloadTables = {
    PayloadTable{
        nullptr,
        "DELETE FROM leases WHERE number IN (SELECT number FROM leases "
        "WHERE job = ?1 ORDER BY number LIMIT ?2)"},
    PayloadTable{
        "DELETE FROM figures WHERE id IN (SELECT figures_id FROM results "
        "WHERE job = ?1 ORDER BY unit, replica LIMIT ?2)",
        "DELETE FROM results WHERE job = ?1 AND (unit, replica) IN "
        "(SELECT unit, replica FROM results WHERE job = ?1 "
        "ORDER BY unit, replica LIMIT ?2)"},
    PayloadTable{
        "DELETE FROM figures WHERE id IN (SELECT figures_id FROM conflicts "
        "WHERE job = ?1 ORDER BY unit, replica, worker LIMIT ?2)",
        "DELETE FROM conflicts WHERE job = ?1 AND (unit, replica, worker) IN "
        "(SELECT unit, replica, worker FROM conflicts WHERE job = ?1 "
        "ORDER BY unit, replica, worker LIMIT ?2)"},
    PayloadTable{
        nullptr,
        "DELETE FROM units WHERE job = ?1 AND number IN (SELECT number "
        "FROM units WHERE job = ?1 ORDER BY number LIMIT ?2)"},
};

// How many rows were written, at least 1: when nothing is left, the job's.
absl::StatusOr<int64_t> PruneJob(Connection& connection, const std::string& job,
                                 int64_t limit) {
  for (const PayloadTable& table : kPayloadTables) {
    if (table.delete_figures != nullptr) {
      absl::Status status = Run(connection, table.delete_figures, {job, limit});
      if (!status.ok()) return status;
    }
    absl::Status status = Run(connection, table.delete_rows, {job, limit});
    if (!status.ok()) return status;
    if (connection.changed_rows() > 0) return connection.changed_rows();
  }
  absl::Status status =
      Run(connection, "UPDATE jobs SET has_payload = 0 WHERE id = ?", {job});
  if (!status.ok()) return status;
  return 1;
}

// --- Opening

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
  // A job without a request_id has NULL there, which equals nothing.
  const Value request_id = TextOrNull(job.request_id);
  {
    Query query(*writer_,
                "SELECT " ROOKERY_JOB_COLUMNS " FROM jobs WHERE request_id = ?",
                {request_id});
    if (query.Step()) return ReadJobRow(query);
    if (!query.status().ok()) return query.status();
  }
  status = InsertJob(*writer_, job);
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
  if (status.ok()) status = InsertJob(*writer_, record.job);
  if (absl::IsAlreadyExists(status)) {
    return absl::AlreadyExistsError(
        absl::StrCat("job ", record.job.id, ", or its request_id ",
                     record.job.request_id, ", is known"));
  }
  for (const UnitRow& unit : record.units) {
    if (status.ok()) status = Apply(*writer_, PutUnit{unit});
  }
  for (const LeaseRow& lease : record.leases) {
    if (status.ok()) status = Apply(*writer_, PutLease{lease});
  }
  for (const ResultRow& result : record.results) {
    if (status.ok()) status = Apply(*writer_, PutResult{result});
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
        [&connection](const auto& kind) { return Apply(connection, kind); },
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
  absl::StatusOr<JobRow> job = ReadJob(*writer_, id);
  if (!job.ok() || IsFinal(job->state)) return job;
  job->state = JobState::kSucceeded;
  job->outcome = outcome;
  job->ended_at = at;
  status = Run(*writer_,
               "UPDATE jobs SET state = ?, outcome = ?, ended_at = ? "
               "WHERE id = ?",
               {Name(job->state), Blob{job->outcome}, Number(at), id});
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
  std::string job;
  {
    Query query(*writer_,
                "SELECT id FROM jobs WHERE has_payload = 1 AND ended_at <= ? "
                "ORDER BY ended_at LIMIT 1",
                {Number(ended)});
    const bool found = query.Step();
    if (!query.status().ok()) return query.status();
    if (!found) return 0;
    job = query.Bytes(0);
  }
  absl::StatusOr<int64_t> rows = PruneJob(*writer_, job, limit);
  if (!rows.ok()) return rows;
  status = transaction.Commit();
  if (!status.ok()) return status;
  return rows;
}

absl::Status SqliteLedger::ForgetWorkers(absl::Time registered) {
  absl::MutexLock lock(&write_mutex_);
  Transaction transaction(*writer_, Transaction::Kind::kWrite);
  if (!transaction.status().ok()) return transaction.status();
  absl::Status status = CheckEpoch();
  if (status.ok()) {
    status = Run(*writer_,
                 "DELETE FROM workers WHERE state = 'active' AND "
                 "registered_at <= ? AND id NOT IN (SELECT worker FROM leases)",
                 {Number(registered)});
  }
  if (status.ok()) status = transaction.Commit();
  return status;
}

absl::StatusOr<JobRow> SqliteLedger::GetJob(const std::string& id) const {
  absl::MutexLock lock(&read_mutex_);
  return ReadJob(*reader_, id);
}

absl::StatusOr<JobRecord> SqliteLedger::LoadJob(const std::string& id) const {
  absl::MutexLock lock(&read_mutex_);
  Transaction snapshot(*reader_, Transaction::Kind::kRead);
  if (!snapshot.status().ok()) return snapshot.status();
  absl::StatusOr<JobRow> job = ReadJob(*reader_, id);
  if (!job.ok()) return job.status();
  return ReadRecord(*reader_, *std::move(job));
}

absl::StatusOr<std::vector<JobRow>> SqliteLedger::ListJobs(
    std::optional<JobState> state, const std::string& after, int limit) const {
  absl::MutexLock lock(&read_mutex_);
  int64_t before = INT64_MAX;
  if (!after.empty()) {
    Query query(*reader_, "SELECT number FROM jobs WHERE id = ?", {after});
    const bool found = query.Step();
    if (!query.status().ok()) return query.status();
    if (!found) {
      return absl::InvalidArgumentError(absl::StrCat("after: no job ", after));
    }
    before = query.Integer(0);
  }
  const int64_t rows = std::max(limit, 0);
  if (!state) {
    Query query(*reader_,
                "SELECT " ROOKERY_JOB_COLUMNS
                " FROM jobs WHERE number < ? ORDER BY number DESC LIMIT ?",
                {before, rows});
    return ReadJobRows(query);
  }
  Query query(*reader_,
              "SELECT " ROOKERY_JOB_COLUMNS
              " FROM jobs WHERE state = ? AND number < ? "
              "ORDER BY number DESC LIMIT ?",
              {Name(*state), before, rows});
  return ReadJobRows(query);
}

absl::StatusOr<std::vector<JobRow>> SqliteLedger::FindAnswers(
    const std::string& question, int limit) const {
  absl::MutexLock lock(&read_mutex_);
  Query query(*reader_,
              "SELECT " ROOKERY_JOB_COLUMNS
              " FROM jobs WHERE question = ? AND state = 'SUCCEEDED' "
              "ORDER BY number DESC LIMIT ?",
              {question, int64_t{std::max(limit, 0)}});
  return ReadJobRows(query);
}

absl::StatusOr<std::vector<JobRecord>> SqliteLedger::LoadOpenJobs() const {
  absl::MutexLock lock(&read_mutex_);
  Transaction snapshot(*reader_, Transaction::Kind::kRead);
  if (!snapshot.status().ok()) return snapshot.status();
  absl::StatusOr<std::vector<JobRow>> jobs = ReadOpenJobs(*reader_);
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
  return ReadResults(*reader_, job, /*damaged=*/nullptr, Number(unit),
                     Number(unit));
}

absl::StatusOr<std::vector<WorkerRow>> SqliteLedger::LoadWorkers() const {
  absl::MutexLock lock(&read_mutex_);
  Query query(*reader_,
              "SELECT id, instance, name, capabilities, state, reason, "
              "registered_at FROM workers ORDER BY id");
  std::vector<WorkerRow> workers;
  while (query.Step()) {
    WorkerRow& worker = workers.emplace_back();
    worker.id = query.Bytes(0);
    worker.instance = query.Bytes(1);
    worker.name = query.Bytes(2);
    worker.capabilities = query.Bytes(3);
    worker.state = query.Bytes(4);
    worker.reason = query.Bytes(5);
    worker.registered_at = absl::FromUnixNanos(query.Integer(6));
  }
  if (!query.status().ok()) return query.status();
  return workers;
}

#undef ROOKERY_JOB_COLUMNS

}  // namespace rookery::coordinator
