// Logs of the daemons: one event per line on stderr, with key=value fields.
//
//   LogInfo("lease expired", {{"job", job_id}, {"age", age}});
//   2026-11-30T22:31:05.123Z info lease expired job=4f3a... age=31.5s
//
// Not for core, which never logs, and not for a command's answer, which goes to
// stdout. An event is a short constant text; what varies goes into fields. A
// value that is empty or holds blanks, quotes or control characters is quoted
// and escaped, so that a line can always be taken apart.
//
// Thread-safe. A line is written at once and whole. Logging never fails: a line
// that stderr does not take is lost.
#ifndef ROOKERY_DAEMON_LOGGING_H_
#define ROOKERY_DAEMON_LOGGING_H_

#include <concepts>
#include <initializer_list>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"

namespace rookery::daemon {

enum class LogLevel {
  // For whoever debugs this program.
  kDebug,
  // What an operator wants to read afterwards: start, stop, jobs.
  kInfo,
  // Something went wrong and was dealt with.
  kWarning,
  // Somebody must act.
  kError,
};

// One key=value of a line. The key borrows: it must be a literal.
class LogField {
 public:
  LogField(std::string_view key, std::string_view value)
      : key_(key), value_(value) {}
  LogField(std::string_view key, const std::string& value)
      : key_(key), value_(value) {}
  LogField(std::string_view key, const char* value)
      : key_(key), value_(value) {}
  LogField(std::string_view key, bool value)
      : key_(key), value_(value ? "true" : "false") {}
  template <typename Number>
  requires std::integral<Number> || std::floating_point<Number> LogField(
      std::string_view key, Number value)
      : key_(key), value_(absl::StrCat(value)) {}
  LogField(std::string_view key, absl::Duration value)
      : key_(key), value_(absl::FormatDuration(value)) {}
  LogField(std::string_view key, const absl::Status& value)
      : key_(key), value_(value.ToString()) {}

  std::string_view key() const { return key_; }
  const std::string& value() const { return value_; }

 private:
  std::string_view key_;
  std::string value_;
};

void LogDebug(std::string_view event,
              std::initializer_list<LogField> fields = {});
void LogInfo(std::string_view event,
             std::initializer_list<LogField> fields = {});
void LogWarning(std::string_view event,
                std::initializer_list<LogField> fields = {});
void LogError(std::string_view event,
              std::initializer_list<LogField> fields = {});

// Lines below `level` are dropped from now on; kInfo until the first call.
void SetLogLevel(LogLevel level);

// Reads "debug", "info", "warning" or "error"; otherwise INVALID_ARGUMENT.
absl::StatusOr<LogLevel> ParseLogLevel(std::string_view name);

// The part of a line after time and level.
std::string FormatLogLine(std::string_view event,
                          std::initializer_list<LogField> fields);

}  // namespace rookery::daemon

#endif  // ROOKERY_DAEMON_LOGGING_H_
