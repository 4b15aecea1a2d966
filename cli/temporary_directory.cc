#include "cli/temporary_directory.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <system_error>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "daemon/temporary_folder.h"

namespace rookery::cli {

absl::StatusOr<std::unique_ptr<TemporaryDirectory>>
TemporaryDirectory::Create() {
  const absl::StatusOr<std::string> parent = daemon::TemporaryFolder();
  if (!parent.ok()) return parent.status();
  std::string pattern = std::filesystem::path(*parent) / "rookery-XXXXXX";
  if (mkdtemp(pattern.data()) == nullptr) {
    return absl::FailedPreconditionError(
        absl::StrCat("temporary directory '", *parent, "' cannot be used (",
                     std::strerror(errno), "); set TMPDIR or give --data-dir"));
  }
  return std::unique_ptr<TemporaryDirectory>(new TemporaryDirectory(pattern));
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace rookery::cli
