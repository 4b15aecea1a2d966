#include "cli/job_archive.h"

#include <filesystem>
#include <fstream>
#include <memory>
#include <system_error>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "cli/export_file.h"

namespace rookery::cli {
namespace {

constexpr size_t kChunkBytes = 256 << 10;

}  // namespace

absl::StatusOr<uint64_t> SaveArchive(JobClient* client,
                                     const std::string& job_id,
                                     const std::string& path) {
  absl::StatusOr<std::unique_ptr<ExportFile>> file = ExportFile::Create(path);
  if (!file.ok()) return file.status();
  uint64_t bytes = 0;
  absl::Status status =
      client->ExportJob(job_id, [&](const std::string& piece) {
        bytes += piece.size();
        return (*file)->Write(piece);
      });
  if (status.ok()) status = (*file)->Commit();
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
