// Whether a job that comes from outside may enter the ledger.
//
// Stateless; safe to use from any thread.
#ifndef ROOKERY_COORDINATOR_IMPORTED_JOB_H_
#define ROOKERY_COORDINATOR_IMPORTED_JOB_H_

#include "absl/numeric/int128.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "coordinator/ledger/ledger.h"
#include "coordinator/planner/perft_plan.h"

namespace rookery::coordinator {

// Checks an open job as ArchiveReader returns it as if its request and each of
// its results had just been handed in, and completes it for the ledger. What
// needs the plan is checked when the plan was made again: its digest, whether
// all units are of it, how large a count may be. INVALID_ARGUMENT names what is
// wrong; `record` is then of no use.
absl::Status CheckImportedJob(JobRecord* record);

// The leaves that the results of a job that was taken up stand for, now that
// its plan is there; as PerftPlan::Leaves. INVALID_ARGUMENT names the first
// result that no worker could have handed in. A result without a unit, or of
// one outside of the plan, is passed over. Requires: units and results are in
// their order. Reads every figure, and the plan from disk if it is there.
absl::StatusOr<absl::uint128> LeavesOfResults(const JobRecord& record,
                                              const PerftPlan& plan);

}  // namespace rookery::coordinator

#endif  // ROOKERY_COORDINATOR_IMPORTED_JOB_H_
