// What is wrong with the position that a game began from.
//
// Whether a position is possible at all is core/board's to say (a FEN that it
// refuses is no position). Here it is known to be one, and compared with the
// start array and with what the tags claim. A position that somebody set up on
// purpose, an ending say, has nothing wrong with it. Pure functions; safe to
// use from any thread.
#ifndef ROOKERY_CORE_LAWS_START_ARRAY_H_
#define ROOKERY_CORE_LAWS_START_ARRAY_H_

#include <cstdint>

#include "core/board/position.h"

namespace rookery {

enum class StartFault : uint8_t {
  kNone,
  // All 32 men in two ranks a side as at the start of a game, but not as the
  // laws have them: the game is void.
  kWrongArray,
  // The same, and it is the start array seen in a mirror, king and queen
  // exchanged on both sides: what a board with a dark square at the player's
  // right looks like.
  kBoardWronglyPlaced,
  // The start array with black to move: white moves first, so the colours were
  // reversed.
  kColorsReversed,
  // No game can lead to the position: more promoted men than missing pawns, or
  // three men give check.
  kUnreachable,
};

// Judges the position before the first move. In Chess960 (`chess960`) the back
// ranks may be any of its 960 arrays, the same for both sides.
StartFault CheckStart(const Position& start, bool chess960);

}  // namespace rookery

#endif  // ROOKERY_CORE_LAWS_START_ARRAY_H_
