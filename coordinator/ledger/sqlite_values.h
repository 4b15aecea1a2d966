// How the rows' fields become SQLite's values. Private to this folder.
#ifndef ROOKERY_COORDINATOR_LEDGER_SQLITE_VALUES_H_
#define ROOKERY_COORDINATOR_LEDGER_SQLITE_VALUES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "absl/time/time.h"
#include "coordinator/ledger/sqlite.h"

namespace rookery::coordinator::sqlite {

inline int64_t Number(absl::Time time) { return absl::ToUnixNanos(time); }

// All 64 bits are kept; SQLite knows signed numbers only.
inline int64_t Number(uint64_t number) { return static_cast<int64_t>(number); }

inline Value TextOrNull(const std::string& text) {
  return text.empty() ? Value(std::monostate()) : Value(std::string_view(text));
}

inline Value TimeOrNull(const std::optional<absl::Time>& time) {
  return time.has_value() ? Value(Number(*time)) : Value(std::monostate());
}

}  // namespace rookery::coordinator::sqlite

#endif  // ROOKERY_COORDINATOR_LEDGER_SQLITE_VALUES_H_
