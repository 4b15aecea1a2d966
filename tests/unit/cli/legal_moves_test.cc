#include "cli/legal_moves.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rookery::cli {
namespace {

using ::testing::HasSubstr;

Position Read(const char* fen) { return *Position::FromFen(fen); }

std::string Text(const char* fen, const MoveFilter& filter = {}) {
  return LegalMovesText(FindLegalMoves(Read(fen), filter));
}

TEST(LegalMovesTest, AreGroupedByPiece) {
  EXPECT_EQ(Text("4k3/3p4/8/8/8/2N5/P7/4K3 w - - 0 1"),
            "white to move; 14 moves\n"
            "PIECE      MOVES\n"
            "pawn a2    a3 (a2a3), a4 (a2a4)\n"
            "knight c3  Nb1 (c3b1), Nd1 (c3d1), Ne2 (c3e2), Na4 (c3a4), Ne4 "
            "(c3e4), Nb5 (c3b5), Nd5 (c3d5)\n"
            "king e1    Kd1 (e1d1), Kf1 (e1f1), Kd2 (e1d2), Ke2 (e1e2), Kf2 "
            "(e1f2)\n"
            "material: white 4.5, black 1\n");
}

TEST(LegalMovesTest, CanBeThoseOfOneMan) {
  const LegalMoves moves = FindLegalMoves(Position::Start(), {.square = kG1});
  EXPECT_EQ(moves.count, 2);
  ASSERT_EQ(moves.men.size(), 1u);
  EXPECT_EQ(moves.men[0].piece, kKnight);
  EXPECT_EQ(moves.men[0].square, kG1);
  EXPECT_EQ(moves.men[0].moves[0].san, "Nf3");
}

TEST(LegalMovesTest, CanBeCapturesOnly) {
  // A capture, one en passant, one that promotes; castling takes nobody.
  const Position position = Read("3rk3/4P3/8/2pP4/8/8/6p1/4K2R w K c6 0 1");
  const LegalMoves moves = FindLegalMoves(position, {.captures = true});
  std::vector<std::string> spelled;
  for (const ManMoves& man : moves.men) {
    for (const SpelledMove& move : man.moves) {
      EXPECT_TRUE(move.capture);
      spelled.push_back(move.uci);
    }
  }
  EXPECT_THAT(spelled, testing::UnorderedElementsAre("d5c6", "e7d8q", "e7d8r",
                                                     "e7d8b", "e7d8n"));
  EXPECT_EQ(moves.count, 5);
}

TEST(LegalMovesTest, SpellsCastlingAsThePositionNeedsIt) {
  EXPECT_THAT(Text("4k3/8/8/8/8/8/8/4K2R w K - 0 1", {.square = kE1}),
              HasSubstr("O-O (e1g1)"));
  EXPECT_THAT(Text("4k3/8/8/8/8/8/8/4K1R1 w G - 0 1", {.square = kE1}),
              HasSubstr("O-O (e1g1)"));
  EXPECT_THAT(Text("4k3/8/8/8/8/8/8/3K3R w H - 0 1", {.square = kD1}),
              HasSubstr("O-O (d1h1)"));
}

TEST(LegalMovesTest, SaysHowThePositionStands) {
  EXPECT_THAT(Text("4k3/8/8/8/8/8/8/K3R3 b - - 0 1"),
              HasSubstr("black to move, in check; 4 moves\n"));
  EXPECT_EQ(Text("k6R/8/K7/8/8/8/8/8 b - - 0 1"),
            "black is checkmated; 0 moves\nmaterial: white 5.5, black 0\n");
  EXPECT_EQ(Text("k7/2Q5/2K5/8/8/8/8/8 b - - 0 1"),
            "black is stalemated; 0 moves\nmaterial: white 10, black 0\n");
  EXPECT_THAT(Text("k7/8/K7/8/8/8/8/1R6 b - - 0 1"), HasSubstr("0 moves"));
}

TEST(LegalMovesTest, AreOneJsonObject) {
  EXPECT_EQ(
      LegalMovesJson(FindLegalMoves(Read("4k3/8/8/8/8/1p6/P7/4K3 w - - 0 1"),
                                    {.square = kA2})),
      R"({"fen":"4k3/8/8/8/8/1p6/P7/4K3 w - - 0 1","in_check":false,"count":3,)"
      R"("pieces":[{"piece":"pawn","square":"a2","moves":[)"
      R"({"san":"a3","uci":"a2a3","capture":false},)"
      R"({"san":"a4","uci":"a2a4","capture":false},)"
      R"({"san":"axb3","uci":"a2b3","capture":true}]}],)"
      R"("material":{"white":1.0,"black":1.0}})"
      "\n");
}

}  // namespace
}  // namespace rookery::cli
