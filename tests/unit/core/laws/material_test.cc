#include "core/laws/material.h"

#include <gtest/gtest.h>

#include "tests/unit/core/laws/played_game.h"

namespace rookery {
namespace {

TEST(DeadMaterialLawTest, KingAgainstKing) {
  EXPECT_TRUE(IsDrawnMaterial(ReadFen("4k3/8/8/8/8/8/8/4K3 w - - 0 1")));
  EXPECT_TRUE(IsDeadMaterial(ReadFen("4k3/8/8/8/8/8/8/4K3 w - - 0 1")));
}

TEST(DeadMaterialLawTest, OneBishopOrKnightAgainstAKing) {
  for (const std::string_view fen :
       {"4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", "4k3/8/8/8/8/8/8/1N2K3 w - - 0 1",
        "2b1k3/8/8/8/8/8/8/4K3 w - - 0 1", "1n2k3/8/8/8/8/8/8/4K3 w - - 0 1"}) {
    EXPECT_TRUE(IsDrawnMaterial(ReadFen(fen))) << fen;
    EXPECT_TRUE(IsDeadMaterial(ReadFen(fen))) << fen;
  }
}

TEST(DeadMaterialLawTest, BishopsOnTheSameColor) {
  // c1 and f8 are dark, c8 is light.
  EXPECT_TRUE(IsDrawnMaterial(ReadFen("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1")));
  EXPECT_FALSE(IsDrawnMaterial(ReadFen("2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1")));
  EXPECT_FALSE(IsDeadMaterial(ReadFen("2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1")));
}

TEST(DeadMaterialLawTest, ManyBishopsOnOneColorOnlyByTodaysCode) {
  // c1, e3 and g5 are dark.
  for (const std::string_view fen : {"4k3/8/8/8/8/4B3/8/2B1K3 w - - 0 1",
                                     "4k3/8/8/6b1/8/4B3/8/2B1K3 w - - 0 1",
                                     "4k3/8/8/6b1/8/4b3/8/4K3 w - - 0 1"}) {
    EXPECT_TRUE(IsDeadMaterial(ReadFen(fen))) << fen;
    EXPECT_FALSE(IsDrawnMaterial(ReadFen(fen))) << fen;
  }
}

TEST(DeadMaterialLawTest, EveryOtherMaterialCanMate) {
  for (const std::string_view fen :
       {"4k3/8/8/8/8/8/8/1NN1K3 w - - 0 1", "1n2k3/8/8/8/8/8/8/1N2K3 w - - 0 1",
        "1n2k3/8/8/8/8/8/8/2B1K3 w - - 0 1", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1"})
    EXPECT_FALSE(IsDeadMaterial(ReadFen(fen))) << fen;
}

TEST(BareKingLawTest, ABareKingCannotMate) {
  const Position position = ReadFen("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1");
  EXPECT_TRUE(HasBareKing(position, kBlack));
  EXPECT_FALSE(HasBareKing(position, kWhite));
  EXPECT_TRUE(CannotMateWithMaterial(position, kBlack));
  EXPECT_FALSE(CannotMateWithMaterial(position, kWhite));
}

TEST(BareKingLawTest, OneKnightNeedsTheHelpOfAnotherManThanAQueen) {
  EXPECT_TRUE(CannotMateWithMaterial(
      ReadFen("q3k3/8/8/8/8/8/8/1N2K3 w - - 0 1"), kWhite));
  for (const std::string_view fen :
       {"r3k3/8/8/8/8/8/8/1N2K3 w - - 0 1", "2b1k3/8/8/8/8/8/8/1N2K3 w - - 0 1",
        "1n2k3/8/8/8/8/8/8/1N2K3 w - - 0 1", "4k3/p7/8/8/8/8/8/1N2K3 w - - 0 1",
        "q3k3/8/8/8/8/8/8/1NN1K3 w - - 0 1"})
    EXPECT_FALSE(CannotMateWithMaterial(ReadFen(fen), kWhite)) << fen;
}

TEST(BareKingLawTest, BishopsOfOneColorNeedAManOnTheOther) {
  EXPECT_TRUE(CannotMateWithMaterial(
      ReadFen("q3kb2/8/8/8/8/8/8/2B1K3 w - - 0 1"), kWhite));
  EXPECT_FALSE(CannotMateWithMaterial(
      ReadFen("2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1"), kWhite));
  EXPECT_FALSE(CannotMateWithMaterial(
      ReadFen("4k3/p7/8/8/8/8/8/2B1K3 w - - 0 1"), kWhite));
}

}  // namespace
}  // namespace rookery
