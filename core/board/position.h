// A chess position: the men, the side to move, castling rights, en passant and
// the counters.
//
// A Position is valid by type: it comes from Start(), from FromFen() or
// FromSetup(), which refuse what is impossible, or from playing a legal move.
// It is a value of under 200 bytes; playing a move overwrites it, so whoever
// wants the old one keeps a copy (there is no undo, and no game history:
// repetitions are the business of core/laws). Standard chess and Chess960 are
// one thing here: a castling right is the square of the rook that has it.
//
// Thread-safety: const members may run concurrently; otherwise as any plain
// value.
#ifndef ROOKERY_CORE_BOARD_POSITION_H_
#define ROOKERY_CORE_BOARD_POSITION_H_

#include <array>
#include <cassert>
#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/board/bitboard.h"
#include "core/board/move.h"
#include "core/board/piece.h"
#include "core/board/position_setup.h"
#include "core/board/square.h"

namespace rookery {

class Position {
 public:
  // The start position of standard chess.
  static Position Start();

  // Reads a FEN of 4 to 6 fields (counters missing: 0 and 1), castling as KQkq,
  // X-FEN or Shredder-FEN; extra blanks are tolerated, a fullmove number of 0
  // becomes 1. An en passant square without a legal capture is accepted where
  // the double push is possible, and dropped. INVALID_ARGUMENT, naming field
  // and value, for text that is malformed or over 256 bytes and for impossible
  // positions.
  static absl::StatusOr<Position> FromFen(std::string_view fen);

  // Makes a position of a described one that passes every check of
  // position_setup.h and in which the side that has just moved is not in check;
  // INVALID_ARGUMENT, naming what is wrong, otherwise. An en passant square
  // that no legal capture can use is dropped.
  static absl::StatusOr<Position> FromSetup(const PositionSetup& setup);

  // The normalized FEN of 6 fields: castling as KQkq, with the letter of the
  // rook's file where K or Q would mean another rook (X-FEN); the en passant
  // square only when a legal capture exists. FromFen reads it back to an equal
  // position.
  std::string ToFen() const;

  Color side_to_move() const { return side_to_move_; }

  // All men, those of a colour, of a type, or of both.
  Bitboard pieces() const { return by_color_[kWhite] | by_color_[kBlack]; }
  Bitboard pieces(Color color) const { return by_color_[color]; }
  Bitboard pieces(PieceType type) const {
    assert(type != kNoPieceType);
    return by_type_[type - 1];
  }
  Bitboard pieces(Color color, PieceType type) const {
    return by_color_[color] & pieces(type);
  }

  // kNoPiece where the square is empty. Requires: a real square.
  Piece piece_on(Square square) const { return board_[square]; }

  Square king_square(Color color) const {
    return FirstSquare(pieces(color, kKing));
  }

  // The rooks that still have the right to castle, both colours'; whether they
  // can do so now is another question.
  Bitboard castling_rooks() const { return castling_rooks_; }
  Bitboard castling_rooks(Color color) const {
    return castling_rooks_ & by_color_[color];
  }

  // The square to which a pawn can now legally capture en passant; kNoSquare
  // when no legal capture exists, even right after a double push.
  Square en_passant_square() const { return en_passant_square_; }

  // Half-moves since the last capture or pawn move, and the number of the
  // current move; never above kMaxCounter.
  int halfmove_clock() const { return halfmove_clock_; }
  int fullmove_number() const { return fullmove_number_; }

  // 64-bit Zobrist key of what operator== compares; kept up to date by Play.
  uint64_t key() const { return key_; }

  // The same key computed anew from the board.
  uint64_t ComputeKey() const;

  // The men that give check to the side to move.
  Bitboard checkers() const { return checkers_; }
  bool InCheck() const { return checkers_ != 0; }

  // The men of both colours that attack a square, if `occupied` were the
  // occupied squares. Men outside of `occupied` still count as attackers: mask
  // the result where men are taken away.
  Bitboard AttackersTo(Square square, Bitboard occupied) const;

  // The men of the side to move that must not leave the line to their own king.
  Bitboard PinnedMen() const;

  // Whether the pawn of the side to move on `from` may capture en passant on
  // `to`, as far as its own king is concerned. Requires: the pawn attacks `to`,
  // and the captured pawn stands behind it.
  bool EnPassantKeepsKingSafe(Square from, Square to) const;

  // Whether castling with the rook on that square is legal now. Requires: the
  // rook has the right and is the mover's.
  bool CanCastle(Square rook) const;

  // Plays a move in place. Requires: the move is legal here
  // (GenerateLegalMoves, FindLegalMove).
  void Play(Move move);

  // The position after a move. Requires: the move is legal here.
  Position After(Move move) const {
    Position next = *this;
    next.Play(move);
    return next;
  }

  // Whether some castling right is not one of standard chess (king on the
  // e-file, rooks on the a- and h-files), so that engines need to be told that
  // this is Chess960.
  bool NeedsChess960() const;

  // The same position as the laws have it: same men, side to move, castling
  // rights and legal en passant capture. The counters do not count.
  friend bool operator==(const Position& left, const Position& right);

 private:
  Position() = default;

  void PutPiece(Piece piece, Square square);
  void TakePiece(Square square);
  void RemoveCastlingRooks(Bitboard rooks);
  bool HasLegalEnPassant(Square square) const;
  void UpdateCheckers(Move last);
  void ComputeCheckers();

  std::array<Bitboard, 2> by_color_{};
  std::array<Bitboard, 6> by_type_{};
  std::array<Piece, kSquareCount> board_{};
  Bitboard castling_rooks_ = 0;
  Bitboard checkers_ = 0;
  uint64_t key_ = 0;
  int32_t halfmove_clock_ = 0;
  int32_t fullmove_number_ = 1;
  Color side_to_move_ = kWhite;
  Square en_passant_square_ = kNoSquare;
};

static_assert(sizeof(Position) <= 200);

}  // namespace rookery

#endif  // ROOKERY_CORE_BOARD_POSITION_H_
