// `rookery serve`: a coordinator and a worker in one process that stays, for
// other commands and other workers.
#ifndef ROOKERY_CLI_SERVE_H_
#define ROOKERY_CLI_SERVE_H_

#include "cli/command.h"
#include "cli/console.h"

namespace CLI {
class App;
}  // namespace CLI

namespace rookery::cli {

// Adds the command to `program`. All three must outlive the command's run.
void AddServeCommand(CLI::App* program, const Console* console,
                     Command* chosen);

}  // namespace rookery::cli

#endif  // ROOKERY_CLI_SERVE_H_
