// Whether a result stands that the board did not decide.
//
// Resignation, agreement, claims, time, lateness: the players and their clocks
// decided, and the record's tags tell how. The laws still bound the result: a
// side that cannot mate wins neither on time nor by the other's infraction, and
// who comes too late loses. A claim never makes a result wrong. Pure functions;
// safe to use from any thread.
#ifndef ROOKERY_CORE_LAWS_UNDECIDED_GAME_H_
#define ROOKERY_CORE_LAWS_UNDECIDED_GAME_H_

#include "core/board/position.h"
#include "core/laws/draw_claims.h"
#include "core/laws/game_result.h"
#include "core/laws/rules.h"
#include "core/laws/termination.h"
#include "core/laws/verdict.h"

namespace rookery {

// A game that has not ended by itself.
struct UndecidedGame {
  const Position& last;
  int plies = 0;
  GameResult result = GameResult::kUnknown;  // the record's
  Termination termination = Termination::kUnknown;
  DrawClaims claims;  // in the last position
  Rules rules;
  int search_limit = 0;  // see dead_position.h
};

// Sets result_verdict and expected, and adds findings. Leaves the verdict alone
// where the result is unknown.
void JudgeUndecidedGame(const UndecidedGame& game, Verdict& verdict);

}  // namespace rookery

#endif  // ROOKERY_CORE_LAWS_UNDECIDED_GAME_H_
