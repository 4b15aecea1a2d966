// Sets of squares for the fast kernels: words of 64 bits, a1 = bit 0.
//
// The same ideas as core/board/bitboard.h, written again because a kernel's
// source must not compile inline functions of the rest of the program (see
// entry.h). Included once for each build, in a namespace of that build.
#ifndef ROOKERY_CORE_PERFT_FAST_BITS_H_
#define ROOKERY_CORE_PERFT_FAST_BITS_H_

#include <cstdint>

#define ROOKERY_ALWAYS_INLINE inline __attribute__((always_inline))
#define ROOKERY_NEVER_INLINE __attribute__((noinline))
#define ROOKERY_UNLIKELY(condition) __builtin_expect(!!(condition), 0)

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

using Bitboard = uint64_t;

enum Color { kWhite, kBlack };

constexpr Color Other(Color color) { return color == kWhite ? kBlack : kWhite; }

constexpr Bitboard kFileA = 0x0101010101010101;
constexpr Bitboard kFileH = kFileA << 7;
constexpr Bitboard kRank1 = 0xff;
constexpr Bitboard kRank8 = kRank1 << 56;

// The ranks as a color sees them.
template <Color kUs>
constexpr Bitboard kFirstRank = kUs == kWhite ? kRank1 : kRank8;
template <Color kUs>
constexpr Bitboard kThirdRank = kUs == kWhite ? kRank1 << 16 : kRank1 << 40;
template <Color kUs>
constexpr Bitboard kLastRank = kUs == kWhite ? kRank8 : kRank1;

ROOKERY_ALWAYS_INLINE int CountBits(Bitboard set) {
  return __builtin_popcountll(set);
}

// Requires: set is not empty.
ROOKERY_ALWAYS_INLINE int First(Bitboard set) { return __builtin_ctzll(set); }

ROOKERY_ALWAYS_INLINE Bitboard Only(int square) {
  return Bitboard{1} << square;
}
ROOKERY_ALWAYS_INLINE Bitboard Lowest(Bitboard set) { return set & -set; }
ROOKERY_ALWAYS_INLINE Bitboard WithoutLowest(Bitboard set) {
  return set & (set - 1);
}
ROOKERY_ALWAYS_INLINE bool HasSeveral(Bitboard set) {
  return WithoutLowest(set) != 0;
}

// One step of a color's pawns, and back.
template <Color kUs>
ROOKERY_ALWAYS_INLINE Bitboard Forward(Bitboard set) {
  return kUs == kWhite ? set << 8 : set >> 8;
}
template <Color kUs>
ROOKERY_ALWAYS_INLINE Bitboard Backward(Bitboard set) {
  return kUs == kWhite ? set >> 8 : set << 8;
}

// The neighbours on the same rank.
ROOKERY_ALWAYS_INLINE Bitboard Beside(Bitboard set) {
  return (set & ~kFileA) >> 1 | (set & ~kFileH) << 1;
}

// The squares that pawns attack towards the a-file and towards the h-file, and
// back.
template <Color kUs>
ROOKERY_ALWAYS_INLINE Bitboard AttackWest(Bitboard pawns) {
  return Forward<kUs>(pawns & ~kFileA) >> 1;
}
template <Color kUs>
ROOKERY_ALWAYS_INLINE Bitboard AttackEast(Bitboard pawns) {
  return Forward<kUs>(pawns & ~kFileH) << 1;
}
template <Color kUs>
ROOKERY_ALWAYS_INLINE Bitboard OriginOfWest(Bitboard targets) {
  return Backward<kUs>(targets) << 1;
}
template <Color kUs>
ROOKERY_ALWAYS_INLINE Bitboard OriginOfEast(Bitboard targets) {
  return Backward<kUs>(targets) >> 1;
}

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_FAST_BITS_H_
