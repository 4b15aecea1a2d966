#include "core/verify/fuzz_positions.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "core/board/move_generator.h"
#include "core/verify/hazards.h"

namespace rookery {
namespace {

TEST(FuzzPositionsTest, AreTheSameEverywhere) {
  EXPECT_EQ(FuzzPosition(1, 5), FuzzPosition(1, 5));
  // Written down, so that a change that makes other positions of old seeds is
  // seen.
  EXPECT_EQ(FuzzPosition(1, 0).ToFen(),
            "3Nkq2/8/2R1np2/6p1/1P2PPPr/P2P4/1N1K3P/8 w - - 5 56");
  EXPECT_EQ(FuzzPosition(2026, 8).ToFen(),
            "2kr2rr/8/3RQ3/K7/8/8/8/8 b g - 0 1");
}

TEST(FuzzPositionsTest, DifferBySeedAndIndex) {
  std::set<std::string> fens;
  for (uint64_t seed = 0; seed < 4; ++seed) {
    for (uint64_t index = 0; index < 45; ++index)
      fens.insert(FuzzPosition(seed, index).ToFen());
  }
  // Few men on a board may meet again.
  EXPECT_GE(fens.size(), 175u);
}

TEST(FuzzPositionsTest, MeetTheHazards) {
  int promotion = 0;
  int en_passant = 0;
  int en_passant_pin = 0;
  int check = 0;
  int double_check = 0;
  int castling = 0;
  int castling_under_fire = 0;
  int chess960 = 0;
  int inner_rook = 0;
  for (uint64_t index = 0; index < 1000; ++index) {
    const Position position = FuzzPosition(/*seed=*/7, index);
    const absl::StatusOr<Position> again = Position::FromFen(position.ToFen());
    ASSERT_TRUE(again.ok()) << position.ToFen() << ": " << again.status();
    ASSERT_EQ(*again, position);
    ASSERT_GT(CountLegalMoves(position), 0) << position.ToFen();
    promotion += OffersPromotion(position);
    en_passant += position.en_passant_square() != kNoSquare;
    en_passant_pin += PushesPastPinnedPawn(position);
    check += position.InCheck();
    double_check += IsDoubleCheck(position);
    castling += position.castling_rooks(position.side_to_move()) != 0;
    castling_under_fire += CastlesUnderFire(position);
    chess960 += position.NeedsChess960();
    inner_rook += CastlesWithInnerRook(position);
  }
  EXPECT_GE(promotion, 150);
  EXPECT_GE(en_passant, 50);
  EXPECT_GE(en_passant_pin, 110);
  EXPECT_GE(check, 200);
  EXPECT_GE(double_check, 110);
  EXPECT_GE(castling, 300);
  EXPECT_GE(castling_under_fire, 130);
  EXPECT_GE(chess960, 250);
  EXPECT_GE(inner_rook, 120);
}

}  // namespace
}  // namespace rookery
