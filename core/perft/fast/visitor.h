// Shows all legal moves of a position to a function or an object, without
// making a list: as sets of targets, or one after another.
#ifndef ROOKERY_CORE_PERFT_FAST_VISITOR_H_
#define ROOKERY_CORE_PERFT_FAST_VISITOR_H_

#include "core/perft/fast/legality.h"

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

// The steps of pawns, from source to target.
template <Color kUs>
constexpr int kPushStep = kUs == kWhite ? 8 : -8;
template <Color kUs>
constexpr int kWestStep = kPushStep<kUs> - 1;
template <Color kUs>
constexpr int kEastStep = kPushStep<kUs> + 1;

template <int kStep>
ROOKERY_ALWAYS_INLINE Bitboard OriginOf(Bitboard target) {
  if constexpr (kStep > 0) return target >> kStep;
  return target << (kStep < 0 ? -kStep : 0);
}

// Pawn moves of one kind and step; those that end on the last rank promote.
template <Color kUs, int kStep, typename Sets>
ROOKERY_ALWAYS_INLINE void ShowPawnTargets(Bitboard targets, Sets& sets) {
  if (ROOKERY_UNLIKELY((targets & kLastRank<kUs>) != 0)) {
    sets.template Promotions<kStep>(targets & kLastRank<kUs>);
    targets &= ~kLastRank<kUs>;
  }
  sets.template Pawns<MoveKind::kPawn, kStep>(targets);
}

// The moves of some pawns, each on the squares in `allowed` only.
template <Color kUs, typename Sets>
ROOKERY_ALWAYS_INLINE void ShowPawnSets(Bitboard pawns, Bitboard allowed,
                                        const Legality& legality, Sets& sets) {
  const Bitboard enemy = legality.occupied & ~legality.own & allowed;
  const Bitboard pushed = Forward<kUs>(pawns) & ~legality.occupied;
  const Bitboard twice =
      Forward<kUs>(pushed & kThirdRank<kUs>) & ~legality.occupied & allowed;
  ShowPawnTargets<kUs, kPushStep<kUs>>(pushed & allowed, sets);
  sets.template Pawns<MoveKind::kDoublePush, 2 * kPushStep<kUs>>(twice);
  ShowPawnTargets<kUs, kWestStep<kUs>>(AttackWest<kUs>(pawns) & enemy, sets);
  ShowPawnTargets<kUs, kEastStep<kUs>>(AttackEast<kUs>(pawns) & enemy, sets);
}

// Shows the legal moves as sets of targets, some of which may be empty:
//   sets.Men<MoveKind>(from_square, targets)    knights, sliders, king
//   sets.Pawns<MoveKind, kStep>(targets)        each from kStep squares before
//   sets.Promotions<kStep>(targets)             likewise, four moves each
//   sets.EnPassant(pawns)                       each to the board's square
//   sets.Castling(king, rooks)                  sets of one, of one or two
// Requires: `legality` is that of the board, and `en_passant_pawns` those of
// its en passant square.
template <Color kUs, typename Sets>
ROOKERY_ALWAYS_INLINE void ShowMoveSets(const Board& board,
                                        const Legality& legality,
                                        Bitboard en_passant_pawns,
                                        const CastlingPaths& paths,
                                        Sets& sets) {
  const int king = legality.king_square;
  sets.template Men<MoveKind::kKing>(king, legality.king_targets);
  if (ROOKERY_UNLIKELY(en_passant_pawns != 0)) sets.EnPassant(en_passant_pawns);
  if (ROOKERY_UNLIKELY(legality.targets == 0)) return;
  const Bitboard rooks_to_castle = CastlingRooks<kUs>(board, legality, paths);
  if (ROOKERY_UNLIKELY(rooks_to_castle != 0))
    sets.Castling(Only(king), rooks_to_castle);

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
    sets.template Men<MoveKind::kKnight>(
        from, lookup.knight[from] & legality.targets);
  }
  for (Bitboard men = board.men[kUs][kDiagonalPlane] ^ queens; men != 0;
       men = WithoutLowest(men)) {
    const int from = First(men);
    sets.template Men<MoveKind::kBishop>(
        from, BishopAttacks(from, legality.occupied) & allowed(from));
  }
  for (Bitboard men = board.men[kUs][kOrthogonalPlane] ^ queens; men != 0;
       men = WithoutLowest(men)) {
    const int from = First(men);
    sets.template Men<MoveKind::kRook>(
        from, RookAttacks(from, legality.occupied) & allowed(from));
  }
  for (Bitboard men = queens; men != 0; men = WithoutLowest(men)) {
    const int from = First(men);
    const Bitboard attacks = BishopAttacks(from, legality.occupied) |
                             RookAttacks(from, legality.occupied);
    sets.template Men<MoveKind::kQueen>(from, attacks & allowed(from));
  }

  // All free pawns at once, then each pinned one by itself on its line.
  Bitboard pawns = board.men[kUs][kPawnPlane] & ~legality.pinned;
  Bitboard pinned_pawns = board.men[kUs][kPawnPlane] & legality.pinned;
  Bitboard line = ~Bitboard{0};
  for (;;) {
    ShowPawnSets<kUs>(pawns, legality.targets & line, legality, sets);
    if (pinned_pawns == 0) break;
    pawns = Lowest(pinned_pawns);
    line = lookup.line[king][First(pinned_pawns)];
    pinned_pawns = WithoutLowest(pinned_pawns);
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

// Takes sets apart into moves.
template <typename Visit>
struct EachMove {
  Visit& visit;
  Bitboard en_passant;

  template <MoveKind kKind>
  ROOKERY_ALWAYS_INLINE void Men(int from, Bitboard targets) {
    for (; targets != 0; targets = WithoutLowest(targets))
      visit.template operator()<kKind>(Only(from), Lowest(targets));
  }
  template <MoveKind kKind, int kStep>
  ROOKERY_ALWAYS_INLINE void Pawns(Bitboard targets) {
    for (; targets != 0; targets = WithoutLowest(targets)) {
      visit.template operator()<kKind>(OriginOf<kStep>(Lowest(targets)),
                                       Lowest(targets));
    }
  }
  template <int kStep>
  ROOKERY_ALWAYS_INLINE void Promotions(Bitboard targets) {
    for (; targets != 0; targets = WithoutLowest(targets)) {
      VisitPromotions(OriginOf<kStep>(Lowest(targets)), Lowest(targets), visit);
    }
  }
  ROOKERY_ALWAYS_INLINE void EnPassant(Bitboard pawns) {
    for (; pawns != 0; pawns = WithoutLowest(pawns))
      visit.template operator()<MoveKind::kEnPassant>(Lowest(pawns),
                                                      en_passant);
  }
  ROOKERY_ALWAYS_INLINE void Castling(Bitboard king, Bitboard rooks) {
    for (; rooks != 0; rooks = WithoutLowest(rooks))
      visit.template operator()<MoveKind::kCastling>(king, Lowest(rooks));
  }
};

// Calls visit.template operator()<MoveKind>(from, to) for each legal move, with
// the squares as sets of one.
// Requires: as ShowMoveSets.
template <Color kUs, typename Visit>
ROOKERY_ALWAYS_INLINE void VisitMoves(const Board& board,
                                      const Legality& legality,
                                      Bitboard en_passant_pawns,
                                      const CastlingPaths& paths,
                                      Visit&& visit) {
  EachMove<Visit> each{visit, board.en_passant};
  ShowMoveSets<kUs>(board, legality, en_passant_pawns, paths, each);
}

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_FAST_VISITOR_H_
