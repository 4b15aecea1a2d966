// A chess position as it is given on the command line.
#ifndef ROOKERY_CLI_POSITION_ARGUMENT_H_
#define ROOKERY_CLI_POSITION_ARGUMENT_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/board/position.h"

namespace rookery::cli {

// Reads a FEN, `startpos` or `kiwipete`; nothing at all means the start
// position. INVALID_ARGUMENT, naming what is wrong with the FEN; where one
// reading would repair it, the message offers that.
absl::StatusOr<Position> ParsePositionArgument(std::string_view text);

// For --help.
std::string PositionArgumentHelp();

}  // namespace rookery::cli

#endif  // ROOKERY_CLI_POSITION_ARGUMENT_H_
