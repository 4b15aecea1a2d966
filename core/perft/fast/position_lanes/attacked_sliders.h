// Neutral moves of sliders that the replier attacks.
//
// When such a man leaves, the gain depends on where it goes, so it is not one
// number a square as for knights and pawns. These men are few: they are taken
// one a lane until none is left.
#ifndef ROOKERY_CORE_PERFT_FAST_POSITION_LANES_ATTACKED_SLIDERS_H_
#define ROOKERY_CORE_PERFT_FAST_POSITION_LANES_ATTACKED_SLIDERS_H_

#include "core/perft/fast/position_lanes/adders.h"
#include "core/perft/fast/position_lanes/classification.h"
#include "core/perft/fast/position_lanes/exceptional_moves.h"
#include "core/perft/fast/position_lanes/gain_planes.h"
#include "core/perft/fast/position_lanes/parents.h"

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

// The sum of the steps from a square to the squares of a set, all in one
// direction from it: their ranks (or files, in the lanes of `along_rank`) less
// as many times that of the square.
ROOKERY_ALWAYS_INLINE Lanes SumOfDistances(Lanes from, Lanes to,
                                           LaneMask along_rank) {
  // The squares whose file, or rank, has bit 0, 1, 2 set.
  const Lanes bit0 =
      Choose(along_rank, All(0xaaaaaaaaaaaaaaaa), All(0xff00ff00ff00ff00));
  const Lanes bit1 =
      Choose(along_rank, All(0xcccccccccccccccc), All(0xffff0000ffff0000));
  const Lanes bit2 =
      Choose(along_rank, All(0xf0f0f0f0f0f0f0f0), All(0xffffffff00000000));
  const auto coordinates = [&](Lanes set) ROOKERY_INLINE_LAMBDA {
    return Count(set & bit0) + Times<1>(Count(set & bit1)) +
           Times<2>(Count(set & bit2));
  };
  return AbsoluteValue(coordinates(to) - Count(to) * coordinates(from));
}

// One more on each square of the set. The sum stays below 32.
ROOKERY_ALWAYS_INLINE void Increment(Numbers<5>& numbers, Lanes set) {
  Lanes carry = set;
  for (Lanes& plane : numbers.planes) {
    const Lanes next = plane & carry;
    plane = plane ^ carry;
    carry = next;
  }
}

// Adds the neutral moves of `sliders` to the arrivals and puts the others into
// `exceptional`. Returns what the replies gain by departures, in sum, a number
// a lane; `sliders` keeps those that there was no room for.
ROOKERY_ALWAYS_INLINE Lanes
SplitAttackedSliders(const Parents& parents, const Exceptions& exceptions,
                     const Replies& replies, const Gains& gains, Lanes& sliders,
                     Numbers<5>& arrivals, ExceptionalMoves& exceptional) {
  Lanes gain = None();
  int taken = 0;
  while (NotEmpty(sliders) != 0 && taken < kMaxAttackedSliders) {
    const Lanes from = Lowest(sliders);
    sliders = sliders ^ from;
    const LaneMask is_orthogonal = Meets(from, parents.mover.orthogonal);
    const LaneMask is_diagonal = Meets(from, parents.mover.diagonal);
    const CompassSets slides = parents.SlidesFrom(KeepIf(is_orthogonal, from),
                                                  KeepIf(is_diagonal, from));

    // To capture a pawn that attacks this man is a gain and a loss that are not
    // independent; likewise all moves along the file before a pawn.
    Lanes minded = OrBoth(exceptions.targets, parents.replier.pawns,
                          MoverPawnAttacks(from));
    minded = OrIf(is_orthogonal, minded, exceptions.orthogonal_targets);
    minded = OrIf(is_diagonal, minded, exceptions.diagonal_targets);
    minded = OrIf(Meets(from, replies.in_front), minded,
                  slides.of[kNorth] | slides.of[kSouth]);

    // The line of the attack. Towards the attacker, or capturing it, the moves
    // gain nothing: the loss on the square they end on counts the ray as far as
    // this man. Away from it, the ray follows to where the man goes.
    Lanes away = None();
    Lanes towards = None();
    ForEachDirection([&]<Compass kDirection>() ROOKERY_INLINE_LAMBDA {
      const LaneMask attacked = Meets(from, gains.attacked.of[kDirection]);
      away = OrIf(attacked, away, slides.of[kDirection]);
      towards = OrIf(attacked, towards, slides.of[Opposite(kDirection)]);
    });

    const Lanes targets = UnionOf(slides) & parents.not_mover;
    const Lanes neutral = Without(targets, minded);
    Store(exceptional.slider_from + taken * kLanes, from);
    exceptional.Put(kAttackedSliders + taken, targets & minded);
    ++taken;
    Increment(arrivals, neutral);

    const LaneMask along_rank =
        Meets(from, gains.attacked.of[kEast] | gains.attacked.of[kWest]);
    gain += SumOfDistances(from, neutral & away, along_rank);
    const Lanes off_the_line = Count(Without(neutral, away, towards));
    gain = AddIf(Meets(from, gains.opened.planes[0]), gain, off_the_line);
    gain = AddIf(Meets(from, gains.opened.planes[1]), gain,
                 Times<1>(off_the_line));
    gain = AddIf(Meets(from, gains.opened.planes[2]), gain,
                 Times<2>(off_the_line));
    const Lanes moves = Count(neutral);
    gain = SubtractIf(Meets(from, replies.west_attacks), gain, moves);
    gain = SubtractIf(Meets(from, replies.east_attacks), gain, moves);
    gain = AddIf(Meets(from, gains.stops_push), gain, moves);
    gain = AddIf(Meets(from, gains.stops_double_push), gain, moves);
  }
  return gain;
}

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_FAST_POSITION_LANES_ATTACKED_SLIDERS_H_
