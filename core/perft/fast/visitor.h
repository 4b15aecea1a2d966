// Shows all legal moves of a position to a function, one after another, without
// making a list.
#ifndef ROOKERY_CORE_PERFT_FAST_VISITOR_H_
#define ROOKERY_CORE_PERFT_FAST_VISITOR_H_

#include "core/perft/fast/legality.h"

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

template <MoveKind kKind, typename Visit>
ROOKERY_ALWAYS_INLINE void VisitTargets(int from, Bitboard targets,
                                        Visit& visit) {
  for (; targets != 0; targets = WithoutLowest(targets)) {
    visit.template operator()<kKind>(Only(from), Lowest(targets));
  }
}

template <typename Visit>
ROOKERY_ALWAYS_INLINE void VisitPromotions(Bitboard from, Bitboard to,
                                           Visit& visit) {
  visit.template operator()<MoveKind::kPromoteToQueen>(from, to);
  visit.template operator()<MoveKind::kPromoteToRook>(from, to);
  visit.template operator()<MoveKind::kPromoteToBishop>(from, to);
  visit.template operator()<MoveKind::kPromoteToKnight>(from, to);
}

// The moves of some pawns, each on the squares in `allowed` only.
template <Color kUs, typename Visit>
ROOKERY_ALWAYS_INLINE void VisitPawns(Bitboard pawns, Bitboard allowed,
                                      const Legality& legality, Visit& visit) {
  const Bitboard enemy = legality.occupied & ~legality.own & allowed;
  const Bitboard pushed = Forward<kUs>(pawns) & ~legality.occupied;
  Bitboard single = pushed & allowed;
  Bitboard twice =
      Forward<kUs>(pushed & kThirdRank<kUs>) & ~legality.occupied & allowed;
  Bitboard west = AttackWest<kUs>(pawns) & enemy;
  Bitboard east = AttackEast<kUs>(pawns) & enemy;
  if (ROOKERY_UNLIKELY(((single | west | east) & kLastRank<kUs>) != 0)) {
    for (Bitboard to = single & kLastRank<kUs>; to != 0;
         to = WithoutLowest(to)) {
      VisitPromotions(Backward<kUs>(Lowest(to)), Lowest(to), visit);
    }
    for (Bitboard to = west & kLastRank<kUs>; to != 0; to = WithoutLowest(to)) {
      VisitPromotions(OriginOfWest<kUs>(Lowest(to)), Lowest(to), visit);
    }
    for (Bitboard to = east & kLastRank<kUs>; to != 0; to = WithoutLowest(to)) {
      VisitPromotions(OriginOfEast<kUs>(Lowest(to)), Lowest(to), visit);
    }
    single &= ~kLastRank<kUs>;
    west &= ~kLastRank<kUs>;
    east &= ~kLastRank<kUs>;
  }
  for (; single != 0; single = WithoutLowest(single)) {
    visit.template operator()<MoveKind::kPawn>(Backward<kUs>(Lowest(single)),
                                               Lowest(single));
  }
  for (; twice != 0; twice = WithoutLowest(twice)) {
    visit.template operator()<MoveKind::kDoublePush>(
        Backward<kUs>(Backward<kUs>(Lowest(twice))), Lowest(twice));
  }
  for (; west != 0; west = WithoutLowest(west)) {
    visit.template operator()<MoveKind::kPawn>(OriginOfWest<kUs>(Lowest(west)),
                                               Lowest(west));
  }
  for (; east != 0; east = WithoutLowest(east)) {
    visit.template operator()<MoveKind::kPawn>(OriginOfEast<kUs>(Lowest(east)),
                                               Lowest(east));
  }
}

// Calls visit.template operator()<MoveKind>(from, to) for each legal move, with
// the squares as sets of one.
// Requires: `legality` is that of the board, and `en_passant_pawns` those of
// its en passant square.
template <Color kUs, typename Visit>
ROOKERY_ALWAYS_INLINE void VisitMoves(const Board& board,
                                      const Legality& legality,
                                      Bitboard en_passant_pawns,
                                      const CastlingPaths& paths,
                                      Visit&& visit) {
  const int king = legality.king_square;
  VisitTargets<MoveKind::kKing>(king, legality.king_targets, visit);
  for (; en_passant_pawns != 0;
       en_passant_pawns = WithoutLowest(en_passant_pawns)) {
    visit.template operator()<MoveKind::kEnPassant>(Lowest(en_passant_pawns),
                                                    board.en_passant);
  }
  if (ROOKERY_UNLIKELY(legality.targets == 0)) return;
  for (Bitboard rooks = CastlingRooks<kUs>(board, legality, paths); rooks != 0;
       rooks = WithoutLowest(rooks)) {
    visit.template operator()<MoveKind::kCastling>(Only(king), Lowest(rooks));
  }

  // The one place where pins are applied to sliders: free ones have all lines.
  const auto allowed = [&legality, king](int square) {
    return legality.pinned >> square & 1
               ? legality.targets & lookup.line[king][square]
               : legality.targets;
  };
  const Bitboard queens = board.Queens(kUs);
  for (Bitboard men = board.men[kUs][kKnightPlane] & ~legality.pinned; men != 0;
       men = WithoutLowest(men)) {
    const int from = First(men);
    VisitTargets<MoveKind::kKnight>(
        from, lookup.knight[from] & legality.targets, visit);
  }
  for (Bitboard men = board.men[kUs][kDiagonalPlane] ^ queens; men != 0;
       men = WithoutLowest(men)) {
    const int from = First(men);
    VisitTargets<MoveKind::kBishop>(
        from, BishopAttacks(from, legality.occupied) & allowed(from), visit);
  }
  for (Bitboard men = board.men[kUs][kOrthogonalPlane] ^ queens; men != 0;
       men = WithoutLowest(men)) {
    const int from = First(men);
    VisitTargets<MoveKind::kRook>(
        from, RookAttacks(from, legality.occupied) & allowed(from), visit);
  }
  for (Bitboard men = queens; men != 0; men = WithoutLowest(men)) {
    const int from = First(men);
    const Bitboard attacks = BishopAttacks(from, legality.occupied) |
                             RookAttacks(from, legality.occupied);
    VisitTargets<MoveKind::kQueen>(from, attacks & allowed(from), visit);
  }

  // All free pawns at once, then each pinned one by itself on its line.
  Bitboard pawns = board.men[kUs][kPawnPlane] & ~legality.pinned;
  Bitboard pinned_pawns = board.men[kUs][kPawnPlane] & legality.pinned;
  Bitboard line = ~Bitboard{0};
  for (;;) {
    VisitPawns<kUs>(pawns, legality.targets & line, legality, visit);
    if (pinned_pawns == 0) break;
    pawns = Lowest(pinned_pawns);
    line = lookup.line[king][First(pinned_pawns)];
    pinned_pawns = WithoutLowest(pinned_pawns);
  }
}

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_FAST_VISITOR_H_
