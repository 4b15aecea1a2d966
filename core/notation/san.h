// Moves in Standard Algebraic Notation: "Nbd7", "exd6", "O-O-O", "a8=Q#".
//
// As section 8.2.3 of the PGN standard (Edwards, 1994) has it. This is for
// single moves; whoever reads whole games uses pgn_replay.h, which does the
// same faster. Stateless; safe to use from any thread.
#ifndef ROOKERY_CORE_NOTATION_SAN_H_
#define ROOKERY_CORE_NOTATION_SAN_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/board/move.h"
#include "core/board/position.h"
#include "core/notation/san_liberties.h"

namespace rookery {

// The one canonical spelling: the least disambiguation among legal moves, x for
// captures, + and #. Castling is O-O and O-O-O in Chess960 too. Requires: the
// move is legal here.
std::string ToSan(const Position& position, Move move);

// Reads a legal move in its canonical spelling and no other. INVALID_ARGUMENT
// where the text is no move, fits no legal move or several, or is spelled
// otherwise; the message says which and names the right spelling.
absl::StatusOr<Move> ParseSan(const Position& position, std::string_view text);

// A legal move, and the liberties its spelling takes.
struct LaxSan {
  Move move;
  SanLiberties liberties;  // empty exactly when the spelling is canonical
};

// Reads a legal move in any spelling that leaves no doubt which one is meant
// (see SanLiberty). INVALID_ARGUMENT, saying why, for any other text; letters
// are never skipped to find a move.
absl::StatusOr<LaxSan> ParseLaxSan(const Position& position,
                                   std::string_view text);

}  // namespace rookery

#endif  // ROOKERY_CORE_NOTATION_SAN_H_
