// What the replier gains or loses when a man of the mover leaves its square.
#ifndef ROOKERY_CORE_PERFT_FAST_POSITION_LANES_GAIN_PLANES_H_
#define ROOKERY_CORE_PERFT_FAST_POSITION_LANES_GAIN_PLANES_H_

#include "core/perft/fast/position_lanes/parents.h"
#include "core/perft/fast/position_lanes/replies.h"
#include "core/perft/fast/position_lanes/thermometer.h"

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

// A man that leaves
// - opens the ray of a slider that attacks it, up to the next man;
// - cannot be captured by pawns any more;
// - lets pawns behind it push again.
// Sliders and knights that attacked it could go to its square before and can
// after: no change.
struct Gains {
  // Men of the mover that sliders attack, by the direction of the attack.
  CompassSets attacked;
  // How many squares a slider gains, on the squares of those men. Without
  // meaning where men are attacked from several directions.
  Numbers<3> opened;
  Lanes attacked_at_all;
  Lanes attacked_several_times;
  // Men that stop a push of a pawn, and those that stop a second one.
  Lanes stops_push;
  Lanes stops_double_push;
};

ROOKERY_ALWAYS_INLINE Gains FindGains(const Parents& parents,
                                      const ReplierPins& pins,
                                      const Replies& replies) {
  Gains gains;
  gains.attacked_at_all = None();
  gains.attacked_several_times = None();
  ForEachDirection([&]<Compass kDirection>() ROOKERY_INLINE_LAMBDA {
    const Lanes attacked = replies.slides.of[kDirection] & parents.mover.all;
    gains.attacked.of[kDirection] = attacked;
    gains.attacked_several_times =
        OrBoth(gains.attacked_several_times, gains.attacked_at_all, attacked);
    gains.attacked_at_all |= attacked;
  });
  gains.opened = {{None(), None(), None()}};
  ForEachDirection([&]<Compass kDirection>() ROOKERY_INLINE_LAMBDA {
    const Lanes attacked = gains.attacked.of[kDirection];
    Lanes behind;
    if constexpr (IsDiagonal(kDirection)) {
      behind = parents.diagonal_ways.Slide<kDirection>(attacked);
    } else {
      behind = parents.orthogonal_ways.Slide<kDirection>(attacked);
    }
    const Numbers<3> opened = SquaresBeyond<kDirection>(
        attacked, behind, behind & parents.not_replier, parents.empty);
    for (int plane = 0; plane < 3; ++plane) {
      gains.opened.planes[plane] =
          OrBoth(gains.opened.planes[plane], opened.planes[plane], attacked);
    }
  });

  const Lanes third_rank = All(kReplierThirdRank);
  const Lanes stops_first =
      Step<kSouth>(pins.Able(parents.replier.pawns, kFileLine)) &
      parents.mover.all;
  const Lanes stops_second =
      Step<kSouth>(replies.single_pushes & third_rank) & parents.mover.all;
  gains.stops_push = stops_first | stops_second;
  gains.stops_double_push =
      And(stops_first, third_rank, StepBack<kSouth>(parents.empty));
  return gains;
}

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_FAST_POSITION_LANES_GAIN_PLANES_H_
