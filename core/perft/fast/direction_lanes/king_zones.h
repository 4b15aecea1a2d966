// From where men attack some of the squares around a king, looked up.
//
// One table for each build, filled once by InitializeKingZones and constant
// from then on.
#ifndef ROOKERY_CORE_PERFT_FAST_DIRECTION_LANES_KING_ZONES_H_
#define ROOKERY_CORE_PERFT_FAST_DIRECTION_LANES_KING_ZONES_H_

#include "core/perft/fast/lookup.h"

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

// For each king, and each set of squares around him by its RingIndex.
AttackZone king_zones[64][256];

// Some of the squares around a king as a number below 256.
// Requires: squares is a subset of lookup.king[king].
ROOKERY_ALWAYS_INLINE unsigned RingIndex(int king, Bitboard squares) {
#if ROOKERY_KERNEL_PEXT
  return static_cast<unsigned>(
      __builtin_ia32_pext_di(squares, lookup.king[king]));
#else
  // Rotated so that the king comes to b2, the squares around him are the bits
  // 0, 1, 2, 8, 10, 16, 17 and 18.
  constexpr int kB2 = 9;
  const unsigned turn = static_cast<unsigned>(king - kB2) % 64;
  const auto ring =
      static_cast<unsigned>(squares >> turn | squares << (64 - turn) % 64);
  return (ring & 0b111) | (ring >> 5 & 0b1000) | (ring >> 6 & 0b10000) |
         (ring >> 11 & 0b11100000);
#endif
}

// The zone of some squares around a king. Requires: as RingIndex.
ROOKERY_ALWAYS_INLINE const AttackZone& KingZone(int king, Bitboard squares) {
  return king_zones[king][RingIndex(king, squares)];
}

// Requires: InitializeLookup has returned.
void InitializeKingZones() {
  for (int king = 0; king < 64; ++king) {
    const Bitboard ring = lookup.king[king];
    Bitboard squares = 0;
    do {
      king_zones[king][RingIndex(king, squares)] = ZoneOf(squares);
      squares = (squares - ring) & ring;
    } while (squares != 0);
  }
}

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_FAST_DIRECTION_LANES_KING_ZONES_H_
