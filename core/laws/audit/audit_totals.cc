#include "core/laws/audit/audit_totals.h"

#include <string_view>
#include <vector>

namespace rookery {
namespace {

void Count(std::string_view kind, uint64_t times, AuditTotals::Kinds& kinds) {
  const auto found = kinds.find(kind);
  if (found == kinds.end())
    kinds.emplace(kind, times);
  else
    found->second += times;
}

void CountAll(const std::vector<AuditFinding>& findings,
              AuditTotals::Kinds& kinds) {
  for (const AuditFinding& finding : findings) Count(finding.kind, 1, kinds);
}

}  // namespace

void AuditTotals::Add(const GameAudit& audit) {
  ++games;
  plies += static_cast<uint64_t>(audit.plies);
  games_with_errors += audit.HasErrors();
  games_with_warnings += audit.HasWarnings();
  unsupported_variants += audit.variant == PgnVariant::kUnsupported;
  ++games_by_verdict[static_cast<size_t>(audit.verdict->result_verdict)];
  CountAll(audit.errors, errors);
  CountAll(audit.warnings, warnings);
  unlisted_errors += audit.unlisted_errors;
  unlisted_warnings += audit.unlisted_warnings;
  game_bytes += audit.game->text.size();
}

void AuditTotals::Merge(const AuditTotals& other) {
  games += other.games;
  plies += other.plies;
  games_with_errors += other.games_with_errors;
  games_with_warnings += other.games_with_warnings;
  unsupported_variants += other.unsupported_variants;
  for (size_t index = 0; index < games_by_verdict.size(); ++index)
    games_by_verdict[index] += other.games_by_verdict[index];
  for (const auto& [kind, times] : other.errors) Count(kind, times, errors);
  for (const auto& [kind, times] : other.warnings) Count(kind, times, warnings);
  unlisted_errors += other.unlisted_errors;
  unlisted_warnings += other.unlisted_warnings;
  bytes += other.bytes;
  game_bytes += other.game_bytes;
  stray_bytes += other.stray_bytes;
  skipped_bytes += other.skipped_bytes;
}

}  // namespace rookery
