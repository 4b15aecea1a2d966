// Jobs of the ledger as users see them.
#ifndef ROOKERY_COORDINATOR_JOB_VIEW_H_
#define ROOKERY_COORDINATOR_JOB_VIEW_H_

#include <optional>

#include "absl/status/statusor.h"
#include "coordinator/ledger/ledger.h"
#include "rookery/v1/job.pb.h"

namespace rookery::coordinator {

v1::Job::State ToProto(JobState state);

// nullopt: not a state of a stored job.
std::optional<JobState> FromProto(v1::Job::State state);

// The job as its row tells it; the progress of one that is open is not in the
// ledger.
v1::Job ToJob(const JobRow& row);

// The items of a page of any list: 0 means 50, more than 1000 means 1000.
// INVALID_ARGUMENT: negative.
absl::StatusOr<int> PageSize(int asked);

}  // namespace rookery::coordinator

#endif  // ROOKERY_COORDINATOR_JOB_VIEW_H_
