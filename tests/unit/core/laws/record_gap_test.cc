#include "core/laws/record_gap.h"

#include <gtest/gtest.h>

#include "tests/unit/core/laws/played_game.h"

namespace rookery {
namespace {

TEST(RecordingLawTest, AGapIsMeasuredInPlies) {
  PlayedGame game;
  game.Play("e2e4 e7e5");  // White to play the second move
  const Position& now = game.position();
  EXPECT_EQ(MissingPlies(now, 2, kWhite), 0);
  EXPECT_EQ(MissingPlies(now, 2, kBlack), 1);
  EXPECT_EQ(MissingPlies(now, 5, kWhite), 6);
  EXPECT_EQ(MissingPlies(now, 1, kBlack), -1);
}

TEST(RecordingLawTest, ARecordOfOnePlayerLacksEveryOtherPly) {
  PlayedGame game;
  game.Play("e2e4");
  EXPECT_EQ(MissingPlies(game.position(), 2, kWhite), 1);
}

}  // namespace
}  // namespace rookery
