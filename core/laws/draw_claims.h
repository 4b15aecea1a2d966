// Which draws the player to move may claim.
//
// A claim is made by the player to move, for the position on the board or for
// the one that a move he writes down would make. Moving without claiming loses
// the right until the position, or the count, is there again; so what is
// claimable follows from the last position alone. Claims never make a result
// wrong. Pure functions; safe to use from any thread.
#ifndef ROOKERY_CORE_LAWS_DRAW_CLAIMS_H_
#define ROOKERY_CORE_LAWS_DRAW_CLAIMS_H_

#include <optional>

#include "core/board/move.h"
#include "core/board/position.h"
#include "core/laws/game_history.h"
#include "core/laws/move_limits.h"

namespace rookery {

struct DrawClaims {
  bool threefold_on_board = false;
  bool move_limit_on_board = false;  // fifty moves, or what the material allows
  // A move to write down; nothing where none makes the claim good.
  std::optional<Move> threefold_by_move;
  std::optional<Move> move_limit_by_move;

  bool HasThreefold() const {
    return threefold_on_board || threefold_by_move.has_value();
  }
  bool HasMoveLimit() const {
    return move_limit_on_board || move_limit_by_move.has_value();
  }
};

// What can be claimed under the limit of moves. Nothing can in a position
// without legal moves: the game is over. Requires: `now` is the last position
// of a game.
DrawClaims MoveLimitClaims(const Position& now, const MoveLimits& limits);

// Everything that can be claimed. Requires: `now` is the last position of the
// history.
DrawClaims FindDrawClaims(const GameHistory& history, const Position& now,
                          const MoveLimits& limits);

}  // namespace rookery

#endif  // ROOKERY_CORE_LAWS_DRAW_CLAIMS_H_
