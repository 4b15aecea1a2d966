// What every Rookery program has in common on its command line, over CLI11.
//
// A program declares its options on a CLI::App as usual, between the two calls:
//
//   CLI::App app;
//   SetUpProgram(app, {.name = "rookery-worker", ...});
//   app.add_option("--threads", options.threads, "Units computed at once");
//   if (std::optional<int> code = ParseArguments(app, argc, argv)) return
//   *code;
//
// and each long option NAME then also comes from the environment (--hash-mib
// from ROOKERY_HASH_MIB) and from the file that --config or ROOKERY_CONFIG
// names, in INI or TOML (hash-mib = 64; options of a subcommand in a section
// with its name). The command line wins over the environment, the environment
// over the file, the file over the default. An unknown key of the file is an
// error, so that a slip of the pen does not go unseen.
//
// Not thread-safe; meant for main(). Kubernetes sets variables named
// ROOKERY_PORT or ROOKERY_..._SERVICE_HOST beside a service called rookery: do
// not name an option so that it would read one of those.
#ifndef ROOKERY_DAEMON_OPTIONS_H_
#define ROOKERY_DAEMON_OPTIONS_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"

namespace CLI {
class App;
}  // namespace CLI

namespace rookery::daemon {

struct ProgramDescription {
  // As it is typed.
  std::string name;
  // One sentence on what it does.
  std::string summary;
  // A command line to copy; --help shows it.
  std::string example;
};

// Names the program and gives it --help, --version and --config. To be called
// before options are added: it makes --help show their defaults.
void SetUpProgram(CLI::App& app, const ProgramDescription& program);

// Shows `example` at the end of the help of a program or of a subcommand.
void SetExample(CLI::App& app, const std::string& example);

// Adds --log-level, which acts as soon as the arguments are parsed.
void AddLogLevelOption(CLI::App& app);

// Whether an option for a duration takes the word `forever` for one without
// end.
enum class DurationEnd { kMustBe, kMayBeForever };

// Adds an option for a duration as people write it (500ms, 30s, 2m), which
// changes `value`, its default. Shorter than `least` is bad usage, and so is
// one without end unless `end` allows it. `value` must live until the arguments
// are parsed.
void AddDurationOption(CLI::App& app, const std::string& name,
                       absl::Duration least, absl::Duration* value,
                       const std::string& help,
                       DurationEnd end = DurationEnd::kMustBe);

// A check for options that are whole numbers: empty if `text` is one in decimal
// notation of at most 18 digits, otherwise what is wrong with it. CLI11 alone
// takes an empty text for 0 and a leading 0 for octal.
std::string CheckDecimal(const std::string& text);

// INVALID_ARGUMENT, naming the option and its bounds, if the value is outside
// of them.
absl::Status CheckInRange(const std::string& option, int64_t value,
                          int64_t least, int64_t most);

// Parses the arguments, the environment and the file into what the options are
// bound to. A value means that the program is to exit with it now: 0 after
// printing help or the version to stdout, 2 after one line on stderr that says
// what is wrong. `argv` borrows only for the call.
std::optional<int> ParseArguments(CLI::App& app, int argc,
                                  const char* const* argv);

}  // namespace rookery::daemon

#endif  // ROOKERY_DAEMON_OPTIONS_H_
