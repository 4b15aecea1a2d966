// Colours and men, their letters and their names.
//
// Everything is a plain value, holds no state and is safe to use from any
// thread.
#ifndef ROOKERY_CORE_BOARD_PIECE_H_
#define ROOKERY_CORE_BOARD_PIECE_H_

#include <cstdint>
#include <string_view>

#include "core/board/square.h"

namespace rookery {

// White moves first; the values serve as indices.
enum Color : uint8_t { kWhite, kBlack };

// The values are those of the packed form (docs/packed_position.md).
enum PieceType : uint8_t {
  kNoPieceType,
  kPawn,
  kKnight,
  kBishop,
  kRook,
  kQueen,
  kKing
};

// A man: its type, plus 8 when it is black.
enum Piece : uint8_t {
  kNoPiece,
  kWhitePawn = 1,
  kWhiteKnight,
  kWhiteBishop,
  kWhiteRook,
  kWhiteQueen,
  kWhiteKing,
  kBlackPawn = 9,
  kBlackKnight,
  kBlackBishop,
  kBlackRook,
  kBlackQueen,
  kBlackKing,
};

// The other side.
constexpr Color Opponent(Color color) { return static_cast<Color>(color ^ 1); }

// Requires: type is not kNoPieceType.
constexpr Piece MakePiece(Color color, PieceType type) {
  return static_cast<Piece>(type | color << 3);
}

// kNoPieceType for kNoPiece.
constexpr PieceType TypeOf(Piece piece) {
  return static_cast<PieceType>(piece & 7);
}

// Requires: piece is not kNoPiece.
constexpr Color ColorOf(Piece piece) { return static_cast<Color>(piece >> 3); }

// A rank (0 to 7) as the player of that colour counts them: his own first rank
// is 0.
constexpr int RelativeRank(Color color, Square square) {
  return RankOf(square) ^ (color == kWhite ? 0 : 7);
}

// "white" or "black".
constexpr std::string_view ColorName(Color color) {
  return color == kWhite ? "white" : "black";
}

// "pawn" to "king"; "nothing" for kNoPieceType.
constexpr std::string_view PieceTypeName(PieceType type) {
  constexpr std::string_view kNames[] = {"nothing", "pawn",  "knight", "bishop",
                                         "rook",    "queen", "king"};
  return kNames[type];
}

// The letter of a FEN: upper case for white, lower case for black. Requires:
// piece is not kNoPiece.
constexpr char PieceLetter(Piece piece) { return " PNBRQK  pnbrqk"[piece]; }

// kNoPiece where the letter is not one of PNBRQKpnbrqk.
constexpr Piece PieceFromLetter(char letter) {
  constexpr std::string_view kLetters = " PNBRQK  pnbrqk";
  const size_t index =
      letter == ' ' ? std::string_view::npos : kLetters.find(letter);
  return index == std::string_view::npos ? kNoPiece : static_cast<Piece>(index);
}

}  // namespace rookery

#endif  // ROOKERY_CORE_BOARD_PIECE_H_
