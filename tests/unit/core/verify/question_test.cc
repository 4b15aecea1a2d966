#include "core/verify/question.h"

#include <gtest/gtest.h>

namespace rookery {
namespace {

// White's double push gives check along the fourth rank once a black pawn takes
// en passant: no legal capture, though two pawns stand side by side.
PerftQuestion AfterDoublePush() {
  return {.position =
              Position::FromFen("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1").value(),
          .moves = {Move::DoublePush(kE2, kE4), Move::Normal(kA4, kA5)},
          .depth = 3};
}

TEST(QuestionTest, TellsOfASquareThatNobodyCanUse) {
  const char* const fen = "4k3/8/8/8/4P3/8/8/4K3 b - e3";
  const Position position = Position::FromFen(fen).value();
  EXPECT_EQ(FenToTell(fen, position), "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1");
  EXPECT_EQ(FenToTell("startpos", Position::Start()),
            Position::Start().ToFen());
}

TEST(QuestionTest, ListsThePositionsAlongTheWay) {
  const std::vector<Position> positions = PositionsAlong(AfterDoublePush());
  ASSERT_EQ(positions.size(), 3u);
  EXPECT_EQ(positions[0].ToFen(), "8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1");
  EXPECT_EQ(positions[1].ToFen(), "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1");
  EXPECT_EQ(positions[2].ToFen(), "8/8/8/k7/3pP2R/8/8/4K3 w - - 1 2");
}

TEST(QuestionTest, LeavesOutFirstMovesAndKeepsTheSquarePassedOver) {
  const PerftQuestion shorter = WithoutFirstMoves(AfterDoublePush(), 1);
  EXPECT_EQ(shorter.position.ToFen(), "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1");
  EXPECT_EQ(shorter.fen, "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1");
  EXPECT_EQ(shorter.moves, std::vector<Move>{Move::Normal(kA4, kA5)});
  EXPECT_EQ(shorter.depth, 3);
}

TEST(QuestionTest, LeavesOutAllMoves) {
  const PerftQuestion shorter = WithoutFirstMoves(AfterDoublePush(), 2);
  EXPECT_EQ(shorter.fen, "8/8/8/k7/3pP2R/8/8/4K3 w - - 1 2");
  EXPECT_TRUE(shorter.moves.empty());
}

TEST(QuestionTest, GoesBelowAMove) {
  const PerftQuestion below = Below(AfterDoublePush(), Move::Normal(kE1, kE2));
  EXPECT_EQ(below.moves.size(), 3u);
  EXPECT_EQ(below.moves.back(), Move::Normal(kE1, kE2));
  EXPECT_EQ(below.depth, 2);
}

}  // namespace
}  // namespace rookery
