// Seeded random positions for tests: the same seed gives the same positions on
// every machine.
//
// Not for sampling statistics: the mix is chosen to meet hazards (castling of
// all kinds, en passant, promotion, pins, checks), not to look like games. Pure
// functions; safe to use from any thread.
#ifndef ROOKERY_TESTS_SUPPORT_RANDOM_POSITIONS_H_
#define ROOKERY_TESTS_SUPPORT_RANDOM_POSITIONS_H_

#include <cstdint>
#include <vector>

#include "core/board/position.h"

namespace rookery {

// A small generator of its own, since the standard's distributions differ
// between libraries.
class RandomSource {
 public:
  explicit RandomSource(uint64_t seed) : state_(seed) {}

  uint64_t Next();

  // 0 to bound - 1. Requires: bound > 0.
  int Below(int bound) {
    return static_cast<int>((Next() >> 32) * static_cast<uint64_t>(bound) >>
                            32);
  }

 private:
  uint64_t state_;
};

// A Chess960 start position by the usual numbers of both sides, 0 to 959; 518
// and 518 is standard chess. With two different numbers it is a "double"
// Chess960 start.
Position Chess960Start(int white, int black);

// Up to `plies` random legal moves from a position, stopping before the game
// would end.
Position RandomPlayout(const Position& start, int plies, RandomSource& random);

// Kings and two to six other men thrown on the board, with castling rights and
// en passant captures where they fit.
Position RandomEndgame(RandomSource& random);

// A position crowded with what kernels get wrong: men between kings and sliders
// (pins, discovered and double checks), pawns about to promote or to be taken
// en passant, castling under fire with rooks beside those that have the right,
// many queens or knights, lone kings. It may be mate or stalemate.
Position RandomHazard(RandomSource& random);

// Positions with at least one legal move: a third from playouts of standard
// chess, a third from Chess960 starts (half of them double), a third thin
// endgames, in turn.
std::vector<Position> RandomPositions(uint64_t seed, int count);

// As many times RandomHazard.
std::vector<Position> RandomHazards(uint64_t seed, int count);

}  // namespace rookery

#endif  // ROOKERY_TESTS_SUPPORT_RANDOM_POSITIONS_H_
