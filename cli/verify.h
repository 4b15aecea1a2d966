// `rookery verify`: finds what a move generator does wrong.
#ifndef ROOKERY_CLI_VERIFY_H_
#define ROOKERY_CLI_VERIFY_H_

#include "cli/command.h"
#include "cli/console.h"

namespace CLI {
class App;
}  // namespace CLI

namespace rookery::cli {

// Adds the command to `program`. All three must outlive the command's run.
void AddVerifyCommand(CLI::App* program, const Console* console,
                      Command* chosen);

}  // namespace rookery::cli

#endif  // ROOKERY_CLI_VERIFY_H_
