// What the men of a side are worth in pawns.
//
// For people who want to see who is ahead; the search has an evaluation of its
// own. Pure functions; safe to use from any thread.
#ifndef ROOKERY_CORE_BOARD_MATERIAL_H_
#define ROOKERY_CORE_BOARD_MATERIAL_H_

#include "core/board/position.h"

namespace rookery {

// A pawn is 1, a knight or a bishop 3.5, a rook 5.5, a queen 10; the king, whom
// nobody can take, is 0. From 0 on, in halves, so that double is exact.
inline double Material(const Position& position, Color color) {
  constexpr double kValues[] = {0, 1, 3.5, 3.5, 5.5, 10, 0};
  double sum = 0;
  for (int type = kPawn; type <= kQueen; ++type) {
    sum += kValues[type] *
           Count(position.pieces(color, static_cast<PieceType>(type)));
  }
  return sum;
}

}  // namespace rookery

#endif  // ROOKERY_CORE_BOARD_MATERIAL_H_
