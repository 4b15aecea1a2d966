// A move in 16 bits, and a list of moves that allocates nothing.
//
// A Move is only meaningful together with the position it was generated for.
// Castling is written as the king taking his own rook, in standard chess as in
// Chess960: to() is the rook's square. How moves are spelled is in
// core/notation. Plain values; safe to use from any thread.
#ifndef ROOKERY_CORE_BOARD_MOVE_H_
#define ROOKERY_CORE_BOARD_MOVE_H_

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "core/board/piece.h"
#include "core/board/square.h"

namespace rookery {

enum class MoveKind : uint8_t {
  kNormal,      // anything below excepted; captures included
  kDoublePush,  // a pawn's first step of two squares
  kEnPassant,   // to() is the empty square behind the captured pawn
  kCastling,    // from() is the king's square, to() that of his own rook
  kPromotion,   // promotion() says to what; captures included
};

class Move {
 public:
  // The null move: equal to no legal move. For "none found".
  constexpr Move() = default;

  // A move of each kind. Requires: two different squares, and for castling the
  // king's and then his own rook's. Nothing else is checked.
  static constexpr Move Normal(Square from, Square to) {
    return Move(from, to, 0);
  }
  static constexpr Move DoublePush(Square from, Square to) {
    return Move(from, to, 1);
  }
  static constexpr Move EnPassant(Square from, Square to) {
    return Move(from, to, 2);
  }
  static constexpr Move Castling(Square king, Square rook) {
    return Move(king, rook, 3);
  }
  // Requires: promotion is knight, bishop, rook or queen.
  static constexpr Move Promotion(Square from, Square to, PieceType promotion) {
    return Move(from, to, 4 + promotion - kKnight);
  }

  // Where the man stands that moves; for castling the king's square.
  constexpr Square from() const { return static_cast<Square>(bits_ & 63); }
  // Where it goes; for castling the rook's square.
  constexpr Square to() const { return static_cast<Square>(bits_ >> 6 & 63); }
  constexpr MoveKind kind() const {
    const int code = bits_ >> 12;
    return code >= 4 ? MoveKind::kPromotion : static_cast<MoveKind>(code);
  }
  // kNoPieceType unless the move promotes.
  constexpr PieceType promotion() const {
    const int code = bits_ >> 12;
    return code >= 4 ? static_cast<PieceType>(code - 4 + kKnight)
                     : kNoPieceType;
  }
  constexpr bool is_null() const { return bits_ == 0; }

  // All there is of the move, for tables; FromBits(move.bits()) is the move
  // again.
  constexpr uint16_t bits() const { return bits_; }
  static constexpr Move FromBits(uint16_t bits) {
    Move move;
    move.bits_ = bits;
    return move;
  }

  // The order is that of bits(): fixed, but without a meaning in chess.
  friend constexpr bool operator==(Move, Move) = default;
  friend constexpr auto operator<=>(Move, Move) = default;

 private:
  constexpr Move(Square from, Square to, int code)
      : bits_(static_cast<uint16_t>(from | to << 6 | code << 12)) {}

  uint16_t bits_ = 0;  // 6 bits from, 6 bits to, 3 bits kind and promotion
};

// The moves of one position, on the stack.
class MoveList {
 public:
  // No valid Position has more legal moves. 218 is the most where promotion can
  // have made the men; CheckBoard also lets through what only a composer sets
  // up, and there the best that simulated annealing finds is 239, with fifteen
  // queens.
  static constexpr size_t kCapacity = 256;

  // Requires: size() < kCapacity.
  void push_back(Move move) {
    assert(size_ < kCapacity);
    moves_[size_++] = move;
  }
  void clear() { size_ = 0; }

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  // Requires: index < size().
  Move operator[](size_t index) const {
    assert(index < size_);
    return moves_[index];
  }

  // Iterators stay valid until the list is destroyed; callers may reorder.
  const Move* begin() const { return moves_.data(); }
  const Move* end() const { return moves_.data() + size_; }
  Move* begin() { return moves_.data(); }
  Move* end() { return moves_.data() + size_; }

 private:
  size_t size_ = 0;
  std::array<Move, kCapacity> moves_;
};

}  // namespace rookery

#endif  // ROOKERY_CORE_BOARD_MOVE_H_
