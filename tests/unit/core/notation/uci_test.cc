#include "core/notation/uci.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "core/board/move_generator.h"
#include "tests/support/random_positions.h"

namespace rookery {
namespace {

using testing::HasSubstr;

std::string Refusal(const Position& position, std::string_view text) {
  const absl::StatusOr<Move> move = ParseUci(position, text);
  if (move.ok()) return "accepted";
  EXPECT_EQ(move.status().code(), absl::StatusCode::kInvalidArgument);
  return std::string(move.status().message());
}

TEST(UciTest, SpellsMoves) {
  EXPECT_EQ(ToUci(Move::DoublePush(kE2, kE4), false), "e2e4");
  EXPECT_EQ(ToUci(Move::Promotion(kA7, kB8, kKnight), false), "a7b8n");
  EXPECT_EQ(ToUci(Move::Castling(kE1, kH1), false), "e1g1");
  EXPECT_EQ(ToUci(Move::Castling(kE8, kA8), false), "e8c8");
  EXPECT_EQ(ToUci(Move::Castling(kE8, kA8), true), "e8a8");
  EXPECT_EQ(ToUci(Move(), false), "0000");
}

TEST(UciTest, SpellsCastlingAsThePositionNeeds) {
  const auto standard = Position::FromFen("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  const auto chess960 = Position::FromFen("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
  ASSERT_TRUE(standard.ok() && chess960.ok());
  EXPECT_EQ(ToUci(*standard, Move::Castling(kE1, kH1)), "e1g1");
  EXPECT_EQ(ToUci(*chess960, Move::Castling(kF1, kH1)), "f1h1");
}

TEST(UciTest, RoundTripsEveryLegalMove) {
  for (const Position& position : RandomPositions(61, 300)) {
    MoveList moves;
    GenerateLegalMoves(position, moves);
    for (const Move move : moves) {
      const std::string text = ToUci(move, position.NeedsChess960());
      const absl::StatusOr<Move> read = ParseUci(position, text);
      ASSERT_TRUE(read.ok()) << position.ToFen() << ": " << read.status();
      ASSERT_EQ(*read, move) << position.ToFen() << " " << text;
    }
  }
}

TEST(UciTest, RefusesWhatIsNoMove) {
  for (const char* text : {"", "e2", "e2e", "e2e4qq", "e9e4", "E2E4", "e7e8Q",
                           "e7e8x", "e2-e4", "Nf3", "0000"}) {
    EXPECT_THAT(Refusal(Position::Start(), text),
                HasSubstr("is not in UCI notation"))
        << text;
  }
  EXPECT_EQ(Refusal(Position::Start(), std::string(1000, '\n')).size(),
            Refusal(Position::Start(), std::string(100, '\n')).size());
}

TEST(UciTest, SaysWhyAMoveIsNotLegal) {
  EXPECT_EQ(Refusal(Position::Start(), "e4e5"),
            "move 'e4e5' is not legal: there is no man on e4");
  EXPECT_THAT(Refusal(Position::Start(), "e1g1"),
              HasSubstr("blocked by the bishop on f1 and the knight on g1"));
}

TEST(UciTest, ReadsSquaresThatNoMoveNeedsToHave) {
  EXPECT_EQ(ParseUciCoordinates("a1h8"), (CoordinateMove{kA1, kH8}));
  EXPECT_EQ(ParseUciCoordinates("e7e8k"), (CoordinateMove{kE7, kE8, kKing}));
  for (const char* text : {"", "e2", "e2e9", "i2e4", "e7e8Q", "e7e8x", "e2e4 "})
    EXPECT_EQ(ParseUciCoordinates(text), std::nullopt) << text;
}

}  // namespace
}  // namespace rookery
