// Which legal move a pattern of Standard Algebraic Notation means in a
// position.
//
// Made for reading tens of millions of moves a second: the usual move is
// resolved inline, without generating any other. It never finds another move
// than the one written: where two legal moves fit, the text is ambiguous, and a
// man that is pinned or blocked does not count. Stateless; safe to use from any
// thread. For single moves san.h is easier.
#ifndef ROOKERY_CORE_NOTATION_SAN_RESOLVER_H_
#define ROOKERY_CORE_NOTATION_SAN_RESOLVER_H_

#include <cstdint>

#include "core/board/attacks.h"
#include "core/board/move.h"
#include "core/board/position.h"
#include "core/notation/san_pattern.h"

namespace rookery {

enum class SanOutcome : uint8_t {
  kLegal,             // exactly one legal move fits
  kIllegal,           // none does
  kAmbiguous,         // several do
  kMissingPromotion,  // a pawn reaches the last rank, as what is not said
  kNullMove,          // the player passes, which is not a move of chess
  kUnreadable,        // the text is no move
};

struct SanReading {
  SanOutcome outcome = SanOutcome::kUnreadable;
  Move move;               // null unless kLegal
  SanLiberties liberties;  // those of the text and of capture sign and origin;
                           // the mark behind the move is JudgeSanMark's
};

// What a man's origin must be called where others of its kind can go to the
// same square.
struct SanOrigin {
  bool file = false;
  bool rank = false;
};

// The least that tells the origin of a legal move of a man that is no pawn from
// those of other legal moves: nothing, the file, the rank, or both. Requires:
// the move is legal and neither a pawn's nor castling.
SanOrigin NeededOrigin(const Position& position, Move move);

// Whether the mark behind a move is the one it should have; `after` is the
// position after the move.
SanLiberties JudgeSanMark(const Position& after, SanMark mark);

// True where JudgeSanMark has to look closely: the cheap test for every move. A
// + that should be a # passes it, so the last move of a game deserves
// JudgeSanMark itself; before any other move there was no mate.
inline bool SanMarkIsSuspect(const Position& after, SanMark mark) {
  return after.InCheck() != (mark != SanMark::kNone) || mark == SanMark::kMate;
}

namespace internal {

// Whether the mover's king is safe after a man went from one square to another.
// Requires: no castling and no en passant capture.
inline bool KeepsKingSafe(const Position& position, Square from, Square to) {
  const Color mover = position.side_to_move();
  const Square own_king = position.king_square(mover);
  const Bitboard opponents = position.pieces(Opponent(mover));
  // Without a check to answer, only a man between its king and a slider can
  // expose him: most moves end here, without asking who attacks.
  const Bitboard sliders =
      opponents & (position.pieces(kBishop) | position.pieces(kRook) |
                   position.pieces(kQueen));
  if (from != own_king && !position.InCheck() &&
      (LineThrough(own_king, from) & sliders) == 0) [[likely]]
    return true;
  const Bitboard target = SquareSet(to);
  const Bitboard occupied = (position.pieces() ^ SquareSet(from)) | target;
  const Square king = from == own_king ? to : own_king;
  return (position.AttackersTo(king, occupied) & opponents & ~target) == 0;
}

// Every case; ResolveSan's hands the unusual ones over.
SanReading ResolveUnusualSan(const Position& position,
                             const SanPattern& pattern);

}  // namespace internal

// The legal move that the pattern means, and the liberties it takes.
inline SanReading ResolveSan(const Position& position,
                             const SanPattern& pattern) {
  if (pattern.form != SanForm::kMove) [[unlikely]]
    return internal::ResolveUnusualSan(position, pattern);
  const Color mover = position.side_to_move();
  const Square to = pattern.to;
  const Bitboard candidates =
      position.pieces(mover, pattern.piece) & pattern.sources[mover];
  const bool is_piece = pattern.piece != kPawn;
  const bool names_origin =
      is_piece && (pattern.from_file & pattern.from_rank) >= 0;
  if (candidates == 0 || HasMoreThanOne(candidates) || names_origin)
      [[unlikely]]
    return internal::ResolveUnusualSan(position, pattern);
  const Square from = FirstSquare(candidates);
  const bool capture = position.piece_on(to) != kNoPiece;
  const Bitboard obstacles = (Between(from, to) & position.pieces()) |
                             (SquareSet(to) & position.pieces(mover));
  if (capture != pattern.capture || obstacles != 0 ||
      !internal::KeepsKingSafe(position, from, to)) [[unlikely]]
    return internal::ResolveUnusualSan(position, pattern);
  SanReading reading;
  reading.outcome = SanOutcome::kLegal;
  reading.liberties = pattern.liberties;
  if (pattern.promotion != kNoPieceType)
    reading.move = Move::Promotion(from, to, pattern.promotion);
  else if (!is_piece && (from ^ to) == 16)
    reading.move = Move::DoublePush(from, to);
  else
    reading.move = Move::Normal(from, to);
  return reading;
}

}  // namespace rookery

#endif  // ROOKERY_CORE_NOTATION_SAN_RESOLVER_H_
