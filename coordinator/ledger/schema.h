// The tables of the SQLite ledger and how older ones become today's. Private to
// this folder.
//
// The schema's version stands in the table `meta`. Version n is what the first
// n migrations make; a migration that was released is never edited, a change is
// a new one at the end.
#ifndef ROOKERY_COORDINATOR_LEDGER_SCHEMA_H_
#define ROOKERY_COORDINATOR_LEDGER_SCHEMA_H_

#include <span>

#include "absl/status/status.h"
#include "coordinator/ledger/sqlite.h"

namespace rookery::coordinator {

// SQL statements that lead from one version of the schema to the next.
struct Migration {
  const char* statements;
};

// All migrations of this program, from an empty database on.
std::span<const Migration> Migrations();

// FAILED_PRECONDITION unless the database is empty or a ledger of a version
// that `migrations` can lead on from: a newer one is refused, naming both
// versions, and so is a database of another program. DATA_LOSS: damaged. Writes
// nothing.
absl::Status CheckSchema(sqlite::Connection& connection,
                         std::span<const Migration> migrations);

// Applies the migrations that are missing, each in one transaction with the
// version it leads to: a crash leaves one version or the next. Errors as of
// CheckSchema, and those of writing.
absl::Status MigrateSchema(sqlite::Connection& connection,
                           std::span<const Migration> migrations);

}  // namespace rookery::coordinator

#endif  // ROOKERY_COORDINATOR_LEDGER_SCHEMA_H_
