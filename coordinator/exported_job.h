// What of a job may leave in an archive.
//
// A job that FAILED may go on elsewhere: its units get fresh attempts there. If
// it failed because workers disagreed, one of them computes wrongly, and nobody
// knows which; so nothing that either of them computed goes along.
//
// Stateless; safe to use from any thread.
#ifndef ROOKERY_COORDINATOR_EXPORTED_JOB_H_
#define ROOKERY_COORDINATOR_EXPORTED_JOB_H_

#include "absl/status/status.h"
#include "coordinator/ledger/ledger.h"

namespace rookery::coordinator {

// Leaves in `record`, which is as the ledger has it, what may be exported.
// FAILED_PRECONDITION: there is nothing to go on with but the answer.
// DATA_LOSS: it is damaged.
absl::Status PrepareExport(JobRecord* record);

}  // namespace rookery::coordinator

#endif  // ROOKERY_COORDINATOR_EXPORTED_JOB_H_
