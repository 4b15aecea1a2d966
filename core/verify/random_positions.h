// Random positions of several makes; the same numbers from the RandomSource
// give the same positions on every machine.
//
// Not for sampling statistics: they are made to meet hazards (castling of all
// kinds, en passant, promotion, pins, checks), not to look like games.
// Functions without a state but the source; safe to use from any thread with a
// source of its own.
#ifndef ROOKERY_CORE_VERIFY_RANDOM_POSITIONS_H_
#define ROOKERY_CORE_VERIFY_RANDOM_POSITIONS_H_

#include "core/board/position.h"
#include "core/verify/random_source.h"

namespace rookery {

// Up to `plies` random legal moves from a position, stopping before the game
// would end.
Position RandomPlayout(const Position& start, int plies, RandomSource& random);

// Kings and two to six other men thrown on the board, with castling rights and
// en passant captures where they fit; at least one move is legal.
Position RandomEndgame(RandomSource& random);

// A position crowded with what move generators get wrong: men between kings and
// sliders (pins, discovered and double checks), pawns about to promote or to be
// taken en passant, castling under fire with rooks beside those that have the
// right, many queens or knights, lone kings. It may be mate or stalemate.
Position RandomHazard(RandomSource& random);

}  // namespace rookery

#endif  // ROOKERY_CORE_VERIFY_RANDOM_POSITIONS_H_
