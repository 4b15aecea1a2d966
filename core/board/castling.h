// Where king and rook land when castling.
//
// The same squares in standard chess and in Chess960: the king goes to the
// g-file or the c-file, the rook to the f-file or the d-file, on their own
// rank. A castling right is named by the rook's square; on which wing it lies
// is seen by comparing it with the king's.
#ifndef ROOKERY_CORE_BOARD_CASTLING_H_
#define ROOKERY_CORE_BOARD_CASTLING_H_

#include "core/board/square.h"

namespace rookery {

// True for O-O, false for O-O-O. Requires: king and rook on one rank, on
// different squares.
constexpr bool IsKingside(Square king, Square rook) { return rook > king; }

// Where the king lands. Requires: king and rook on one rank, on different
// squares.
constexpr Square CastlingKingTarget(Square king, Square rook) {
  return MakeSquare(IsKingside(king, rook) ? 6 : 2, RankOf(king));
}

// Where the rook lands. Requires: king and rook on one rank, on different
// squares.
constexpr Square CastlingRookTarget(Square king, Square rook) {
  return MakeSquare(IsKingside(king, rook) ? 5 : 3, RankOf(king));
}

}  // namespace rookery

#endif  // ROOKERY_CORE_BOARD_CASTLING_H_
