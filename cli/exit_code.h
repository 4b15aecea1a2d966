// How a command ends: its exit code, and the one line that says why.
#ifndef ROOKERY_CLI_EXIT_CODE_H_
#define ROOKERY_CLI_EXIT_CODE_H_

#include <ostream>
#include <string>
#include <string_view>

#include "absl/status/status.h"

namespace rookery::cli {

// The codes are part of the interface (docs/cli.md). A program that a signal
// ended exits with 128 + signal, as shells do.
enum ExitCode : int {
  kSuccess = 0,
  // The question was answered, and the answer is that something is wrong.
  kAnswerIsWrong = 1,
  // A flag or an input is wrong; nothing was computed from it.
  kBadUsage = 2,
  // The service cannot be reached, or the job failed.
  kServiceFailed = 3,
};

// INVALID_ARGUMENT, NOT_FOUND and UNIMPLEMENTED are the user's input;
// everything else is the service's.
ExitCode ExitCodeFor(const absl::Status& status);

// Writes "rookery: MESSAGE" as one line.
void WriteError(std::ostream& err, std::string_view message);

// Writes the status as an error and returns its exit code. Requires: `status`
// is not OK.
int Fail(std::ostream& err, const absl::Status& status);

}  // namespace rookery::cli

#endif  // ROOKERY_CLI_EXIT_CODE_H_
