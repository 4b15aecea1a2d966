#include "core/notation/san.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "core/board/move_generator.h"
#include "core/notation/uci.h"
#include "tests/support/random_positions.h"
#include "tests/support/san_claims.h"

namespace rookery {
namespace {

using testing::HasSubstr;

Position FromFen(std::string_view fen) {
  absl::StatusOr<Position> position = Position::FromFen(fen);
  EXPECT_TRUE(position.ok()) << position.status();
  return *position;
}

std::string San(std::string_view fen, std::string_view uci) {
  const Position position = FromFen(fen);
  const absl::StatusOr<Move> move = ParseUci(position, uci);
  EXPECT_TRUE(move.ok()) << move.status();
  return ToSan(position, *move);
}

// The move that a lax reader finds, in UCI, and the liberties, or the reason
// why not.
std::string Lax(std::string_view fen, std::string_view text) {
  const Position position = FromFen(fen);
  const absl::StatusOr<LaxSan> lax = ParseLaxSan(position, text);
  if (!lax.ok()) {
    EXPECT_EQ(lax.status().code(), absl::StatusCode::kInvalidArgument);
    return std::string(lax.status().message());
  }
  std::string result = ToUci(lax->move, position.NeedsChess960());
  lax->liberties.ForEach([&](SanLiberty liberty) {
    result += " ";
    result += SanLibertyName(liberty);
  });
  return result;
}

constexpr const char* kStart =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

TEST(SanTest, WritesTheLeastDisambiguation) {
  // Knights on c3 and g1, of which the one on c3 is pinned.
  EXPECT_EQ(San("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2"), "Ne2");
  EXPECT_EQ(San("4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1", "g1e2"), "Nge2");
  // Two rooks on the a-file.
  EXPECT_EQ(San("7k/8/8/8/8/R7/8/R3K3 w - - 0 1", "a3a2"), "R3a2");
  // Queens on a4, h4 and h1 all reach e4.
  EXPECT_EQ(San("8/6k1/8/8/Q6Q/8/8/4K2Q w - - 0 1", "h4e4"), "Qh4e4");
  EXPECT_EQ(San("8/6k1/8/8/Q6Q/8/8/4K2Q w - - 0 1", "a4e4"), "Qae4");
  EXPECT_EQ(San("8/6k1/8/8/Q6Q/8/8/4K2Q w - - 0 1", "h1e4"), "Q1e4");
}

TEST(SanTest, WritesCapturesPromotionsCastlingAndMarks) {
  EXPECT_EQ(San("rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
                "e5d6"),
            "exd6");
  EXPECT_EQ(San("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q"), "axb8=Q+");
  EXPECT_EQ(San("5k2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1"), "O-O+");
  EXPECT_EQ(San("5k2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1"), "O-O-O");
  EXPECT_EQ(San("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1"), "O-O");
  EXPECT_EQ(San("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2",
                "d8h4"),
            "Qh4#");
}

TEST(SanTest, EveryLegalMoveIsReadBack) {
  for (const Position& position : RandomPositions(62, 300)) {
    MoveList moves;
    GenerateLegalMoves(position, moves);
    std::map<std::string, Move> spelled;
    for (const Move move : moves) {
      const std::string text = ToSan(position, move);
      ASSERT_TRUE(spelled.emplace(text, move).second)
          << position.ToFen() << ": two moves are " << text;
      const absl::StatusOr<Move> read = ParseSan(position, text);
      ASSERT_TRUE(read.ok()) << position.ToFen() << ": " << read.status();
      ASSERT_EQ(*read, move) << position.ToFen() << " " << text;
      const absl::StatusOr<LaxSan> lax = ParseLaxSan(position, text);
      ASSERT_TRUE(lax.ok() && lax->liberties.empty())
          << position.ToFen() << " " << text;
    }
  }
}

// Whatever text a reader takes, it must be a spelling of the move it plays.
TEST(SanTest, NoTextOfAnotherPositionPlaysAnotherMove) {
  const std::vector<Position> positions = RandomHazards(63, 60);
  std::vector<std::string> texts;
  for (size_t index = 0; index < positions.size(); index += 3) {
    MoveList moves;
    GenerateLegalMoves(positions[index], moves);
    for (const Move move : moves)
      texts.push_back(ToSan(positions[index], move));
  }
  for (const Position& position : positions) {
    for (const std::string& text : texts) {
      const absl::StatusOr<LaxSan> lax = ParseLaxSan(position, text);
      if (!lax.ok()) continue;
      const std::string canonical = ToSan(position, lax->move);
      ASSERT_EQ(canonical.substr(0, 1), text.substr(0, 1))
          << position.ToFen() << " " << text;
      ASSERT_EQ(FindFalseClaim(position, lax->move, text), "")
          << position.ToFen() << " " << text;
      ASSERT_EQ(canonical == text, lax->liberties.empty())
          << position.ToFen() << " " << text << " for " << canonical;
    }
  }
}

TEST(SanTest, NamesTheLibertiesOfASpelling) {
  constexpr const char* kCastling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
  EXPECT_EQ(Lax(kCastling, "0-0"), "e1g1 castling_with_zeros");
  EXPECT_EQ(Lax(kCastling, "o-o-o"), "e1c1 castling_lower_case");
  EXPECT_EQ(Lax(kCastling, "e1g1"), "e1g1 long_algebraic");
  EXPECT_EQ(Lax(kStart, "e2e4"), "e2e4 long_algebraic");
  EXPECT_EQ(Lax(kStart, "e2-e4"), "e2e4 long_algebraic");
  EXPECT_EQ(Lax(kStart, "Ng1-f3"), "g1f3 long_algebraic");
  EXPECT_EQ(Lax(kStart, "g1f3"), "g1f3 long_algebraic");
  EXPECT_EQ(Lax(kStart, "Ngf3"), "g1f3 over_disambiguated");
  EXPECT_EQ(Lax(kStart, "Pe4"), "e2e4 pawn_letter");
  EXPECT_EQ(Lax(kStart, "Nxf3"), "g1f3 bogus_capture_sign");
  EXPECT_EQ(Lax(kStart, "e4+"), "e2e4 wrong_check_suffix");
  EXPECT_EQ(Lax("4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1", "N1e2"),
            "g1e2 unusual_disambiguation");

  constexpr const char* kPromotion = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
  EXPECT_EQ(Lax(kPromotion, "a8Q+"), "a7a8q promotion_without_equals");
  EXPECT_EQ(Lax(kPromotion, "a8=r"),
            "a7a8r promotion_lower_case missing_check_suffix");

  constexpr const char* kEnPassant = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
  for (const char* text : {"exd6e.p.", "exd6ep"})
    EXPECT_EQ(Lax(kEnPassant, text), "e5d6 ep_suffix");
  EXPECT_EQ(Lax(kEnPassant, "ed6"), "e5d6 missing_capture_sign");
  EXPECT_EQ(Lax("4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1", "Nd5"),
            "c3d5 missing_capture_sign");

  constexpr const char* kFoolsMate =
      "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2";
  EXPECT_EQ(Lax(kFoolsMate, "Qh4"), "d8h4 missing_mate_suffix");
  EXPECT_EQ(Lax(kFoolsMate, "Qh4+"), "d8h4 wrong_check_suffix");
  EXPECT_EQ(Lax("3rk3/8/8/8/4N3/8/8/2K1R3 w - - 0 1", "Nf6++"),
            "e4f6 double_check_suffix");
}

TEST(SanTest, RefusesAmbiguityUnlessOneMoveIsLegal) {
  constexpr const char* kRooks = "7k/8/8/8/8/R7/8/R3K3 w - - 0 1";
  EXPECT_EQ(Lax(kRooks, "Ra2"),
            "move 'Ra2' is ambiguous: more than one rook can go to a2; add the "
            "file or the rank it comes from");
  EXPECT_THAT(Lax(kRooks, "Raa2"), HasSubstr("is ambiguous"));
  EXPECT_EQ(Lax("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "Ne2"), "g1e2");
  // A pawn that shields the other on its file.
  EXPECT_EQ(Lax("4k3/8/8/8/8/4P3/4P3/4K3 w - - 0 1", "e4"), "e3e4");
}

TEST(SanTest, SkipsNoLetterToFindAMove) {
  for (const char* text :
       {"Sf3", "nf3",    "N f3", "N-f3",    "f3?",  "xe4", "e",    "",
        "ef",  "O-",     "O-0",  "O-O-O-O", "Ke1e", "e4=", "e8=K", "Nf3=Q",
        "1e4", "e4e.p.", "P",    "e44",     "Nf9",  "i4"}) {
    EXPECT_THAT(Lax(kStart, text), HasSubstr("is not in algebraic notation"))
        << text;
  }
  EXPECT_THAT(Lax(kStart, std::string(1000, 'N')), HasSubstr("NNN...'"));
}

TEST(SanTest, ACaptureSignOfAPawnIsNeverASlip) {
  constexpr const char* kPawns = "4k3/8/8/3pP3/8/2n5/8/2B1K3 w - d6 0 1";
  // Nothing is captured.
  for (const char* text : {"e5xe6", "e5xe6e.p.", "c1xd2", "exe6", "e5xf6"})
    EXPECT_THAT(Lax(kPawns, text), HasSubstr("is not legal")) << text;
  EXPECT_THAT(Lax("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1xg1"),
              HasSubstr("is not legal"));
  EXPECT_EQ(Lax(kPawns, "e5e6"), "e5e6 long_algebraic");
  EXPECT_EQ(Lax(kPawns, "e5xd6"), "e5d6 long_algebraic");
  EXPECT_EQ(Lax(kPawns, "c1d2"), "c1d2 long_algebraic");
  EXPECT_EQ(Lax("4k3/8/8/8/8/2n5/3B4/4K3 w - - 0 1", "d2xc3"),
            "d2c3 long_algebraic");
}

TEST(SanTest, OnlyAnEnPassantCaptureIsSaidToBeOne) {
  constexpr const char* kPlain = "4k3/8/3n4/4P3/8/8/8/4K3 w - - 0 1";
  EXPECT_EQ(Lax(kPlain, "exd6"), "e5d6");
  for (const char* text : {"exd6e.p.", "e5xd6e.p."})
    EXPECT_THAT(Lax(kPlain, text), HasSubstr("is not legal")) << text;
  EXPECT_EQ(Lax("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5xd6e.p."),
            "e5d6 long_algebraic ep_suffix");
}

TEST(SanTest, SaysWhyNoMoveFits) {
  EXPECT_THAT(Lax("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "Nce2"),
              HasSubstr("pinned"));
  EXPECT_EQ(Lax(kStart, "Nd4"),
            "move 'Nd4' is not legal: no white knight can go to d4 like that");
  EXPECT_EQ(Lax("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8"),
            "move 'a8' does not say what the pawn becomes; write it like a8=Q");
  constexpr const char* kOnlyCapture = "k3r3/3P4/8/8/8/8/8/4K3 w - - 0 1";
  EXPECT_THAT(Lax(kOnlyCapture, "e8"), HasSubstr("is not legal"));
  for (const char* text : {"dxe8", "de8", "d7e8"}) {
    EXPECT_THAT(Lax(kOnlyCapture, text), HasSubstr("what the pawn becomes"))
        << text;
  }
  EXPECT_THAT(Lax("4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O"),
              HasSubstr("is not legal"));
  EXPECT_THAT(Lax(kStart, "--"), HasSubstr("passes"));
}

TEST(SanTest, StrictReadingNamesTheRightSpelling) {
  const absl::StatusOr<Move> move = ParseSan(Position::Start(), "Ngf3");
  EXPECT_EQ(move.status().message(),
            "move 'Ngf3' is not spelled as the standard has it; write Nf3");
}

}  // namespace
}  // namespace rookery
