// The positions of a fuzz run: random, legal, and biased to what move
// generators get wrong.
//
// Stateless; safe to use from any thread.
#ifndef ROOKERY_CORE_VERIFY_FUZZ_POSITIONS_H_
#define ROOKERY_CORE_VERIFY_FUZZ_POSITIONS_H_

#include <cstdint>

#include "core/board/position.h"

namespace rookery {

// One position of the sequence that the seed names, the same on every machine
// and in every run, so that a seed and an index are enough to look again at a
// failure. At least one move is legal. Of nine positions in a row each is of
// another make: played out from the start, played out from a (perhaps double)
// Chess960 start, an endgame, a hazard of any kind, promotion, an en passant
// capture that a pin forbids, double check, castling under fire, and Chess960
// castling with the inner of two rooks (hazards.h).
Position FuzzPosition(uint64_t seed, uint64_t index);

}  // namespace rookery

#endif  // ROOKERY_CORE_VERIFY_FUZZ_POSITIONS_H_
