#include "coordinator/ledger/ledger_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

namespace rookery::coordinator {
namespace {

absl::Status SystemError(int error, const std::string& what) {
  const std::string message = absl::StrCat(what, ": ", std::strerror(error));
  switch (error) {
    case EACCES:
    case EPERM:
    case EROFS:
      return absl::PermissionDeniedError(message);
    case ENOENT:
    case ENOTDIR:
      return absl::NotFoundError(
          absl::StrCat(message, "; make the folder first"));
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
      return absl::ResourceExhaustedError(message);
    default:
      return absl::UnavailableError(message);
  }
}

std::string ReadHolder(int descriptor) {
  std::array<char, 256> buffer;
  const ssize_t size = pread(descriptor, buffer.data(), buffer.size(), 0);
  if (size <= 0) return "";
  return std::string(
      absl::StripAsciiWhitespace(absl::string_view(buffer.data(), size)));
}

absl::Status Damaged(const std::string& path, const std::string& reason) {
  return absl::DataLossError(absl::StrCat(
      "ledger ", path, " is damaged or not a ledger: ", reason,
      "; it was left as it is, restore a copy or name another file"));
}

// Big-endian, as SQLite's file format has it.
uint64_t ReadNumber(const std::array<char, 100>& header, size_t offset,
                    size_t size) {
  uint64_t number = 0;
  for (size_t index = offset; index < offset + size; ++index) {
    number = number << 8 | static_cast<uint8_t>(header[index]);
  }
  return number;
}

}  // namespace

absl::StatusOr<std::unique_ptr<LedgerLock>> LedgerLock::Acquire(
    const std::string& ledger_path) {
  const std::string path = ledger_path + ".lock";
  const int descriptor =
      open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (descriptor < 0) {
    return SystemError(errno, absl::StrCat("ledger ", ledger_path,
                                           " cannot be written: open ", path));
  }
  const std::string holder = ReadHolder(descriptor);
  if (flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    const int error = errno;
    close(descriptor);
    if (error != EWOULDBLOCK) {
      return SystemError(error, absl::StrCat("lock ", path));
    }
    return absl::FailedPreconditionError(
        absl::StrCat("another coordinator", holder.empty() ? "" : " (", holder,
                     holder.empty() ? "" : ")", " has ledger ", ledger_path,
                     " open; stop it or name another file"));
  }
  return std::unique_ptr<LedgerLock>(
      new LedgerLock(path, descriptor, !holder.empty()));
}

LedgerLock::LedgerLock(std::string path, int descriptor, bool used_before)
    : path_(std::move(path)),
      descriptor_(descriptor),
      used_before_(used_before) {}

LedgerLock::~LedgerLock() { close(descriptor_); }

absl::Status LedgerLock::MarkUsed() {
  std::array<char, 128> host{};
  if (gethostname(host.data(), host.size() - 1) != 0) host = {"unknown"};
  const std::string holder =
      absl::StrCat("host ", host.data(), ", process ", getpid(), "\n");
  if (pwrite(descriptor_, holder.data(), holder.size(), 0) !=
          static_cast<ssize_t>(holder.size()) ||
      ftruncate(descriptor_, static_cast<off_t>(holder.size())) != 0) {
    return SystemError(errno, absl::StrCat("write ", path_));
  }
  return absl::OkStatus();
}

absl::Status CheckLedgerFile(const std::string& path, bool used_before) {
  std::error_code error;
  const std::filesystem::file_status file =
      std::filesystem::status(path, error);
  if (file.type() == std::filesystem::file_type::not_found) {
    return absl::OkStatus();
  }
  if (error) return SystemError(error.value(), absl::StrCat("ledger ", path));
  if (file.type() != std::filesystem::file_type::regular) {
    return absl::InvalidArgumentError(
        absl::StrCat("ledger ", path, " is not a regular file"));
  }
  const uint64_t size = std::filesystem::file_size(path, error);
  if (error) return SystemError(error.value(), absl::StrCat("ledger ", path));
  if (size == 0) {
    // A coordinator that was killed while it made the file leaves it empty.
    if (!used_before) return absl::OkStatus();
    return Damaged(path, "it is empty, but there was a ledger in it before");
  }
  std::array<char, 100> header{};
  std::ifstream stream(path, std::ios::binary);
  if (!stream) {
    return absl::PermissionDeniedError(
        absl::StrCat("ledger ", path, " cannot be read"));
  }
  if (!stream.read(header.data(), header.size())) {
    return Damaged(path, absl::StrCat("it has only ", size, " bytes"));
  }
  constexpr std::string_view kMagic("SQLite format 3\0", 16);
  if (std::string_view(header.data(), kMagic.size()) != kMagic) {
    return Damaged(path, "it does not start as a SQLite database does");
  }
  // SQLite itself does not notice where the last page ends too early. While
  // there is a journal, the database may rightly be shorter than its header
  // says.
  for (const char* suffix : {"-wal", "-journal"}) {
    const uint64_t journal = std::filesystem::file_size(path + suffix, error);
    if (!error && journal > 0) return absl::OkStatus();
  }
  const uint64_t page_size_field = ReadNumber(header, 16, 2);
  const uint64_t page_size = page_size_field == 1 ? 65536 : page_size_field;
  const uint64_t pages = ReadNumber(header, 28, 4);
  const bool pages_valid =
      ReadNumber(header, 24, 4) == ReadNumber(header, 92, 4);
  if (pages_valid && size < pages * page_size) {
    return Damaged(path, absl::StrCat("it has ", size, " of ",
                                      pages * page_size, " bytes"));
  }
  return absl::OkStatus();
}

}  // namespace rookery::coordinator
