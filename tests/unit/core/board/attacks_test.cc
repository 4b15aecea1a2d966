#include "core/board/attacks.h"

#include <gtest/gtest.h>

#include "tests/support/random_positions.h"

namespace rookery {
namespace {

// Steps square by square, as slow and as plain as can be.
Bitboard WalkRays(Square from, Bitboard occupied, bool diagonal) {
  Bitboard attacks = 0;
  for (int file_step = -1; file_step <= 1; ++file_step) {
    for (int rank_step = -1; rank_step <= 1; ++rank_step) {
      if ((file_step == 0 && rank_step == 0) ||
          (file_step != 0 && rank_step != 0) != diagonal)
        continue;
      int file = FileOf(from) + file_step;
      int rank = RankOf(from) + rank_step;
      while (file >= 0 && file < 8 && rank >= 0 && rank < 8) {
        const Square square = MakeSquare(file, rank);
        attacks |= SquareSet(square);
        if (Contains(occupied, square)) break;
        file += file_step;
        rank += rank_step;
      }
    }
  }
  return attacks;
}

TEST(AttacksTest, SlidersAgreeWithAWalkAlongTheirRays) {
  RandomSource random(1);
  for (int index = 0; index < kSquareCount; ++index) {
    const auto square = static_cast<Square>(index);
    for (int i = 0; i < 2000; ++i) {
      // From nearly full boards to nearly empty ones.
      Bitboard occupied = random.Next();
      for (int thin = i % 4; thin > 0; --thin) occupied &= random.Next();
      ASSERT_EQ(BishopAttacks(square, occupied),
                WalkRays(square, occupied, true))
          << SquareName(square);
      ASSERT_EQ(RookAttacks(square, occupied),
                WalkRays(square, occupied, false))
          << SquareName(square);
      ASSERT_EQ(
          QueenAttacks(square, occupied),
          BishopAttacks(square, occupied) | RookAttacks(square, occupied));
    }
  }
}

TEST(AttacksTest, LeapersStopAtTheEdges) {
  EXPECT_EQ(KnightAttacks(kA1), SquareSet(kB3) | SquareSet(kC2));
  EXPECT_EQ(KnightAttacks(kH8), SquareSet(kG6) | SquareSet(kF7));
  EXPECT_EQ(Count(KnightAttacks(kD4)), 8);
  EXPECT_EQ(KingAttacks(kA8), SquareSet(kA7) | SquareSet(kB7) | SquareSet(kB8));
  EXPECT_EQ(Count(KingAttacks(kE4)), 8);
  EXPECT_EQ(PawnAttacks(kWhite, kA2), SquareSet(kB3));
  EXPECT_EQ(PawnAttacks(kWhite, kE4), SquareSet(kD5) | SquareSet(kF5));
  EXPECT_EQ(PawnAttacks(kBlack, kH7), SquareSet(kG6));
}

TEST(AttacksTest, PieceAttacksNamesTheSameSets) {
  const Bitboard occupied = SquareSet(kE6) | SquareSet(kB4);
  EXPECT_EQ(PieceAttacks(kKnight, kE4, occupied), KnightAttacks(kE4));
  EXPECT_EQ(PieceAttacks(kBishop, kE4, occupied), BishopAttacks(kE4, occupied));
  EXPECT_EQ(PieceAttacks(kRook, kE4, occupied), RookAttacks(kE4, occupied));
  EXPECT_EQ(PieceAttacks(kQueen, kE4, occupied), QueenAttacks(kE4, occupied));
  EXPECT_EQ(PieceAttacks(kKing, kE4, occupied), KingAttacks(kE4));
}

TEST(AttacksTest, BetweenAndLineThroughFollowQueenLinesOnly) {
  EXPECT_EQ(Between(kA1, kD4), SquareSet(kB2) | SquareSet(kC3));
  EXPECT_EQ(Between(kE1, kC1), SquareSet(kD1));
  EXPECT_EQ(Between(kE4, kE5), 0u);
  EXPECT_EQ(Between(kA1, kB3), 0u);
  EXPECT_EQ(Between(kC3, kC3), 0u);
  EXPECT_EQ(LineThrough(kB2, kC2), RankSet(1));
  EXPECT_EQ(LineThrough(kG3, kG7), FileSet(6));
  EXPECT_EQ(LineThrough(kB1, kC2),
            SquareSet(kB1) | (BishopAttacks(kB1, 0) & ~SquareSet(kA2)));
  EXPECT_EQ(LineThrough(kA1, kB3), 0u);
}

}  // namespace
}  // namespace rookery
