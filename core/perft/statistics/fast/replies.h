// Whether a side can move at all: what tells mate from check and stalemate from
// a quiet position.
#ifndef ROOKERY_CORE_PERFT_STATISTICS_FAST_REPLIES_H_
#define ROOKERY_CORE_PERFT_STATISTICS_FAST_REPLIES_H_

#include "core/perft/fast/legality.h"
#include "core/perft/fast/visitor.h"

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

// Whether the king of kUs has a square to go to. As Examine does, but ends at
// the first one.
template <Color kUs>
ROOKERY_ALWAYS_INLINE bool CanKingMove(const Board& board,
                                       const Legality& lines) {
  constexpr Color kThem = Other(kUs);
  const Bitboard pawns = board.men[kThem][kPawnPlane];
  const Bitboard occupied = lines.occupied ^ Only(lines.king_square);
  Bitboard squares = lookup.king[lines.king_square] & ~lines.own &
                     ~(AttackWest<kThem>(pawns) | AttackEast<kThem>(pawns) |
                       lookup.king[First(board.men[kThem][kKingPlane])]);
  for (; squares != 0; squares = WithoutLowest(squares)) {
    const int square = First(squares);
    if ((lookup.knight[square] & board.men[kThem][kKnightPlane]) == 0 &&
        !IsAttackedBySliders<kThem>(board, square, occupied))
      return true;
  }
  return false;
}

// Shown to ShowMoveSets: whether any set has a move.
struct AnyMove {
  Bitboard found = 0;

  template <MoveKind kKind>
  ROOKERY_ALWAYS_INLINE void Men(int, Bitboard targets) {
    found |= targets;
  }
  template <MoveKind kKind, int kStep>
  ROOKERY_ALWAYS_INLINE void Pawns(Bitboard targets) {
    found |= targets;
  }
  template <int kStep>
  ROOKERY_ALWAYS_INLINE void Promotions(Bitboard targets) {
    found |= targets;
  }
  ROOKERY_ALWAYS_INLINE void EnPassant(Bitboard pawns) { found |= pawns; }
  ROOKERY_ALWAYS_INLINE void Castling(Bitboard, Bitboard rooks) {
    found |= rooks;
  }
};

// Whether kUs, who is to move, has a legal move. The king is asked first: he
// nearly always has one. Requires: `lines` is ExamineLines of the board.
template <Color kUs>
ROOKERY_NEVER_INLINE bool CanMove(const Board& board, const Legality& lines,
                                  const CastlingPaths& paths) {
  if (CanKingMove<kUs>(board, lines)) return true;
  AnyMove any;
  ShowMoveSets<kUs>(board, lines, LegalEnPassantPawns<kUs>(board, lines), paths,
                    any);
  return any.found != 0;
}

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_STATISTICS_FAST_REPLIES_H_
