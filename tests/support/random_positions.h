// Mixes of seeded random positions for tests: the same seed gives the same
// positions on every machine.
//
// The makers of single positions are in core/verify. Pure functions; safe to
// use from any thread.
#ifndef ROOKERY_TESTS_SUPPORT_RANDOM_POSITIONS_H_
#define ROOKERY_TESTS_SUPPORT_RANDOM_POSITIONS_H_

#include <cstdint>
#include <vector>

#include "core/board/position.h"
#include "core/verify/chess960_start.h"
#include "core/verify/random_positions.h"
#include "core/verify/random_source.h"

namespace rookery {

// Positions with at least one legal move: a third from playouts of standard
// chess, a third from Chess960 starts (half of them double), a third thin
// endgames, in turn.
std::vector<Position> RandomPositions(uint64_t seed, int count);

// As many times RandomHazard.
std::vector<Position> RandomHazards(uint64_t seed, int count);

}  // namespace rookery

#endif  // ROOKERY_TESTS_SUPPORT_RANDOM_POSITIONS_H_
