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

// What a game ends as when a side's flag falls in that position, or when it
// forfeits by an infraction: the other side wins if it can mate, and draws if
// not. The classic code asks only for more than a bare king (10.5), today's for
// a sequence of legal moves, as far as it is known that there is none
// (dead_position.h, with its limit).
GameResult ResultOfForfeit(const Position& position, Color loser, LawCode code,
                           int search_limit);

// Sets result_verdict and expected, and adds findings. Leaves the verdict alone
// where the result is unknown.
void JudgeUndecidedGame(const UndecidedGame& game, Verdict& verdict);

}  // namespace rookery

#endif  // ROOKERY_CORE_LAWS_UNDECIDED_GAME_H_
