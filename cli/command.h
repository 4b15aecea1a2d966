// How a command is added to the program: it declares its options, and once it
// is chosen it leaves here what runs it.
#ifndef ROOKERY_CLI_COMMAND_H_
#define ROOKERY_CLI_COMMAND_H_

#include <functional>

namespace rookery::cli {

// Runs the command that was chosen, with the options that were parsed, and
// returns the program's exit code. Null until a command was chosen. It runs
// after parsing, not within: CLI11 reports by exceptions, and commands do not.
using Command = std::function<int()>;

}  // namespace rookery::cli

#endif  // ROOKERY_CLI_COMMAND_H_
