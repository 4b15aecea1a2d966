// What `rookery verify` tries: positions of suites, of the command line, and
// random ones, each with a name by which a report speaks of it.
#ifndef ROOKERY_CLI_VERIFY_CHECKS_H_
#define ROOKERY_CLI_VERIFY_CHECKS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/verify/verification.h"

namespace rookery::cli {

// Random positions of one run.
inline constexpr int64_t kMaxFuzzPositions = 100'000;

struct CheckSelection {
  std::vector<std::string> suites;  // built-in ones by name, or paths
  std::vector<std::string> fens;
  int64_t fuzz = 0;  // random positions
  int64_t seed = 1;
  // Leaves out the positions of suites, and those of the random ones, whose
  // castling only Chess960 has. The others keep their numbers.
  bool no_chess960 = false;
  // The deepest depth. Suites have theirs; for the others it is needed, but
  // random positions are tried to depth 3 without it.
  std::optional<int64_t> depth;
};

struct NamedCheck {
  std::string group;  // the suite, "fen" or "fuzz"
  int number = 0;     // its line in the suite, or which one of the group
  std::string comment;
  Check check;
};

// In the order: suites, FENs, random positions; without any of these the suite
// `standard`. Depths are ascending and begin at 1 where no counts are known.
// INVALID_ARGUMENT or NOT_FOUND, naming the option and the value, for anything
// that is out of range or no position, and where no position is left.
absl::StatusOr<std::vector<NamedCheck>> SelectChecks(
    const CheckSelection& selection);

}  // namespace rookery::cli

#endif  // ROOKERY_CLI_VERIFY_CHECKS_H_
