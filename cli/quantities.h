// Large counts and long times as people read them. For machines there is JSON:
// nothing here can be parsed back.
#ifndef ROOKERY_CLI_QUANTITIES_H_
#define ROOKERY_CLI_QUANTITIES_H_

#include <string>

#include "absl/time/time.h"

namespace rookery::cli {

// Three digits and a decimal prefix: "0", "999", "1.23 k", "45.6 M", "3.20 G",
// ... up to "E"; beyond that "1.23e+24". Requires: `value` is not negative.
std::string HumanCount(double value);

// The two largest units that matter: "0.123 s", "4.56 s", "12.3 s", "2 min 05
// s", "3 h 07 min", "5 d 04 h". Negative durations count as zero; an infinite
// one is "forever".
std::string HumanDuration(absl::Duration duration);

}  // namespace rookery::cli

#endif  // ROOKERY_CLI_QUANTITIES_H_
