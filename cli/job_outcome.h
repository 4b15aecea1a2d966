// What commands that wait for a job say when something else comes than its
// answer.
#ifndef ROOKERY_CLI_JOB_OUTCOME_H_
#define ROOKERY_CLI_JOB_OUTCOME_H_

#include <string>

#include "absl/status/status.h"
#include "cli/console.h"
#include "rookery/v1/job.pb.h"

namespace rookery::cli {

// OK: it SUCCEEDED. ABORTED: it FAILED, and why. CANCELLED: somebody ended it.
// Requires: a final state.
absl::Status EndOf(const v1::Job& job);

// The coordinator (empty: in this process) went away while the job was waited
// for.
std::string OutageMessage(const std::string& coordinator,
                          const std::string& job_id,
                          const absl::Status& status);

// Ends a command on an error: where the interrupt was triggered with
// `interrupted` and 128 + signal, otherwise with the status and its exit code.
int FailOrInterrupted(const Console& console, const absl::Status& status,
                      const std::string& interrupted);

}  // namespace rookery::cli

#endif  // ROOKERY_CLI_JOB_OUTCOME_H_
