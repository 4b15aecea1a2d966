// A guess of how large the tree below a position is, for sampling where most
// of the leaves are.
//
// Only the ratio between positions of one ply has a meaning. A bad guess costs
// accuracy and never makes an estimate wrong: whoever samples by it divides by
// it again. Pure functions; safe to use from any thread.
#ifndef ROOKERY_CORE_PERFT_ESTIMATE_GROWTH_GUIDE_H_
#define ROOKERY_CORE_PERFT_ESTIMATE_GROWTH_GUIDE_H_

#include "core/board/position.h"

namespace rookery {

// The relative size of the tree of `depth` plies below an average child of the
// position; positive.
double GuessGrowth(const Position& position, int depth);

}  // namespace rookery

#endif  // ROOKERY_CORE_PERFT_ESTIMATE_GROWTH_GUIDE_H_
