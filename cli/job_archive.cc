#include "cli/job_archive.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace rookery::cli {
namespace {

constexpr size_t kChunkBytes = 256 << 10;

absl::Status CannotWrite(const std::string& path, int error) {
  const std::string message =
      absl::StrCat("cannot write ", path, ": ", std::strerror(error));
  return error == ENOSPC || error == EDQUOT || error == EFBIG
             ? absl::ResourceExhaustedError(message)
             : absl::PermissionDeniedError(message);
}

// A file that takes the place of another one when it is whole. It is gone
// otherwise.
class NewFile {
 public:
  explicit NewFile(std::string path)
      : path_(std::move(path)),
        part_(path_ + ".part"),
        descriptor_(open(part_.c_str(),
                         O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC,
                         S_IRUSR | S_IWUSR | S_IRGRP | S_IROTH)) {}
  ~NewFile() {
    if (descriptor_ < 0) return;
    close(descriptor_);
    unlink(part_.c_str());
  }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  absl::Status Write(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t written = write(descriptor_, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) return CannotWrite(part_, errno);
      bytes.remove_prefix(static_cast<size_t>(written));
    }
    return absl::OkStatus();
  }

  // An archive is made to outlive a machine: it is on the disk afterwards.
  absl::Status Keep() {
    if (fsync(descriptor_) != 0) return CannotWrite(part_, errno);
    if (std::rename(part_.c_str(), path_.c_str()) != 0)
      return CannotWrite(path_, errno);
    return absl::OkStatus();
  }

  absl::Status status() const { return status_; }

 private:
  const std::string path_;
  const std::string part_;
  const int descriptor_;
  const absl::Status status_ =
      descriptor_ < 0 ? CannotWrite(part_, errno) : absl::OkStatus();
};

}  // namespace

absl::StatusOr<uint64_t> SaveArchive(JobClient* client,
                                     const std::string& job_id,
                                     const std::string& path) {
  NewFile file(path);
  if (!file.status().ok()) return file.status();
  uint64_t bytes = 0;
  absl::Status status =
      client->ExportJob(job_id, [&](const std::string& piece) {
        bytes += piece.size();
        return file.Write(piece);
      });
  if (status.ok()) status = file.Keep();
  if (!status.ok()) return status;
  return bytes;
}

absl::StatusOr<v1::Job> SendArchive(JobClient* client,
                                    const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::error_code error;
  if (!file || std::filesystem::is_directory(path, error)) {
    return absl::NotFoundError(absl::StrCat("cannot read archive '", path,
                                            "'; name a file that rookery jobs "
                                            "export wrote"));
  }
  return client->ImportJob([&file](std::string* piece) {
    piece->resize(kChunkBytes);
    file.read(piece->data(), static_cast<std::streamsize>(piece->size()));
    piece->resize(static_cast<size_t>(file.gcount()));
  });
}

}  // namespace rookery::cli
