// The whole command line as a function, so that a test can call it without a
// process.
#ifndef ROOKERY_CLI_RUN_H_
#define ROOKERY_CLI_RUN_H_

#include "cli/console.h"

namespace rookery::cli {

// Parses `console.arguments` (and ROOKERY_... variables and --config), runs the
// command and returns its exit code (exit_code.h); 128 + signal where the
// interrupt ended it. Help and usage errors go to std::cout and std::cerr.
int Run(const Console& console);

}  // namespace rookery::cli

#endif  // ROOKERY_CLI_RUN_H_
