// A file that appears under its name only when it is complete.
#ifndef ROOKERY_CLI_EXPORT_FILE_H_
#define ROOKERY_CLI_EXPORT_FILE_H_

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace rookery::cli {

// Written under a temporary name beside its own. Without Commit, that goes with
// the object; a process that is killed leaves it behind. Not thread-safe.
class ExportFile {
 public:
  // FAILED_PRECONDITION, naming the path, where no file can be made.
  static absl::StatusOr<std::unique_ptr<ExportFile>> Create(
      const std::string& path);

  ~ExportFile();
  ExportFile(const ExportFile&) = delete;
  ExportFile& operator=(const ExportFile&) = delete;

  // RESOURCE_EXHAUSTED, naming the path, where the disk is full or fails.
  absl::Status Write(std::string_view bytes);

  // Makes it durable and gives it its name, in the place of what had it before.
  // Errors as Write. Call it once, at the end.
  absl::Status Commit();

 private:
  ExportFile(std::string path, std::string temporary_path, std::FILE* file);

  absl::Status Failure() const;

  const std::string path_;
  const std::string temporary_path_;
  std::FILE* file_;
};

}  // namespace rookery::cli

#endif  // ROOKERY_CLI_EXPORT_FILE_H_
