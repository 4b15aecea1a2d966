// A square as it is given on the command line.
#ifndef ROOKERY_CLI_SQUARE_ARGUMENT_H_
#define ROOKERY_CLI_SQUARE_ARGUMENT_H_

#include <string>

#include "absl/status/statusor.h"
#include "core/board/square.h"

namespace rookery::cli {

// Reads "a1" to "h8". INVALID_ARGUMENT, naming the option and the text, for
// anything else.
absl::StatusOr<Square> ParseSquareArgument(const std::string& option,
                                           const std::string& text);

}  // namespace rookery::cli

#endif  // ROOKERY_CLI_SQUARE_ARGUMENT_H_
