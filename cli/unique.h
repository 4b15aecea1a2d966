// `rookery perft --unique`: how many different positions each ply has.
#ifndef ROOKERY_CLI_UNIQUE_H_
#define ROOKERY_CLI_UNIQUE_H_

#include "cli/console.h"
#include "cli/frontier_growth.h"
#include "cli/output_format.h"
#include "core/board/position.h"

namespace rookery::cli {

// Counts in this process and prints the answer (docs/cli.md). Returns the exit
// code.
int RunUnique(const Position& root, int depth, const FrontierMeans& means,
              OutputFormat format, const Console& console);

}  // namespace rookery::cli

#endif  // ROOKERY_CLI_UNIQUE_H_
