#include "cli/move_verdict.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/status/status.h"

namespace rookery::cli {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

// The knight on e2 is pinned.
constexpr char kPin[] = "4r1k1/8/8/8/8/8/4N3/4K2R w K - 0 1";

std::string Judged(const char* fen, std::string_view move) {
  const Position position = *Position::FromFen(fen);
  const absl::StatusOr<MoveVerdict> verdict = JudgeMove(position, move);
  EXPECT_TRUE(verdict.ok()) << verdict.status();
  return verdict.ok() ? MoveVerdictText(position, move, *verdict) : "";
}

TEST(MoveVerdictTest, TakesBothNotations) {
  for (const char* move : {"h1h2", "Rh2", "Rh1-h2"})
    EXPECT_THAT(Judged(kPin, move), EndsWith("' is legal: Rh2 (h1h2)\n"));
  for (const char* move : {"e1g1", "O-O", "0-0", "e1h1"})
    EXPECT_THAT(Judged(kPin, move), EndsWith("' is legal: O-O (e1g1)\n"));
}

TEST(MoveVerdictTest, SaysWhyAMoveIsIllegal) {
  EXPECT_EQ(Judged(kPin, "e2d4"),
            "move 'e2d4' is not legal: the knight on e2 is pinned to the king "
            "on e1 by the rook on e8\n");
  EXPECT_EQ(Judged(kPin, "Nd4"),
            "move 'Nd4' is not legal: the knight on e2 is pinned to the king "
            "on e1 by the rook on e8\n");
  EXPECT_THAT(Judged(kPin, "Qd4"), HasSubstr("no white queen can go to d4"));
  EXPECT_THAT(Judged(kPin, "g8g7"), HasSubstr("it is white's move"));
  EXPECT_THAT(Judged("4k3/8/8/8/8/8/8/N3K2N w - - 0 1", "O-O-O"),
              HasSubstr("'O-O-O' is not legal: "));
}

TEST(MoveVerdictTest, RefusesWhatIsNoMove) {
  for (const char* text : {"", "e9e4", "hello", "Nf3 Nf6"}) {
    const absl::Status status = JudgeMove(Position::Start(), text).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(status.message()),
                HasSubstr("is no move; write it like g1f3"));
  }
}

TEST(MoveVerdictTest, IsOneJsonObject) {
  const Position position = *Position::FromFen(kPin);
  EXPECT_EQ(MoveVerdictJson(position, "Rh2", *JudgeMove(position, "Rh2")),
            R"({"fen":"4r1k1/8/8/8/8/8/4N3/4K2R w K - 0 1","move":"Rh2",)"
            R"("legal":true,"san":"Rh2","uci":"h1h2"})"
            "\n");
  EXPECT_EQ(
      MoveVerdictJson(position, "e2d4", *JudgeMove(position, "e2d4")),
      R"({"fen":"4r1k1/8/8/8/8/8/4N3/4K2R w K - 0 1","move":"e2d4",)"
      R"("legal":false,"reason":"move 'e2d4' is not legal: the knight on )"
      R"(e2 is pinned to the king on e1 by the rook on e8"})"
      "\n");
}

}  // namespace
}  // namespace rookery::cli
