// How many squares lie beyond each square of a slider's ray: a bit-sliced
// number for every square, without a loop over sliders.
#ifndef ROOKERY_CORE_PERFT_FAST_POSITION_LANES_THERMOMETER_H_
#define ROOKERY_CORE_PERFT_FAST_POSITION_LANES_THERMOMETER_H_

#include "core/perft/fast/position_lanes/adders.h"
#include "core/perft/fast/position_lanes/directions.h"

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

// For each source, and each empty square that it slides over in the direction,
// how many squares it can still go to from there: what a man that arrived would
// take away. At the source itself that is all its moves in the direction.
//
// The squares with at least one, two, ... seven to come are found by walking
// back from the targets; the seven sets are the number in unary (a
// thermometer), and the exclusive ors turn it into binary.
// Requires: `attacks` are what the sources attack in the direction, `targets`
// those of them that they may go to.
template <Compass kDirection>
ROOKERY_ALWAYS_INLINE Numbers<3> SquaresBeyond(Lanes sources, Lanes attacks,
                                               Lanes targets, Lanes empty) {
  const Lanes one =
      OrBoth(sources, attacks, empty) & StepBack<kDirection>(targets);
  const Lanes two = one & StepBack<kDirection>(one);
  const Lanes three = one & StepBack<kDirection>(two);
  const Lanes four = one & StepBack<kDirection>(three);
  const Lanes five = one & StepBack<kDirection>(four);
  const Lanes six = one & StepBack<kDirection>(five);
  const Lanes seven = one & StepBack<kDirection>(six);
  return {{Xor(Xor(one, two, three), four, Xor(five, six, seven)),
           Xor(two, four, six), four}};
}

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_FAST_POSITION_LANES_THERMOMETER_H_
