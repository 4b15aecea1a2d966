// Moves that a record leaves out.
//
// A player short of time may stop recording, and a record kept by one player
// may have his moves alone. Such a record is replayed as far as it goes, and
// the gap is named by what the move numbers say. Pure functions; safe to use
// from any thread.
#ifndef ROOKERY_CORE_LAWS_RECORD_GAP_H_
#define ROOKERY_CORE_LAWS_RECORD_GAP_H_

#include <cstdint>

#include "core/board/position.h"

namespace rookery {

// How many plies are missing before a move that is written with that number for
// that side, in a game that stands at `now`: 0 where none are, less where the
// numbers go back. For moves that cannot be played at `now`; where they can,
// the number is merely wrong.
inline int64_t MissingPlies(const Position& now, int64_t written_number,
                            Color written_side) {
  return 2 * (written_number - now.fullmove_number()) + written_side -
         now.side_to_move();
}

}  // namespace rookery

#endif  // ROOKERY_CORE_LAWS_RECORD_GAP_H_
