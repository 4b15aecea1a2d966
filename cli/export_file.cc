#include "cli/export_file.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"

namespace rookery::cli {

absl::StatusOr<std::unique_ptr<ExportFile>> ExportFile::Create(
    const std::string& path) {
  std::error_code error;
  if (std::filesystem::exists(path, error) &&
      !std::filesystem::is_regular_file(path, error)) {
    return absl::FailedPreconditionError(
        absl::StrCat("file '", path,
                     "' cannot be written: it is no regular file; name another "
                     "place"));
  }
  std::string temporary_path = absl::StrCat(path, ".partial-", getpid());
  std::FILE* const file = std::fopen(temporary_path.c_str(), "wbe");
  if (file == nullptr) {
    return absl::FailedPreconditionError(absl::StrCat(
        "file '", path, "' cannot be written: ", std::strerror(errno),
        "; name another place"));
  }
  return std::unique_ptr<ExportFile>(
      new ExportFile(path, std::move(temporary_path), file));
}

ExportFile::ExportFile(std::string path, std::string temporary_path,
                       std::FILE* file)
    : path_(std::move(path)),
      temporary_path_(std::move(temporary_path)),
      file_(file) {}

ExportFile::~ExportFile() {
  if (file_ == nullptr) return;
  std::fclose(file_);
  std::remove(temporary_path_.c_str());
}

absl::Status ExportFile::Failure() const {
  return absl::ResourceExhaustedError(absl::StrCat(
      "file '", path_, "' cannot be written: ", std::strerror(errno),
      "; make room or name another place"));
}

absl::Status ExportFile::Write(std::string_view bytes) {
  return std::fwrite(bytes.data(), 1, bytes.size(), file_) == bytes.size()
             ? absl::OkStatus()
             : Failure();
}

absl::Status ExportFile::Commit() {
  if (std::fflush(file_) != 0 || fsync(fileno(file_)) != 0 ||
      std::rename(temporary_path_.c_str(), path_.c_str()) != 0) {
    return Failure();
  }
  std::fclose(std::exchange(file_, nullptr));
  return absl::OkStatus();
}

}  // namespace rookery::cli
