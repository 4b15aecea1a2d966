// Seeded random games and collections of them, for tests and benchmarks: the
// same seed gives the same bytes on every machine.
//
// The games are legal from first to last and their results are right; the moves
// are those of no player. Pure functions; safe to use from any thread.
#ifndef ROOKERY_TESTS_SUPPORT_RANDOM_GAMES_H_
#define ROOKERY_TESTS_SUPPORT_RANDOM_GAMES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/board/move.h"
#include "core/board/position.h"
#include "tests/support/random_positions.h"

namespace rookery {

struct RandomGame {
  Position start = Position::Start();
  std::vector<Move> moves;
  std::string_view result;  // "1-0", "0-1" or "1/2-1/2"
};

// Uniformly random legal moves, up to 150 of them. The game stops where it is
// over: at mate, stalemate, when neither side can mate with the men left or
// 75 moves were made without capture or pawn move; otherwise
// with any result, as by resignation or agreement.
RandomGame PlayRandomGame(const Position& start, RandomSource& random);

enum class GameStyle {
  kPlain,      // export format
  kAnnotated,  // an evaluation and a clock behind every move, as servers write
  // Nested variations, comments of both kinds, glyphs, numbers in every style,
  // zeros in castling, long algebraic and other liberties.
  kDifficult,
};

// A collection of that many games from the start position.
std::string RandomCollection(uint64_t seed, int games, GameStyle style);

}  // namespace rookery

#endif  // ROOKERY_TESTS_SUPPORT_RANDOM_GAMES_H_
