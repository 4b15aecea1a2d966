#include "core/laws/dead_position.h"

#include <gtest/gtest.h>

#include "tests/unit/core/laws/played_game.h"

namespace rookery {
namespace {

// Every gap of the wall is guarded by a pawn, from both sides.
constexpr std::string_view kWall =
    "8/8/3k4/1p1p1p1p/1P1P1P1P/3K4/8/8 w - - 0 1";

TEST(DeadPositionLawTest, KingsBehindAWallOfPawnsCannotMate) {
  EXPECT_EQ(ChanceOfMate(ReadFen(kWall)), MateChance::kNever);
}

TEST(DeadPositionLawTest, ABishopOfTheWallsColorChangesNothing) {
  // White's pawns stand on dark squares, as c1 is.
  EXPECT_EQ(
      ChanceOfMate(ReadFen("8/8/3k4/1p1p1p1p/1P1P1P1P/3K4/8/2B5 w - - 0 1")),
      MateChance::kNever);
}

TEST(DeadPositionLawTest, ABishopThatCanTakeAPawnDoes) {
  // From f1 the bishop reaches the light squares where Black's pawns stand.
  EXPECT_NE(
      ChanceOfMate(ReadFen("8/8/3k4/1p1p1p1p/1P1P1P1P/3K4/8/5B2 w - - 0 1")),
      MateChance::kNever);
}

TEST(DeadPositionLawTest, AKingThatCanWinThePawnMayMate) {
  EXPECT_NE(ChanceOfMate(ReadFen("8/8/8/3k4/p7/P7/8/K7 w - - 0 1")),
            MateChance::kNever);
}

TEST(DeadPositionLawTest, AForcedCaptureOfTheLastManIsADraw) {
  EXPECT_EQ(ChanceOfMate(ReadFen("7k/6Q1/8/8/8/8/8/K7 b - - 0 1")),
            MateChance::kNever);
}

TEST(DeadPositionLawTest, AMateOnTheBoardIsOne) {
  EXPECT_EQ(ChanceOfMate(ReadFen("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1")),
            MateChance::kPossible);
}

TEST(DeadPositionLawTest, AnOrdinaryPositionIsLeftUnknown) {
  EXPECT_EQ(ChanceOfMate(Position::Start()), MateChance::kUnknown);
}

TEST(DeadPositionLawTest, BeyondTheLimitNothingIsProved) {
  EXPECT_EQ(ChanceOfMate(ReadFen(kWall), 100), MateChance::kUnknown);
  EXPECT_EQ(SearchForMate(Position::Start(), 3, 100), MateChance::kUnknown);
}

TEST(DeadPositionLawTest, ASearchFindsAMate) {
  EXPECT_EQ(SearchForMate(ReadFen("k7/8/1K6/8/8/8/8/7R w - - 0 1"), 3, 50'000),
            MateChance::kPossible);
}

TEST(DeadPositionLawTest, TheMateOfTheOtherSideDoesNotCount) {
  const Position position = ReadFen("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1");
  EXPECT_EQ(ChanceOfMateBy(position, kWhite), MateChance::kPossible);
  EXPECT_EQ(ChanceOfMateBy(position, kBlack), MateChance::kNever);
}

TEST(DeadPositionLawTest, OneKnightCannotMateAQueenButPerhapsAPawn) {
  EXPECT_EQ(ChanceOfMateBy(ReadFen("q3k3/8/8/8/8/8/8/1N2K3 w - - 0 1"), kWhite),
            MateChance::kNever);
  EXPECT_EQ(ChanceOfMateBy(ReadFen("4k3/p7/8/8/8/8/8/1N2K3 w - - 0 1"), kWhite),
            MateChance::kUnknown);
}

}  // namespace
}  // namespace rookery
