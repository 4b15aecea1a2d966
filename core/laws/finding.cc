#include "core/laws/finding.h"

namespace rookery {

std::string_view FindingName(FindingKind kind) {
  switch (kind) {
    case FindingKind::kWrongStartArray:
      return "wrong_start_array";
    case FindingKind::kBoardWronglyPlaced:
      return "board_wrongly_placed";
    case FindingKind::kColorsReversed:
      return "colors_reversed";
    case FindingKind::kStartPositionUnreachable:
      return "start_position_unreachable";
    case FindingKind::kMovesAfterDeadPosition:
      return "moves_after_dead_position";
    case FindingKind::kMovesAfterFivefold:
      return "moves_after_fivefold";
    case FindingKind::kMovesAfterSeventyfive:
      return "moves_after_seventyfive";
    case FindingKind::kResultContradictsBoard:
      return "result_contradicts_board";
    case FindingKind::kResultUnknownButDecided:
      return "result_unknown_but_decided";
    case FindingKind::kTimeForfeitButWinnerCannotMate:
      return "time_forfeit_but_winner_cannot_mate";
    case FindingKind::kForfeitButWinnerCannotMate:
      return "forfeit_but_winner_cannot_mate";
    case FindingKind::kWinnerHasBareKing:
      return "winner_has_bare_king";
    case FindingKind::kLatenessButNotLost:
      return "lateness_but_not_lost";
    case FindingKind::kTerminationContradictsBoard:
      return "termination_contradicts_board";
    case FindingKind::kTerminationContradictsResult:
      return "termination_contradicts_result";
    case FindingKind::kDrawClaimNotBorneOut:
      return "draw_claim_not_borne_out";
    case FindingKind::kFlagFellBeforeTheEnd:
      return "flag_fell_before_the_end";
    case FindingKind::kWinnerRanOutOfTime:
      return "winner_ran_out_of_time";
    case FindingKind::kClockGainedTime:
      return "clock_gained_time";
    case FindingKind::kBadTimeControl:
      return "bad_time_control";
    case FindingKind::kGapInRecord:
      return "gap_in_record";
  }
  return "";
}

}  // namespace rookery
