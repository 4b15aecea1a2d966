#include "daemon/temporary_folder.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace rookery::daemon {

absl::StatusOr<std::string> TemporaryFolder() {
  std::error_code error;
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path(error);
  if (!error) return folder.string();
  const char* variable = std::getenv("TMPDIR");
  return absl::FailedPreconditionError(absl::StrCat(
      "temporary directory '", variable != nullptr ? variable : "/tmp",
      "' cannot be used (", error.message(), "); set TMPDIR"));
}

}  // namespace rookery::daemon
