#include "cli/shortest_way.h"

#include <gtest/gtest.h>

#include "absl/status/status.h"

namespace rookery::cli {
namespace {

std::string Text(const std::string& from, const std::string& to) {
  const Position position =
      *Position::FromFen("4k3/P7/8/8/8/8/8/R3K1N1 w - - 0 1");
  return ShortestWayText(position, *FindShortestWay(position, from, to));
}

TEST(ShortestWayTest, NamesTheManAndItsMoves) {
  EXPECT_EQ(Text("g1", "e5"),
            "the knight on g1 needs 2 moves to e5: g1f3 f3e5\n");
  EXPECT_EQ(Text("a7", "b8"),
            "the pawn on a7 needs 2 moves to b8: a7a8q a8b8\n");
  EXPECT_EQ(Text("a1", "a6"), "the rook on a1 needs 1 move to a6: a1a6\n");
  EXPECT_EQ(Text("g1", "g1"), "the knight on g1 needs 0 moves to g1\n");
  EXPECT_EQ(Text("g1", "a1"),
            "the knight on g1 cannot reach a1 while nobody else moves\n");
}

TEST(ShortestWayTest, IsOneJsonObject) {
  const Position start = Position::Start();
  EXPECT_EQ(ShortestWayJson(start, *FindShortestWay(start, "b8", "d5")),
            R"({"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 )"
            R"(1","piece":"knight","from":"b8","to":"d5","count":3,)"
            R"("moves":["b8a6","a6b4","b4d5"]})"
            "\n");
  EXPECT_EQ(ShortestWayJson(start, *FindShortestWay(start, "a1", "a5")),
            R"({"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 )"
            R"(1","piece":"rook","from":"a1","to":"a5","count":null})"
            "\n");
}

TEST(ShortestWayTest, NeedsTwoSquaresAndAMan) {
  const Position start = Position::Start();
  EXPECT_EQ(FindShortestWay(start, "e9", "e4").status().message(),
            "--path 'e9' is no square; they are called a1 to h8");
  EXPECT_EQ(FindShortestWay(start, "e2", "").status().message(),
            "--path '' is no square; they are called a1 to h8");
  const absl::Status nobody = FindShortestWay(start, "e4", "e5").status();
  EXPECT_TRUE(absl::IsInvalidArgument(nobody));
  EXPECT_EQ(nobody.message(),
            "--path begins on e4, where nobody stands; name the square of the "
            "man that is to move");
}

}  // namespace
}  // namespace rookery::cli
