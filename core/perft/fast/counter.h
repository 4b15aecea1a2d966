// How many legal moves a position has, without making a list of them: the last
// ply of every count.
#ifndef ROOKERY_CORE_PERFT_FAST_COUNTER_H_
#define ROOKERY_CORE_PERFT_FAST_COUNTER_H_

#include "core/perft/fast/legality.h"

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

// The moves of pinned men: along the line through the king only. A pinned
// knight has none. Rare, hence not inline.
// Requires: no check, since a pinned man cannot answer one.
template <Color kUs>
ROOKERY_NEVER_INLINE uint64_t CountPinnedMoves(const Board& board,
                                               const Legality& legality) {
  const Bitboard enemy = legality.occupied & ~legality.own;
  uint64_t moves = 0;
  for (Bitboard pinned = legality.pinned & ~board.men[kUs][kKnightPlane];
       pinned != 0; pinned = WithoutLowest(pinned)) {
    const Bitboard man = Lowest(pinned);
    const int square = First(pinned);
    const Bitboard line = lookup.line[legality.king_square][square];
    if (man & board.men[kUs][kPawnPlane]) {
      const Bitboard single = Forward<kUs>(man) & ~legality.occupied & line;
      const Bitboard twice =
          Forward<kUs>(single & kThirdRank<kUs>) & ~legality.occupied;
      const Bitboard captures =
          (AttackWest<kUs>(man) | AttackEast<kUs>(man)) & enemy & line;
      moves += CountBits(single | twice | captures) +
               3 * CountBits((single | captures) & kLastRank<kUs>);
    } else {
      Bitboard targets = 0;
      if (man & board.men[kUs][kDiagonalPlane])
        targets |= BishopAttacks(square, legality.occupied);
      if (man & board.men[kUs][kOrthogonalPlane])
        targets |= RookAttacks(square, legality.occupied);
      moves += CountBits(targets & line & ~legality.own);
    }
  }
  return moves;
}

template <Color kUs>
ROOKERY_NEVER_INLINE uint64_t CountMoves(const Board& board,
                                         const CastlingPaths& paths) {
  const Legality legality = Examine<kUs>(board);
  uint64_t moves = CountBits(legality.king_targets);
  if (ROOKERY_UNLIKELY(board.en_passant != 0))
    moves += CountBits(EnPassantPawns<kUs>(board, legality));
  if (ROOKERY_UNLIKELY(legality.targets == 0)) return moves;
  moves += CountBits(CastlingRooks<kUs>(board, legality, paths));
  if (ROOKERY_UNLIKELY(legality.pinned != 0) && legality.checkers == 0) {
    moves += CountPinnedMoves<kUs>(board, legality);
  }

  const Bitboard free = ~legality.pinned;
  for (Bitboard men = board.men[kUs][kKnightPlane] & free; men != 0;
       men = WithoutLowest(men)) {
    moves += CountBits(lookup.knight[First(men)] & legality.targets);
  }
  // A queen is counted once for each of her two ways to move.
  for (Bitboard men = board.men[kUs][kDiagonalPlane] & free; men != 0;
       men = WithoutLowest(men)) {
    moves += CountBits(BishopAttacks(First(men), legality.occupied) &
                       legality.targets);
  }
  for (Bitboard men = board.men[kUs][kOrthogonalPlane] & free; men != 0;
       men = WithoutLowest(men)) {
    moves += CountBits(RookAttacks(First(men), legality.occupied) &
                       legality.targets);
  }

  const Bitboard pawns = board.men[kUs][kPawnPlane] & free;
  const Bitboard enemy_targets =
      legality.occupied & ~legality.own & legality.targets;
  const Bitboard pushed = Forward<kUs>(pawns) & ~legality.occupied;
  const Bitboard single = pushed & legality.targets;
  const Bitboard twice = Forward<kUs>(pushed & kThirdRank<kUs>) &
                         ~legality.occupied & legality.targets;
  const Bitboard west = AttackWest<kUs>(pawns) & enemy_targets;
  const Bitboard east = AttackEast<kUs>(pawns) & enemy_targets;
  moves +=
      CountBits(single) + CountBits(twice) + CountBits(west) + CountBits(east);
  if (ROOKERY_UNLIKELY(((single | west | east) & kLastRank<kUs>) != 0)) {
    moves += 3 * (CountBits(single & kLastRank<kUs>) +
                  CountBits(west & kLastRank<kUs>) +
                  CountBits(east & kLastRank<kUs>));
  }
  return moves;
}

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_FAST_COUNTER_H_
