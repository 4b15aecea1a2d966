#include "core/laws/game_result.h"

#include <gtest/gtest.h>

namespace rookery {
namespace {

TEST(ScoreLawTest, AWinScoresOneALossNoneADrawHalf) {
  EXPECT_EQ(HalfPoints(GameResult::kWhiteWins, kWhite), 2);
  EXPECT_EQ(HalfPoints(GameResult::kWhiteWins, kBlack), 0);
  EXPECT_EQ(HalfPoints(GameResult::kBlackWins, kBlack), 2);
  EXPECT_EQ(HalfPoints(GameResult::kDraw, kWhite), 1);
  EXPECT_EQ(HalfPoints(GameResult::kDraw, kBlack), 1);
}

TEST(ScoreLawTest, BothMayLose) {
  EXPECT_EQ(HalfPoints(GameResult::kBothLose, kWhite), 0);
  EXPECT_EQ(HalfPoints(GameResult::kBothLose, kBlack), 0);
}

TEST(ScoreLawTest, AnUnknownResultScoresNothing) {
  EXPECT_EQ(HalfPoints(GameResult::kUnknown, kWhite), std::nullopt);
}

TEST(GameResultTest, ReadsWhatItWrites) {
  for (const GameResult result :
       {GameResult::kUnknown, GameResult::kWhiteWins, GameResult::kBlackWins,
        GameResult::kDraw, GameResult::kBothLose})
    EXPECT_EQ(ParseResult(ResultText(result)), result);
  for (const std::string_view text : {"", "1-O", "1/2", "1-0 ", "0.5-0.5"})
    EXPECT_EQ(ParseResult(text), std::nullopt) << text;
}

}  // namespace
}  // namespace rookery
