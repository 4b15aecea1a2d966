// Moves as the Universal Chess Interface spells them: "e2e4", "e7e8q".
//
// Stateless; safe to use from any thread. The protocol itself is the business
// of core/engine.
#ifndef ROOKERY_CORE_NOTATION_UCI_H_
#define ROOKERY_CORE_NOTATION_UCI_H_

#include <optional>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/board/move.h"
#include "core/board/move_generator.h"
#include "core/board/position.h"

namespace rookery {

// Spells a move. Castling is the king's two-square step ("e1g1") in standard
// chess and the king taking his own rook
// ("e1h1") in Chess960. The null move is "0000".
std::string ToUci(Move move, bool chess960);

// Spells a move of a position; as in Chess960 exactly when the position needs
// that.
std::string ToUci(const Position& position, Move move);

// Reads two squares and perhaps a promotion, whether or not any position has
// such a move; nothing where the text is something else.
std::optional<CoordinateMove> ParseUciCoordinates(std::string_view text);

// Reads a legal move; castling in either spelling (see FindLegalMove).
// INVALID_ARGUMENT where the text is no move or the move is not legal here; the
// message says why.
absl::StatusOr<Move> ParseUci(const Position& position, std::string_view text);

}  // namespace rookery

#endif  // ROOKERY_CORE_NOTATION_UCI_H_
