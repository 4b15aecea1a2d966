#include "core/verify/suite.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "absl/status/status.h"

namespace rookery {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

constexpr char kStart[] =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

// The only line of a suite.
SuiteLine OnlyLine(const std::string& text) {
  const absl::StatusOr<std::vector<SuiteLine>> suite = ParseSuite(text);
  EXPECT_TRUE(suite.ok()) << suite.status();
  if (!suite.ok() || suite->size() != 1)
    return {.number = -1, .position = Position::Start()};
  return suite->front();
}

std::string ErrorOf(const std::string& text) {
  const absl::Status status = ParseSuite(text).status();
  EXPECT_TRUE(absl::IsInvalidArgument(status)) << status;
  return std::string(status.message());
}

TEST(SuiteTest, ReadsALine) {
  const SuiteLine line =
      OnlyLine(std::string(kStart) + " ;D1 20 ;D2 400 ;D3 8902");
  EXPECT_EQ(line.number, 1);
  EXPECT_EQ(line.position, Position::Start());
  EXPECT_THAT(line.known, ElementsAre(KnownPerft{1, 20}, KnownPerft{2, 400},
                                      KnownPerft{3, 8902}));
}

TEST(SuiteTest, TakesSemicolonsAndBlanksAnywhere) {
  const std::vector<KnownPerft> known = {{1, 20}, {2, 400}};
  for (const char* rest :
       {" D1 20; D2 400;", ";D1 20;D2 400", " ; D1 20 ; D2 400 ;",
        "  \t;D1\t20  ;;D2   400  ", " D1 20 D2 400"}) {
    EXPECT_EQ(OnlyLine(kStart + std::string(rest)).known, known) << rest;
  }
}

TEST(SuiteTest, TakesFensOfFourToSixFields) {
  for (const char* fen :
       {"4k3/8/8/8/8/8/8/4K2R w K -", "4k3/8/8/8/8/8/8/4K2R w K - 0",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "  4k3/8/8/8/8/8/8/4K2R  w K -"}) {
    EXPECT_EQ(OnlyLine(std::string(fen) + " ;D1 15").position.ToFen(),
              "4k3/8/8/8/8/8/8/4K2R w K - 0 1")
        << fen;
  }
}

TEST(SuiteTest, KeepsTheFenOfTheFile) {
  EXPECT_EQ(OnlyLine("4k3/8/8/8/4P3/8/8/4K3  b - e3 ;D1 5").fen,
            "4k3/8/8/8/4P3/8/8/4K3 b - e3");
  EXPECT_EQ(
      OnlyLine("fen\tdepth\tnodes\n4k3/8/8/8/4P3/8/8/4K3 b - e3\t1\t5\n").fen,
      "4k3/8/8/8/4P3/8/8/4K3 b - e3");
}

TEST(SuiteTest, TakesCastlingAndEnPassantFieldsThatLookLikeADepth) {
  // Rights of the rook on the d-file; a square on the d-file.
  EXPECT_EQ(OnlyLine("4k3/8/8/8/8/8/8/3RK3 w D - 0 1 ;D1 16")
                .position.castling_rooks(),
            SquareSet(kD1));
  EXPECT_EQ(OnlyLine("4k3/8/8/8/2pPp3/8/8/4K3 b - d3 ;D1 9")
                .position.en_passant_square(),
            kD3);
}

TEST(SuiteTest, PassesOverCommentsAndEmptyLines) {
  const absl::StatusOr<std::vector<SuiteLine>> suite =
      ParseSuite("# perft\n\n  # more\n" + std::string(kStart) +
                 " ;D1 20\n \t\n" + std::string(kStart) + " ;D2 400");
  ASSERT_TRUE(suite.ok()) << suite.status();
  ASSERT_THAT(*suite, SizeIs(2));
  EXPECT_EQ(suite->front().number, 4);
  EXPECT_EQ(suite->back().number, 6);
}

TEST(SuiteTest, KeepsTheComment) {
  for (const char* rest :
       {" ;D1 20 ;c0 \"a; b\tD2 c0\"", " c0 \"a; b\tD2 c0\"; D1 20;"}) {
    const SuiteLine line = OnlyLine(kStart + std::string(rest));
    EXPECT_EQ(line.comment, "a; b\tD2 c0") << rest;
    EXPECT_THAT(line.known, ElementsAre(KnownPerft{1, 20})) << rest;
  }
  EXPECT_EQ(OnlyLine(kStart + std::string(" ;D1 20")).comment, "");
}

TEST(SuiteTest, ReadsATable) {
  const absl::StatusOr<std::vector<SuiteLine>> suite =
      ParseSuite("# counts\nnodes\tname\tfen\tcomment\tdepth\r\n20\tx\t" +
                 std::string(kStart) + "\tfirst\t1\r\n400\ty\t" + kStart +
                 "\tsecond\t2\r\n\r\n1\tz\t4k3/8/8/8/8/8/8/4K3 w - -\t\t0\n");
  ASSERT_TRUE(suite.ok()) << suite.status();
  ASSERT_THAT(*suite, SizeIs(2));
  EXPECT_EQ(suite->front().number, 3);
  EXPECT_EQ(suite->front().position, Position::Start());
  EXPECT_EQ(suite->front().comment, "first");
  EXPECT_THAT(suite->front().known,
              ElementsAre(KnownPerft{1, 20}, KnownPerft{2, 400}));
  EXPECT_EQ(suite->back().number, 6);
  EXPECT_THAT(suite->back().known, ElementsAre(KnownPerft{0, 1}));
  EXPECT_EQ(suite->back().comment, "");
}

TEST(SuiteTest, PassesOverOtherStatisticsOfATable) {
  const absl::StatusOr<std::vector<SuiteLine>> suite =
      ParseSuite("fen\tdepth\tstatistic\tvalue\n" + std::string(kStart) +
                 "\t1\tcaptures\t0\n" + kStart + "\t1\tnodes\t20\n");
  ASSERT_TRUE(suite.ok()) << suite.status();
  ASSERT_THAT(*suite, SizeIs(1));
  EXPECT_EQ(suite->front().number, 3);
  EXPECT_THAT(suite->front().known, ElementsAre(KnownPerft{1, 20}));
}

TEST(SuiteTest, RefusesTablesThatItCannotRead) {
  const std::string row = std::string(kStart) + "\t1\t20";
  EXPECT_EQ(ErrorOf("fen\tdepth\tleaves\n" + row),
            "line 1: column nodes is missing; a table has the columns fen, "
            "depth, nodes and, if you like, comment");
  EXPECT_THAT(ErrorOf("fen\tdepth\tstatistic\n" + row),
              HasSubstr("line 1: column value is missing"));
  EXPECT_EQ(ErrorOf("fen\tdepth\tnodes\tfen\n" + row),
            "line 1: column fen is there twice");
  const std::string heading = "fen\tdepth\tnodes\n";
  EXPECT_EQ(ErrorOf(heading), "the suite has no position");
  EXPECT_EQ(ErrorOf(heading + kStart + "\t1"),
            "line 2: has 2 cells; the columns that count reach to cell 3");
  EXPECT_EQ(ErrorOf(heading + kStart + "\tdeep\t20"),
            "line 2: depth Ddeep is not D0 to D32");
  EXPECT_THAT(ErrorOf(heading + kStart + "\t1\t"),
              HasSubstr("line 2: D1 is ''; it must be a decimal number"));
  EXPECT_THAT(ErrorOf(heading + "8/8 w - -\t1\t20"),
              HasSubstr("line 2: fen: "));
  EXPECT_EQ(ErrorOf(heading + row + "\n" + row), "line 3: D1 is there twice");
}

TEST(SuiteTest, TakesFilesFromWindows) {
  const absl::StatusOr<std::vector<SuiteLine>> suite =
      ParseSuite("\xef\xbb\xbf" + std::string(kStart) + " ;D1 20\r\n\r\n" +
                 std::string(kStart) + " ;D2 400\r\n");
  ASSERT_TRUE(suite.ok()) << suite.status();
  ASSERT_THAT(*suite, SizeIs(2));
  EXPECT_THAT(suite->back().known, ElementsAre(KnownPerft{2, 400}));
}

TEST(SuiteTest, CountsMayPass64Bits) {
  EXPECT_THAT(
      OnlyLine(std::string(kStart) + " ;D15 2015099950053364471960").known,
      ElementsAre(
          KnownPerft{15, absl::MakeUint128(109, 4404846019023345816u)}));
  EXPECT_EQ(OnlyLine(std::string(kStart) +
                     " ;D32 340282366920938463463374607431768211455")
                .known.front()
                .leaves,
            std::numeric_limits<absl::uint128>::max());
}

struct BadLine {
  const char* name;
  const char* line;
  const char* message;
};

class BadLineTest : public testing::TestWithParam<BadLine> {};

TEST_P(BadLineTest, IsRefusedWithItsNumber) {
  EXPECT_THAT(
      ErrorOf(std::string(kStart) + " ;D1 20\n" + GetParam().line + "\n"),
      HasSubstr(std::string("line 2: ") + GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Lines, BadLineTest,
    testing::Values(
        BadLine{"NoPosition", ";D1 20", "fen: "},
        BadLine{"NoKing", "8/8/8/8/8/8/8/8 w - - 0 1 ;D1 20", "fen: "},
        BadLine{"NoDepth", "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
                "no depth follows the position; write ;D4 197281"},
        BadLine{"OnlySemicolons", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;;",
                "no depth follows the position"},
        BadLine{"NoLeaves", "4k3/8/8/8/8/8/8/4K3 w - - ;D1",
                "D1 is ''; it must be a decimal number below 2^128"},
        BadLine{"NoLeavesBeforeSemicolon",
                "4k3/8/8/8/8/8/8/4K3 w - - ;D1 ;D2 9", "D1 is ';'; it must be"},
        BadLine{"NegativeLeaves", "4k3/8/8/8/8/8/8/4K3 w - - ;D1 -5",
                "D1 is '-5'; it must be"},
        BadLine{"GroupedLeaves", "4k3/8/8/8/8/8/8/4K3 w - - ;D6 1,234",
                "D6 is '1,234'; it must be"},
        BadLine{"TooManyLeaves",
                "4k3/8/8/8/8/8/8/4K3 w - - ;D9 "
                "340282366920938463463374607431768211456",
                "D9 is '340282366920938463463374607431768211456'; it must be"},
        BadLine{"TooDeep", "4k3/8/8/8/8/8/8/4K3 w - - ;D33 1",
                "depth D33 is not D0 to D32"},
        BadLine{"FarTooDeep",
                "4k3/8/8/8/8/8/8/4K3 w - - ;D99999999999999999999 1",
                "depth D99999999999999999999 is not D0 to D32"},
        BadLine{"DepthTwice", "4k3/8/8/8/8/8/8/4K3 w - - ;D1 5 ;D01 5",
                "D1 is there twice"},
        BadLine{"OtherOperation", "4k3/8/8/8/8/8/8/4K3 w - - ;D1 5 ;id \"x\"",
                "'id' is not a depth such as D4"},
        BadLine{"CommentTwice",
                "4k3/8/8/8/8/8/8/4K3 w - - ;D1 5 ;c0 \"x\" ;c0 \"y\"",
                "c0 is there twice"},
        BadLine{"CommentWithoutQuotes",
                "4k3/8/8/8/8/8/8/4K3 w - - ;D1 5 ;c0 check;",
                "c0 is check; write a text in double quotes"},
        BadLine{"CommentWithoutEnd",
                "4k3/8/8/8/8/8/8/4K3 w - - ;D1 5 ;c0 \"check",
                "c0 is \\\"check; write a text in double quotes"},
        BadLine{"CommentEmpty", "4k3/8/8/8/8/8/8/4K3 w - - ;D1 5 ;c0 \"\"",
                "c0 is \\\"\\\"; write a text in double quotes"},
        BadLine{"CommentMissing", "4k3/8/8/8/8/8/8/4K3 w - - ;D1 5 ;c0",
                "c0 is ; write a text in double quotes"},
        BadLine{"SecondNumber", "4k3/8/8/8/8/8/8/4K3 w - - ;D1 5 6",
                "'6' is not a depth such as D4"},
        BadLine{"BytesThatAreNoText", "4k3/8/8/8/8/8/8/4K3 w - - ;D1 \xff",
                "D1 is '\\377'"}),
    [](const auto& test) { return test.param.name; });

TEST(SuiteTest, BoundsLines) {
  const std::string longest =
      std::string(kStart) + " ;D1 20" +
      std::string(kMaxSuiteLineBytes - std::string(kStart).size() - 7, ' ');
  EXPECT_TRUE(ParseSuite(longest + "\r\n").ok());
  EXPECT_EQ(ErrorOf("# long\n" + longest + " \n"),
            "line 2: has 4097 bytes; at most 4096 are read");
}

TEST(SuiteTest, BoundsTheFile) {
  std::string text = std::string(kStart) + " ;D1 20\n";
  text.resize(kMaxSuiteBytes, '\n');
  EXPECT_TRUE(ParseSuite(text).ok());
  EXPECT_THAT(ErrorOf(text + "\n"),
              HasSubstr("the suite has 16777217 bytes; at most 16777216"));
}

TEST(SuiteTest, RefusesASuiteWithoutPositions) {
  for (const char* text : {"", "\n", "# nothing\n", "\xef\xbb\xbf"})
    EXPECT_EQ(ErrorOf(text), "the suite has no position");
}

}  // namespace
}  // namespace rookery
