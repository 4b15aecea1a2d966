#include "coordinator/job_view.h"

#include <algorithm>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "coordinator/damaged_rows.h"
#include "google/protobuf/util/time_util.h"

namespace rookery::coordinator {
namespace {

constexpr int kDefaultPageSize = 50;
constexpr int kMaxPageSize = 1000;

google::protobuf::Timestamp ToTimestamp(absl::Time time) {
  return google::protobuf::util::TimeUtil::NanosecondsToTimestamp(
      absl::ToUnixNanos(time));
}

}  // namespace

v1::Job::State ToProto(JobState state) {
  switch (state) {
    case JobState::kPlanning:
      return v1::Job::STATE_PLANNING;
    case JobState::kRunning:
      return v1::Job::STATE_RUNNING;
    case JobState::kSucceeded:
      return v1::Job::STATE_SUCCEEDED;
    case JobState::kFailed:
      return v1::Job::STATE_FAILED;
    case JobState::kCancelled:
      return v1::Job::STATE_CANCELLED;
  }
  return v1::Job::STATE_UNSPECIFIED;
}

std::optional<JobState> FromProto(v1::Job::State state) {
  for (const JobState candidate :
       {JobState::kPlanning, JobState::kRunning, JobState::kSucceeded,
        JobState::kFailed, JobState::kCancelled}) {
    if (ToProto(candidate) == state) return candidate;
  }
  return std::nullopt;
}

v1::Job ToJob(const JobRow& row) {
  v1::Job job;
  job.set_job_id(row.id);
  job.set_state(ToProto(row.state));
  *job.mutable_create_time() = ToTimestamp(row.created_at);
  if (row.ended_at.has_value())
    *job.mutable_end_time() = ToTimestamp(*row.ended_at);
  job.set_error(row.error);
  job.mutable_progress()->set_state(job.state());
  if (const absl::Status status = CheckUndamaged(row); !status.ok()) {
    job.set_error(std::string(status.message()));
    return job;
  }
  // A row that cannot be parsed was written by something else; the job is shown
  // without what is unreadable.
  if (row.kind == "perft" && !job.mutable_perft()->ParseFromString(row.request))
    job.clear_request();
  if (row.state == JobState::kSucceeded) {
    if (!job.mutable_perft_result()->ParseFromString(row.outcome))
      job.clear_perft_result();
    job.mutable_progress()->set_fraction(1);
    job.mutable_progress()->set_leaves(job.perft_result().nodes());
  }
  return job;
}

absl::StatusOr<int> PageSize(int asked) {
  if (asked < 0)
    return absl::InvalidArgumentError(
        absl::StrCat("page_size is ", asked, "; it must not be negative"));
  return asked == 0 ? kDefaultPageSize : std::min(asked, kMaxPageSize);
}

}  // namespace rookery::coordinator
