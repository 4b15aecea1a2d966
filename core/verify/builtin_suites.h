// The perft suites that come with the program, each position with a comment on
// what it catches.
//
//   standard  positions as they occur in games, the six well-known ones first
//   tricky    one rule or one blind spot of move generators at a time
//   chess960  start positions, and castling with every king and rook
//   endgame   few men, or many of a kind; mates and stalemates
//
// The texts are compiled in; suites/README.md tells how the positions were
// chosen and the counts made. Stateless; safe to use from any thread.
#ifndef ROOKERY_CORE_VERIFY_BUILTIN_SUITES_H_
#define ROOKERY_CORE_VERIFY_BUILTIN_SUITES_H_

#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/verify/suite.h"

namespace rookery {

// In the order above.
std::vector<std::string_view> BuiltinSuiteNames();

// The suite of that name, in which every position has a comment and its counts
// for depth 1 to its deepest. It is read anew each time, in about a
// millisecond. NOT_FOUND, naming those that there are, for any other name.
absl::StatusOr<std::vector<SuiteLine>> BuiltinSuite(std::string_view name);

}  // namespace rookery

#endif  // ROOKERY_CORE_VERIFY_BUILTIN_SUITES_H_
