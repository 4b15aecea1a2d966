#include "core/laws/material.h"

namespace rookery {
namespace {

constexpr Bitboard kDarkSquares = 0xaa55aa55aa55aa55;  // a1 is dark

bool StandOnOneColor(Bitboard bishops) {
  return (bishops & kDarkSquares) == 0 || (bishops & ~kDarkSquares) == 0;
}

bool HasOnlyMinorPieces(const Position& position) {
  return (position.pieces(kPawn) | position.pieces(kRook) |
          position.pieces(kQueen)) == 0;
}

}  // namespace

bool IsDrawnMaterial(const Position& position) {
  if (!HasOnlyMinorPieces(position)) return false;
  const int men = Count(position.pieces());
  if (men <= 3) return true;
  return men == 4 && IsDeadMaterial(position) &&
         Count(position.pieces(kWhite, kBishop)) == 1;
}

bool IsDeadMaterial(const Position& position) {
  if (!HasOnlyMinorPieces(position)) return false;
  if (position.pieces(kKnight) == 0)
    return StandOnOneColor(position.pieces(kBishop));
  return Count(position.pieces()) <= 3;
}

bool CannotMateWithMaterial(const Position& position, Color side) {
  if (HasBareKing(position, side)) return true;
  const Color other = Opponent(side);
  if (position.pieces(side, kPawn) != 0 || position.pieces(side, kRook) != 0 ||
      position.pieces(side, kQueen) != 0)
    return false;
  if (position.pieces(side, kKnight) != 0) {
    const Bitboard helpers =
        position.pieces(other) &
        ~(position.pieces(kKing) | position.pieces(kQueen));
    return Count(position.pieces(side)) == 2 && helpers == 0;
  }
  return StandOnOneColor(position.pieces(kBishop)) &&
         position.pieces(kPawn) == 0 && position.pieces(kKnight) == 0;
}

}  // namespace rookery
