// Why a generator has a move that it must not have, or lacks one: in words, and
// what that says about the generator.
//
// core/board/explain.h knows which rule a move breaks; this looks at it as a
// fault of a program, which may have kept something from the moves before.
// Stateless; safe to use from any thread.
#ifndef ROOKERY_CORE_VERIFY_REASONS_H_
#define ROOKERY_CORE_VERIFY_REASONS_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/board/move.h"
#include "core/board/position.h"
#include "core/engine/perft_program.h"

namespace rookery {

struct Reason {
  // Stable, such as "pinned-man-moved"; an interface (docs/verify.md has all).
  std::string_view id;
  // This move's case: lower case, without a period.
  std::string words;
  // Where to look in the generator; without a period.
  std::string_view advice;
};

// An id and its advice.
struct KnownReason {
  std::string_view id;
  std::string_view advice;
};

// All of them, in alphabetical order.
std::span<const KnownReason> KnownReasons();

// Why a move is no move of the last position of the way. The way are positions
// each one legal move (way_moves) after the other: a right that was lost there
// explains a castling. Requires: positions.size() == moves.size() + 1, and the
// text is no legal move, or one that the program also has in another spelling.
Reason WhyExtra(std::span<const Position> positions,
                std::span<const Move> moves, std::string_view text);

// What kind of a move it is that a program lacks. `missing` are all that it
// lacks, `move` is one of them.
Reason WhyMissing(const Position& position, Move move,
                  std::span<const Move> missing);

// What a move is that a program makes wrongly, so that it goes wrong after it.
// Requires: the move is legal in the position.
Reason WhyMadeWrongly(const Position& position, Move move);

// Whether a reason of WhyExtra or WhyMissing tells by itself what the moves
// before did wrong.
bool ExplainsHistory(std::string_view id);

}  // namespace rookery

#endif  // ROOKERY_CORE_VERIFY_REASONS_H_
