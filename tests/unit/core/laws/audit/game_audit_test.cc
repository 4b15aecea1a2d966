#include "core/laws/audit/game_audit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "core/notation/pgn_parser.h"

namespace rookery {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// One game, audited; the text must outlive it. Warnings about tags that are
// missing are left out of Warnings.
class AuditedGame {
 public:
  explicit AuditedGame(std::string_view text, JudgeOptions options = {})
      : auditor_(options) {
    PgnParser parser(text);
    EXPECT_TRUE(parser.Next(game_));
    audit_ = &auditor_.Audit(game_, 7);
  }

  const GameAudit& audit() const { return *audit_; }
  std::vector<std::string> Errors() const { return Describe(audit_->errors); }
  std::vector<std::string> Warnings() const {
    return Describe(audit_->warnings);
  }

 private:
  static std::vector<std::string> Describe(
      const std::vector<AuditFinding>& findings) {
    std::vector<std::string> texts;
    for (const AuditFinding& finding : findings) {
      if (finding.kind == "no_tags" || finding.kind == "missing_str_tag")
        continue;
      texts.push_back(std::string(finding.kind) + "@" +
                      std::to_string(finding.ply) + " " +
                      std::string(finding.text));
    }
    return texts;
  }

  PgnGame game_;
  GameAuditor auditor_;
  const GameAudit* audit_ = nullptr;
};

TEST(GameAuditTest, AnIllegalMoveIsNamedWithThePositionBeforeIt) {
  const AuditedGame game("1. e4 e5 2. Nd5 Nf6 1-0");
  EXPECT_EQ(game.audit().number, 7u);
  EXPECT_EQ(game.audit().plies, 2);
  EXPECT_THAT(game.Errors(), ElementsAre("illegal_move@3 Nd5"));
  EXPECT_EQ(game.audit().verdict->restore_ply, 2);
  EXPECT_EQ(game.audit().last.ToFen(),
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
  EXPECT_TRUE(game.audit().HasErrors());
}

TEST(GameAuditTest, AGapIsNoIllegalMove) {
  const AuditedGame game("1. e4 e5 9. Nd5 Nf6 1-0");
  EXPECT_THAT(game.Errors(), IsEmpty());
  EXPECT_THAT(game.Warnings(), ElementsAre("gap_in_record@3 Nd5"));
  EXPECT_EQ(game.audit().plies, 2);
  EXPECT_EQ(game.audit().verdict->restore_ply, std::nullopt);
}

TEST(GameAuditTest, ARecordKeptByOnePlayerHasGaps) {
  const AuditedGame black("1... e5 2... Nc6 0-1");
  EXPECT_THAT(black.Errors(), IsEmpty());
  EXPECT_THAT(black.Warnings(), ElementsAre("gap_in_record@1 e5"));
  const AuditedGame white("1. e4 2. Nf3 1-0");
  EXPECT_THAT(white.Errors(), IsEmpty());
  EXPECT_THAT(white.Warnings(), ElementsAre("gap_in_record@2 Nf3"));
}

TEST(GameAuditTest, ANumberThatIsNotAheadIsNoGap) {
  EXPECT_THAT(AuditedGame("1. e4 1... Ke6 *").Errors(),
              ElementsAre("illegal_move@2 Ke6"));
  EXPECT_THAT(AuditedGame("1. e4 e5 1. Nd5 *").Errors(),
              ElementsAre("illegal_move@3 Nd5"));
}

TEST(GameAuditTest, WrongNumbersBeforeHideNoIllegalMove) {
  EXPECT_THAT(AuditedGame("1. e4 e5 12. Nf3 Nc6 13. Nd1 *").Errors(),
              ElementsAre("illegal_move@5 Nd1"));
}

TEST(GameAuditTest, WhatIsNoMoveIsNoGap) {
  EXPECT_THAT(AuditedGame("1. e4 e5 9. Zz9 *").Errors(),
              ElementsAre("unparseable_token@3 Zz9"));
  EXPECT_THAT(AuditedGame("1. f3 e5 2. g4 Qh4# 9. a3 0-1").Errors(),
              ElementsAre("moves_after_checkmate@5 a3"));
}

TEST(GameAuditTest, BothMayLose) {
  const AuditedGame game("1. e4 0-0");
  EXPECT_THAT(game.Errors(), IsEmpty());
  EXPECT_EQ(game.audit().verdict->result, GameResult::kBothLose);
  const AuditedGame tag("[Result \"0-0\"]\n\n1. e4 *");
  EXPECT_THAT(tag.Errors(), IsEmpty());
  EXPECT_EQ(tag.audit().verdict->result, GameResult::kBothLose);
}

TEST(GameAuditTest, MovesAfterTheEndAreNamedByTheirText) {
  // The bishop goes, and the kings are alone.
  const AuditedGame game(
      "[SetUp \"1\"]\n[FEN \"8/8/4k3/8/8/8/1b6/K7 w - - 0 1\"]\n"
      "[Result \"1/2-1/2\"]\n\n1. Kxb2 (1. Ka2) Kd5 2. Kb3 1/2-1/2");
  EXPECT_THAT(game.Errors(), ElementsAre("moves_after_dead_position@1 Kxb2"));
}

TEST(GameAuditTest, OtherVariantsAreNotJudged) {
  const AuditedGame game(
      "[Variant \"Atomic\"]\n[Result \"1-0\"]\n\n1. Nf3 Kxx 1-0");
  EXPECT_THAT(game.Errors(), IsEmpty());
  EXPECT_THAT(game.Warnings(), ElementsAre("unsupported_variant@0 Atomic"));
  EXPECT_EQ(game.audit().verdict->result_verdict, ResultVerdict::kNone);
  EXPECT_EQ(game.audit().variant, PgnVariant::kUnsupported);
}

TEST(GameAuditTest, AnImpossibleStartIsVoid) {
  const AuditedGame game("[SetUp \"1\"]\n[FEN \"8/8/8 w\"]\n\n1. e4 *");
  EXPECT_EQ(game.Errors().size(), 1u);
  EXPECT_EQ(game.audit().plies, 0);
  EXPECT_EQ(game.audit().verdict->result_verdict, ResultVerdict::kVoid);
}

TEST(GameAuditTest, TheCodeIsChosen) {
  // The fifth time at the sixteenth ply.
  const std::string moves =
      "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 "
      "7. Nf3 Nf6 8. Ng1 Ng8 1-0";
  EXPECT_THAT(AuditedGame(moves, {.rules = RulesChoice::kFide}).Errors(),
              ElementsAre("result_contradicts_board@16 "));
  EXPECT_THAT(AuditedGame(moves, {.rules = RulesChoice::kClassic}).Errors(),
              IsEmpty());
  const AuditedGame undated(moves);
  EXPECT_THAT(undated.Errors(), IsEmpty());
  EXPECT_THAT(undated.Warnings(), ElementsAre("result_contradicts_board@16 "));
  EXPECT_THAT(AuditedGame("[Date \"2020.01.01\"]\n\n" + moves).Errors(),
              ElementsAre("result_contradicts_board@16 "));
}

TEST(GameAuditTest, TheFirstClockBehindAMoveCounts) {
  const AuditedGame game(
      "{[%clk 0:00:10]} 1. e4 {[%clk -0:00:03]} {[%clk 0:05:00]} e5 "
      "{[%clk 0:04:00]} 2. Nf3 0-1");
  EXPECT_EQ(game.audit().verdict->facts.flag_fall,
            (GameFacts::FlagFall{1, kWhite, GameResult::kBlackWins}));
}

TEST(GameAuditTest, TextsBecomeUtf8WhateverTheirEncoding) {
  const AuditedGame latin("[White \"M\xfcller \\\"M\\\"\"]\n\n1. e4 *");
  EXPECT_EQ(latin.audit().Tag("White"), "M\xc3\xbcller \"M\"");
  EXPECT_EQ(latin.audit().Tag("Black"), std::nullopt);
  const AuditedGame utf8("[White \"M\xc3\xbcller\"]\n\n1. e4 *");
  EXPECT_EQ(utf8.audit().Tag("White"), "M\xc3\xbcller");
}

TEST(GameAuditTest, FindingsAreBoundedAndCounted) {
  const std::string text = "1. e4 " + std::string(2000, ')') + " Ke6 *";
  const AuditedGame game(text);
  EXPECT_LE(game.audit().warnings.size(), 300u);
  EXPECT_GE(game.audit().unlisted_warnings, 1700u);
  EXPECT_THAT(game.Errors(), ElementsAre("illegal_move@2 Ke6"));
}

}  // namespace
}  // namespace rookery
