// The tables `results`, `conflicts` and `figures` of the SQLite ledger. Private
// to this folder.
//
// As to locks, transactions and errors: see sqlite_jobs.h.
#ifndef ROOKERY_COORDINATOR_LEDGER_SQLITE_RESULTS_H_
#define ROOKERY_COORDINATOR_LEDGER_SQLITE_RESULTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "coordinator/ledger/ledger.h"
#include "coordinator/ledger/sqlite.h"

namespace rookery::coordinator::sqlite {

// The results of some units of a job, by (unit, replica). Damaged ones go to
// `damaged`; where that is null, the first of them is a DATA_LOSS.
absl::StatusOr<std::vector<ResultRow>> ReadResults(
    Connection& connection, const std::string& job,
    std::vector<ResultRow>* damaged, int64_t first_unit = 0,
    int64_t last_unit = INT64_MAX);

// Results of a job that differed from others, without their figures.
absl::StatusOr<std::vector<ResultRow>> ReadConflicts(Connection& connection,
                                                     const std::string& job);

// Errors as of the writes themselves.
absl::Status Apply(Connection& connection, const PutResult& write);
absl::Status Apply(Connection& connection, const DropResult& write);
absl::Status Apply(Connection& connection, const PutConflict& write);

}  // namespace rookery::coordinator::sqlite

#endif  // ROOKERY_COORDINATOR_LEDGER_SQLITE_RESULTS_H_
