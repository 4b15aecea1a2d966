#include "cli/job_outcome.h"

#include "absl/strings/str_cat.h"
#include "cli/exit_code.h"

namespace rookery::cli {

absl::Status EndOf(const v1::Job& job) {
  switch (job.state()) {
    case v1::Job::STATE_SUCCEEDED:
      return absl::OkStatus();
    case v1::Job::STATE_CANCELLED:
      return absl::CancelledError(
          absl::StrCat("job ", job.job_id(), " was cancelled"));
    default:
      return absl::AbortedError(
          absl::StrCat("job ", job.job_id(), " failed: ", job.error()));
  }
}

std::string OutageMessage(const std::string& coordinator,
                          const std::string& job_id,
                          const absl::Status& status) {
  return absl::StrCat("lost the coordinator", coordinator.empty() ? "" : " at ",
                      coordinator, " (", status.message(),
                      "); waiting for it to come back with job ", job_id);
}

int FailOrInterrupted(const Console& console, const absl::Status& status,
                      const std::string& interrupted) {
  const int signal = console.interrupt->signal();
  if (signal == 0) return Fail(*console.err, status);
  WriteError(*console.err, interrupted);
  return 128 + signal;
}

}  // namespace rookery::cli
