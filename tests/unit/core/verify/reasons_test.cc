#include "core/verify/reasons.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "core/notation/uci.h"

namespace rookery {
namespace {

using ::testing::HasSubstr;

struct Way {
  std::vector<Position> positions;
  std::vector<Move> moves;
};

// Plays moves, which are legal, from a position.
Way Play(const char* fen, const std::vector<std::string>& moves) {
  Way way{.positions = {Position::FromFen(fen).value()}, .moves = {}};
  for (const std::string& text : moves) {
    way.moves.push_back(ParseUci(way.positions.back(), text).value());
    way.positions.push_back(way.positions.back().After(way.moves.back()));
  }
  return way;
}

struct ExtraCase {
  const char* name;
  const char* fen;
  std::vector<std::string> moves;
  const char* extra;
  const char* id;
};

class ExtraTest : public testing::TestWithParam<ExtraCase> {};

TEST_P(ExtraTest, HasItsReason) {
  const Way way = Play(GetParam().fen, GetParam().moves);
  const Reason reason = WhyExtra(way.positions, way.moves, GetParam().extra);
  EXPECT_EQ(reason.id, GetParam().id) << reason.words;
  EXPECT_FALSE(reason.words.empty());
  EXPECT_FALSE(reason.advice.empty());
}

INSTANTIATE_TEST_SUITE_P(
    All, ExtraTest,
    testing::Values(
        ExtraCase{"Unreadable",
                  "4k3/8/8/8/8/8/8/4K3 w - -",
                  {},
                  "Ke2",
                  "move-not-readable"},
        ExtraCase{
            "Twice", "4k3/8/8/8/8/8/8/4K2R w K -", {}, "e1h1", "move-twice"},
        ExtraCase{"EmptySquare",
                  "4k3/8/8/8/8/8/8/4K3 w - -",
                  {},
                  "a2a3",
                  "move-from-empty-square"},
        ExtraCase{"OpponentsMan",
                  "4k3/8/8/8/8/8/8/4K3 w - -",
                  {},
                  "e8e7",
                  "moves-opponents-man"},
        ExtraCase{"KnightLikeABishop",
                  "4k3/8/8/8/8/8/8/1N2K3 w - -",
                  {},
                  "b1d3",
                  "breaks-movement-rule"},
        ExtraCase{"KnightWraps",
                  "4k3/8/8/7N/8/8/8/4K3 w - -",
                  {},
                  "h5b7",
                  "wraps-around-edge"},
        ExtraCase{"RookWraps",
                  "4k3/8/8/7R/8/8/8/4K3 w - -",
                  {},
                  "h5a6",
                  "wraps-around-edge"},
        ExtraCase{"BishopWraps",
                  "k7/8/8/7B/8/8/8/4K3 w - -",
                  {},
                  "h5a7",
                  "wraps-around-edge"},
        ExtraCase{"WhitePawnWraps",
                  "4k3/8/8/7n/P7/8/8/4K3 w - -",
                  {},
                  "a4h4",
                  "wraps-around-edge"},
        ExtraCase{"BlackPawnWraps",
                  "4k3/8/p7/8/7N/8/8/4K3 b - -",
                  {},
                  "a6h4",
                  "wraps-around-edge"},
        ExtraCase{"KingWraps",
                  "4k3/8/8/7K/8/8/8/8 w - -",
                  {},
                  "h5a6",
                  "wraps-around-edge"},
        ExtraCase{"Jumps",
                  "4k3/8/8/8/8/8/P7/R3K3 w - -",
                  {},
                  "a1a3",
                  "jumps-over-man"},
        ExtraCase{"OwnMan",
                  "4k3/8/8/8/8/8/P7/R3K3 w - -",
                  {},
                  "a1a2",
                  "captures-own-man"},
        ExtraCase{"PawnTakesAhead",
                  "4k3/8/8/8/8/n7/P7/4K3 w - -",
                  {},
                  "a2a3",
                  "pawn-push-blocked"},
        ExtraCase{"DoublePushOverMan",
                  "4k3/8/8/8/8/n7/P7/4K3 w - -",
                  {},
                  "a2a4",
                  "double-push-over-man"},
        ExtraCase{"DoublePushOnMan",
                  "4k3/8/8/8/n7/8/P7/4K3 w - -",
                  {},
                  "a2a4",
                  "pawn-push-blocked"},
        ExtraCase{"DoublePushLate",
                  "4k3/8/8/8/8/P7/8/4K3 w - -",
                  {},
                  "a3a5",
                  "double-push-from-wrong-rank"},
        ExtraCase{"PawnTakesNothing",
                  "4k3/8/8/8/8/P7/8/4K3 w - -",
                  {},
                  "a3b4",
                  "pawn-captures-nothing"},
        ExtraCase{"EnPassantTooLate",
                  "4k3/8/8/8/3p4/8/4P3/4K3 w - -",
                  {"e2e4", "e8d8", "e1d1"},
                  "d4e3",
                  "en-passant-too-late"},
        ExtraCase{"EnPassantAfterSinglePush",
                  "4k3/8/8/8/3p4/4P3/8/4K3 w - -",
                  {"e3e4"},
                  "d4e3",
                  "en-passant-after-single-push"},
        ExtraCase{"EnPassantOnRank",
                  "8/8/8/8/k2p3R/8/4P3/4K3 w - -",
                  {"e2e4"},
                  "d4e3",
                  "en-passant-exposes-king-on-rank"},
        ExtraCase{"EnPassantOnDiagonal",
                  "8/7k/8/8/3pP3/8/8/1B2K3 b - e3",
                  {},
                  "d4e3",
                  "en-passant-exposes-king-on-diagonal"},
        ExtraCase{"EnPassantByAPinnedPawn",
                  "8/6B1/8/8/3p4/8/4P3/k3K3 w - -",
                  {"e2e4"},
                  "d4e3",
                  "en-passant-exposes-king"},
        // The push uncovers the rook.
        ExtraCase{"EnPassantInCheck",
                  "8/8/8/8/3p4/8/k3P2R/4K3 w - -",
                  {"e2e4"},
                  "d4e3",
                  "check-not-answered"},
        ExtraCase{"PinnedByBishop",
                  "4k3/3n4/8/1B6/8/8/8/4K3 b - -",
                  {},
                  "d7f6",
                  "pinned-man-moved"},
        ExtraCase{"CheckIgnored",
                  "4k3/8/8/8/8/8/8/n3R1K1 b - -",
                  {},
                  "a1c2",
                  "check-not-answered"},
        ExtraCase{"CheckIgnoredOnEnPassantSquare",
                  "4k3/8/7R/2Pp4/4K3/8/8/8 w - d6",
                  {},
                  "h6d6",
                  "check-not-answered"},
        ExtraCase{"DoubleCheck",
                  "4k3/8/8/1B6/8/8/3q4/4R1K1 b - -",
                  {},
                  "d2e1",
                  "double-check-not-answered-by-king"},
        ExtraCase{"KingIntoCheck",
                  "4k3/8/8/8/8/8/8/3R2K1 b - -",
                  {},
                  "e8d8",
                  "king-into-check"},
        ExtraCase{"KingNextToKing",
                  "8/8/4k3/8/4K3/8/8/8 b - -",
                  {},
                  "e6e5",
                  "king-next-to-king"},
        ExtraCase{"KingBehindHimself",
                  "8/4k3/8/8/8/8/8/4R1K1 b - -",
                  {},
                  "e7e8",
                  "king-stays-on-line-of-check"},
        ExtraCase{"NoPromotion",
                  "7k/P7/8/8/8/8/8/4K3 w - -",
                  {},
                  "a7a8",
                  "pawn-does-not-promote"},
        ExtraCase{"PromotionToKing",
                  "7k/P7/8/8/8/8/8/4K3 w - -",
                  {},
                  "a7a8k",
                  "promotion-to-king-or-pawn"},
        ExtraCase{"PromotionEarly",
                  "7k/8/P7/8/8/8/8/4K3 w - -",
                  {},
                  "a6a7q",
                  "promotion-away-from-last-rank"},
        ExtraCase{"KingTooFar",
                  "4k3/8/8/8/8/8/8/R3K3 w Q -",
                  {},
                  "e1b1",
                  "king-steps-too-far"},
        ExtraCase{"NoRookAtAll",
                  "4k3/8/8/8/8/8/8/4K3 w - -",
                  {},
                  "e1g1",
                  "castling-without-right"},
        ExtraCase{"KingMoved",
                  "4k3/8/8/8/8/8/8/4K2R w K -",
                  {"e1e2", "e8e7", "e2e1", "e7e8"},
                  "e1g1",
                  "castling-right-kept-after-king-moved"},
        ExtraCase{"RookCaptured",
                  "4k3/8/8/8/8/8/6b1/4K2R b K -",
                  {"g2h1"},
                  "e1g1",
                  "castling-right-kept-after-rook-captured"},
        ExtraCase{"RookMoved",
                  "4k3/8/8/8/8/8/8/4K2R w K -",
                  {"h1h2", "e8e7", "h2h1", "e7e8"},
                  "e1g1",
                  "castling-right-kept-after-rook-moved"},
        ExtraCase{"NeverHadTheRight",
                  "4k3/8/8/8/8/8/8/4K2R w - -",
                  {},
                  "e1g1",
                  "castling-without-right"},
        ExtraCase{"RightOfAnotherRookOnTheWing",
                  "4k3/8/8/8/8/8/8/4K1RR b G -",
                  {"e8e7"},
                  "e1h1",
                  "castling-without-right"},
        ExtraCase{"OutOfCheck",
                  "4k3/4r3/8/8/8/8/8/4K2R w K -",
                  {},
                  "e1g1",
                  "castling-out-of-check"},
        ExtraCase{"ThroughCheck",
                  "4k3/5r2/8/8/8/8/8/4K2R w K -",
                  {},
                  "e1g1",
                  "castling-through-check"},
        ExtraCase{"IntoCheck",
                  "4k3/6r1/8/8/8/8/8/4K2R w K -",
                  {},
                  "e1g1",
                  "castling-into-check"},
        ExtraCase{"OverMan",
                  "4k3/8/8/8/8/8/8/Rn2K3 w Q -",
                  {},
                  "e1c1",
                  "castling-blocked"},
        ExtraCase{"RookShields",
                  "4k3/8/8/8/8/8/8/rR1K4 w B -",
                  {},
                  "d1b1",
                  "castling-uncovers-attack"}),
    [](const auto& instance) { return instance.param.name; });

struct MissingCase {
  const char* name;
  const char* fen;
  // All that is missing; the reason is that of the first.
  std::vector<std::string> missing;
  const char* id;
};

class MissingTest : public testing::TestWithParam<MissingCase> {};

TEST_P(MissingTest, HasItsReason) {
  const Position position = Position::FromFen(GetParam().fen).value();
  std::vector<Move> missing;
  for (const std::string& text : GetParam().missing)
    missing.push_back(ParseUci(position, text).value());
  const Reason reason = WhyMissing(position, missing.front(), missing);
  EXPECT_EQ(reason.id, GetParam().id) << reason.words;
  EXPECT_FALSE(reason.words.empty());
  EXPECT_FALSE(reason.advice.empty());
}

INSTANTIATE_TEST_SUITE_P(
    All, MissingTest,
    testing::Values(MissingCase{"Castling",
                                "4k3/8/8/8/8/8/8/4K2R w K -",
                                {"e1g1"},
                                "castling-missing"},
                    MissingCase{"RookAttacked",
                                "1r2k3/8/8/8/8/8/8/R3K3 w Q -",
                                {"e1c1"},
                                "castling-missing-rook-attacked"},
                    MissingCase{"InnerRook",
                                "4k3/8/8/8/8/8/8/4K1RR w G -",
                                {"e1g1"},
                                "castling-missing-inner-rook"},
                    MissingCase{"KingStays",
                                "4k3/8/8/8/8/8/8/6KR w H -",
                                {"g1h1"},
                                "castling-missing-king-stays"},
                    MissingCase{"BlockedByItself",
                                "4k3/8/8/8/8/8/8/5KR1 w G -",
                                {"f1g1"},
                                "castling-missing-blocked-by-itself"},
                    MissingCase{"EnPassant",
                                "4k3/8/8/8/3pP3/8/8/4K3 b - e3",
                                {"d4e3"},
                                "en-passant-missing"},
                    MissingCase{"EnPassantOfChecker",
                                "8/8/8/3k4/3pP3/8/8/4K3 b - e3",
                                {"d4e3"},
                                "en-passant-capture-of-checker-missing"},
                    MissingCase{"Underpromotion",
                                "7k/P7/8/8/8/8/8/4K3 w - -",
                                {"a7a8n"},
                                "underpromotion-missing"},
                    MissingCase{"Promotion",
                                "7k/P7/8/8/8/8/8/4K3 w - -",
                                {"a7a8n", "a7a8b", "a7a8r", "a7a8q"},
                                "promotion-missing"},
                    MissingCase{"PromotionByCapture",
                                "1n5k/P7/8/8/8/8/8/4K3 w - -",
                                {"a7b8n", "a7b8b", "a7b8r", "a7b8q"},
                                "promotion-by-capture-missing"},
                    MissingCase{"DoublePush",
                                "4k3/8/8/8/8/8/P7/4K3 w - -",
                                {"a2a4"},
                                "double-push-missing"},
                    MissingCase{"Block",
                                "4k3/8/8/8/8/8/3r4/4R1K1 b - -",
                                {"d2e2"},
                                "block-of-check-missing"},
                    MissingCase{"CaptureOfChecker",
                                "4k3/8/8/8/8/8/8/r3R1K1 b - -",
                                {"a1e1"},
                                "capture-of-checker-missing"},
                    MissingCase{"KingLeavesCheck",
                                "4k3/8/8/8/8/8/8/4R1K1 b - -",
                                {"e8d8"},
                                "king-move-missing"},
                    MissingCase{"KingMove",
                                "4k3/8/8/8/8/8/8/4K3 w - -",
                                {"e1e2"},
                                "king-move-missing"},
                    MissingCase{"AlongPin",
                                "4k3/4r3/8/8/8/8/8/4R1K1 b - -",
                                {"e7e5"},
                                "move-along-pin-missing"},
                    MissingCase{"StopsShort",
                                "7k/8/8/8/8/8/8/R3K3 w - -",
                                {"a1a8"},
                                "slider-stops-short"},
                    MissingCase{"Capture",
                                "7k/8/8/8/8/n7/1P6/4K3 w - -",
                                {"b2a3"},
                                "capture-missing"},
                    MissingCase{"Move",
                                "7k/8/8/8/8/8/8/1N2K3 w - -",
                                {"b1c3"},
                                "move-missing"}),
    [](const auto& instance) { return instance.param.name; });

TEST(ReasonsTest, WordsNameTheMoveThatLostTheRight) {
  const Way way = Play("4k3/8/8/8/8/8/6b1/4K2R b K -", {"g2h1"});
  EXPECT_THAT(WhyExtra(way.positions, way.moves, "e1g1").words,
              HasSubstr("since g2h1 captured the rook on h1"));
}

TEST(ReasonsTest, AreInAlphabeticalOrder) {
  const auto before = [](const KnownReason& left, const KnownReason& right) {
    return left.id < right.id;
  };
  EXPECT_TRUE(
      std::is_sorted(KnownReasons().begin(), KnownReasons().end(), before));
}

TEST(ReasonsTest, AreAllDocumented) {
  std::ostringstream page;
  page << std::ifstream(ROOKERY_SOURCE_DIR "/docs/verify.md").rdbuf();
  for (const KnownReason& reason : KnownReasons()) {
    EXPECT_THAT(page.str(), HasSubstr("`" + std::string(reason.id) + "`"));
  }
}

}  // namespace
}  // namespace rookery
