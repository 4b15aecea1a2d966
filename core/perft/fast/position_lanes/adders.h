// Counting for each square by itself: bit-sliced numbers.
//
// A number for each of the 64 squares is kept as planes: plane k holds bit k of
// all 64 numbers. Many sets are added up square by square with full adders, two
// instructions each, which turn three planes of one weight into one of that
// weight and one (the carry) of the next.
#ifndef ROOKERY_CORE_PERFT_FAST_POSITION_LANES_ADDERS_H_
#define ROOKERY_CORE_PERFT_FAST_POSITION_LANES_ADDERS_H_

#include "core/perft/fast/position_lanes/lanes.h"

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

// Planes of one weight.
template <int kPlanes>
struct Column {
  Lanes planes[kPlanes];
};
template <typename... Planes>
ROOKERY_ALWAYS_INLINE Column<sizeof...(Planes)> ColumnOf(Planes... planes) {
  return {{planes...}};
}

template <int kPlanes>
struct ColumnSum {
  Lanes plane;
  // Of the next weight.
  Column<kPlanes / 2> carries;
};
template <>
struct ColumnSum<1> {
  Lanes plane;
};

// The indices are template arguments so that the planes stay in registers.
template <int kFirst, int kLast, int kCarry, int kWork, int kCarries>
ROOKERY_ALWAYS_INLINE Lanes Reduce(Lanes (&work)[kWork],
                                   Lanes (&carries)[kCarries]) {
  if constexpr (kLast - kFirst >= 3) {
    const Lanes a = work[kFirst], b = work[kFirst + 1], c = work[kFirst + 2];
    // To the end of the queue: the tree stays shallow.
    work[kLast] = Xor(a, b, c);
    carries[kCarry] = Majority(a, b, c);
    return Reduce<kFirst + 3, kLast + 1, kCarry + 1>(work, carries);
  } else if constexpr (kLast - kFirst == 2) {
    const Lanes a = work[kFirst], b = work[kFirst + 1];
    carries[kCarry] = a & b;
    return a ^ b;
  } else {
    return work[kFirst];
  }
}

template <int kIndex, int kOffset, int kFrom, int kTo>
ROOKERY_ALWAYS_INLINE void CopyTo(const Lanes (&from)[kFrom],
                                  Lanes (&to)[kTo]) {
  if constexpr (kIndex < kFrom) {
    to[kOffset + kIndex] = from[kIndex];
    CopyTo<kIndex + 1, kOffset>(from, to);
  }
}

// Adds up all planes of a column.
template <int kPlanes>
ROOKERY_ALWAYS_INLINE ColumnSum<kPlanes> AddUp(const Column<kPlanes>& column) {
  if constexpr (kPlanes == 1) {
    return {column.planes[0]};
  } else {
    // Each full adder puts one plane more into the queue.
    Lanes work[kPlanes + kPlanes / 2];
    CopyTo<0, 0>(column.planes, work);
    ColumnSum<kPlanes> sum;
    sum.plane = Reduce<0, kPlanes, 0>(work, sum.carries.planes);
    return sum;
  }
}

template <int kLeft, int kRight>
ROOKERY_ALWAYS_INLINE Column<kLeft + kRight> Join(const Column<kLeft>& left,
                                                  const Column<kRight>& right) {
  Column<kLeft + kRight> joined;
  CopyTo<0, 0>(left.planes, joined.planes);
  CopyTo<0, kLeft>(right.planes, joined.planes);
  return joined;
}

// The numbers of all squares; plane k counts 2^k.
template <int kPlanes>
struct Numbers {
  Lanes planes[kPlanes];
};

// The sums below are one number a lane. They take the planes from kFirst up to,
// not including, kLast; high planes are empty nearly always, and left out then.

// Over the squares of a set.
template <int kFirst, int kLast, int kPlanes>
ROOKERY_ALWAYS_INLINE Lanes TotalIn(const Numbers<kPlanes>& numbers,
                                    Lanes set) {
  const Lanes weighted = Times<kFirst>(Count(numbers.planes[kFirst] & set));
  if constexpr (kFirst + 1 == kLast) {
    return weighted;
  } else {
    return weighted + TotalIn<kFirst + 1, kLast>(numbers, set);
  }
}

// Over all squares.
template <int kFirst, int kLast, int kPlanes>
ROOKERY_ALWAYS_INLINE Lanes Total(const Numbers<kPlanes>& numbers) {
  return TotalIn<kFirst, kLast>(numbers, All(~Bitboard{0}));
}

// Over all squares, of the product of two numbers; the range is that of the
// left ones.
template <int kFirst, int kLast, int kRightFirst, int kRightLast, int kLeft,
          int kRight>
ROOKERY_ALWAYS_INLINE Lanes TotalOfProduct(const Numbers<kLeft>& left,
                                           const Numbers<kRight>& right) {
  const Lanes weighted = Times<kFirst>(
      TotalIn<kRightFirst, kRightLast>(right, left.planes[kFirst]));
  if constexpr (kFirst + 1 == kLast) {
    return weighted;
  } else {
    return weighted +
           TotalOfProduct<kFirst + 1, kLast, kRightFirst, kRightLast>(left,
                                                                      right);
  }
}

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_FAST_POSITION_LANES_ADDERS_H_
