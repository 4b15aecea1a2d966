// Where bytes come from: files, standard input, memory.
//
// A source is read once, from its beginning to its end. What the bytes mean is
// the business of those who wrap it: decompression.h, text_source.h. Not
// thread-safe.
#ifndef ROOKERY_CORE_NOTATION_BYTE_SOURCE_H_
#define ROOKERY_CORE_NOTATION_BYTE_SOURCE_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace rookery {

class ByteSource {
 public:
  virtual ~ByteSource() = default;

  // Fills the front of `bytes` and returns how many came: at least one, unless
  // the source is at its end. Requires: room for two bytes, so that what
  // translates a text can look ahead. An error is final.
  virtual absl::StatusOr<size_t> Read(std::span<char> bytes) = 0;
};

// Reads a file, or standard input where the path is "-".
class FileSource final : public ByteSource {
 public:
  // NOT_FOUND where there is no such file, PERMISSION_DENIED or UNKNOWN where
  // it cannot be read; the message names the path.
  static absl::StatusOr<std::unique_ptr<FileSource>> Open(
      const std::string& path);

  ~FileSource() override;
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;

  absl::StatusOr<size_t> Read(std::span<char> bytes) override;

 private:
  FileSource(std::string path, std::FILE* file)
      : path_(std::move(path)), file_(file) {}

  std::string path_;
  std::FILE* file_;
};

// Reads bytes that somebody else owns.
class MemorySource final : public ByteSource {
 public:
  // Hands out at most `most` bytes at once, which tests make small.
  explicit MemorySource(std::string_view bytes, size_t most = SIZE_MAX)
      : rest_(bytes), most_(most) {}

  absl::StatusOr<size_t> Read(std::span<char> bytes) override {
    const size_t count = std::min({bytes.size(), rest_.size(), most_});
    std::copy_n(rest_.data(), count, bytes.data());
    rest_.remove_prefix(count);
    return count;
  }

 private:
  std::string_view rest_;
  size_t most_;
};

}  // namespace rookery

#endif  // ROOKERY_CORE_NOTATION_BYTE_SOURCE_H_
