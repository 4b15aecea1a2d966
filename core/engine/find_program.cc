#include "core/engine/find_program.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "core/engine/quote.h"

namespace rookery {
namespace {

bool IsExecutableFile(const std::string& path) {
  struct stat file;
  return stat(path.c_str(), &file) == 0 && S_ISREG(file.st_mode) &&
         access(path.c_str(), X_OK) == 0;
}

}  // namespace

absl::StatusOr<std::string> FindProgram(std::string_view name) {
  if (name.find('/') != std::string_view::npos) {
    std::string path(name);
    if (IsExecutableFile(path)) return path;
    return absl::NotFoundError(absl::StrCat(
        "program ", Quote(name), " is no executable file; check the path"));
  }
  const char* const variable = std::getenv("PATH");
  std::string_view folders = variable == nullptr ? "" : variable;
  while (!name.empty() && !folders.empty()) {
    const size_t end = folders.find(':');
    const std::string_view folder = folders.substr(0, end);
    folders.remove_prefix(end == std::string_view::npos ? folders.size()
                                                        : end + 1);
    // An empty folder would mean the current one, which nobody intends.
    if (folder.empty()) continue;
    std::string path = std::string(folder) + "/" + std::string(name);
    if (IsExecutableFile(path)) return path;
  }
  return absl::NotFoundError(absl::StrCat(
      "program ", Quote(name), " is in no folder of PATH; give its path"));
}

}  // namespace rookery
