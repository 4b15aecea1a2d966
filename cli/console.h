// What a command knows of whoever called it: the words that were typed, where
// to write, and the wish to stop.
#ifndef ROOKERY_CLI_CONSOLE_H_
#define ROOKERY_CLI_CONSOLE_H_

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "cli/interrupt.h"

namespace rookery::cli {

// Borrowed; everything outlives the command. A command writes nothing but its
// answer to `out`; progress and errors go to `err`.
struct Console {
  // As typed, without the program's name.
  std::vector<std::string> arguments;
  std::ostream* out = nullptr;
  std::ostream* err = nullptr;
  // Columns of the terminal behind `err`; 0 if it is none, and then nothing is
  // ever drawn there.
  int err_columns = 0;
  Interrupt* interrupt = nullptr;
};

// Whether that long option ("--data-dir") stands in the arguments: what
// environment and config file say may be meant for other commands.
bool WasTyped(const Console& console, std::string_view option);

}  // namespace rookery::cli

#endif  // ROOKERY_CLI_CONSOLE_H_
