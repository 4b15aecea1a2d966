#include "tests/support/random_positions.h"

#include <gtest/gtest.h>

#include "core/board/move_generator.h"

namespace rookery {
namespace {

TEST(RandomPositionsTest, AreTheSameForTheSameSeed) {
  const std::vector<Position> first = RandomPositions(7, 60);
  EXPECT_EQ(first, RandomPositions(7, 60));
  EXPECT_NE(first, RandomPositions(8, 60));
}

TEST(RandomPositionsTest, MeetTheHazards) {
  int castling = 0;
  int chess960 = 0;
  int en_passant = 0;
  int promotion = 0;
  int check = 0;
  for (const Position& position : RandomPositions(1, 1000)) {
    MoveList moves;
    GenerateLegalMoves(position, moves);
    ASSERT_FALSE(moves.empty()) << position.ToFen();
    en_passant += position.en_passant_square() != kNoSquare;
    check += position.InCheck();
    for (const Move move : moves) {
      castling += move.kind() == MoveKind::kCastling;
      chess960 +=
          move.kind() == MoveKind::kCastling && position.NeedsChess960();
      promotion += move.promotion() == kQueen;
    }
  }
  EXPECT_GT(castling, 50);
  EXPECT_GT(chess960, 25);
  EXPECT_GT(en_passant, 10);
  EXPECT_GT(promotion, 50);
  EXPECT_GT(check, 50);
}

}  // namespace
}  // namespace rookery
