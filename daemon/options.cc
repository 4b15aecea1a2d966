#include "daemon/options.h"

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "daemon/build_info.h"
#include "daemon/error_line.h"
#include "daemon/logging.h"

namespace rookery::daemon {
namespace {

constexpr char kConfigVariable[] = "ROOKERY_CONFIG";
constexpr int kUsageExitCode = 2;

std::string EnvironmentName(const std::string& option_name) {
  return absl::StrCat("ROOKERY_", absl::AsciiStrToUpper(absl::StrReplaceAll(
                                      option_name, {{"-", "_"}})));
}

// CLI11 ignores empty variables, and so does this.
bool IsSet(const std::string& variable) {
  const char* value = std::getenv(variable.c_str());
  return value != nullptr && *value != '\0';
}

// Applies a config file itself. CLI11 would let the file win over the
// environment, and its errors would not name the file.
class ConfigReader final : public CLI::ConfigTOML {
 public:
  // `app` must outlive it.
  explicit ConfigReader(CLI::App* app) : app_(*app) {}

  // Leaves nothing for CLI11 to do.
  std::vector<CLI::ConfigItem> from_config(std::istream& input) const override {
    for (const CLI::ConfigItem& item : CLI::ConfigTOML::from_config(input))
      Apply(item);
    return {};
  }

 private:
  void Apply(const CLI::ConfigItem& item) const {
    const bool opens_section = item.name == "++";
    if (opens_section || item.name == "--") return FindSection(item);
    CLI::App* app = FindApp(item);
    CLI::Option* option =
        app == nullptr ? nullptr : app->get_option_no_throw("--" + item.name);
    if (option == nullptr || !option->get_configurable())
      throw Error(absl::StrCat("key '", item.fullname(), "' is not known"));
    // The command line and the environment win.
    if (!option->empty() || IsSet(EnvironmentName(item.name))) return;
    try {
      if (option->get_expected_min() == 0) {
        option->add_result(option->get_flag_value(item.name, to_flag(item)));
      } else {
        option->add_result(item.inputs);
      }
      option->run_callback();
    } catch (const CLI::Error& error) {
      throw Error(absl::StrCat("key '", item.fullname(), "': ", error.what()));
    }
  }

  CLI::App* FindApp(const CLI::ConfigItem& item) const {
    CLI::App* app = &app_;
    try {
      for (const std::string& parent : item.parents)
        app = app->get_subcommand(parent);
    } catch (const CLI::OptionNotFound&) {
      return nullptr;
    }
    return app;
  }

  void FindSection(const CLI::ConfigItem& item) const {
    if (FindApp(item) == nullptr) {
      throw Error(absl::StrCat("section [", absl::StrJoin(item.parents, "."),
                               "] is not known"));
    }
  }

  CLI::ConfigError Error(const std::string& what) const {
    return CLI::ConfigError(
        absl::StrCat("config file '", app_.get_config_ptr()->as<std::string>(),
                     "', ", what));
  }

  CLI::App& app_;
};

void NameEnvironmentVariables(CLI::App& app) {
  for (CLI::Option* option : app.get_options()) {
    const bool readable = option->get_configurable() &&
                          !option->get_lnames().empty() &&
                          option->get_envname().empty();
    if (readable) {
      option->envname(EnvironmentName(option->get_lnames().front()));
    }
  }
  for (CLI::App* subcommand : app.get_subcommands([](CLI::App*) {
         return true; /* not only the parsed ones */
       })) {
    NameEnvironmentVariables(*subcommand);
  }
}

std::string OneLine(const CLI::App& app, const CLI::Error& error) {
  std::string message = error.what();
  if (dynamic_cast<const CLI::FileError*>(&error) != nullptr)
    message = absl::StrCat("config file ", message);
  if (!message.empty()) message[0] = absl::ascii_tolower(message[0]);
  return ErrorLine(app.get_name(), absl::StrCat(message, "; ", app.get_name(),
                                                " --help lists the options"));
}

}  // namespace

void SetUpProgram(CLI::App& app, const ProgramDescription& program) {
  app.name(program.name);
  app.description(program.summary);
  SetExample(app, program.example);
  app.option_defaults()->always_capture_default();
  app.set_help_flag("-h,--help", "Print this help and exit")
      ->configurable(false);
  app.set_version_flag("--version", VersionLine(program.name),
                       "Print the version and exit")
      ->configurable(false);
  app.set_config("--config", "",
                 absl::StrCat("Read options from an INI or TOML file (Env:",
                              kConfigVariable, ")"));
  app.config_formatter(std::make_shared<ConfigReader>(&app));
  app.allow_config_extras(CLI::config_extras_mode::error);
  app.failure_message([](const CLI::App* failed, const CLI::Error& error) {
    return OneLine(*failed, error);
  });
}

void SetExample(CLI::App& app, const std::string& example) {
  app.footer(absl::StrCat("\nExample:\n  ", example));
}

void AddLogLevelOption(CLI::App& app) {
  app.add_option_function<std::string>(
         "--log-level",
         [](const std::string& name) {
           const absl::StatusOr<LogLevel> level = ParseLogLevel(name);
           if (!level.ok()) {
             throw CLI::ValidationError("--log-level",
                                        std::string(level.status().message()));
           }
           SetLogLevel(*level);
         },
         "Least serious lines to log: debug, info, warning or error")
      ->default_str("info");
}

std::string CheckDecimal(const std::string& text) {
  constexpr size_t kMaxDigits = 18;  // always fits 64 bits
  const std::string digits = text.substr(text.rfind('-', 0) == 0 ? 1 : 0);
  const bool decimal =
      !digits.empty() &&
      digits.find_first_not_of("0123456789") == std::string::npos &&
      (digits.size() == 1 || digits[0] != '0');
  if (!decimal) return absl::StrCat("'", text, "' is not a decimal number");
  if (digits.size() > kMaxDigits) return absl::StrCat(text, " is too large");
  return "";
}

void AddDurationOption(CLI::App& app, const std::string& name,
                       absl::Duration least, absl::Duration* value,
                       const std::string& help, DurationEnd end) {
  app.add_option_function<std::string>(
         name,
         [name, least, value, end](const std::string& text) {
           const bool may_be_forever = end == DurationEnd::kMayBeForever;
           if (may_be_forever && text == "forever") {
             *value = absl::InfiniteDuration();
             return;
           }
           if (!absl::ParseDuration(text, value) || *value < least ||
               *value == absl::InfiniteDuration()) {
             throw CLI::ValidationError(absl::StrCat(
                 name, " is '", text,
                 "'; it must be a duration such as 500ms, 30s or 2m, at least ",
                 absl::FormatDuration(least),
                 may_be_forever ? ", or forever" : ""));
           }
         },
         help)
      ->default_str(absl::FormatDuration(*value))
      ->type_name("DURATION");
}

absl::Status CheckInRange(const std::string& option, int64_t value,
                          int64_t least, int64_t most) {
  if (value >= least && value <= most) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      option, " is ", value, "; it must be ", least, " to ", most));
}

std::optional<int> ParseArguments(CLI::App& app, int argc,
                                  const char* const* argv) {
  NameEnvironmentVariables(app);
  if (CLI::Option* config = app.get_config_ptr();
      config != nullptr && IsSet(kConfigVariable)) {
    // CLI11 reads the file before it reads the environment. Required: a file
    // that somebody named must exist.
    config->default_str(std::getenv(kConfigVariable));
    config->required();
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::Error& error) {
    return app.exit(error) == 0 ? 0 : kUsageExitCode;
  }
  return std::nullopt;
}

}  // namespace rookery::daemon
