// The form of Lanes that is four plain words, for any machine. See lanes.h,
// which includes this.
//
// Four named members and no array: compilers keep the former in registers and
// the latter in memory, which makes a factor of four.
#ifndef ROOKERY_CORE_PERFT_FAST_DIRECTION_LANES_LANES_PLAIN_H_
#define ROOKERY_CORE_PERFT_FAST_DIRECTION_LANES_LANES_PLAIN_H_

#include "core/perft/fast/bits.h"

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

struct Lanes {
  Bitboard lane0;
  Bitboard lane1;
  Bitboard lane2;
  Bitboard lane3;
};

ROOKERY_ALWAYS_INLINE Lanes operator&(Lanes a, Lanes b) {
  return {a.lane0 & b.lane0, a.lane1 & b.lane1, a.lane2 & b.lane2,
          a.lane3 & b.lane3};
}
ROOKERY_ALWAYS_INLINE Lanes operator|(Lanes a, Lanes b) {
  return {a.lane0 | b.lane0, a.lane1 | b.lane1, a.lane2 | b.lane2,
          a.lane3 | b.lane3};
}
ROOKERY_ALWAYS_INLINE Lanes operator^(Lanes a, Lanes b) {
  return {a.lane0 ^ b.lane0, a.lane1 ^ b.lane1, a.lane2 ^ b.lane2,
          a.lane3 ^ b.lane3};
}

ROOKERY_ALWAYS_INLINE Lanes Broadcast(Bitboard set) {
  return {set, set, set, set};
}
ROOKERY_ALWAYS_INLINE Lanes FromFour(Bitboard a, Bitboard b, Bitboard c,
                                     Bitboard d) {
  return {a, b, c, d};
}
ROOKERY_ALWAYS_INLINE Lanes Alternate(Bitboard orthogonal, Bitboard diagonal) {
  return {orthogonal, diagonal, orthogonal, diagonal};
}

template <int kSteps>
ROOKERY_ALWAYS_INLINE Lanes ShiftUp(Lanes lanes) {
  return {lanes.lane0 << 8 * kSteps, lanes.lane1 << 9 * kSteps,
          lanes.lane2 << kSteps, lanes.lane3 << 7 * kSteps};
}
template <int kSteps>
ROOKERY_ALWAYS_INLINE Lanes ShiftDown(Lanes lanes) {
  return {lanes.lane0 >> 8 * kSteps, lanes.lane1 >> 9 * kSteps,
          lanes.lane2 >> kSteps, lanes.lane3 >> 7 * kSteps};
}

ROOKERY_ALWAYS_INLINE Bitboard VerticalLane(Lanes lanes) { return lanes.lane0; }
ROOKERY_ALWAYS_INLINE Lines Gather(Lanes lanes) {
  return {lanes.lane0 | lanes.lane2, lanes.lane1 | lanes.lane3};
}

ROOKERY_ALWAYS_INLINE uint64_t CountBits(Lanes a, Lanes b) {
  return static_cast<uint64_t>(CountBits(a.lane0) + CountBits(a.lane1) +
                               CountBits(a.lane2) + CountBits(a.lane3) +
                               CountBits(b.lane0) + CountBits(b.lane1) +
                               CountBits(b.lane2) + CountBits(b.lane3));
}

struct WordSum {
  Bitboard sum;
  Bitboard carry;
};
ROOKERY_ALWAYS_INLINE WordSum AddWords(Bitboard a, Bitboard b, Bitboard c) {
  const Bitboard half = a ^ b;
  return {half ^ c, (a & b) | (half & c)};
}

// The numbers of the four lanes, added up: here a population count costs more
// than an addition of 64 numbers.
struct LaneNumbers {
  Bitboard ones;
  Bitboard twos;
  Bitboard fours;
  Bitboard eights;
  Bitboard sixteens;
  Bitboard thirty_twos;
};

ROOKERY_ALWAYS_INLINE LaneNumbers MakeLaneNumbers(Lanes ones, Lanes twos,
                                                  Lanes fours, Lanes eights) {
  const WordSum one = AddWords(ones.lane0, ones.lane1, ones.lane2);
  const Bitboard one_carry = one.sum & ones.lane3;

  const WordSum two = AddWords(twos.lane0, twos.lane1, twos.lane2);
  const WordSum two_more = AddWords(twos.lane3, one.carry, one_carry);
  const Bitboard two_carry = two.sum & two_more.sum;

  const WordSum four = AddWords(fours.lane0, fours.lane1, fours.lane2);
  const WordSum four_more = AddWords(fours.lane3, two.carry, two_more.carry);
  const WordSum four_all = AddWords(four.sum, four_more.sum, two_carry);

  const WordSum eight = AddWords(eights.lane0, eights.lane1, eights.lane2);
  const WordSum eight_more =
      AddWords(eights.lane3, four.carry, four_more.carry);
  const WordSum eight_all = AddWords(eight.sum, eight_more.sum, four_all.carry);

  const WordSum sixteen =
      AddWords(eight.carry, eight_more.carry, eight_all.carry);
  return {one.sum ^ ones.lane3, two.sum ^ two_more.sum,
          four_all.sum,         eight_all.sum,
          sixteen.sum,          sixteen.carry};
}

// The sum of the numbers on some squares.
ROOKERY_ALWAYS_INLINE uint64_t SumOn(const LaneNumbers& numbers,
                                     Bitboard squares) {
  int sum = CountBits(squares & numbers.ones) +
            2 * CountBits(squares & numbers.twos) +
            4 * CountBits(squares & numbers.fours) +
            8 * CountBits(squares & numbers.eights);
  if (ROOKERY_UNLIKELY((numbers.sixteens | numbers.thirty_twos) != 0)) {
    sum += 16 * CountBits(squares & numbers.sixteens) +
           32 * CountBits(squares & numbers.thirty_twos);
  }
  return static_cast<uint64_t>(sum);
}

// The sum over all squares of the square's number in `factors` times the sum of
// its numbers in the four lanes.
ROOKERY_ALWAYS_INLINE uint64_t CountProduct(const LaneNumbers& numbers,
                                            const BitPlanes& factors) {
  uint64_t product =
      SumOn(numbers, factors.ones) + 2 * SumOn(numbers, factors.twos);
  if ((factors.fours | factors.eights | factors.sixteens) != 0) {
    product += 4 * SumOn(numbers, factors.fours) +
               8 * SumOn(numbers, factors.eights) +
               16 * SumOn(numbers, factors.sixteens);
  }
  return product;
}

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_FAST_DIRECTION_LANES_LANES_PLAIN_H_
