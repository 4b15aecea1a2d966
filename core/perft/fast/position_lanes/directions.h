// The eight directions, and the geometry of positions in lanes.
//
// In lanes the side to move at remaining depth 2, the mover, always plays up
// the board, whatever its color; the other side, the replier, plays down. A
// position where Black is the mover is turned upside down on its way in. So
// nothing here depends on color.
#ifndef ROOKERY_CORE_PERFT_FAST_POSITION_LANES_DIRECTIONS_H_
#define ROOKERY_CORE_PERFT_FAST_POSITION_LANES_DIRECTIONS_H_

#include "core/perft/fast/bits.h"
#include "core/perft/fast/position_lanes/lanes.h"

// For lambdas that are called once for each direction.
#define ROOKERY_INLINE_LAMBDA __attribute__((always_inline))

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

// The first four lead to higher squares. Even ones are a rook's.
enum Compass {
  kNorth,
  kNorthEast,
  kEast,
  kNorthWest,
  kSouth,
  kSouthWest,
  kWest,
  kSouthEast,
  kCompass  // how many
};

constexpr int kStep[kCompass] = {8, 9, 1, 7, -8, -9, -1, -7};
constexpr Compass Opposite(Compass direction) {
  return static_cast<Compass>(direction ^ 4);
}
constexpr bool LeadsUp(Compass direction) { return direction < kSouth; }
constexpr bool IsDiagonal(Compass direction) { return direction % 2 != 0; }

// Two opposite directions are one line: file, diagonal, rank, antidiagonal.
constexpr int kLines = 4;
constexpr int kFileLine = 0;
constexpr int kDiagonalLine = 1;
constexpr int kRankLine = 2;
constexpr int kAntidiagonalLine = 3;
constexpr int LineOf(Compass direction) { return direction % kLines; }

// The squares that a step can end on: going east, none of the a-file.
constexpr Bitboard Landings(Compass direction) {
  switch (direction) {
    case kNorthEast:
    case kEast:
    case kSouthEast:
      return ~kFileA;
    case kNorthWest:
    case kWest:
    case kSouthWest:
      return ~kFileH;
    default:
      return ~Bitboard{0};
  }
}

template <Compass kDirection>
ROOKERY_ALWAYS_INLINE Lanes Step(Lanes a) {
  const Lanes shifted = Shift<kStep[kDirection]>(a);
  if constexpr (kDirection == kNorth || kDirection == kSouth) return shifted;
  return shifted & All(Landings(kDirection));
}
// Where steps came from. Requires: `a` is made of such steps.
template <Compass kDirection>
ROOKERY_ALWAYS_INLINE Lanes StepBack(Lanes a) {
  return Shift<-kStep[kDirection]>(a);
}

// One set for each direction.
struct CompassSets {
  Lanes of[kCompass];
};

// Calls body.template operator()<direction>() for each direction. The index is
// a constant in each call, so that the sets stay in registers.
template <typename Body>
ROOKERY_ALWAYS_INLINE void ForEachDirection(Body body) {
  body.template operator()<kNorth>();
  body.template operator()<kNorthEast>();
  body.template operator()<kEast>();
  body.template operator()<kNorthWest>();
  body.template operator()<kSouth>();
  body.template operator()<kSouthWest>();
  body.template operator()<kWest>();
  body.template operator()<kSouthEast>();
}

// The eight ways of a knight.
constexpr int kHops = 8;
constexpr int kHopStep[kHops] = {17, 15, 10, 6, -17, -15, -10, -6};
struct HopSets {
  Lanes of[kHops];
};
template <typename Body>
ROOKERY_ALWAYS_INLINE void ForEachHop(Body body) {
  body.template operator()<0>();
  body.template operator()<1>();
  body.template operator()<2>();
  body.template operator()<3>();
  body.template operator()<4>();
  body.template operator()<5>();
  body.template operator()<6>();
  body.template operator()<7>();
}

// The ranks as the two sides see them.
constexpr Bitboard kMoverThirdRank = kRank1 << 16;
constexpr Bitboard kMoverSeventhRank = kRank1 << 48;
constexpr Bitboard kReplierThirdRank = kRank1 << 40;
constexpr Bitboard kReplierSeventhRank = kRank1 << 8;
constexpr Bitboard kReplierLastRank = kRank1;

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_FAST_POSITION_LANES_DIRECTIONS_H_
