// The laws of the board itself, article by article, as the rest of core/laws
// relies on them. How they are computed is tested in core/board.
#include <gtest/gtest.h>

#include "core/board/move_generator.h"
#include "core/notation/uci.h"
#include "tests/unit/core/laws/played_game.h"

namespace rookery {
namespace {

bool IsLegal(const Position& position, std::string_view move) {
  return ParseUci(position, move).ok();
}

bool IsLegal(std::string_view fen, std::string_view move) {
  return IsLegal(ReadFen(fen), move);
}

TEST(BoardLawTest, WhiteMovesFirstAndThePlayersAlternate) {
  PlayedGame game;
  EXPECT_EQ(game.position().side_to_move(), kWhite);
  EXPECT_FALSE(IsLegal(game.position(), "e7e5"));
  game.Play("e2e4");
  EXPECT_EQ(game.position().side_to_move(), kBlack);
  EXPECT_FALSE(IsLegal(game.position(), "d2d4"));
}

TEST(BoardLawTest, AMoveGoesToAnEmptySquareOrTakesAnEnemyMan) {
  EXPECT_FALSE(IsLegal(Position::Start(), "d1d2"));
  EXPECT_TRUE(IsLegal("4k3/8/8/8/8/8/3p4/3QK3 w - - 0 1", "d1d2"));
}

TEST(BoardLawTest, ACapturedManLeavesTheBoardAtOnce) {
  PlayedGame game("4k3/8/8/8/8/8/3p4/3QK3 w - - 0 1");
  game.Play("d1d2");
  EXPECT_EQ(Count(game.position().pieces()), 3);
}

TEST(BoardLawTest, NoManButTheKnightPassesOverAnother) {
  const Position start = Position::Start();
  EXPECT_FALSE(IsLegal(start, "a1a3"));
  EXPECT_FALSE(IsLegal(start, "c1e3"));
  EXPECT_FALSE(IsLegal(start, "d1d3"));
  EXPECT_TRUE(IsLegal(start, "g1f3"));
}

TEST(BoardLawTest, TheKingGoesToNoAttackedSquare) {
  EXPECT_FALSE(IsLegal("8/8/4k3/8/4K3/8/P7/8 w - - 0 1", "e4d5"));
  EXPECT_TRUE(IsLegal("8/8/4k3/8/4K3/8/P7/8 w - - 0 1", "e4d4"));
}

constexpr std::string_view kRooksAndKings =
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

TEST(BoardLawTest, CastlingMovesKingAndRookAtOnce) {
  PlayedGame game(kRooksAndKings);
  game.Play("e1g1");
  EXPECT_EQ(game.position().piece_on(kG1), kWhiteKing);
  EXPECT_EQ(game.position().piece_on(kF1), kWhiteRook);
  EXPECT_EQ(game.position().side_to_move(), kBlack);
}

TEST(BoardLawTest, CastlingIsLostForEverWhenTheKingHasMoved) {
  PlayedGame game(kRooksAndKings);
  game.Play("e1e2 e8e7 e2e1 e7e8");
  EXPECT_FALSE(IsLegal(game.position(), "e1g1"));
  EXPECT_FALSE(IsLegal(game.position(), "e1c1"));
}

TEST(BoardLawTest, CastlingIsLostForEverWhenThatRookHasMoved) {
  PlayedGame game(kRooksAndKings);
  game.Play("a1b1 a8b8 b1a1 b8a8");
  EXPECT_FALSE(IsLegal(game.position(), "e1c1"));
  EXPECT_TRUE(IsLegal(game.position(), "e1g1"));
}

TEST(BoardLawTest, CastlingIsPreventedWhileAManStandsBetween) {
  constexpr std::string_view kFen = "4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1";
  EXPECT_FALSE(IsLegal(kFen, "e1c1"));
  EXPECT_TRUE(IsLegal(kFen, "e1g1"));
}

TEST(BoardLawTest, CastlingIsPreventedWhileTheKingsPathIsAttacked) {
  // The king's own square, those he crosses, those he reaches.
  EXPECT_FALSE(IsLegal("4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1", "e1g1"));
  EXPECT_FALSE(IsLegal("3rkr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1"));
  EXPECT_FALSE(IsLegal("3rkr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1"));
  EXPECT_FALSE(IsLegal("4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1"));
  EXPECT_TRUE(IsLegal("4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1"));
  // An attack on the rook's path alone prevents nothing.
  EXPECT_TRUE(IsLegal("1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1"));
}

TEST(BoardLawTest, ThePawnGoesOneSquareOrFromItsFirstSquareTwo) {
  EXPECT_TRUE(IsLegal(Position::Start(), "e2e3"));
  EXPECT_TRUE(IsLegal(Position::Start(), "e2e4"));
  EXPECT_FALSE(IsLegal(Position::Start(), "e2e5"));
  EXPECT_FALSE(IsLegal("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3e5"));
  EXPECT_FALSE(IsLegal("4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "e2e3"));
  EXPECT_FALSE(IsLegal("4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "e2e4"));
}

TEST(BoardLawTest, ThePawnCapturesDiagonallyForwardOnly) {
  constexpr std::string_view kFen = "4k3/8/8/8/3nn3/4P3/8/4K3 w - - 0 1";
  EXPECT_TRUE(IsLegal(kFen, "e3d4"));
  EXPECT_FALSE(IsLegal(kFen, "e3e4"));
  EXPECT_FALSE(IsLegal(kFen, "e3f4"));
}

TEST(BoardLawTest, EnPassantIsPossibleOnlyAtOnce) {
  PlayedGame game;
  game.Play("e2e4 a7a6 e4e5 d7d5");
  EXPECT_TRUE(IsLegal(game.position(), "e5d6"));
  game.Play("a2a3 h7h6");
  EXPECT_FALSE(IsLegal(game.position(), "e5d6"));
}

TEST(BoardLawTest, ThePawnBecomesAPieceAtOnceWhateverMenAreLeft) {
  constexpr std::string_view kFen = "4k3/P7/8/8/8/8/8/QQRRK3 w - - 0 1";
  for (const std::string_view move : {"a7a8q", "a7a8r", "a7a8b", "a7a8n"})
    EXPECT_TRUE(IsLegal(kFen, move)) << move;
  for (const std::string_view move : {"a7a8", "a7a8k", "a7a8p"})
    EXPECT_FALSE(IsLegal(kFen, move)) << move;
}

TEST(BoardLawTest, APromotionTakesEffectImmediately) {
  PlayedGame game("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
  game.Play("a7a8q");
  EXPECT_TRUE(game.position().InCheck());
}

TEST(BoardLawTest, NoMoveLeavesTheOwnKingAttacked) {
  EXPECT_FALSE(IsLegal("4k3/4n3/8/8/8/8/8/K3R3 b - - 0 1", "e7c6"));
}

TEST(BoardLawTest, CheckMustBeMetAtOnce) {
  constexpr std::string_view kFen = "4k3/3n4/8/8/8/8/8/K3R3 b - - 0 1";
  EXPECT_TRUE(IsLegal(kFen, "d7e5"));   // interposes
  EXPECT_TRUE(IsLegal(kFen, "e8d8"));   // leaves the line
  EXPECT_FALSE(IsLegal(kFen, "d7b6"));  // ignores it
}

TEST(BoardLawTest, DoubleCheckLeavesOnlyTheKingToMove) {
  // The queen could take the knight, but not meet the rook's check with it.
  const Position position = ReadFen("4k3/3q4/3N4/8/8/8/8/K3R3 b - - 0 1");
  EXPECT_EQ(Count(position.checkers()), 2);
  MoveList moves;
  GenerateLegalMoves(position, moves);
  EXPECT_FALSE(moves.empty());
  for (const Move move : moves) EXPECT_EQ(move.from(), kE8);
}

}  // namespace
}  // namespace rookery
