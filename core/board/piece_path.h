// The fewest moves that one man needs to a square while everybody else stands
// still.
//
// A question about the board and not about a game: it does not matter whose
// turn it is. Stateless; safe to use from any thread.
#ifndef ROOKERY_CORE_BOARD_PIECE_PATH_H_
#define ROOKERY_CORE_BOARD_PIECE_PATH_H_

#include <optional>
#include <vector>

#include "core/board/move_generator.h"
#include "core/board/position.h"

namespace rookery {

// The moves of one shortest way from a square to another, none where they are
// the same, or nothing where there is no way. Of several shortest ways it is
// the one whose first move goes to the first square in the order a1, b1, ...,
// h8, then by the second move, and so on. Requires: a man stands on `from`.
//
// The man moves as its kind does, again and again, while nobody else moves.
// - Men of its own side block it. It may take others, on the way too, and they
//   are gone then; but never the king.
// - Neither pins nor checks hold it back, since nobody can punish it; only a
//   king does not step where the other side attacks.
// - A pawn that reaches the last rank goes on as queen, rook, bishop or knight.
//   Castling and en passant are no part of a way.
//
// Cost: at most some thousand steps, except for a king among many men that he
// can take, where it doubles with every such man.
std::optional<std::vector<CoordinateMove>> FindShortestPath(
    const Position& position, Square from, Square to);

}  // namespace rookery

#endif  // ROOKERY_CORE_BOARD_PIECE_PATH_H_
