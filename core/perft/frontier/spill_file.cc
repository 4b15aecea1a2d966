#include "core/perft/frontier/spill_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"

namespace rookery {
namespace {

bool IsForLackOfRoom(int error) {
  return error == ENOSPC || error == EDQUOT || error == EFBIG;
}

}  // namespace

absl::StatusOr<std::unique_ptr<SpillFile>> SpillFile::Create(
    std::string folder, std::string contents) {
  std::string path = absl::StrCat(folder, "/rookery-spill-XXXXXX");
  const int descriptor = mkostemp(path.data(), O_CLOEXEC);
  if (descriptor < 0) {
    return absl::FailedPreconditionError(absl::StrCat(
        "no file for ", contents, " can be made in spill folder '", folder,
        "': ", std::strerror(errno), "; name a folder that can be written to"));
  }
  unlink(path.c_str());
  return std::unique_ptr<SpillFile>(
      new SpillFile(descriptor, std::move(folder), std::move(contents)));
}

SpillFile::SpillFile(int descriptor, std::string folder, std::string contents)
    : descriptor_(descriptor),
      folder_(std::move(folder)),
      contents_(std::move(contents)) {}

SpillFile::~SpillFile() { close(descriptor_); }

absl::StatusOr<uint64_t> SpillFile::Append(std::span<const char> bytes) {
  const uint64_t offset = size_.fetch_add(bytes.size());
  for (size_t done = 0; done < bytes.size();) {
    const ssize_t written =
        pwrite(descriptor_, bytes.data() + done, bytes.size() - done,
               static_cast<off_t>(offset + done));
    if (written >= 0) {
      done += static_cast<size_t>(written);
      continue;
    }
    if (errno == EINTR) continue;
    const int error = errno;
    const std::string reason =
        absl::StrCat("cannot write ", bytes.size(), " bytes of ", contents_,
                     " beside ", offset, " others to spill folder '", folder_,
                     "': ", std::strerror(error));
    if (IsForLackOfRoom(error)) {
      return absl::ResourceExhaustedError(absl::StrCat(
          reason, "; make room there, name another folder or use more memory"));
    }
    return absl::UnavailableError(reason);
  }
  return offset;
}

absl::Status SpillFile::Read(uint64_t offset, std::span<char> bytes) const {
  for (size_t done = 0; done < bytes.size();) {
    const ssize_t count =
        pread(descriptor_, bytes.data() + done, bytes.size() - done,
              static_cast<off_t>(offset + done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return Corrupted(offset, std::strerror(errno));
    if (count == 0) return Corrupted(offset, "the file ends there");
    done += static_cast<size_t>(count);
  }
  return absl::OkStatus();
}

absl::Status SpillFile::Corrupted(uint64_t offset,
                                  const std::string& reason) const {
  return absl::DataLossError(absl::StrCat(
      contents_, ": the block at byte ", offset, " in spill folder '", folder_,
      "' is corrupted (", reason, "); check that disk, and run this again"));
}

}  // namespace rookery
