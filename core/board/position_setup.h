// A position as somebody describes it, and the checks that tell whether it is
// possible.
//
// Readers of any format (FEN, the packed form) fill a PositionSetup and hand it
// to Position::FromSetup, which runs every check below; the single checks are
// public for readers that want to know which part is wrong, as RepairFen does.
// Plain values and pure functions; safe to use from any thread.
#ifndef ROOKERY_CORE_BOARD_POSITION_SETUP_H_
#define ROOKERY_CORE_BOARD_POSITION_SETUP_H_

#include <array>

#include "absl/status/status.h"
#include "core/board/bitboard.h"
#include "core/board/piece.h"
#include "core/board/square.h"

namespace rookery {

// Counters above this are refused, and no longer grow in play, so no arithmetic
// on them can overflow.
inline constexpr int kMaxCounter = 1'000'000;

struct PositionSetup {
  std::array<Piece, kSquareCount> board{};  // kNoPiece where empty
  Color side_to_move = kWhite;
  // The rooks that still have the right to castle.
  Bitboard castling_rooks = 0;
  // The square a pawn has just passed over in a double push; kNoSquare if the
  // last move was another one.
  Square en_passant_square = kNoSquare;
  int halfmove_clock = 0;
  int fullmove_number = 1;
};

// The men: exactly one king a side, not next to each other; at most 8 pawns
// and 16 men of a side; no pawn on the first or eighth rank.
// INVALID_ARGUMENT, naming what is wrong, otherwise.
absl::Status CheckBoard(const PositionSetup& setup);

// Castling: every rook with a right stands on its first rank with its king,
// which is not in the corner; at most one rook a wing. Requires: CheckBoard.
// INVALID_ARGUMENT otherwise.
absl::Status CheckCastling(const PositionSetup& setup);

// En passant: behind the square stands a pawn that can just have made a double
// push over it. Whether a legal capture exists does not matter. Requires:
// CheckBoard. INVALID_ARGUMENT otherwise.
absl::Status CheckEnPassant(const PositionSetup& setup);

// The counters: halfmove clock from 0, fullmove number from 1, both up to
// kMaxCounter. INVALID_ARGUMENT otherwise.
absl::Status CheckCounters(const PositionSetup& setup);

}  // namespace rookery

#endif  // ROOKERY_CORE_BOARD_POSITION_SETUP_H_
