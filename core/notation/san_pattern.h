// What the text of a move in Standard Algebraic Notation says, apart from any
// position: "Nbxd7+" is a knight from the b-file that captures on d7 and gives
// check.
//
// The same few thousand texts fill every collection, so a pattern is read once
// and kept (SanMemo); which move it means is san_resolver.h's to say. Plain
// values and pure functions; safe to use from any thread.
#ifndef ROOKERY_CORE_NOTATION_SAN_PATTERN_H_
#define ROOKERY_CORE_NOTATION_SAN_PATTERN_H_

#include <array>
#include <cstdint>
#include <string_view>

#include "core/board/bitboard.h"
#include "core/board/piece.h"
#include "core/board/square.h"
#include "core/notation/san_liberties.h"

namespace rookery {

enum class SanForm : uint8_t {
  kUnreadable,  // no move in any spelling that is understood
  kMove,
  kEnPassant,  // a pawn's capture that is said to be en passant: "exd6e.p."
  kKingsideCastling,
  kQueensideCastling,
  kNullMove,  // "--", "Z0" or "@@@@": the player passes
};

// The sign behind a move.
enum class SanMark : uint8_t { kNone, kCheck, kMate };

struct SanPattern {
  // The squares from which such a move can come on an empty board, by the
  // mover's colour, within the file and rank that the text names. A pawn's
  // first step of two squares is among them, and for a promotion without its
  // piece nothing is. Empty unless form is kMove or
  // kEnPassant.
  std::array<Bitboard, 2> sources{};
  SanForm form = SanForm::kUnreadable;
  PieceType piece = kNoPieceType;
  Square to = kNoSquare;
  PieceType promotion = kNoPieceType;
  SanMark mark = SanMark::kNone;
  bool capture = false;  // there is an x, or a pawn changes its file
  // The file and rank of origin as written, 0 to 7, or -1.
  int8_t from_file = -1;
  int8_t from_rank = -1;
  // Those that the text alone shows.
  SanLiberties liberties;
};

// Reads a move in any spelling whose meaning is beyond doubt; see SanLiberty
// for what is tolerated. No letter is ever skipped: what is not understood as a
// whole is kUnreadable, and so is text over kMaxSanBytes.
SanPattern ReadSanPattern(std::string_view text);

// "Qa1xb2=Q+e.p." and the like do not come near.
inline constexpr size_t kMaxSanBytes = 24;

}  // namespace rookery

#endif  // ROOKERY_CORE_NOTATION_SAN_PATTERN_H_
