// `rookery moves`: what can be played in a position, why a move cannot, and how
// a man gets to a square.
#ifndef ROOKERY_CLI_MOVES_H_
#define ROOKERY_CLI_MOVES_H_

#include "cli/command.h"
#include "cli/console.h"

namespace CLI {
class App;
}  // namespace CLI

namespace rookery::cli {

// Adds the command to the program. `console` and `chosen` are borrowed and must
// outlive the parsing and the run.
void AddMovesCommand(CLI::App* program, const Console* console,
                     Command* chosen);

}  // namespace rookery::cli

#endif  // ROOKERY_CLI_MOVES_H_
