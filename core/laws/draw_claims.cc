#include "core/laws/draw_claims.h"

#include "core/board/move_generator.h"

namespace rookery {
namespace {

// Whether the move starts the count anew: a capture or a pawn's move. Castling
// onto the own rook is neither.
bool StartsTheCountAnew(const Position& now, Move move) {
  return TypeOf(now.piece_on(move.from())) == kPawn ||
         (move.kind() == MoveKind::kNormal &&
          now.piece_on(move.to()) != kNoPiece);
}

}  // namespace

DrawClaims MoveLimitClaims(const Position& now, const MoveLimits& limits) {
  DrawClaims claims;
  const int limit = 2 * limits.MovesFor(now);  // half-moves
  if (now.halfmove_clock() < limit - 1) return claims;
  MoveList moves;
  GenerateLegalMoves(now, moves);
  claims.move_limit_on_board = now.halfmove_clock() >= limit && !moves.empty();
  for (const Move move : moves) {
    if (StartsTheCountAnew(now, move)) continue;
    claims.move_limit_by_move = move;
    break;
  }
  return claims;
}

DrawClaims FindDrawClaims(const GameHistory& history, const Position& now,
                          const MoveLimits& limits) {
  DrawClaims claims = MoveLimitClaims(now, limits);
  claims.threefold_on_board = history.occurrences() >= 3;
  claims.threefold_by_move = history.FindThirdOccurrence(now);
  return claims;
}

}  // namespace rookery
