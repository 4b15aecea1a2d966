#include "daemon/logging.h"

#include <spdlog/logger.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_sinks.h>

#include <memory>

#include "absl/strings/escaping.h"

namespace rookery::daemon {
namespace {

spdlog::logger& Logger() {
  // Never destroyed: threads may log while the process exits.
  static spdlog::logger* const logger = [] {
    auto* made = new spdlog::logger(
        "rookery", std::make_shared<spdlog::sinks::stderr_sink_mt>());
    made->set_formatter(std::make_unique<spdlog::pattern_formatter>(
        "%Y-%m-%dT%H:%M:%S.%eZ %l %v", spdlog::pattern_time_type::utc));
    // spdlog would report its own failures on stderr, which just failed.
    made->set_error_handler([](const std::string&) {});
    return made;
  }();
  return *logger;
}

spdlog::level::level_enum ToSpdlog(LogLevel level) {
  switch (level) {
    case LogLevel::kDebug:
      return spdlog::level::debug;
    case LogLevel::kInfo:
      return spdlog::level::info;
    case LogLevel::kWarning:
      return spdlog::level::warn;
    case LogLevel::kError:
      return spdlog::level::err;
  }
  return spdlog::level::info;
}

void Log(LogLevel level, std::string_view event,
         std::initializer_list<LogField> fields) {
  spdlog::logger& logger = Logger();
  const spdlog::level::level_enum spdlog_level = ToSpdlog(level);
  if (!logger.should_log(spdlog_level)) return;
  logger.log(spdlog_level, spdlog::string_view_t(FormatLogLine(event, fields)));
}

bool NeedsQuotes(const std::string& value) {
  if (value.empty()) return true;
  for (const unsigned char c : value) {
    if (c <= ' ' || c == 0x7f || c == '"' || c == '\\' || c == '=') return true;
  }
  return false;
}

}  // namespace

std::string FormatLogLine(std::string_view event,
                          std::initializer_list<LogField> fields) {
  std::string line(event);
  for (const LogField& field : fields) {
    line.push_back(' ');
    line.append(field.key());
    line.push_back('=');
    if (NeedsQuotes(field.value())) {
      absl::StrAppend(&line, "\"", absl::Utf8SafeCEscape(field.value()), "\"");
    } else {
      line.append(field.value());
    }
  }
  return line;
}

void LogDebug(std::string_view event, std::initializer_list<LogField> fields) {
  Log(LogLevel::kDebug, event, fields);
}

void LogInfo(std::string_view event, std::initializer_list<LogField> fields) {
  Log(LogLevel::kInfo, event, fields);
}

void LogWarning(std::string_view event,
                std::initializer_list<LogField> fields) {
  Log(LogLevel::kWarning, event, fields);
}

void LogError(std::string_view event, std::initializer_list<LogField> fields) {
  Log(LogLevel::kError, event, fields);
}

void SetLogLevel(LogLevel level) { Logger().set_level(ToSpdlog(level)); }

absl::StatusOr<LogLevel> ParseLogLevel(std::string_view name) {
  if (name == "debug") return LogLevel::kDebug;
  if (name == "info") return LogLevel::kInfo;
  if (name == "warning") return LogLevel::kWarning;
  if (name == "error") return LogLevel::kError;
  return absl::InvalidArgumentError(
      absl::StrCat("log level '", std::string(name),
                   "' is not one of debug, info, warning, error"));
}

}  // namespace rookery::daemon
