// What men attack, for all men of a kind at once and eight positions a vector.
#ifndef ROOKERY_CORE_PERFT_FAST_POSITION_LANES_FILLS_H_
#define ROOKERY_CORE_PERFT_FAST_POSITION_LANES_FILLS_H_

#include "core/perft/fast/position_lanes/directions.h"
#include "core/perft/fast/position_lanes/lanes.h"

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

// Orders of the squares in which a rook's line is one byte and one direction of
// it leads to higher bits. Each is a bit matrix product (GFNI) or a byte
// shuffle.

// West: each rank back to front. Its own inverse.
ROOKERY_ALWAYS_INLINE Lanes InWestOrder(Lanes a) {
  return {_mm512_gf2p8affine_epi64_epi8(
      a.words, _mm512_set1_epi64(static_cast<long long>(0x8040201008040201)),
      0)};
}
// South: byte j, bit i is the square of rank 7 - i and file 7 - j. Its own
// inverse.
ROOKERY_ALWAYS_INLINE Lanes InSouthOrder(Lanes a) {
  return {_mm512_gf2p8affine_epi64_epi8(_mm512_set1_epi64(0x0102040810204080),
                                        a.words, 0)};
}
// The board upside down.
ROOKERY_ALWAYS_INLINE Lanes UpsideDown(Lanes a) {
  const __m512i bytes = _mm512_set_epi64(
      0x08090a0b0c0d0e0f, 0x0001020304050607, 0x08090a0b0c0d0e0f,
      0x0001020304050607, 0x08090a0b0c0d0e0f, 0x0001020304050607,
      0x08090a0b0c0d0e0f, 0x0001020304050607);
  return {_mm512_shuffle_epi8(a.words, bytes)};
}
// North: as south, upside down. The way back is another product.
ROOKERY_ALWAYS_INLINE Lanes InNorthOrder(Lanes a) {
  return InSouthOrder(UpsideDown(a));
}
ROOKERY_ALWAYS_INLINE Lanes FromNorthOrder(Lanes a) {
  return {_mm512_gf2p8affine_epi64_epi8(
      _mm512_set1_epi64(static_cast<long long>(0x8040201008040201)), a.words,
      0)};
}

template <Compass kDirection>
ROOKERY_ALWAYS_INLINE Lanes InOrder(Lanes a) {
  if constexpr (kDirection == kWest) return InWestOrder(a);
  if constexpr (kDirection == kSouth) return InSouthOrder(a);
  if constexpr (kDirection == kNorth) return InNorthOrder(a);
  return a;
}
template <Compass kDirection>
ROOKERY_ALWAYS_INLINE Lanes FromOrder(Lanes a) {
  if constexpr (kDirection == kNorth) return FromNorthOrder(a);
  return InOrder<kDirection>(a);
}

// Slides towards higher bits within each byte. Subtracting a slider twice takes
// it away and borrows up to the next man: the bits that change are the attacks.
// Several sliders on a line do not disturb each other.
// Requires: the sliders are among the occupied squares.
ROOKERY_ALWAYS_INLINE Lanes SlideUp(Lanes occupied, Lanes sliders) {
  const __m512i once = _mm512_sub_epi8(occupied.words, sliders.words);
  return occupied ^ Lanes { _mm512_sub_epi8(once, sliders.words) };
}

// The occupied squares in the four orders.
struct OrthogonalWays {
  Lanes north;
  Lanes east;
  Lanes south;
  Lanes west;

  explicit ROOKERY_ALWAYS_INLINE OrthogonalWays(Lanes occupied)
      : north(InNorthOrder(occupied)),
        east(occupied),
        south(InSouthOrder(occupied)),
        west(InWestOrder(occupied)) {}

  template <Compass kDirection>
  ROOKERY_ALWAYS_INLINE Lanes Occupied() const {
    if constexpr (kDirection == kNorth) return north;
    if constexpr (kDirection == kSouth) return south;
    if constexpr (kDirection == kWest) return west;
    return east;
  }

  // The same, in the order of the direction: for counting, where the way back
  // is not needed.
  template <Compass kDirection>
  ROOKERY_ALWAYS_INLINE Lanes SlideInOrder(Lanes sliders) const {
    return SlideUp(Occupied<kDirection>(), InOrder<kDirection>(sliders));
  }

  // The squares that the sliders attack in the direction, the first man
  // included.
  template <Compass kDirection>
  ROOKERY_ALWAYS_INLINE Lanes Slide(Lanes sliders) const {
    return FromOrder<kDirection>(SlideInOrder<kDirection>(sliders));
  }
};

// Through which squares a diagonal direction can be walked: one, two, four
// steps at a time (Kogge-Stone).
template <Compass kDirection>
struct DiagonalWay {
  Lanes one;
  Lanes two;
  Lanes four;

  explicit ROOKERY_ALWAYS_INLINE DiagonalWay(Lanes empty_landings)
      : one(empty_landings),
        two(one & Shift<kStep[kDirection]>(one)),
        four(two & Shift<2 * kStep[kDirection]>(two)) {}

