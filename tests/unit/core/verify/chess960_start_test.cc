#include "core/verify/chess960_start.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace rookery {
namespace {

TEST(Chess960StartTest, NumbersThemAsUsual) {
  EXPECT_EQ(Chess960Start(518, 518), Position::Start());
  EXPECT_EQ(Chess960Start(0, 0).ToFen(),
            "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1");
  EXPECT_EQ(Chess960Start(959, 0).ToFen(),
            "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w KQkq - 0 1");
}

TEST(Chess960StartTest, AreAllDifferent) {
  std::set<std::string> all;
  for (int number = 0; number < kChess960Starts; ++number)
    all.insert(Chess960Start(number, number).ToFen());
  EXPECT_EQ(all.size(), 960u);
}

}  // namespace
}  // namespace rookery
