// Generates the legal moves of a position, for standard chess and Chess960.
//
// The general generator: for the search, for notation, for reading games, and
// as the reference that the perft kernels are measured against. Only legal
// moves come out: pins and checks are worked out first, so no move is made and
// taken back. Stateless; safe to use from any thread.
#ifndef ROOKERY_CORE_BOARD_MOVE_GENERATOR_H_
#define ROOKERY_CORE_BOARD_MOVE_GENERATOR_H_

#include <optional>

#include "core/board/move.h"
#include "core/board/position.h"

namespace rookery {

// A move as people and protocols write it: two squares and perhaps a promotion.
// Not known to be legal, or even sane.
struct CoordinateMove {
  Square from = kNoSquare;
  Square to = kNoSquare;
  PieceType promotion = kNoPieceType;

  friend bool operator==(const CoordinateMove&,
                         const CoordinateMove&) = default;
};

// Replaces the list by all legal moves, each once, in an order that depends on
// the position alone: pawns first, then knights, bishops, rooks, queens, the
// king, castling last. Empty means mate or stalemate.
void GenerateLegalMoves(const Position& position, MoveList& moves);

// How many legal moves there are; cheaper than generating them.
int CountLegalMoves(const Position& position);

// The legal move with those squares and that promotion, or nothing. Castling is
// found as the king taking his own rook, and also as the king's two-square step
// from the e-file when the rook stands on the a- or h-file.
std::optional<Move> FindLegalMove(const Position& position,
                                  CoordinateMove move);

}  // namespace rookery

#endif  // ROOKERY_CORE_BOARD_MOVE_GENERATOR_H_
