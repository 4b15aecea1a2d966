#include "cli/exit_code.h"

#include <algorithm>

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
  std::string line(message);
  while (!line.empty() && static_cast<unsigned char>(line.back()) <= 0x20)
    line.pop_back();
  std::replace_if(
      line.begin(), line.end(),
      [](unsigned char c) { return c < 0x20 || c == 0x7f; }, ' ');
  err << "rookery: " << line << std::endl;
}

int Fail(std::ostream& err, const absl::Status& status) {
  WriteError(
      err, std::string_view(status.message().data(), status.message().size()));
  return ExitCodeFor(status);
}

}  // namespace rookery::cli
