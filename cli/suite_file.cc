#include "cli/suite_file.h"

#include <cerrno>
#include <cstring>
#include <fstream>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace rookery::cli {
namespace {

// The file, or as much of it as tells that it is too large.
absl::StatusOr<std::string> ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text(kMaxSuiteBytes + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  // A directory can be opened, but not read.
  if (!file.is_open() || file.bad()) {
    return absl::NotFoundError(
        absl::StrCat("--suite '", path, "': ", std::strerror(errno)));
  }
  text.resize(static_cast<size_t>(file.gcount()));
  return text;
}

}  // namespace

absl::StatusOr<std::vector<SuiteLine>> LoadSuiteFile(const std::string& path) {
  const absl::StatusOr<std::string> text = ReadFile(path);
  if (!text.ok()) return text.status();
  absl::StatusOr<std::vector<SuiteLine>> suite = ParseSuite(*text);
  if (!suite.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat("--suite '", path, "': ", suite.status().message()));
  }
  return suite;
}

}  // namespace rookery::cli
