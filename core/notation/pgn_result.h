// Whether a game's Result tag and the token that ends it agree.
//
// Whether the result is the right one is for core/laws. Pure functions; safe to
// use from any thread.
#ifndef ROOKERY_CORE_NOTATION_PGN_RESULT_H_
#define ROOKERY_CORE_NOTATION_PGN_RESULT_H_

#include <cstdint>

#include "core/notation/pgn_game.h"

namespace rookery {

// Adds remarks on a tag that is no result, on a token that is missing, and on
// two that differ. `plies` is how many moves were played.
void RemarkOnResult(const PgnGame& game, uint32_t plies, PgnRemarks& remarks);

}  // namespace rookery

#endif  // ROOKERY_CORE_NOTATION_PGN_RESULT_H_
