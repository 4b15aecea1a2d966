// `rookery audit`: says which games of a collection break the laws of chess.
#ifndef ROOKERY_CLI_AUDIT_H_
#define ROOKERY_CLI_AUDIT_H_

#include "cli/command.h"
#include "cli/console.h"

namespace CLI {
class App;
}  // namespace CLI

namespace rookery::cli {

// Adds the command to `program`. All three must outlive the command's run.
void AddAuditCommand(CLI::App* program, const Console* console,
                     Command* chosen);

}  // namespace rookery::cli

#endif  // ROOKERY_CLI_AUDIT_H_
