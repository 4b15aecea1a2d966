// What the SQLite ledger forgets of a job some time after its end. Private to
// this folder.
//
// As to locks, transactions and errors: see sqlite_jobs.h.
#ifndef ROOKERY_COORDINATOR_LEDGER_SQLITE_PRUNING_H_
#define ROOKERY_COORDINATOR_LEDGER_SQLITE_PRUNING_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "coordinator/ledger/sqlite.h"

namespace rookery::coordinator::sqlite {

// As Ledger::PrunePayloads.
absl::StatusOr<int64_t> PruneOneJob(Connection& connection, absl::Time ended,
                                    int64_t limit);

}  // namespace rookery::coordinator::sqlite

#endif  // ROOKERY_COORDINATOR_LEDGER_SQLITE_PRUNING_H_
