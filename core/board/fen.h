// Reads and repairs the text of a FEN.
//
// Position::FromFen and ToFen are what most callers want. Here are the parts
// beneath: the strict reader of the text, and the lenient one for FENs from the
// wild. Whether a position is possible is Position::FromSetup's to judge.
// Stateless; safe to use from any thread.
#ifndef ROOKERY_CORE_BOARD_FEN_H_
#define ROOKERY_CORE_BOARD_FEN_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/board/position.h"

namespace rookery {

// No FEN of a possible position comes near; longer text is refused unread.
inline constexpr size_t kMaxFenBytes = 256;

// Reads the text strictly (see Position::FromFen) without judging the position
// it describes. INVALID_ARGUMENT, naming field and value, where it is
// malformed.
absl::StatusOr<PositionSetup> ParseFen(std::string_view fen);

// The FEN of a position with this en passant square, whether or not a legal
// capture can use it, which ToFen would then leave out: some programs are told
// of every double push. kNoSquare leaves the field as ToFen has it. Requires: a
// pawn can just have passed over the square.
std::string FenWithEnPassant(const Position& position, Square en_passant);

// A repaired FEN.
struct FenRepair {
  std::string fen;                   // normalized: what ToFen writes
  std::vector<std::string> changes;  // in words, one a change; empty exactly
                                     // when the text was normalized already
};

// Makes a normalized FEN of one that FromFen takes, or refuses for a slip with
// only one sensible reading: missing fields (all but board and side), a side
// letter in upper case, castling rights that king or rook no longer bear out,
// an en passant square that no double push explains, counters that are no
// proper numbers, fields after the sixth, split digits. INVALID_ARGUMENT,
// naming field and value, where the board is impossible or the text says
// nothing sensible.
absl::StatusOr<FenRepair> RepairFen(std::string_view fen);

}  // namespace rookery

#endif  // ROOKERY_CORE_BOARD_FEN_H_
