// Remembers what texts of moves say, so that each is read once.
//
// A collection of any size has a few thousand different texts, and a thousand
// of them are 97 % of all moves. Not thread-safe: one memo a thread.
#ifndef ROOKERY_CORE_NOTATION_SAN_MEMO_H_
#define ROOKERY_CORE_NOTATION_SAN_MEMO_H_

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

  // ReadSanPattern(text). The reference is valid until the next call.
  const SanPattern& Find(std::string_view text) {
    if (text.size() > sizeof(uint64_t)) [[unlikely]]
      return long_ = ReadSanPattern(text);
    uint64_t key = 0;
    std::memcpy(&key, text.data(), text.size());
    // Fibonacci hashing (Knuth, The Art of Computer Programming, section 6.4).
    Entry& entry = entries_[(key * 0x9e3779b97f4a7c15) >> (64 - kIndexBits)];
    if (entry.key != key) [[unlikely]]
      entry = {key, ReadSanPattern(text)};
    return entry.pattern;
  }

 private:
  static constexpr int kIndexBits = 13;

  // No text has the key 0, but for the empty one, which is unreadable as a new
  // pattern is; a text that ends in NUL bytes never comes here from PgnParser.
  struct Entry {
    uint64_t key = 0;
    SanPattern pattern;
  };

  std::vector<Entry> entries_;
  SanPattern long_;
};

}  // namespace rookery

#endif  // ROOKERY_CORE_NOTATION_SAN_MEMO_H_
