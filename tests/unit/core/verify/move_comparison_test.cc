#include "core/verify/move_comparison.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/board/move_generator.h"

namespace rookery {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// A king who can castle to both sides and has three other squares.
constexpr char kCastling[] = "4k3/8/8/8/8/8/4P3/R3K2R w KQ - 0 1";
// One pawn that promotes, by a step or by a capture.
constexpr char kPromotion[] = "3r3k/4P3/8/8/8/8/8/K7 w - - 0 1";

Position At(const char* fen) { return Position::FromFen(fen).value(); }

TrueDivide OneBelowEach(const Position& position) {
  TrueDivide divide;
  MoveList moves;
  GenerateLegalMoves(position, moves);
  for (const Move move : moves) divide[move] = 1;
  return divide;
}

// The king's moves alone, so that the tests can list all.
TEST(MoveComparisonTest, AgreesInBothSpellingsOfCastling) {
  const Position position = At("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  TrueDivide expected = {{Move::Castling(kE1, kH1), 7}};
  EXPECT_TRUE(CompareMoves(position, expected, {{"e1g1", 7}}).Agrees());
  EXPECT_TRUE(CompareMoves(position, expected, {{"e1h1", 7}}).Agrees());
}

TEST(MoveComparisonTest, TakesPromotionsInUpperCase) {
  const Position position = At(kPromotion);
  const TrueDivide expected = {{Move::Promotion(kE7, kE8, kQueen), 2}};
  EXPECT_TRUE(CompareMoves(position, expected, {{"e7e8Q", 2}}).Agrees());
}

TEST(MoveComparisonTest, FindsMissingAndExtraMoves) {
  const Position position = At(kCastling);
  TrueDivide expected = OneBelowEach(position);
  Divide counted;
  for (const char* move :
       {"e2e3", "e2e4", "a1b1", "a1c1", "a1d1", "h1g1", "h1f1", "e1d1", "e1f1",
        "e1d2", "e1f2", "e1g1", "e1e2", "castle"})
    counted[move] = 1;
  for (int rank = 1; rank < 8; ++rank) {
    counted[SquareName(kA1) + SquareName(MakeSquare(0, rank))] = 1;
    counted[SquareName(kH1) + SquareName(MakeSquare(7, rank))] = 1;
  }
  const MoveComparison comparison = CompareMoves(position, expected, counted);
  EXPECT_THAT(comparison.missing, ElementsAre(Move::Castling(kE1, kA1)));
  EXPECT_THAT(comparison.extra, ElementsAre("castle", "e1e2"));
  EXPECT_THAT(comparison.wrong_counts, IsEmpty());
  EXPECT_FALSE(comparison.SameMoves());
}

TEST(MoveComparisonTest, ALegalMoveInTwoSpellingsIsExtra) {
  const Position position = At(kCastling);
  const TrueDivide expected = {{Move::Castling(kE1, kH1), 1}};
  EXPECT_THAT(
      CompareMoves(position, expected, {{"e1g1", 1}, {"e1h1", 1}}).extra,
      ElementsAre("e1h1"));
}

TEST(MoveComparisonTest, NamesTheSmallestWrongCountFirst) {
  const Position position = At(kCastling);
  const TrueDivide expected = {{Move::Normal(kE2, kE3), 9},
                               {Move::Normal(kE1, kD1), 30},
                               {Move::Normal(kA1, kB1), 5}};
  const MoveComparison comparison = CompareMoves(
      position, expected, {{"a1b1", 6}, {"e1d1", 30}, {"e2e3", 8}});
  EXPECT_TRUE(comparison.SameMoves());
  EXPECT_FALSE(comparison.Agrees());
  ASSERT_EQ(comparison.wrong_counts.size(), 2u);
  EXPECT_EQ(comparison.wrong_counts[0].move, Move::Normal(kA1, kB1));
  EXPECT_EQ(comparison.wrong_counts[0].expected, 5u);
  EXPECT_EQ(comparison.wrong_counts[0].counted, 6u);
  EXPECT_EQ(comparison.wrong_counts[1].move, Move::Normal(kE2, kE3));
}

TEST(MoveComparisonTest, MayLackMovesWithoutALeaf) {
  const Position position = At(kCastling);
  const TrueDivide expected = {{Move::Normal(kE2, kE3), 0},
                               {Move::Normal(kE1, kD1), 3}};
  EXPECT_TRUE(CompareMoves(position, expected, {{"e1d1", 3}}).Agrees());
}

}  // namespace
}  // namespace rookery
