// Makes of any bytes a text that PgnParser can read.
//
// A byte order mark is dropped, UTF-16 (told by its mark, or by every other
// byte being zero at the beginning) becomes UTF-8, and a carriage return that
// stands alone becomes a line feed. Everything else, ISO 8859-1 included,
// passes unchanged. Not thread-safe.
#ifndef ROOKERY_CORE_NOTATION_TEXT_SOURCE_H_
#define ROOKERY_CORE_NOTATION_TEXT_SOURCE_H_

#include <cstdint>
#include <memory>
#include <string>

#include "core/notation/byte_source.h"

namespace rookery {

class TextSource final : public ByteSource {
 public:
  explicit TextSource(std::unique_ptr<ByteSource> source)
      : source_(std::move(source)) {}

  absl::StatusOr<size_t> Read(std::span<char> bytes) override;

 private:
  enum class Encoding : uint8_t { kUnknown, kBytes, kUtf16Little, kUtf16Big };

  absl::Status DetectEncoding();
  absl::StatusOr<size_t> ReadRaw(std::span<char> bytes);
  absl::StatusOr<size_t> ReadDecoded(std::span<char> bytes);
  absl::StatusOr<size_t> ReadUtf16(std::span<char> bytes);
  absl::Status DecodeUtf16();
  void AppendUnit(uint16_t unit, std::string& text);

  std::unique_ptr<ByteSource> source_;
  Encoding encoding_ = Encoding::kUnknown;
  std::string begin_;      // read to tell the encoding, not handed out yet
  std::string decoded_;    // from UTF-16, with what was handed out
  size_t given_ = 0;       // of decoded_
  std::string half_unit_;  // the first byte of a unit of UTF-16
  uint16_t high_surrogate_ = 0;  // that waits for the other half
  bool held_return_ = false;     // a \r whose meaning the next byte tells
};

// Opens a file ("-" is standard input), decompressed and as text.
absl::StatusOr<std::unique_ptr<ByteSource>> OpenText(const std::string& path);

}  // namespace rookery

#endif  // ROOKERY_CORE_NOTATION_TEXT_SOURCE_H_
