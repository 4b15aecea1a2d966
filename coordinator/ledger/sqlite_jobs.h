// The table `jobs` of the SQLite ledger: a job's row from its arrival to its
// answer. Private to this folder.
//
// Every function needs the caller's lock of the connection; what writes needs a
// write transaction. Errors that are not named are those of the connection.
#ifndef ROOKERY_COORDINATOR_LEDGER_SQLITE_JOBS_H_
#define ROOKERY_COORDINATOR_LEDGER_SQLITE_JOBS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "coordinator/ledger/ledger.h"
#include "coordinator/ledger/sqlite.h"

namespace rookery::coordinator::sqlite {

// ALREADY_EXISTS: its id or its request_id is known.
absl::Status InsertJob(Connection& connection, const JobRow& job);

// NOT_FOUND: no such job. DATA_LOSS, here and below: a state that no ledger
// writes.
absl::StatusOr<JobRow> ReadJob(Connection& connection, const std::string& id);

// nullopt if there is none, and where `request_id` is empty.
absl::StatusOr<std::optional<JobRow>> FindJobOfRequest(
    Connection& connection, const std::string& request_id);

// Oldest first.
absl::StatusOr<std::vector<JobRow>> ReadOpenJobs(Connection& connection);

// As Ledger::ListJobs.
absl::StatusOr<std::vector<JobRow>> ReadPage(Connection& connection,
                                             std::optional<JobState> state,
                                             const std::string& after,
                                             int limit);

// As Ledger::FindAnswers.
absl::StatusOr<std::vector<JobRow>> ReadAnswers(Connection& connection,
                                                const std::string& question,
                                                int limit);

// Errors as of the writes themselves.
absl::Status Apply(Connection& connection, const SetPlan& write);
absl::Status Apply(Connection& connection, const EndJob& write);

// Stores state, outcome and end of a job that is there.
absl::Status StoreAnswer(Connection& connection, const JobRow& job);

}  // namespace rookery::coordinator::sqlite

#endif  // ROOKERY_COORDINATOR_LEDGER_SQLITE_JOBS_H_
