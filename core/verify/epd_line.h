// One line of a suite in EPD (Extended Position Description): the operations
// D1, D2 and so on for counts of leaves, and c0 for a comment.
//
// The format of ParseSuite, which passes over comments and empty lines.
// Stateless; safe to use from any thread.
#ifndef ROOKERY_CORE_VERIFY_EPD_LINE_H_
#define ROOKERY_CORE_VERIFY_EPD_LINE_H_

#include <string_view>

#include "absl/status/statusor.h"
#include "core/verify/suite.h"

namespace rookery {

// Reads a line that has a position. INVALID_ARGUMENT, naming the value, for
// what ParseSuite does not describe.
absl::StatusOr<SuiteLine> ParseEpdLine(int number, std::string_view line);

}  // namespace rookery

#endif  // ROOKERY_CORE_VERIFY_EPD_LINE_H_
