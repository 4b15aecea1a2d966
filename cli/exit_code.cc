#include "cli/exit_code.h"

#include "daemon/error_line.h"

namespace rookery::cli {

ExitCode ExitCodeFor(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kOk:
      return kSuccess;
    case absl::StatusCode::kInvalidArgument:
    case absl::StatusCode::kNotFound:
    case absl::StatusCode::kUnimplemented:
      return kBadUsage;
    default:
      return kServiceFailed;
  }
}

void WriteError(std::ostream& err, std::string_view message) {
  err << daemon::ErrorLine("rookery", message) << std::flush;
}

int Fail(std::ostream& err, const absl::Status& status) {
  WriteError(
      err, std::string_view(status.message().data(), status.message().size()));
  return ExitCodeFor(status);
}

}  // namespace rookery::cli
