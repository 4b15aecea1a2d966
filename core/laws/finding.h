// One thing that the laws have to say about the record of a game.
//
// Whether it is an error (the game breaks the laws) or a warning depends on the
// code and on what is known; game_judge.h decides. Plain values; safe to use
// from any thread.
#ifndef ROOKERY_CORE_LAWS_FINDING_H_
#define ROOKERY_CORE_LAWS_FINDING_H_

#include <cstdint>
#include <string_view>

#include "core/laws/game_result.h"

namespace rookery {

enum class FindingKind : uint8_t {
  // How the game began.
  kWrongStartArray,
  kBoardWronglyPlaced,
  kColorsReversed,
  kStartPositionUnreachable,
  // Moves after the end. The ply is that of the first such move. After mate and
  // stalemate none can be played: those are the reader's to report.
  kMovesAfterDeadPosition,
  kMovesAfterFivefold,
  kMovesAfterSeventyfive,
  // The result against the board. `expected` is what the board says.
  kResultContradictsBoard,
  kResultUnknownButDecided,
  kTimeForfeitButWinnerCannotMate,
  kForfeitButWinnerCannotMate,
  kWinnerHasBareKing,
  // The result against the rest of the record.
  kLatenessButNotLost,
  kTerminationContradictsBoard,
  kTerminationContradictsResult,
  kDrawClaimNotBorneOut,
  // The clocks.
  kFlagFellBeforeTheEnd,
  kWinnerRanOutOfTime,
  kClockGainedTime,
  kBadTimeControl,
  // The moves.
  kGapInRecord,
};

struct Finding {
  FindingKind kind;
  // The half-move it is about, 1 for the first; 0 for the start and the tags.
  int ply = 0;
  // What the result should be, where the kind says something about that.
  GameResult expected = GameResult::kUnknown;

  friend bool operator==(const Finding&, const Finding&) = default;
};

// The name in reports: "moves_after_checkmate".
std::string_view FindingName(FindingKind kind);

}  // namespace rookery

#endif  // ROOKERY_CORE_LAWS_FINDING_H_
