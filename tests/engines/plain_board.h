// A board with the men on it and little else, for a generator that may be
// wrong.
//
// Unlike core/board's Position it keeps nothing valid: it holds whatever a
// faulty generator makes of it, two kings or none, a castling right without its
// rook. Plain values; safe to use from any thread.
#ifndef ROOKERY_TESTS_ENGINES_PLAIN_BOARD_H_
#define ROOKERY_TESTS_ENGINES_PLAIN_BOARD_H_

#include <array>

#include "core/board/bitboard.h"
#include "core/board/piece.h"
#include "core/board/position_setup.h"
#include "core/board/square.h"

namespace rookery {

struct PlainBoard {
  explicit PlainBoard(const PositionSetup& setup)
      : side(setup.side_to_move),
        castling_rooks(setup.castling_rooks),
        en_passant_square(setup.en_passant_square) {
    for (int index = 0; index < kSquareCount; ++index) {
      if (setup.board[index] != kNoPiece)
        Put(setup.board[index], static_cast<Square>(index));
    }
  }

  Piece at(Square square) const { return squares[square]; }
  Bitboard of(Color color) const { return colors[color]; }
  Bitboard of(Color color, PieceType type) const {
    return men[MakePiece(color, type)];
  }
  Bitboard occupied() const { return colors[kWhite] | colors[kBlack]; }

  // Replaces what stands there.
  void Put(Piece piece, Square square) {
    Clear(square);
    squares[square] = piece;
    men[piece] |= SquareSet(square);
    colors[ColorOf(piece)] |= SquareSet(square);
  }
  void Clear(Square square) {
    const Piece piece = squares[square];
    if (piece == kNoPiece) return;
    squares[square] = kNoPiece;
    men[piece] &= ~SquareSet(square);
    colors[ColorOf(piece)] &= ~SquareSet(square);
  }

  std::array<Piece, kSquareCount> squares{};
  std::array<Bitboard, kBlackKing + 1> men{};  // by Piece
  std::array<Bitboard, 2> colors{};
  Color side;
  Bitboard castling_rooks;
  Square en_passant_square;
};

// A move that need not be legal, nor even one of chess: promotion to anything.
struct PlainMove {
  enum class Kind { kNormal, kDoublePush, kEnPassant, kCastling };

  Square from;
  Square to;  // for castling the rook's square
  Kind kind = Kind::kNormal;
  PieceType promotion = kNoPieceType;
};

}  // namespace rookery

#endif  // ROOKERY_TESTS_ENGINES_PLAIN_BOARD_H_
