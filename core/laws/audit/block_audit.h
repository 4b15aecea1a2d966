// Audits a part of a collection: a whole number of games, and the number of the
// first one.
//
// A part needs nothing of those before it, so parts may be audited at the same
// time, by one auditor each, and their totals merged.
#ifndef ROOKERY_CORE_LAWS_AUDIT_BLOCK_AUDIT_H_
#define ROOKERY_CORE_LAWS_AUDIT_BLOCK_AUDIT_H_

#include <cstdint>

#include "absl/functional/function_ref.h"
#include "core/laws/audit/audit_totals.h"
#include "core/laws/audit/game_audit.h"
#include "core/notation/pgn_blocks.h"

namespace rookery {

// Audits the games of a block in their order and hands each record to `report`,
// for the length of that call. Returns what was counted.
AuditTotals AuditBlock(const PgnBlock& block, uint64_t first_number,
                       GameAuditor& auditor,
                       absl::FunctionRef<void(const GameAudit&)> report);

}  // namespace rookery

#endif  // ROOKERY_CORE_LAWS_AUDIT_BLOCK_AUDIT_H_
