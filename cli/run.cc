#include "cli/run.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "cli/audit.h"
#include "cli/command.h"
#include "cli/exit_code.h"
#include "cli/frontier.h"
#include "cli/jobs.h"
#include "cli/moves.h"
#include "cli/perft.h"
#include "cli/serve.h"
#include "cli/verify.h"
#include "cli/workers.h"
#include "daemon/logging.h"
#include "daemon/options.h"

namespace rookery::cli {
namespace {

absl::Status MissingCommand(const CLI::App& program) {
  const CLI::App* given = &program;
  while (!given->get_subcommands().empty()) {
    given = given->get_subcommands().front();
  }
  std::vector<std::string> names;
  for (const CLI::App* command : given->get_subcommands([](const CLI::App*) {
         return true; /* not only those given */
       })) {
    names.push_back(command->get_name());
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "a command is missing; use ", given == &program ? "" : "rookery ",
      given->get_name(), " ", absl::StrJoin(names, ", ")));
}

}  // namespace

int Run(const Console& console) {
  CLI::App program;
  daemon::SetUpProgram(
      program,
      {.name = "rookery",
       .summary =
           "Perft and chess analysis, on this machine or on a cluster of them",
       .example = "rookery perft --depth 7"});
  // What goes wrong is in the command's own error line.
  daemon::SetLogLevel(daemon::LogLevel::kError);
  daemon::AddLogLevelOption(program);
  program.get_option("--log-level")->default_str("error; info for serve");
  // None is no error to CLI11: its message would hide that a command was
  // misspelt.
  program.require_subcommand(0, 1);
  Command chosen;
  AddPerftCommand(&program, &console, &chosen);
  AddFrontierCommand(&program, &console, &chosen);
  AddMovesCommand(&program, &console, &chosen);
  AddVerifyCommand(&program, &console, &chosen);
  AddAuditCommand(&program, &console, &chosen);
  AddJobsCommand(&program, &console, &chosen);
  AddWorkersCommand(&program, &console, &chosen);
  AddServeCommand(&program, &console, &chosen);
  // So that --config and --log-level may stand behind the command.
  for (CLI::App* command : program.get_subcommands({})) command->fallthrough();

  std::vector<const char*> arguments = {"rookery"};
  for (const std::string& argument : console.arguments)
    arguments.push_back(argument.c_str());
  if (const std::optional<int> code = daemon::ParseArguments(
          program, static_cast<int>(arguments.size()), arguments.data())) {
    return *code;
  }
  return chosen ? chosen() : Fail(*console.err, MissingCommand(program));
}

}  // namespace rookery::cli