  ROOKERY_ALWAYS_INLINE Lanes Slide(Lanes sliders) const {
    Lanes filled = OrBoth(sliders, one, Shift<kStep[kDirection]>(sliders));
    filled = OrBoth(filled, two, Shift<2 * kStep[kDirection]>(filled));
    filled = OrBoth(filled, four, Shift<4 * kStep[kDirection]>(filled));
    return Step<kDirection>(filled);
  }
};

struct DiagonalWays {
  DiagonalWay<kNorthEast> north_east;
  DiagonalWay<kNorthWest> north_west;
  DiagonalWay<kSouthEast> south_east;
  DiagonalWay<kSouthWest> south_west;

  explicit ROOKERY_ALWAYS_INLINE DiagonalWays(Lanes empty)
      : north_east(empty & All(Landings(kNorthEast))),
        north_west(empty & All(Landings(kNorthWest))),
        south_east(empty & All(Landings(kSouthEast))),
        south_west(empty & All(Landings(kSouthWest))) {}

  template <Compass kDirection>
  ROOKERY_ALWAYS_INLINE Lanes Slide(Lanes sliders) const {
    if constexpr (kDirection == kNorthEast) return north_east.Slide(sliders);
    if constexpr (kDirection == kNorthWest) return north_west.Slide(sliders);
    if constexpr (kDirection == kSouthEast) return south_east.Slide(sliders);
    return south_west.Slide(sliders);
  }
};

// The squares attacked in each direction.
// Requires: the orthogonal sliders are occupied squares of `orthogonal_ways`.
ROOKERY_ALWAYS_INLINE CompassSets Slides(const OrthogonalWays& orthogonal_ways,
                                         const DiagonalWays& diagonal_ways,
                                         Lanes orthogonal, Lanes diagonal) {
  CompassSets slides;
  ForEachDirection([&]<Compass kDirection>() ROOKERY_INLINE_LAMBDA {
    if constexpr (IsDiagonal(kDirection)) {
      slides.of[kDirection] = diagonal_ways.Slide<kDirection>(diagonal);
    } else {
      slides.of[kDirection] = orthogonal_ways.Slide<kDirection>(orthogonal);
    }
  });
  return slides;
}

ROOKERY_ALWAYS_INLINE Lanes UnionOf(const CompassSets& sets) {
  return Or(Or(sets.of[kNorth], sets.of[kNorthEast], sets.of[kEast]),
            Or(sets.of[kNorthWest], sets.of[kSouth], sets.of[kSouthWest]),
            sets.of[kWest] | sets.of[kSouthEast]);
}
ROOKERY_ALWAYS_INLINE Lanes OrthogonalOf(const CompassSets& sets) {
  return Or(sets.of[kNorth] | sets.of[kEast], sets.of[kSouth], sets.of[kWest]);
}
ROOKERY_ALWAYS_INLINE Lanes DiagonalOf(const CompassSets& sets) {
  return Or(sets.of[kNorthEast] | sets.of[kNorthWest], sets.of[kSouthEast],
            sets.of[kSouthWest]);
}

// Where knights can go, by hop.
ROOKERY_ALWAYS_INLINE HopSets Hops(Lanes knights) {
  constexpr Bitboard kTwoEast = ~(kFileA | kFileA << 1);
  constexpr Bitboard kTwoWest = ~(kFileH | kFileH >> 1);
  const Lanes east = Step<kEast>(knights);
  const Lanes west = Step<kWest>(knights);
  const Lanes far_east = Shift<2>(knights) & All(kTwoEast);
  const Lanes far_west = Shift<-2>(knights) & All(kTwoWest);
  return {{Shift<16>(east), Shift<16>(west), Shift<8>(far_east),
           Shift<8>(far_west), Shift<-16>(west), Shift<-16>(east),
           Shift<-8>(far_west), Shift<-8>(far_east)}};
}

ROOKERY_ALWAYS_INLINE Lanes KnightAttacks(Lanes knights) {
  constexpr Bitboard kTwoEast = ~(kFileA | kFileA << 1);
  constexpr Bitboard kTwoWest = ~(kFileH | kFileH >> 1);
  const Lanes near = Step<kEast>(knights) | Step<kWest>(knights);
  const Lanes far = (Shift<2>(knights) & All(kTwoEast)) |
                    (Shift<-2>(knights) & All(kTwoWest));
  return Or(Shift<16>(near), Shift<-16>(near), Shift<8>(far)) | Shift<-8>(far);
}

// The squares next to those of the set, and some of the set itself.
ROOKERY_ALWAYS_INLINE Lanes KingAttacks(Lanes kings) {
  const Lanes row = Or(kings, Step<kWest>(kings), Step<kEast>(kings));
  return Or(row, Shift<8>(row), Shift<-8>(row));
}

// The mover's pawns attack upwards, the replier's downwards.
ROOKERY_ALWAYS_INLINE Lanes MoverPawnAttacks(Lanes pawns) {
  return Step<kNorthWest>(pawns) | Step<kNorthEast>(pawns);
}
ROOKERY_ALWAYS_INLINE Lanes ReplierPawnAttacks(Lanes pawns) {
  return Step<kSouthWest>(pawns) | Step<kSouthEast>(pawns);
}

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_FAST_POSITION_LANES_FILLS_H_
