#include "core/laws/draw_claims.h"

#include <gtest/gtest.h>

#include "tests/unit/core/laws/played_game.h"

namespace rookery {
namespace {

TEST(ThreefoldClaimLawTest, IsClaimableOnTheBoardAndByTheNextMove) {
  PlayedGame game;
  game.Play("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6");
  EXPECT_FALSE(game.Claims().HasThreefold());
  game.Play("f3g1");
  EXPECT_FALSE(game.Claims().threefold_on_board);
  EXPECT_EQ(game.Claims().threefold_by_move, Move::Normal(kF6, kG8));
  game.Play("f6g8");
  EXPECT_TRUE(game.Claims().threefold_on_board);
}

TEST(ThreefoldClaimLawTest, LapsesWithTheNextMoveAndReturnsWithTheNextTime) {
  PlayedGame game;
  game.Play("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8");
  ASSERT_TRUE(game.Claims().threefold_on_board);
  game.Play("b1c3");
  EXPECT_FALSE(game.Claims().HasThreefold());
  game.Play("b8c6");
  EXPECT_FALSE(game.Claims().HasThreefold());
  game.Play("c3b1");
  EXPECT_FALSE(game.Claims().threefold_on_board);
  EXPECT_EQ(game.Claims().threefold_by_move, Move::Normal(kC6, kB8));
  game.Play("c6b8");
  EXPECT_TRUE(game.Claims().threefold_on_board);
}

TEST(FiftyMoveLawTest, IsClaimableOnTheBoardAndByTheNextMove) {
  PlayedGame game("8/8/4k3/8/8/3QK3/8/8 w - - 97 90");
  game.Play("d3d4");
  EXPECT_FALSE(game.Claims().HasMoveLimit());
  game.Play("e6e7");
  EXPECT_FALSE(game.Claims().move_limit_on_board);
  EXPECT_TRUE(game.Claims().move_limit_by_move.has_value());
  game.Play("d4c5");
  EXPECT_TRUE(game.Claims().move_limit_on_board);
}

TEST(FiftyMoveLawTest, APawnMoveCannotBeTheFiftieth) {
  // The king has no square, so the pawn must move.
  const Position position = ReadFen("k7/2Q5/8/8/8/8/p6p/K7 b - - 99 90");
  const DrawClaims claims = MoveLimitClaims(position, {});
  EXPECT_FALSE(claims.HasMoveLimit());
}

TEST(FiftyMoveLawTest, ACaptureStartsTheCountAnew) {
  PlayedGame game("8/8/4k3/8/8/3Qp3/8/3K4 w - - 98 90");
  game.Play("d3e3");
  EXPECT_EQ(game.position().halfmove_clock(), 0);
  EXPECT_FALSE(game.Claims().HasMoveLimit());
}

TEST(FiftyMoveLawTest, TheNumberCanBeHigherForNamedMaterial) {
  JudgeOptions options;
  ASSERT_TRUE(options.move_limits.Set("KQvK", 60).ok());
  constexpr std::string_view kHundred = "8/8/4k3/8/8/3QK3/8/8 w - - 118 90";
  PlayedGame game(kHundred, options);
  EXPECT_FALSE(game.Claims().HasMoveLimit());
  game.Play("d3d4");
  EXPECT_TRUE(game.Claims().move_limit_by_move.has_value());
  game.Play("e6e7");
  EXPECT_TRUE(game.Claims().move_limit_on_board);
  EXPECT_TRUE(PlayedGame(kHundred).Claims().move_limit_on_board);
}

}  // namespace
}  // namespace rookery
