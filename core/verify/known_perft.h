// What perft of a position is known to be, and how suites write it.
//
// Plain values and pure functions; safe to use from any thread.
#ifndef ROOKERY_CORE_VERIFY_KNOWN_PERFT_H_
#define ROOKERY_CORE_VERIFY_KNOWN_PERFT_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/status/status.h"

namespace rookery {

// The deepest count that a suite can have.
inline constexpr int kMaxSuiteDepth = 32;

// 128 bits wide, as every total: perft(15) of the start position is known, and
// is past 2^64.
struct KnownPerft {
  int depth = 0;
  absl::uint128 leaves = 0;

  friend bool operator==(const KnownPerft&, const KnownPerft&) = default;
};

// Reads a depth of 0 to kMaxSuiteDepth and its leaves, both in decimal digits,
// and appends them. INVALID_ARGUMENT, naming the value, for anything else and
// for a depth that is there already.
absl::Status AddKnownPerft(std::string_view depth, std::string_view leaves,
                           std::vector<KnownPerft>* known);

// As much of a word as a message shows, without what could steer a terminal.
std::string ShownWord(std::string_view word);

}  // namespace rookery

#endif  // ROOKERY_CORE_VERIFY_KNOWN_PERFT_H_
