#include "coordinator/ledger/sqlite_results.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "coordinator/ledger/sqlite_values.h"

namespace rookery::coordinator::sqlite {
namespace {

// The unit whose range the figures are of. A left join, for a result whose unit
// is missing is to be noticed, too.
#define ROOKERY_JOIN_UNIT \
  " LEFT JOIN units ON units.job = results.job AND number = unit "

#define ROOKERY_FIGURES_CRC32                                            \
  "crc32(results.job, ',', unit, ',', first, ',', count, ',', replica, " \
  "',', worker, ',', bytes)"

absl::Status InsertFigures(Connection& connection, const ResultRow& result) {
  return Run(connection,
             "INSERT INTO figures (crc32, bytes) SELECT " ROOKERY_FIGURES_CRC32
             ", bytes FROM (SELECT ?1 AS job, ?2 AS unit, ?3 AS replica, "
             "?4 AS worker, ?5 AS bytes) AS results" ROOKERY_JOIN_UNIT,
             {result.job, Number(result.unit), int64_t{result.replica},
              result.worker, Blob{result.figures}});
}

// `insert` takes the columns that `results` and `conflicts` share, in their
// order.
absl::Status InsertWithFigures(Connection& connection, const char* insert,
                               const ResultRow& result) {
  absl::Status status = InsertFigures(connection, result);
  if (!status.ok()) return status;
  return Run(
      connection, insert,
      {result.job, Number(result.unit), int64_t{result.replica}, result.worker,
       result.kernel, Number(result.hash_seed), result.revision,
       Number(result.completed_at), connection.last_insert_id()});
}

// The columns that `results` and `conflicts` share, but for the figures; as
// they stand from column 0 on.
#define ROOKERY_RESULT_COLUMNS \
  "unit, replica, worker, kernel, hash_seed, revision, completed_at"

ResultRow ReadResultRow(const Query& query, const std::string& job) {
  ResultRow result;
  result.job = job;
  result.unit = query.Integer(0);
  result.replica = static_cast<uint32_t>(query.Integer(1));
  result.worker = query.Bytes(2);
  result.kernel = query.Bytes(3);
  result.hash_seed = query.Integer(4);
  result.revision = query.Bytes(5);
  result.completed_at = absl::FromUnixNanos(query.Integer(6));
  return result;
}

}  // namespace

absl::StatusOr<std::vector<ResultRow>> ReadResults(
    Connection& connection, const std::string& job,
    std::vector<ResultRow>* damaged, int64_t first_unit, int64_t last_unit) {
  // The left join keeps results whose figures are missing, so that they are
  // noticed.
  Query query(connection,
              "SELECT " ROOKERY_RESULT_COLUMNS
              ", crc32 = " ROOKERY_FIGURES_CRC32
              ", bytes FROM results LEFT JOIN figures ON "
              "figures.id = figures_id" ROOKERY_JOIN_UNIT
              "WHERE results.job = ? AND unit BETWEEN ? AND ? "
              "ORDER BY unit, replica",
              {job, first_unit, last_unit});
  std::vector<ResultRow> results;
  while (query.Step()) {
    ResultRow result = ReadResultRow(query, job);
    result.figures = query.Bytes(8);
    if (!query.IsNull(7) && query.Integer(7) != 0) {
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

absl::StatusOr<std::vector<ResultRow>> ReadConflicts(Connection& connection,
                                                     const std::string& job) {
  Query query(connection,
              "SELECT " ROOKERY_RESULT_COLUMNS " FROM conflicts WHERE job = ?",
              {job});
  std::vector<ResultRow> conflicts;
  while (query.Step()) conflicts.push_back(ReadResultRow(query, job));
  if (!query.status().ok()) return query.status();
  return conflicts;
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

#undef ROOKERY_RESULT_COLUMNS
#undef ROOKERY_FIGURES_CRC32
#undef ROOKERY_JOIN_UNIT

}  // namespace rookery::coordinator::sqlite
