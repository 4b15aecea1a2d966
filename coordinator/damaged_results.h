// Results that the disk changed: named, and out of the way, so that they are
// computed again.
#ifndef ROOKERY_COORDINATOR_DAMAGED_RESULTS_H_
#define ROOKERY_COORDINATOR_DAMAGED_RESULTS_H_

#include <span>

#include "absl/status/status.h"
#include "coordinator/ledger/ledger.h"

namespace rookery::coordinator {

// Has the ledger delete the damaged results of all `records`, in one commit,
// and names each in the log. Errors: as of Ledger::Commit.
absl::Status DropDamagedResults(Ledger& ledger,
                                std::span<const JobRecord> records);

}  // namespace rookery::coordinator

#endif  // ROOKERY_COORDINATOR_DAMAGED_RESULTS_H_
