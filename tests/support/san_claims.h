// What the letters of a move's text claim, read without core/notation.
//
// For tests of readers: whatever move one finds, no letter of the text may
// contradict it. Pure functions; safe to use from any thread.
#ifndef ROOKERY_TESTS_SUPPORT_SAN_CLAIMS_H_
#define ROOKERY_TESTS_SUPPORT_SAN_CLAIMS_H_

#include <string>
#include <string_view>

#include "core/board/move.h"
#include "core/board/position.h"

namespace rookery {

// Compares the target, the man, its file and rank of origin, the promotion and
// the capture sign of a pawn with a legal move of the position; "" where all
// agree, else what does not.
std::string FindFalseClaim(const Position& position, Move move,
                           std::string_view text);

}  // namespace rookery

#endif  // ROOKERY_TESTS_SUPPORT_SAN_CLAIMS_H_
