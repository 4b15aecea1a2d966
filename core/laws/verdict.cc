#include "core/laws/verdict.h"

namespace rookery {

std::string_view AutomaticEndName(AutomaticEnd end) {
  switch (end) {
    case AutomaticEnd::kCheckmate:
      return "checkmate";
    case AutomaticEnd::kStalemate:
      return "stalemate";
    case AutomaticEnd::kInsufficientMaterial:
      return "insufficient_material";
    case AutomaticEnd::kDeadPosition:
      return "dead_position";
    case AutomaticEnd::kFivefoldRepetition:
      return "fivefold_repetition";
    case AutomaticEnd::kSeventyfiveMoves:
      return "seventyfive_moves";
  }
  return "";
}

std::string_view ResultVerdictName(ResultVerdict verdict) {
  switch (verdict) {
    case ResultVerdict::kNone:
      return "";
    case ResultVerdict::kConsistent:
      return "consistent";
    case ResultVerdict::kDrawClaimValid:
      return "draw_claim_valid";
    case ResultVerdict::kNotDecidedByBoardOk:
      return "not_decided_by_board_ok";
    case ResultVerdict::kNotDecidedByMaterial:
      return "not_decided_by_material";
    case ResultVerdict::kShouldBe:
      return "should_be";
    case ResultVerdict::kVoid:
      return "void";
  }
  return "";
}

}  // namespace rookery
