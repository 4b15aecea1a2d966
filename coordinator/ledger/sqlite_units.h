// The tables `units` and `leases` of the SQLite ledger. Private to this folder.
//
// As to locks, transactions and errors: see sqlite_jobs.h.
#ifndef ROOKERY_COORDINATOR_LEDGER_SQLITE_UNITS_H_
#define ROOKERY_COORDINATOR_LEDGER_SQLITE_UNITS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "coordinator/ledger/ledger.h"
#include "coordinator/ledger/sqlite.h"

namespace rookery::coordinator::sqlite {

// By number.
absl::StatusOr<std::vector<UnitRow>> ReadUnits(Connection& connection,
                                               const std::string& job);

// In the order in which they were granted. DATA_LOSS: an end that no ledger
// writes.
absl::StatusOr<std::vector<LeaseRow>> ReadLeases(Connection& connection,
                                                 const std::string& job);

// Errors as of the writes themselves.
absl::Status Apply(Connection& connection, const PutUnit& write);
absl::Status Apply(Connection& connection, const PutLease& write);

}  // namespace rookery::coordinator::sqlite

#endif  // ROOKERY_COORDINATOR_LEDGER_SQLITE_UNITS_H_
