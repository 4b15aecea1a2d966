// How many replies we take away by standing on a square.
//
// A man of ours that arrives on an empty square cuts their sliders' rays, stops
// their pawns' pushes and gives them something to capture. How much this costs
// or brings them is worked out for all squares at once, as numbers in bit
// planes, one set of planes for each of the four lanes.
#ifndef ROOKERY_CORE_PERFT_FAST_DIRECTION_LANES_LOSS_PLANES_H_
#define ROOKERY_CORE_PERFT_FAST_DIRECTION_LANES_LOSS_PLANES_H_

#include "core/perft/fast/direction_lanes/null_move.h"

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

// Pawn captures are a gain, which the planes cannot hold. Their pawns attack a
// square from two sides; each side where they do not is entered as a loss of
// one, and this is added once for all.
constexpr uint64_t kPawnCaptureGain = 2;

// In one direction: how many destinations of a ray lie beyond each of its empty
// squares, 0 to 6, as three bits.
struct Beyond {
  Lanes ones;
  Lanes twos;
  Lanes fours;
};

// `at_least_one` are the empty squares of the rays with a destination behind
// them; `back` moves a set one step towards the sliders. Like the mercury of a
// thermometer, the squares with at least k+1 beyond are those where the next
// one has at least k. The bits of the number follow: it is odd between the 1st
// and the 2nd mark, between the 3rd and the 4th and so on.
template <typename Back>
ROOKERY_ALWAYS_INLINE Beyond CountBeyond(Lanes at_least_one, Back back) {
  const Lanes at_least_two = at_least_one & back(at_least_one);
  const Lanes at_least_three = at_least_one & back(at_least_two);
  const Lanes at_least_four = at_least_one & back(at_least_three);
  const Lanes at_least_five = at_least_one & back(at_least_four);
  const Lanes at_least_six = at_least_one & back(at_least_five);
  const Lanes twos = at_least_two ^ at_least_four ^ at_least_six;
  return {at_least_one ^ at_least_three ^ at_least_five ^ twos, twos,
          at_least_four};
}

template <Color kUs>
ROOKERY_ALWAYS_INLINE LaneNumbers FindLosses(const NullMove<kUs>& pass) {
  constexpr Color kThem = Other(kUs);
  const auto back_from_up = [](Lanes lanes) { return ShiftDown<1>(lanes); };
  const auto back_from_down = [](Lanes lanes) { return ShiftUp<1>(lanes); };
  // A square of a ray stays a destination when we arrive there: a capture
  // instead of a quiet move. Men of their own are none. Rays do not wrap, so a
  // step back from one of their squares does not either.
  const EightWays rays = pass.their_rays;
  const EightWays destinations = rays & Broadcast(~pass.theirs);
  const Lanes empty = Broadcast(~pass.occupied);
  const Beyond up = CountBeyond(rays.up & empty & back_from_up(destinations.up),
                                back_from_up);
  const Beyond down = CountBeyond(
      rays.down & empty & back_from_down(destinations.down), back_from_down);

  // One plane more for each lane: where a push ends, where a double push passes
  // (that square stops both), and where pawns do not attack.
  const FreePawns& pawns = pass.pawns;
  const Lanes of_pawns = FromFour(pawns.moves.single | pawns.moves.twice,
                                  Backward<kThem>(pawns.moves.twice),
                                  ~pawns.attack_west, ~pawns.attack_east);
  const LaneSum ones = AddLanes(up.ones, down.ones, of_pawns);
  const LaneSum twos = AddLanes(up.twos, down.twos, ones.carry);
  const LaneSum fours = AddLanes(up.fours, down.fours, twos.carry);
  return MakeLaneNumbers(ones.sum, twos.sum, fours.sum, fours.carry);
}

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_FAST_DIRECTION_LANES_LOSS_PLANES_H_
