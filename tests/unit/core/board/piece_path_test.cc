#include "core/board/piece_path.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>

namespace rookery {
namespace {

// The way as "g1-f3-e5", with the piece behind a square of promotion; "none"
// where there is none.
std::string Way(const char* fen, std::string_view from, std::string_view to) {
  const Position position = *Position::FromFen(fen);
  const std::optional<std::vector<CoordinateMove>> way =
      FindShortestPath(position, *ParseSquare(from), *ParseSquare(to));
  if (!way) return "none";
  std::string text(from);
  for (const CoordinateMove& move : *way) {
    EXPECT_EQ(SquareName(move.from), text.substr(text.rfind('-') + 1, 2));
    text += "-" + SquareName(move.to);
    if (move.promotion != kNoPieceType)
      text += PieceLetter(MakePiece(kWhite, move.promotion));
  }
  return text;
}

constexpr char kStart[] =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
constexpr char kKnight[] = "k7/8/8/8/8/8/8/N6K w - - 0 1";

TEST(PiecePathTest, TakesTheFirstOfTheShortestWays) {
  EXPECT_EQ(Way(kStart, "g1", "e5"), "g1-f3-e5");
  // From corner to corner a knight needs six moves.
  EXPECT_EQ(Way(kKnight, "a1", "h8"), "a1-c2-e1-g2-f4-g6-h8");
  EXPECT_EQ(Way(kKnight, "a1", "a1"), "a1");
  // b1 is two steps off any corner, and yet three moves.
  EXPECT_EQ(Way(kKnight, "a1", "b1"), "a1-c2-a3-b1");
}

TEST(PiecePathTest, DoesNotAskWhoseTurnItIs) {
  EXPECT_EQ(Way(kStart, "g8", "e4"), "g8-f6-e4");
}

TEST(PiecePathTest, OwnMenBlock) {
  EXPECT_EQ(Way(kStart, "a1", "a5"), "none");
  EXPECT_EQ(Way(kStart, "g1", "e2"), "none");
  EXPECT_EQ(Way("k7/8/8/8/P7/8/8/R6K w - - 0 1", "a1", "a8"), "none");
  EXPECT_EQ(Way("7k/8/8/8/P7/8/8/R6K w - - 0 1", "a1", "a8"), "a1-b1-b8-a8");
}

TEST(PiecePathTest, EnemiesAreTakenOnTheWay) {
  EXPECT_EQ(Way("7k/8/8/8/p7/8/PP6/RN5K b - - 0 1", "a1", "a4"), "none");
  EXPECT_EQ(Way("7k/8/8/8/p7/8/1P6/RN5K b - - 0 1", "a1", "a8"), "a1-a4-a8");
}

TEST(PiecePathTest, NobodyTakesTheKing) {
  EXPECT_EQ(Way("k7/8/8/8/8/8/8/R6K b - - 0 1", "a1", "a8"), "none");
  EXPECT_EQ(Way("8/1n6/k7/8/8/8/8/R6K b - - 0 1", "a1", "a8"), "a1-c1-c8-a8");
}

TEST(PiecePathTest, PinsDoNotHold) {
  EXPECT_EQ(Way("k3r3/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2", "d4"), "e2-d4");
}

TEST(PiecePathTest, AKingStepsOnNoAttackedSquare) {
  // The rook holds the fourth rank, and a pawn protects the rook.
  EXPECT_EQ(Way("k7/8/8/6p1/7r/8/8/K7 w - - 0 1", "a1", "a5"), "none");
  // Unless he can take it, and then nothing does.
  EXPECT_EQ(Way("7k/8/8/8/1r6/8/8/K7 w - - 0 1", "a1", "b5"), "a1-a2-a3-b4-b5");
  // A rook that is protected stays.
  EXPECT_EQ(Way("7k/8/8/p7/1r6/8/8/K7 w - - 0 1", "a1", "b5"), "none");
}

TEST(PiecePathTest, PawnsPushTakeAndPromote) {
  EXPECT_EQ(Way(kStart, "e2", "e5"), "e2-e4-e5");
  EXPECT_EQ(Way("k7/8/8/8/8/4p3/4P3/K7 w - - 0 1", "e2", "e4"), "none");
  EXPECT_EQ(Way("k7/8/8/3p4/8/8/4P3/K7 w - - 0 1", "e2", "d5"), "e2-e4-d5");
  EXPECT_EQ(Way("k7/8/8/8/8/8/4P3/K7 w - - 0 1", "e2", "d3"),
            "e2-e4-e5-e6-e7-e8Q-e2-d3");
  EXPECT_EQ(Way("k7/8/8/8/8/7p/8/K7 w - - 0 1", "h3", "a1"), "none");
  EXPECT_EQ(Way("k7/8/8/8/8/7p/8/2K5 w - - 0 1", "h3", "d2"),
            "h3-h2-h1Q-d1-d2");
  EXPECT_EQ(Way("k7/4P3/8/8/8/8/8/K7 w - - 0 1", "e7", "f6"), "e7-e8N-f6");
}

TEST(PiecePathTest, WhatAPawnTookOpensLinesForWhatItBecomes) {
  EXPECT_EQ(Way("7k/np6/P7/8/8/8/8/7K w - - 0 1", "a6", "b1"), "a6-b7-b8Q-b1");
}

TEST(PiecePathTest, EndsWhereAKingCouldTakeMuch) {
  // Ten men that he can take, and a square that he can never step on.
  EXPECT_EQ(Way("7k/8/2p1p1p1/8/p1p1p1p1/8/b1b5/4K3 w - - 0 1", "e1", "h7"),
            "none");
}

}  // namespace
}  // namespace rookery
