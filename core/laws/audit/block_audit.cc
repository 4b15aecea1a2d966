#include "core/laws/audit/block_audit.h"

#include "core/notation/pgn_parser.h"

namespace rookery {

AuditTotals AuditBlock(const PgnBlock& block, uint64_t first_number,
                       GameAuditor& auditor,
                       absl::FunctionRef<void(const GameAudit&)> report) {
  AuditTotals totals;
  PgnParser parser(block);
  PgnGame game;
  while (parser.Next(game)) {
    const GameAudit& audit = auditor.Audit(game, first_number + totals.games);
    totals.Add(audit);
    report(audit);
  }
  totals.bytes = block.text.size() + block.skipped_bytes;
  totals.stray_bytes = parser.stray_bytes();
  totals.skipped_bytes = block.skipped_bytes;
  return totals;
}

}  // namespace rookery
