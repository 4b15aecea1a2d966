// Four sets of squares side by side, one for each of four directions: the
// vector type of the kernels without AVX-512.
//
// A king has eight directions around him: four that lead to higher squares (up:
// a shift to the left) and their opposites (down: the same shifts to the
// right).
//
//   lane         0      1           2     3
//   up           north  north-east  east  north-west
//   down         south  south-west  west  south-east
//   shift        8      9           1     7
//
// So lane i of "down" is opposite to lane i of "up", even lanes are orthogonal
// and odd ones diagonal. The algorithms on top know nothing else of the type;
// it has two forms, one AVX2 register (lanes_avx2.h) or four plain words
// (lanes_plain.h). Both have
//
//   Broadcast(x)            x in all lanes
//   FromFour(a, b, c, d)    one set for each lane
//   Alternate(x, y)         x in the orthogonal lanes, y in the diagonal ones
//   &, |, ^                 lane by lane
//   ShiftUp<n>(x)           every lane n steps in its direction up, edges
//   ShiftDown<n>(x)         ignored; and down
//   VerticalLane(x)         lane 0
//   Gather(x)               the union of the orthogonal lanes, and that of the
//                           diagonal ones
//   CountBits(x, y)         how many squares in all eight lanes
//   LaneNumbers             a number from 0 to 15 for each square of each lane
//   MakeLaneNumbers(...)    from its four bits, the lowest first
//   CountProduct(n, x)      the sum over all squares of n's number times the
//                           sum of x's four
#ifndef ROOKERY_CORE_PERFT_FAST_DIRECTION_LANES_LANES_H_
#define ROOKERY_CORE_PERFT_FAST_DIRECTION_LANES_LANES_H_

#include "core/perft/fast/bits.h"

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

// The two kinds of lines, with the lanes' directions forgotten.
struct Lines {
  Bitboard orthogonal;
  Bitboard diagonal;
};

// A number for each square, bit by bit: a square's number is the sum of the
// values of the planes that it is in. Ripples and full adders add to all
// squares at once.
struct BitPlanes {
  Bitboard ones = 0;
  Bitboard twos = 0;
  Bitboard fours = 0;
  Bitboard eights = 0;
  Bitboard sixteens = 0;

  // Adds one on each of the squares. Requires: no number exceeds 31.
  ROOKERY_ALWAYS_INLINE void Increment(Bitboard squares) {
    const Bitboard carry_to_twos = ones & squares;
    ones ^= squares;
    const Bitboard carry_to_fours = twos & carry_to_twos;
    twos ^= carry_to_twos;
    const Bitboard carry_to_eights = fours & carry_to_fours;
    fours ^= carry_to_fours;
    if (ROOKERY_UNLIKELY(carry_to_eights != 0)) {
      sixteens ^= eights & carry_to_eights;
      eights ^= carry_to_eights;
    }
  }

  // The sum of all numbers.
  ROOKERY_ALWAYS_INLINE int Sum() const {
    int sum = CountBits(ones) + 2 * CountBits(twos) + 4 * CountBits(fours);
    if (ROOKERY_UNLIKELY((eights | sixteens) != 0))
      sum += 8 * CountBits(eights) + 16 * CountBits(sixteens);
    return sum;
  }

  // The squares whose number is not zero.
  ROOKERY_ALWAYS_INLINE Bitboard NonZero() const {
    return ones | twos | fours | eights | sixteens;
  }

  ROOKERY_ALWAYS_INLINE int At(int square) const {
    return static_cast<int>((ones >> square & 1) + 2 * (twos >> square & 1) +
                            4 * (fours >> square & 1) +
                            8 * (eights >> square & 1) +
                            16 * (sixteens >> square & 1));
  }
};

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#if ROOKERY_KERNEL_AVX2
#include "core/perft/fast/direction_lanes/lanes_avx2.h"
#else
#include "core/perft/fast/direction_lanes/lanes_plain.h"
#endif

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

// A bit of three numbers added up, and what is carried to the next bit.
struct LaneSum {
  Lanes sum;
  Lanes carry;
};
ROOKERY_ALWAYS_INLINE LaneSum AddLanes(Lanes a, Lanes b, Lanes c) {
  const Lanes half = a ^ b;
  return {half ^ c, (a & b) | (half & c)};
}

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_FAST_DIRECTION_LANES_LANES_H_
