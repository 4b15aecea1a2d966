#include "core/board/material.h"

#include <gtest/gtest.h>

namespace rookery {
namespace {

TEST(MaterialTest, CountsInPawns) {
  // 8 pawns, 2 knights, 2 bishops, 2 rooks, a queen.
  EXPECT_EQ(Material(Position::Start(), kWhite), 8 + 7 + 7 + 11 + 10);
  EXPECT_EQ(Material(Position::Start(), kBlack), 43);
  const Position position =
      *Position::FromFen("4k2q/pp6/8/8/8/8/8/R2NK3 w - - 0 1");
  EXPECT_EQ(Material(position, kWhite), 9);
  EXPECT_EQ(Material(position, kBlack), 12);
}

TEST(MaterialTest, KeepsHalves) {
  const Position position =
      *Position::FromFen("4k3/8/8/8/8/8/8/B3K3 w - - 0 1");
  EXPECT_EQ(Material(position, kWhite), 3.5);
  EXPECT_EQ(Material(position, kBlack), 0);
}

}  // namespace
}  // namespace rookery
