// The table `workers` of the SQLite ledger. Private to this folder.
//
// As to locks, transactions and errors: see sqlite_jobs.h.
#ifndef ROOKERY_COORDINATOR_LEDGER_SQLITE_WORKERS_H_
#define ROOKERY_COORDINATOR_LEDGER_SQLITE_WORKERS_H_

#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "coordinator/ledger/ledger.h"
#include "coordinator/ledger/sqlite.h"

namespace rookery::coordinator::sqlite {

// By id.
absl::StatusOr<std::vector<WorkerRow>> ReadWorkers(Connection& connection);

// Errors as of the write itself.
absl::Status Apply(Connection& connection, const PutWorker& write);

// As Ledger::ForgetWorkers.
absl::Status DeleteWorkers(Connection& connection, absl::Time registered);

}  // namespace rookery::coordinator::sqlite

#endif  // ROOKERY_COORDINATOR_LEDGER_SQLITE_WORKERS_H_
