#include "cli/temporary_directory.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <system_error>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace rookery::cli {

absl::StatusOr<std::unique_ptr<TemporaryDirectory>>
TemporaryDirectory::Create() {
  std::error_code error;
  const std::filesystem::path parent =
      std::filesystem::temp_directory_path(error);
  if (error) {
    const char* variable = std::getenv("TMPDIR");
    return absl::FailedPreconditionError(absl::StrCat(
        "temporary directory '", variable != nullptr ? variable : "/tmp",
        "' cannot be used (", error.message(), "); set TMPDIR"));
  }
  std::string pattern = parent / "rookery-XXXXXX";
  if (mkdtemp(pattern.data()) == nullptr) {
    return absl::FailedPreconditionError(absl::StrCat(
        "temporary directory '", parent.string(), "' cannot be used (",
        std::strerror(errno), "); set TMPDIR or give --data-dir"));
  }
  return std::unique_ptr<TemporaryDirectory>(new TemporaryDirectory(pattern));
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace rookery::cli
