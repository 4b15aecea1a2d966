// `rookery perft`: counts the leaves of the tree of legal moves.
#ifndef ROOKERY_CLI_PERFT_H_
#define ROOKERY_CLI_PERFT_H_

#include "cli/command.h"
#include "cli/console.h"

namespace CLI {
class App;
}  // namespace CLI

namespace rookery::cli {

// Adds the command to `program`. All three must outlive the command's run.
void AddPerftCommand(CLI::App* program, const Console* console,
                     Command* chosen);

}  // namespace rookery::cli

#endif  // ROOKERY_CLI_PERFT_H_
