// The lines through a king: how far he sees, and what is pinned to him.
#ifndef ROOKERY_CORE_PERFT_FAST_POSITION_LANES_KING_LINES_H_
#define ROOKERY_CORE_PERFT_FAST_POSITION_LANES_KING_LINES_H_

#include "core/perft/fast/position_lanes/directions.h"
#include "core/perft/fast/position_lanes/king_tables.h"
#include "core/perft/fast/position_lanes/lanes.h"

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

// What a king sees in one direction: the squares up to the first man, and, if
// he looked through that one, up to the second, each man included.
struct Sight {
  Lanes to_first;
  Lanes to_second;
};

// Two steps of "all up to the nearest man" on the men of one ray: its lowest
// bit where the direction leads up, its highest where it leads down. What is
// not used costs nothing.
template <Compass kDirection>
ROOKERY_ALWAYS_INLINE Sight See(const KingTable& king, Lanes occupied) {
  const Lanes ray = All(king.rays[kDirection]);
  const Lanes men = occupied & ray;
  if constexpr (LeadsUp(kDirection)) {
    // men ^ (men - 1) is everything up to the lowest bit; with no man, all.
    const Lanes less_one = men + All(~Bitboard{0});
    const Lanes behind = men & less_one;
    return {DifferenceIn(men, less_one, ray),
            DifferenceIn(behind, behind + All(~Bitboard{0}), ray)};
  } else {
    // Everything below the highest bit; with no man, nothing.
    const auto below_highest = [](Lanes set) {
      return Lanes{_mm512_srlv_epi64(_mm512_set1_epi64(0x7fffffffffffffff),
                                     _mm512_lzcnt_epi64(set.words))};
    };
    const Lanes farther = below_highest(men);
    const Lanes behind = men & farther;
    return {Without(ray, farther), Without(ray, below_highest(behind))};
  }
}

// One set for each line.
struct LineSets {
  Lanes of[kLines];
};

ROOKERY_ALWAYS_INLINE Lanes UnionOf(const LineSets& lines) {
  return Or(lines.of[0] | lines.of[1], lines.of[2], lines.of[3]);
}

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_FAST_POSITION_LANES_KING_LINES_H_
