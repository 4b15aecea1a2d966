// `rookery jobs`: lists, shows, follows and ends jobs of a coordinator.
#ifndef ROOKERY_CLI_JOBS_H_
#define ROOKERY_CLI_JOBS_H_

#include "cli/command.h"
#include "cli/console.h"

namespace CLI {
class App;
}  // namespace CLI

namespace rookery::cli {

// Adds the command to `program`. All three must outlive the command's run.
void AddJobsCommand(CLI::App* program, const Console* console, Command* chosen);

}  // namespace rookery::cli

#endif  // ROOKERY_CLI_JOBS_H_
