// Rows of the ledger that the disk changed: named, and out of the way, so that
// nothing wrong comes of them.
//
// Stateless; safe to use from any thread.
#ifndef ROOKERY_COORDINATOR_DAMAGED_ROWS_H_
#define ROOKERY_COORDINATOR_DAMAGED_ROWS_H_

#include <span>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "coordinator/ledger/ledger.h"

namespace rookery::coordinator {

// Has the ledger delete the damaged results of all `records`, in one commit,
// and names each in the log: they are computed again. Errors: as of
// Ledger::Commit.
absl::Status DropDamagedResults(Ledger& ledger,
                                std::span<const JobRecord> records);

// DATA_LOSS, naming the job, if it is damaged.
absl::Status CheckUndamaged(const JobRow& job);

// Ends jobs of which nobody knows any more what they ask as FAILED, in one
// commit, and takes them out of `records`. Errors: as of Ledger::Commit.
absl::Status EndDamagedJobs(Ledger& ledger, absl::Time now,
                            std::vector<JobRecord>* records);

}  // namespace rookery::coordinator

#endif  // ROOKERY_COORDINATOR_DAMAGED_ROWS_H_
