#include "core/verify/difference.h"

namespace rookery {

std::string_view MainReason(const Difference& difference) {
  const std::vector<WrongMove>& moves =
      difference.extra.empty() ? difference.missing : difference.extra;
  if (!moves.empty()) {
    const std::string_view id = moves.front().reason.id;
    return difference.made_wrongly && !ExplainsHistory(id)
               ? difference.made_wrongly->id
               : id;
  }
  switch (difference.kind) {
    case DifferenceKind::kMoveCount:
      return "wrong-number-of-moves";
    case DifferenceKind::kState:
      return "wrong-state-after-move";
    case DifferenceKind::kMoves:
    case DifferenceKind::kUnknown:
      break;
  }
  return "not-narrowed-down";
}

}  // namespace rookery
