// Remembers what texts of moves say, so that each is read once.
//
// A collection of any size has a few thousand different texts, and a thousand
// of them are 97 % of all moves. Not thread-safe: one memo a thread.
#ifndef ROOKERY_CORE_NOTATION_SAN_MEMO_H_
#define ROOKERY_CORE_NOTATION_SAN_MEMO_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "core/notation/san_pattern.h"

namespace rookery {

class SanMemo {
 public:
  SanMemo() : entries_(size_t{1} << kIndexBits) {}

  // ReadSanPattern(text). The bytes behind the text up to `readable_end` may be
  // read too. The reference is valid until the next call.
  const SanPattern& Find(std::string_view text, const char* readable_end) {
    if (text.size() > sizeof(uint64_t) || text.empty()) [[unlikely]]
      return uncommon_ = ReadSanPattern(text);
    uint64_t key = 0;
    if (readable_end - text.data() >= static_cast<ptrdiff_t>(sizeof(key)))
        [[likely]] {
      // One load and a mask: a copy of unknown length would be a call.
      std::memcpy(&key, text.data(), sizeof(key));
      if constexpr (std::endian::native == std::endian::little)
        key &= ~uint64_t{0} >> (8 * (sizeof(key) - text.size()));
      else
        key &= ~uint64_t{0} << (8 * (sizeof(key) - text.size()));
    } else {
      std::memcpy(&key, text.data(), text.size());
    }
    // Fibonacci hashing (Knuth, The Art of Computer Programming, section 6.4).
    Entry& entry = entries_[(key * 0x9e3779b97f4a7c15) >> (64 - kIndexBits)];
    if (entry.key != key) [[unlikely]]
      entry = {key, ReadSanPattern(text)};
    return entry.pattern;
  }

 private:
  static constexpr int kIndexBits = 13;

  // No text of PgnParser's has NUL bytes, so none has the key 0 or that of a
  // shorter one.
  struct Entry {
    uint64_t key = 0;
    SanPattern pattern;
  };

  std::vector<Entry> entries_;
  SanPattern uncommon_;  // the last text that has no entry
};

}  // namespace rookery

#endif  // ROOKERY_CORE_NOTATION_SAN_MEMO_H_
