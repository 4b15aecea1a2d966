// A directory that is there for as long as an object lives.
#ifndef ROOKERY_CLI_TEMPORARY_DIRECTORY_H_
#define ROOKERY_CLI_TEMPORARY_DIRECTORY_H_

#include <filesystem>
#include <memory>
#include <utility>

#include "absl/status/statusor.h"

namespace rookery::cli {

class TemporaryDirectory {
 public:
  // Makes a fresh one that only this user can enter, where TMPDIR says,
  // otherwise in /tmp. FAILED_PRECONDITION, naming the place, where that is not
  // possible.
  static absl::StatusOr<std::unique_ptr<TemporaryDirectory>> Create();

  // Removes it with all that is in it.
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  explicit TemporaryDirectory(std::filesystem::path path)
      : path_(std::move(path)) {}

  const std::filesystem::path path_;
};

}  // namespace rookery::cli

#endif  // ROOKERY_CLI_TEMPORARY_DIRECTORY_H_
