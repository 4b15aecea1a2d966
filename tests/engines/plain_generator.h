// A move generator in the simple style of most engines, every rule of which can
// be replaced by a wrong one.
//
// As it is, it is right: it makes every move that the men can make and drops
// those that leave the king attacked. A bug (bugs.h) is a class of its own that
// overrides one rule. Slow, and not for use outside of tests.
//
// Thread-safety: none, since a bug may keep state.
#ifndef ROOKERY_TESTS_ENGINES_PLAIN_GENERATOR_H_
#define ROOKERY_TESTS_ENGINES_PLAIN_GENERATOR_H_

#include <cstdint>
#include <string>
#include <vector>

#include "core/board/position_setup.h"
#include "tests/engines/plain_board.h"

namespace rookery {

class PlainGenerator {
 public:
  virtual ~PlainGenerator() = default;

  // The board of a described position.
  PlainBoard Read(const PositionSetup& setup) {
    PlainBoard board(setup);
    board.castling_rooks = CastlingRooksOf(setup);
    return board;
  }

  // The moves that it takes for legal.
  std::vector<PlainMove> Moves(const PlainBoard& board);

  // What it makes of the board by a move.
  PlainBoard After(const PlainBoard& board, const PlainMove& move);

  // Leaves `depth` plies below.
  uint64_t Count(const PlainBoard& board, int depth);

  // Of them those that begin with the move. Requires: depth >= 1.
  uint64_t CountBelow(const PlainBoard& board, const PlainMove& move,
                      int depth);

 protected:
  // The men of a colour that attack a square, if those were the occupied ones.
  virtual Bitboard Attackers(const PlainBoard& board, Square square, Color by,
                             Bitboard occupied);

  // The rooks that may castle, as the FEN has it.
  virtual Bitboard CastlingRooksOf(const PositionSetup& setup);

  // Where men can go, own men and the rest of the rules aside.
  virtual Bitboard KnightTargets(Square from);
  virtual Bitboard SliderTargets(PieceType type, Square from,
                                 Bitboard occupied);
  virtual Bitboard PawnCaptures(Color color, Square from);

  // Whether a pawn can step twice.
  virtual bool CanPushTwice(const PlainBoard& board, Square from);

  // Whether a pawn takes on the en passant square, which there is.
  virtual bool CanTakeEnPassant(const PlainBoard& board, Square from);

  // What a pawn promotes to.
  virtual std::vector<PieceType> Promotions(bool is_capture);

  // Whether the king may castle with a rook that has the right, whose square
  // the right names; asks the four rules below.
  virtual bool CanCastle(const PlainBoard& board, Square rook);
  // Squares that must be empty.
  virtual Bitboard CastlingPath(Square king, Square rook);
  virtual bool MayCastleInCheck() { return false; }
  // Squares that must not be attacked, king's square and target aside.
  virtual Bitboard CastlingSafeSquares(Square king, Square rook);
  // Whether the king is safe where he lands.
  virtual bool IsSafeAfterCastling(const PlainBoard& board, Square rook);

  // Whether the move does not leave the own king attacked; `after` is the board
  // then.
  virtual bool KeepsKingSafe(const PlainBoard& board, const PlainMove& move,
                             const PlainBoard& after);

  // What is left of the state after a move.
  virtual Bitboard CastlingRooksAfter(const PlainBoard& board,
                                      const PlainMove& move);
  virtual Square EnPassantAfter(const PlainBoard& board, const PlainMove& move);
  // Whether an en passant capture takes the pawn from the board.
  virtual bool TakesPawnEnPassant() { return true; }
  // Whether castling moves the rook.
  virtual bool MovesRook() { return true; }
  // A move was played and what is below it is about to be counted.
  virtual void Played(const PlainBoard& /*board*/, const PlainMove& /*move*/) {}

  // The men that attack the king of that colour; none where there is no king.
  Bitboard Checkers(const PlainBoard& board, Color color);
  // The men of the side to move that shield their king from a slider.
  Bitboard Pinned(const PlainBoard& board);

 private:
  void AddPawnMoves(const PlainBoard& board, std::vector<PlainMove>& moves);
  void AddPawnTarget(Square from, Square to, bool is_capture,
                     std::vector<PlainMove>& moves);
  void AddPieceMoves(const PlainBoard& board, std::vector<PlainMove>& moves);
  void AddCastling(const PlainBoard& board, std::vector<PlainMove>& moves);
};

// The king's square, kNoSquare where there is none; the first of several.
Square KingOf(const PlainBoard& board, Color color);

// In UCI notation; castling as the king's step or, for Chess960, as taking his
// rook.
std::string Spell(const PlainMove& move, bool chess960);

// The pawn that a capture on that en passant square takes.
inline Square EnPassantVictim(Square square) {
  return static_cast<Square>(square ^ 8);
}

}  // namespace rookery

#endif  // ROOKERY_TESTS_ENGINES_PLAIN_GENERATOR_H_
