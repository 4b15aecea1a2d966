// What an audit counts over many games.
//
// Totals of parts add up to those of the whole, in any order: parts may be
// audited by different threads or machines. Not thread-safe.
#ifndef ROOKERY_CORE_LAWS_AUDIT_AUDIT_TOTALS_H_
#define ROOKERY_CORE_LAWS_AUDIT_AUDIT_TOTALS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "core/laws/audit/game_audit.h"
#include "core/laws/verdict.h"

namespace rookery {

struct AuditTotals {
  // How often each kind of finding was listed.
  using Kinds = std::map<std::string, uint64_t, std::less<>>;

  uint64_t games = 0;
  uint64_t plies = 0;
  uint64_t games_with_errors = 0;    // they break the laws
  uint64_t games_with_warnings = 0;  // errors or not
  // Games of other variants than chess, which nobody judged.
  uint64_t unsupported_variants = 0;
  // Games by ResultVerdict; use Verdicts.
  std::array<uint64_t, static_cast<size_t>(ResultVerdict::kVoid) + 1>
      games_by_verdict{};
  Kinds errors;
  Kinds warnings;
  // Beyond those that the records list.
  uint64_t unlisted_errors = 0;
  uint64_t unlisted_warnings = 0;

  // Every byte of the text is one of a game, stray, skipped, or else blank or
  // in an escaped line between games.
  uint64_t bytes = 0;
  uint64_t game_bytes = 0;
  uint64_t stray_bytes = 0;    // comments between games and the like
  uint64_t skipped_bytes = 0;  // of games that are too long

  uint64_t Verdicts(ResultVerdict verdict) const {
    return games_by_verdict[static_cast<size_t>(verdict)];
  }

  // Counts one game.
  void Add(const GameAudit& audit);

  // Counts everything that `other` counted.
  void Merge(const AuditTotals& other);

  friend bool operator==(const AuditTotals&, const AuditTotals&) = default;
};

}  // namespace rookery

#endif  // ROOKERY_CORE_LAWS_AUDIT_AUDIT_TOTALS_H_
