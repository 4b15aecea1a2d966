#include "cli/position_argument.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rookery::cli {
namespace {

using testing::HasSubstr;

std::string MessageFor(std::string_view text) {
  const absl::StatusOr<Position> position = ParsePositionArgument(text);
  EXPECT_TRUE(absl::IsInvalidArgument(position.status()));
  return std::string(position.status().message());
}

TEST(ParsePositionArgumentTest, KnowsNames) {
  EXPECT_EQ(ParsePositionArgument("")->ToFen(), Position::Start().ToFen());
  EXPECT_EQ(ParsePositionArgument("startpos")->ToFen(),
            Position::Start().ToFen());
  EXPECT_EQ(
      ParsePositionArgument("kiwipete")->ToFen(),
      "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
}

TEST(ParsePositionArgumentTest, ReadsAFen) {
  EXPECT_EQ(ParsePositionArgument("8/8/8/8/8/k7/8/K7 w - -")->ToFen(),
            "8/8/8/8/8/k7/8/K7 w - - 0 1");
}

TEST(ParsePositionArgumentTest, NamesWhatIsWrong) {
  const std::string message = MessageFor("8/8/8/8/8/8/8/K7 w - - 0 1");
  EXPECT_THAT(message, HasSubstr("fen: "));
  EXPECT_THAT(message, HasSubstr("king"));
  EXPECT_THAT(message, Not(HasSubstr("did you mean")));
}

TEST(ParsePositionArgumentTest, OffersTheRepairedFen) {
  EXPECT_THAT(MessageFor("8/8/8/8/8/k7/8/K7 w KQ - 0 1"),
              HasSubstr("did you mean \"8/8/8/8/8/k7/8/K7 w - - 0 1\"?"));
}

}  // namespace
}  // namespace rookery::cli
