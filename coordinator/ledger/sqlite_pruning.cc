#include "coordinator/ledger/sqlite_pruning.h"

#include <array>
#include <string>

#include "absl/status/status.h"
#include "coordinator/ledger/sqlite_values.h"

namespace rookery::coordinator::sqlite {
namespace {

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

}  // namespace

absl::StatusOr<int64_t> PruneOneJob(Connection& connection, absl::Time ended,
                                    int64_t limit) {
  std::string job;
  {
    Query query(connection,
                "SELECT id FROM jobs WHERE has_payload = 1 AND ended_at <= ? "
                "ORDER BY ended_at LIMIT 1",
                {Number(ended)});
    const bool found = query.Step();
    if (!query.status().ok()) return query.status();
    if (!found) return 0;
    job = query.Bytes(0);
  }
  return PruneJob(connection, job, limit);
}

}  // namespace rookery::coordinator::sqlite
