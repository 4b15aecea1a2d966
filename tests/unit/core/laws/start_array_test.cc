#include "core/laws/start_array.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/random_positions.h"
#include "tests/unit/core/laws/played_game.h"

namespace rookery {
namespace {

StartFault Check(std::string_view fen, bool chess960 = false) {
  return CheckStart(ReadFen(fen), chess960);
}

TEST(StartArrayLawTest, TheStartArrayIsRight) {
  EXPECT_EQ(CheckStart(Position::Start(), false), StartFault::kNone);
  EXPECT_EQ(CheckStart(Position::Start(), true), StartFault::kNone);
}

TEST(StartArrayLawTest, AWrongArrayIsFound) {
  // Knights and bishops of White exchanged; king and queen of White alone.
  EXPECT_EQ(Check("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RBNQKNBR w KQkq - 0 1"),
            StartFault::kWrongArray);
  EXPECT_EQ(Check("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1"),
            StartFault::kWrongArray);
}

TEST(StartArrayLawTest, AMirroredArrayShowsABoardPlacedWrongly) {
  EXPECT_EQ(Check("rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1"),
            StartFault::kBoardWronglyPlaced);
}

TEST(StartArrayLawTest, BlackToMoveShowsColorsReversed) {
  EXPECT_EQ(Check("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"),
            StartFault::kColorsReversed);
}

TEST(StartArrayLawTest, EveryChess960ArrayIsRightInChess960Alone) {
  for (int number = 0; number < 960; ++number) {
    const Position start = Chess960Start(number, number);
    ASSERT_EQ(CheckStart(start, true), StartFault::kNone) << start.ToFen();
    if (number != 518) {
      ASSERT_NE(CheckStart(start, false), StartFault::kNone) << start.ToFen();
    }
  }
}

TEST(StartArrayLawTest, Chess960HasOneArrayForBothSides) {
  EXPECT_EQ(CheckStart(Chess960Start(1, 2), true), StartFault::kWrongArray);
  // Bishops on one colour.
  EXPECT_EQ(
      Check("rbnbkqnr/pppppppp/8/8/8/8/PPPPPPPP/RBNBKQNR w KQkq - 0 1", true),
      StartFault::kWrongArray);
}

TEST(StartArrayLawTest, APositionThatWasSetUpIsNoWrongArray) {
  EXPECT_EQ(Check("4k3/8/8/8/8/4p3/4P3/4K3 b - - 5 37"), StartFault::kNone);
  // A game at odds of a knight.
  EXPECT_EQ(Check("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1"),
            StartFault::kNone);
}

TEST(StartArrayLawTest, TooManyPromotedMenCannotComeOfAGame) {
  EXPECT_EQ(Check("4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1"),
            StartFault::kUnreachable);
  EXPECT_EQ(Check("4k3/8/8/8/8/8/PPPPPPP1/QQ2K3 w - - 0 1"), StartFault::kNone);
}

TEST(StartArrayLawTest, ThreeMenNeverGiveCheckAtOnce) {
  EXPECT_EQ(Check("4k3/2N5/5N2/8/8/8/8/K3R3 b - - 0 1"),
            StartFault::kUnreachable);
}

}  // namespace
}  // namespace rookery
