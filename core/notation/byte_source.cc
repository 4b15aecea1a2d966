#include "core/notation/byte_source.h"

#include <cerrno>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace rookery {

absl::StatusOr<std::unique_ptr<FileSource>> FileSource::Open(
    const std::string& path) {
  if (path == "-")
    return std::unique_ptr<FileSource>(new FileSource(path, stdin));
  std::FILE* const file = std::fopen(path.c_str(), "rb");
  if (file == nullptr)
    return absl::ErrnoToStatus(errno, absl::StrCat("cannot open '", path, "'"));
  // Readers come with large buffers of their own.
  std::setvbuf(file, nullptr, _IONBF, 0);
  return std::unique_ptr<FileSource>(new FileSource(path, file));
}

FileSource::~FileSource() {
  if (file_ != stdin) std::fclose(file_);
}

absl::StatusOr<size_t> FileSource::Read(std::span<char> bytes) {
  const size_t count = std::fread(bytes.data(), 1, bytes.size(), file_);
  if (count == 0 && std::ferror(file_) != 0)
    return absl::ErrnoToStatus(errno,
                               absl::StrCat("cannot read '", path_, "'"));
  return count;
}

}  // namespace rookery
