#include "core/verify/hazards.h"

#include <algorithm>

#include "core/board/attacks.h"
#include "core/board/castling.h"
#include "core/board/move_generator.h"

namespace rookery {
namespace {

template <typename Wanted>
bool AnyLegalMove(const Position& position, Wanted wanted) {
  MoveList moves;
  GenerateLegalMoves(position, moves);
  return std::any_of(moves.begin(), moves.end(), wanted);
}

template <typename Wanted>
bool AnyCastlingRook(const Position& position, Wanted wanted) {
  for (Bitboard rooks = position.castling_rooks(position.side_to_move());
       rooks != 0;) {
    if (wanted(PopFirst(rooks))) return true;
  }
  return false;
}

}  // namespace

bool OffersPromotion(const Position& position) {
  return AnyLegalMove(
      position, [](Move move) { return move.kind() == MoveKind::kPromotion; });
}

bool PushesPastPinnedPawn(const Position& position) {
  const Color mover = position.side_to_move();
  return AnyLegalMove(position, [&](Move move) {
    if (move.kind() != MoveKind::kDoublePush) return false;
    const auto passed = static_cast<Square>((move.from() + move.to()) / 2);
    const Bitboard takers =
        PawnAttacks(mover, passed) & position.pieces(Opponent(mover), kPawn);
    return takers != 0 && position.After(move).en_passant_square() == kNoSquare;
  });
}

bool IsDoubleCheck(const Position& position) {
  return HasMoreThanOne(position.checkers());
}

bool CastlesUnderFire(const Position& position) {
  const Color mover = position.side_to_move();
  const Square king = position.king_square(mover);
  return AnyCastlingRook(position, [&](Square rook) {
    const Square king_target = CastlingKingTarget(king, rook);
    const Square rook_target = CastlingRookTarget(king, rook);
    const Bitboard both = SquareSet(king) | SquareSet(rook);
    Bitboard way = both | Between(king, king_target) | SquareSet(king_target) |
                   Between(rook, rook_target) | SquareSet(rook_target);
    if ((way & ~both & position.pieces()) != 0) return false;
    while (way != 0) {
      if ((position.AttackersTo(PopFirst(way), position.pieces()) &
           position.pieces(Opponent(mover))) != 0)
        return true;
    }
    return false;
  });
}

bool CastlesWithInnerRook(const Position& position) {
  const Color mover = position.side_to_move();
  const Square king = position.king_square(mover);
  const Bitboard rooks = position.pieces(mover, kRook) & RankSet(RankOf(king));
  return AnyCastlingRook(position, [&](Square rook) {
    const Bitboard below = SquareSet(rook) - 1;
    const Bitboard outside =
        IsKingside(king, rook) ? ~below & ~SquareSet(rook) : below;
    return (rooks & outside) != 0;
  });
}

}  // namespace rookery
