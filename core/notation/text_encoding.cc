#include "core/notation/text_encoding.h"

#include <cstring>

namespace rookery {
namespace {

constexpr uint64_t kHighBits = 0x8080808080808080;

}  // namespace

bool IsAscii(std::string_view text) {
  const char* byte = text.data();
  const char* const end = byte + text.size();
  uint64_t all = 0;
  for (; end - byte >= 32; byte += 32) {
    uint64_t words[4];
    std::memcpy(words, byte, sizeof(words));
    all |= (words[0] | words[1]) | (words[2] | words[3]);
  }
  for (; byte != end; ++byte) all |= static_cast<uint8_t>(*byte);
  return (all & kHighBits) == 0;
}

// The bounds of the second byte are those of RFC 3629, section 4.
size_t Utf8SequenceLength(std::string_view text) {
  const auto byte = [&](size_t index) {
    return index < text.size() ? static_cast<uint8_t>(text[index]) : 0;
  };
  const auto continues = [&](size_t index) {
    return (byte(index) & 0xc0) == 0x80;
  };
  const int first = byte(0);
  if (first < 0x80) return 1;
  if (first < 0xc2) return 0;
  if (first < 0xe0) return continues(1) ? 2 : 0;
  if (first < 0xf0) {
    const int low = first == 0xe0 ? 0xa0 : 0x80;
    const int high = first == 0xed ? 0x9f : 0xbf;
    return byte(1) >= low && byte(1) <= high && continues(2) ? 3 : 0;
  }
  if (first > 0xf4) return 0;
  const int low = first == 0xf0 ? 0x90 : 0x80;
  const int high = first == 0xf4 ? 0x8f : 0xbf;
  return byte(1) >= low && byte(1) <= high && continues(2) && continues(3) ? 4
                                                                           : 0;
}

bool IsUtf8(std::string_view text) {
  while (!text.empty()) {
    const size_t length = Utf8SequenceLength(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string Utf8FromLatin1(std::string_view text) {
  std::string utf8;
  utf8.reserve(text.size() + text.size() / 8);
  for (const char byte : text) AppendUtf8(static_cast<uint8_t>(byte), utf8);
  return utf8;
}

void AppendUtf8(char32_t character, std::string& text) {
  if (character > 0x10ffff || (character >= 0xd800 && character < 0xe000))
    character = 0xfffd;
  const auto tail = [&](int shift) {
    text += static_cast<char>(0x80 | (character >> shift & 0x3f));
  };
  if (character < 0x80) {
    text += static_cast<char>(character);
  } else if (character < 0x800) {
    text += static_cast<char>(0xc0 | character >> 6);
    tail(0);
  } else if (character < 0x10000) {
    text += static_cast<char>(0xe0 | character >> 12);
    tail(6);
    tail(0);
  } else {
    text += static_cast<char>(0xf0 | character >> 18);
    tail(12);
    tail(6);
    tail(0);
  }
}

}  // namespace rookery
