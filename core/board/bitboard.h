// Sets of squares as 64-bit words: bit 0 is a1, bit 63 is h8.
//
// Only sets live here; how men attack is in attacks.h. Everything is constexpr,
// holds no state and is safe to use from any thread.
#ifndef ROOKERY_CORE_BOARD_BITBOARD_H_
#define ROOKERY_CORE_BOARD_BITBOARD_H_

#include <bit>
#include <cassert>
#include <cstdint>

#include "core/board/square.h"

namespace rookery {

using Bitboard = uint64_t;

inline constexpr Bitboard kFirstRank = 0xff;
inline constexpr Bitboard kEighthRank = kFirstRank << 56;
inline constexpr Bitboard kFileA = 0x0101010101010101;
inline constexpr Bitboard kFileH = kFileA << 7;

// The set of one square. Requires: a real square.
constexpr Bitboard SquareSet(Square square) { return Bitboard{1} << square; }

// All squares of a file, 0 to 7.
constexpr Bitboard FileSet(int file) { return kFileA << file; }

// All squares of a rank, 0 to 7.
constexpr Bitboard RankSet(int rank) { return kFirstRank << (8 * rank); }

// Requires: a real square.
constexpr bool Contains(Bitboard set, Square square) {
  return (set >> square & 1) != 0;
}

// How many squares are in the set.
constexpr int Count(Bitboard set) { return std::popcount(set); }

// Clearing the lowest square leaves something exactly when there are two.
constexpr bool HasMoreThanOne(Bitboard set) { return (set & (set - 1)) != 0; }

// The lowest square of the set. Requires: the set is not empty.
constexpr Square FirstSquare(Bitboard set) {
  assert(set != 0);
  return static_cast<Square>(std::countr_zero(set));
}

// Takes the lowest square out of the set and returns it. Requires: the set is
// not empty.
constexpr Square PopFirst(Bitboard& set) {
  const Square square = FirstSquare(set);
  set &= set - 1;
  return square;
}

// The set one step towards the named side of the board; what would leave the
// board is dropped.
constexpr Bitboard North(Bitboard set) { return set << 8; }
constexpr Bitboard South(Bitboard set) { return set >> 8; }
constexpr Bitboard East(Bitboard set) { return (set & ~kFileH) << 1; }
constexpr Bitboard West(Bitboard set) { return (set & ~kFileA) >> 1; }

}  // namespace rookery

#endif  // ROOKERY_CORE_BOARD_BITBOARD_H_
