#include "core/board/explain.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/random_positions.h"

namespace rookery {
namespace {

constexpr const char* kStart =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

struct ExplainCase {
  const char* name;
  const char* fen;
  CoordinateMove move;
  const char* reason;
};

class ExplainTest : public testing::TestWithParam<ExplainCase> {};

TEST_P(ExplainTest, GivesTheReason) {
  const absl::StatusOr<Position> position = Position::FromFen(GetParam().fen);
  ASSERT_TRUE(position.ok()) << position.status();
  EXPECT_EQ(ExplainIllegalMove(*position, GetParam().move), GetParam().reason);
}

INSTANTIATE_TEST_SUITE_P(
    All, ExplainTest,
    testing::Values(
        ExplainCase{"Legal", kStart, {kE2, kE4}, ""},
        ExplainCase{"NoSquare",
                    kStart,
                    {kNoSquare, kE4},
                    "the move does not name two squares of the board"},
        ExplainCase{"NoMan", kStart, {kE4, kE5}, "there is no man on e4"},
        ExplainCase{"OtherSide",
                    kStart,
                    {kE7, kE5},
                    "the pawn on e7 is black's, and it is white's move"},
        ExplainCase{"Stays",
                    kStart,
                    {kE2, kE2},
                    "the pawn on e2 cannot stay where it is"},
        ExplainCase{"KnightRule",
                    kStart,
                    {kG1, kG3},
                    "the knight on g1 cannot reach g3: a knight moves two "
                    "squares along a rank or file and one to the "
                    "side"},
        ExplainCase{
            "BishopRule",
            "4k3/8/8/8/8/8/8/2B1K3 w - - 0 1",
            {kC1, kC4},
            "the bishop on c1 cannot reach c4: a bishop moves along diagonals"},
        ExplainCase{"RookRule",
                    "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
                    {kA1, kB2},
                    "the rook on a1 cannot reach b2: a rook moves along ranks "
                    "and files"},
        ExplainCase{"QueenRule",
                    "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1",
                    {kA1, kB3},
                    "the queen on a1 cannot reach b3: a queen moves along "
                    "ranks, files and diagonals"},
        ExplainCase{"KingRule",
                    "4k3/8/8/8/8/4K3/8/8 w - - 0 1",
                    {kE3, kE5},
                    "the king on e3 cannot reach e5: the king moves one square "
                    "in any direction"},
        ExplainCase{"PawnRule",
                    kStart,
                    {kE2, kE5},
                    "the pawn on e2 cannot reach e5: a pawn moves straight "
                    "ahead and captures one square diagonally "
                    "ahead"},
        ExplainCase{"PawnBackwards",
                    "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1",
                    {kE4, kE3},
                    "the pawn on e4 cannot reach e3: a pawn moves straight "
                    "ahead and captures one square diagonally "
                    "ahead"},
        ExplainCase{"PawnTwice",
                    "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1",
                    {kE3, kE5},
                    "the pawn on e3 cannot move two squares: only a pawn that "
                    "has not yet moved can"},
        ExplainCase{"PawnBlocked",
                    "4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1",
                    {kE2, kE4},
                    "the pawn on e2 cannot move to e4: the pawn on e4 stands "
                    "in the way, and a pawn does not capture "
                    "straight ahead"},
        ExplainCase{
            "PawnNothingToCapture",
            kStart,
            {kE2, kD3},
            "the pawn on e2 cannot capture on d3: there is nothing to capture"},
        ExplainCase{
            "Blocked",
            kStart,
            {kA1, kA5},
            "the rook on a1 cannot reach a5: the pawn on a2 stands in the way"},
        ExplainCase{"BlockedByTwo",
                    "4k3/8/8/8/8/2p5/1P6/B3K3 w - - 0 1",
                    {kA1, kE5},
                    "the bishop on a1 cannot reach e5: the pawn on b2 and the "
                    "pawn on c3 stand in the way"},
        ExplainCase{"OwnMan",
                    kStart,
                    {kA1, kA2},
                    "the rook on a1 cannot capture the pawn on a2, a man of "
                    "its own side"},
        ExplainCase{"OwnManByPawn",
                    "4k3/8/8/8/8/3N4/4P3/4K3 w - - 0 1",
                    {kE2, kD3},
                    "the pawn on e2 cannot capture the knight on d3, a man of "
                    "its own side"},
        ExplainCase{"OwnRookBesideKing",
                    "4k3/8/8/8/8/8/8/4KR2 w - - 0 1",
                    {kE1, kF1},
                    "the king on e1 cannot capture the rook on f1, a man of "
                    "its own side"},
        ExplainCase{
            "Pinned",
            "k3r3/8/8/8/8/8/4N3/4K3 w - - 0 1",
            {kE2, kC3},
            "the knight on e2 is pinned to the king on e1 by the rook on e8"},
        ExplainCase{
            "PinnedPawn",
            "k7/8/8/8/7b/8/5P2/4K3 w - - 0 1",
            {kF2, kF3},
            "the pawn on f2 is pinned to the king on e1 by the bishop on h4"},
        ExplainCase{"CheckUnanswered",
                    "k3r3/8/8/8/8/8/8/N3K3 w - - 0 1",
                    {kA1, kB3},
                    "the king on e1 is in check by the rook on e8, and the "
                    "move to b3 does not answer it"},
        ExplainCase{"DoubleCheck",
                    "4k3/8/8/8/8/5n2/4r3/B3K3 w - - 0 1",
                    {kA1, kB2},
                    "the king on e1 is in double check by the rook on e2 and "
                    "the knight on f3; only the king can move"},
        ExplainCase{
            "IntoAttack",
            "k2r4/8/8/8/8/8/8/4K3 w - - 0 1",
            {kE1, kD1},
            "the king cannot move to d1: it is attacked by the rook on d8"},
        ExplainCase{
            "AlongTheCheck",
            "k7/8/8/8/r3K3/8/8/8 w - - 0 1",
            {kE4, kF4},
            "the king cannot move to f4: it is attacked by the rook on a4"},
        ExplainCase{
            "GuardedMan",
            "k2r4/8/8/8/8/8/3n4/4K3 w - - 0 1",
            {kE1, kD2},
            "the king cannot move to d2: it is attacked by the rook on d8"},
        ExplainCase{"EnPassantTooLate",
                    "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
                    {kE5, kD6},
                    "the pawn on e5 cannot capture the pawn on d5 en passant: "
                    "that is only possible right after its "
                    "double push"},
        ExplainCase{"EnPassantUncoversRank",
                    "8/8/3p4/KPp4r/8/8/8/7k w - c6 0 2",
                    {kB5, kC6},
                    "the pawn on b5 cannot capture the pawn on c5 en passant: "
                    "the king on a5 would be in check by the "
                    "rook on h5"},
        ExplainCase{"EnPassantLeavesCheck",
                    "8/8/8/k7/3Pp3/8/8/4Q2K b - d3 0 1",
                    {kE4, kD3},
                    "the pawn on e4 cannot capture the pawn on d4 en passant: "
                    "the king on a5 would be in check by the "
                    "queen on e1"},
        ExplainCase{"CheckNotAnsweredOnEnPassantSquare",
                    "4k3/8/7R/2Pp4/4K3/8/8/8 w - d6 0 1",
                    {kH6, kD6},
                    "the king on e4 is in check by the pawn on d5, and the "
                    "move to d6 does not answer it"},
        ExplainCase{"CastlingRightLost",
                    "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
                    {kE1, kG1},
                    "castling with the rook on h1 is no longer allowed: the "
                    "right to it is lost"},
        ExplainCase{"CastlingInCheck",
                    "k3r3/8/8/8/8/8/8/4K2R w K - 0 1",
                    {kE1, kG1},
                    "castling with the rook on h1 is not allowed while the "
                    "king on e1 is in check by the rook on e8"},
        ExplainCase{"CastlingBlocked",
                    kStart,
                    {kE1, kG1},
                    "castling with the rook on h1 is blocked by the bishop on "
                    "f1 and the knight on g1"},
        ExplainCase{
            "CastlingBlockedForRookOnly",
            "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1",
            {kE1, kC1},
            "castling with the rook on a1 is blocked by the knight on b1"},
        ExplainCase{"CastlingAcross",
                    "4kr2/8/8/8/8/8/8/4K2R w K - 0 1",
                    {kE1, kG1},
                    "castling with the rook on h1 would take the king across "
                    "f1, which is attacked by the rook on f8"},
        ExplainCase{"CastlingInto",
                    "4k1r1/8/8/8/8/8/8/4K2R w K - 0 1",
                    {kE1, kH1},
                    "castling with the rook on h1 would take the king to g1, "
                    "which is attacked by the rook on g8"},
        ExplainCase{"CastlingUncovers",
                    "4k3/8/8/8/8/8/8/rR1K4 w Q - 0 1",
                    {kD1, kB1},
                    "castling with the rook on b1 would uncover an attack by "
                    "the rook on a1 on the king on c1"},
        ExplainCase{"CastlingNoRook",
                    "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
                    {kE1, kG1},
                    "the king on e1 cannot castle towards g1: there is no rook "
                    "of its own on that side"},
        ExplainCase{"CastlingElsewhere",
                    "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
                    {kE1, kB1},
                    "the king on e1 cannot reach b1: it moves one square, and "
                    "castling takes it to the g-file or the "
                    "c-file"},
        ExplainCase{"CastlingSpelling",
                    "4k3/8/8/8/8/8/8/3K3R w K - 0 1",
                    {kD1, kG1},
                    "castling with the rook on h1 is legal, but is written as "
                    "d1h1 here"},
        ExplainCase{"CastlingPromotes",
                    "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
                    {kE1, kG1, kQueen},
                    "castling with the rook on h1 does not promote"},
        ExplainCase{"PromotionMissing",
                    "8/P6k/8/8/8/8/8/K7 w - - 0 1",
                    {kA7, kA8},
                    "the pawn on a7 promotes on a8, but the move does not say "
                    "to what: queen, rook, bishop or knight"},
        ExplainCase{"PromotionToKing",
                    "8/P6k/8/8/8/8/8/K7 w - - 0 1",
                    {kA7, kA8, kKing},
                    "a pawn cannot promote to a king; it promotes to queen, "
                    "rook, bishop or knight"},
        ExplainCase{"PromotionTooEarly",
                    kStart,
                    {kE2, kE4, kQueen},
                    "the pawn on e2 does not promote on e4, but the move names "
                    "a queen"},
        ExplainCase{"PromotionOfAPiece",
                    kStart,
                    {kG1, kF3, kQueen},
                    "the knight on g1 does not promote on f3, but the move "
                    "names a queen"}),
    [](const testing::TestParamInfo<ExplainCase>& tested) {
      return std::string(tested.param.name);
    });

// Every pair of squares with every promotion: a reason exactly where there is
// no such legal move.
TEST(ExplainTest, HasAReasonForEveryIllegalMove) {
  for (const Position& position : RandomPositions(51, 40)) {
    for (int from = 0; from < kSquareCount; ++from) {
      for (int to = 0; to < kSquareCount; ++to) {
        for (const PieceType promotion : {kNoPieceType, kQueen}) {
          const CoordinateMove move = {static_cast<Square>(from),
                                       static_cast<Square>(to), promotion};
          const Illegality why = WhyIllegal(position, move);
          ASSERT_EQ(why.reason == IllegalReason::kNone, why.words.empty());
          ASSERT_EQ(why.words, ExplainIllegalMove(position, move));
          ASSERT_EQ(why.words.empty(),
                    FindLegalMove(position, move).has_value())
              << position.ToFen() << " " << SquareName(move.from)
              << SquareName(move.to);
        }
      }
    }
  }
}

}  // namespace
}  // namespace rookery
