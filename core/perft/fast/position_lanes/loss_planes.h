// What a neutral move takes from the replier, by the square it ends on.
#ifndef ROOKERY_CORE_PERFT_FAST_POSITION_LANES_LOSS_PLANES_H_
#define ROOKERY_CORE_PERFT_FAST_POSITION_LANES_LOSS_PLANES_H_

#include "core/perft/fast/position_lanes/parents.h"
#include "core/perft/fast/position_lanes/replies.h"
#include "core/perft/fast/position_lanes/thermometer.h"

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

// A man of the mover that arrives on a square
// - cuts the rays of sliders behind it;
// - stands in the way of pawns: one move on the square of a single or of a
//   double push, both on the square before a pawn that can push twice;
// - takes the man that stood there: all its moves are gone;
// - can be captured: by pawns, a move more. This gain is kept as a loss where
//   they do not attack, so that all planes have one sign: each square then
//   loses kPawnAllowance too much.
// Sliders and knights that attack the square can go there before and after, to
// an empty square first and to capture then: no change. If a man of their own
// stood there it is a move more: see GuardPlanes.
constexpr int kPawnAllowance = 2;

// Weights 1 to 32.
ROOKERY_ALWAYS_INLINE Numbers<6> LossPlanes(const Parents& parents,
                                            const Replies& replies) {
  Numbers<3> rays[kCompass];
  ForEachDirection([&]<Compass kDirection>() ROOKERY_INLINE_LAMBDA {
    const Lanes attacks = replies.slides.of[kDirection];
    rays[kDirection] = SquaresBeyond<kDirection>(
        IsDiagonal(kDirection) ? replies.free_diagonal
                               : replies.free_orthogonal,
        attacks, attacks & parents.not_replier, parents.empty);
  });
  // The moves of a knight and the captures of a pawn, each seen from where it
  // starts. No ray of a slider has anything on such a square, so they fit into
  // the same planes.
  ForEachHop([&]<int kHop>() ROOKERY_INLINE_LAMBDA {
    rays[kHop].planes[0] |=
        Shift<-kHopStep[kHop]>(replies.hops.of[kHop] & parents.not_replier);
  });
  rays[0].planes[0] |= StepBack<kSouthWest>(replies.west_captures);
  rays[1].planes[0] |= StepBack<kSouthEast>(replies.east_captures);

  // The moves that an arrival on the square of a push, or the capture of the
  // pawn, ends; and the double pushes that one on the square between does.
  const Lanes between = StepBack<kSouth>(replies.double_pushes);
  const Lanes pushes = Or(replies.single_pushes, replies.double_pushes,
                          StepBack<kSouth>(replies.single_pushes));
  const Lanes double_pushes = between | StepBack<kSouth>(between);

  const auto ones = AddUp(
      ColumnOf(rays[0].planes[0], rays[1].planes[0], rays[2].planes[0],
               rays[3].planes[0], rays[4].planes[0], rays[5].planes[0],
               rays[6].planes[0], rays[7].planes[0], pushes, double_pushes,
               ~replies.west_attacks, ~replies.east_attacks));
  const auto twos = AddUp(
      Join(ColumnOf(rays[0].planes[1], rays[1].planes[1], rays[2].planes[1],
                    rays[3].planes[1], rays[4].planes[1], rays[5].planes[1],
                    rays[6].planes[1], rays[7].planes[1]),
           ones.carries));
  const auto fours = AddUp(
      Join(ColumnOf(rays[0].planes[2], rays[1].planes[2], rays[2].planes[2],
                    rays[3].planes[2], rays[4].planes[2], rays[5].planes[2],
                    rays[6].planes[2], rays[7].planes[2]),
           twos.carries));
  const auto eights = AddUp(fours.carries);
  const auto sixteens = AddUp(eights.carries);
  return {{ones.plane, twos.plane, fours.plane, eights.plane, sixteens.plane,
           sixteens.carries.planes[0]}};
}

// How many men other than king and pawns guard each of their own: when one of
// these is captured, each can capture back. Weights 1 to 8.
ROOKERY_ALWAYS_INLINE Numbers<4> GuardPlanes(const Parents& parents,
                                             const Replies& replies) {
  const auto guarded = [&](Lanes attacks) {
    return attacks & parents.replier.all;
  };
  const CompassSets& slides = replies.slides;
  const HopSets& hops = replies.hops;
  const auto ones = AddUp(ColumnOf(
      guarded(slides.of[0]), guarded(slides.of[1]), guarded(slides.of[2]),
      guarded(slides.of[3]), guarded(slides.of[4]), guarded(slides.of[5]),
      guarded(slides.of[6]), guarded(slides.of[7]), guarded(hops.of[0]),
      guarded(hops.of[1]), guarded(hops.of[2]), guarded(hops.of[3]),
      guarded(hops.of[4]), guarded(hops.of[5]), guarded(hops.of[6]),
      guarded(hops.of[7])));
  const auto twos = AddUp(ones.carries);
  const auto fours = AddUp(twos.carries);
  const auto eights = AddUp(fours.carries);
  return {{ones.plane, twos.plane, fours.plane, eights.plane}};
}

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_FAST_POSITION_LANES_LOSS_PLANES_H_
