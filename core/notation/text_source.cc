#include "core/notation/text_source.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>
#include <utility>

#include "core/notation/decompression.h"
#include "core/notation/text_encoding.h"

namespace rookery {

absl::StatusOr<size_t> TextSource::Read(std::span<char> bytes) {
  if (encoding_ == Encoding::kUnknown) {
    if (absl::Status status = DetectEncoding(); !status.ok()) return status;
  }
  for (;;) {
    size_t count = 0;
    if (held_return_) bytes[count++] = '\r';
    held_return_ = false;
    const absl::StatusOr<size_t> more = ReadDecoded(bytes.subspan(count));
    if (!more.ok()) return more.status();
    count += *more;
    const bool ended = *more == 0;
    if (count != 0 && bytes[count - 1] == '\r' && !ended) {
      held_return_ = true;
      --count;
    }
    if (count == 0 && !ended) continue;
    char* const end = bytes.data() + count;
    for (char* at = bytes.data();
         (at = static_cast<char*>(
              std::memchr(at, '\r', static_cast<size_t>(end - at)))) != nullptr;
         ++at) {
      if (at + 1 == end || at[1] != '\n') *at = '\n';
    }
    return count;
  }
}

absl::Status TextSource::DetectEncoding() {
  std::array<char, 8> bytes;
  size_t size = 0;
  while (size < 4) {
    const absl::StatusOr<size_t> count =
        source_->Read(std::span(bytes).subspan(size));
    if (!count.ok()) return count.status();
    if (*count == 0) break;
    size += *count;
  }
  begin_.assign(bytes.data(), size);
  encoding_ = Encoding::kBytes;
  if (begin_.starts_with("\xef\xbb\xbf")) {
    begin_.erase(0, 3);
  } else if (begin_.starts_with("\xff\xfe")) {
    encoding_ = Encoding::kUtf16Little;
    begin_.erase(0, 2);
  } else if (begin_.starts_with("\xfe\xff")) {
    encoding_ = Encoding::kUtf16Big;
    begin_.erase(0, 2);
  } else if (size >= 4 && bytes[0] != 0 && bytes[1] == 0 && bytes[2] != 0 &&
             bytes[3] == 0) {
    encoding_ = Encoding::kUtf16Little;
  } else if (size >= 4 && bytes[0] == 0 && bytes[1] != 0 && bytes[2] == 0 &&
             bytes[3] != 0) {
    encoding_ = Encoding::kUtf16Big;
  }
  return absl::OkStatus();
}

absl::StatusOr<size_t> TextSource::ReadRaw(std::span<char> bytes) {
  if (begin_.empty()) return source_->Read(bytes);
  const size_t count = std::min(bytes.size(), begin_.size());
  std::copy_n(begin_.data(), count, bytes.data());
  begin_.erase(0, count);
  return count;
}

absl::StatusOr<size_t> TextSource::ReadDecoded(std::span<char> bytes) {
  return encoding_ == Encoding::kBytes ? ReadRaw(bytes) : ReadUtf16(bytes);
}

absl::StatusOr<size_t> TextSource::ReadUtf16(std::span<char> bytes) {
  if (given_ == decoded_.size()) {
    if (absl::Status status = DecodeUtf16(); !status.ok()) return status;
  }
  const size_t count = std::min(bytes.size(), decoded_.size() - given_);
  std::copy_n(decoded_.data() + given_, count, bytes.data());
  given_ += count;
  return count;
}

// Decodes the next block; to nothing only at the end.
absl::Status TextSource::DecodeUtf16() {
  constexpr size_t kBlockBytes = size_t{1} << 16;
  std::string raw(kBlockBytes, '\0');
  decoded_.clear();
  given_ = 0;
  while (decoded_.empty()) {
    const absl::StatusOr<size_t> count = ReadRaw(raw);
    if (!count.ok()) return count.status();
    std::string units = std::exchange(half_unit_, {});
    units.append(raw, 0, *count);
    for (size_t index = 0; index + 1 < units.size(); index += 2) {
      const auto first = static_cast<uint8_t>(units[index]);
      const auto second = static_cast<uint8_t>(units[index + 1]);
      AppendUnit(static_cast<uint16_t>(encoding_ == Encoding::kUtf16Little
                                           ? first | second << 8
                                           : first << 8 | second),
                 decoded_);
    }
    const bool odd = units.size() % 2 != 0;
    if (*count == 0) {
      if (odd || high_surrogate_ != 0) AppendUtf8(0xfffd, decoded_);
      high_surrogate_ = 0;
      break;
    }
    if (odd) half_unit_ = units.back();
  }
  return absl::OkStatus();
}

void TextSource::AppendUnit(uint16_t unit, std::string& text) {
  const uint16_t high = std::exchange(high_surrogate_, uint16_t{0});
  const bool is_low = unit >= 0xdc00 && unit < 0xe000;
  if (high != 0 && is_low) {
    AppendUtf8(0x10000 + (static_cast<char32_t>(high - 0xd800) << 10) +
                   (unit - 0xdc00u),
               text);
    return;
  }
  if (high != 0) AppendUtf8(0xfffd, text);
  if (unit >= 0xd800 && unit < 0xdc00)
    high_surrogate_ = unit;
  else
    AppendUtf8(unit, text);
}

absl::StatusOr<std::unique_ptr<ByteSource>> OpenText(const std::string& path) {
  absl::StatusOr<std::unique_ptr<FileSource>> file = FileSource::Open(path);
  if (!file.ok()) return file.status();
  absl::StatusOr<std::unique_ptr<ByteSource>> bytes =
      Decompress(*std::move(file));
  if (!bytes.ok()) return bytes.status();
  return std::make_unique<TextSource>(*std::move(bytes));
}

}  // namespace rookery
