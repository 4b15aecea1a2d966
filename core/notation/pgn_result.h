// Spellings of results, and whether a game's Result tag and the token that ends
// it agree.
//
// Whether the result is the right one is for core/laws. Pure functions; safe to
// use from any thread.
#ifndef ROOKERY_CORE_NOTATION_PGN_RESULT_H_
#define ROOKERY_CORE_NOTATION_PGN_RESULT_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/notation/pgn_game.h"

namespace rookery {

// Whether a text is "1-0", "0-1" or "1/2-1/2": one of the standard's four
// results, but not "*".
bool IsDecidedResult(std::string_view text);

// What a score means that is spelled in any way ("1/2", "0.5-0.5", "1:0",
// "0/1", halves and dashes of UTF-8 and ISO 8859-1): "1-0", "0-1" or "1/2-1/2",
// or "" where the standard has no such result ("0:0", "1-O"). Nothing where the
// text as a whole is no score, and for "0-0", which may be castling.
std::optional<std::string_view> ReadScore(std::string_view text);

// Adds remarks on a tag that is no result, on a token that is missing, and on
// two that differ. `plies` is how many moves were played.
void RemarkOnResult(const PgnGame& game, uint32_t plies, PgnRemarks& remarks);

}  // namespace rookery

#endif  // ROOKERY_CORE_NOTATION_PGN_RESULT_H_
