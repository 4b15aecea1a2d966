#include "core/laws/game_judge.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/unit/core/laws/played_game.h"

namespace rookery {
namespace {

using Kinds = std::vector<FindingKind>;

constexpr std::string_view kModern = "2024.01.02";
constexpr std::string_view kOld = "1972.07.11";
constexpr std::string_view kFoolsMate = "f2f3 e7e5 g2g4 d8h4";

GameRecord Record(std::string_view result, std::string_view date = kModern) {
  return {.result_tag = result, .result_token = result, .date = date};
}

TEST(CheckmateLawTest, MateWinsAndEndsTheGame) {
  PlayedGame game;
  const Verdict& verdict = game.Play(kFoolsMate).End(Record("0-1"));
  EXPECT_TRUE(verdict.errors.empty());
  EXPECT_TRUE(verdict.facts.checkmate);
  EXPECT_EQ(verdict.facts.first_automatic_end,
            (GameFacts::End{4, AutomaticEnd::kCheckmate}));
  EXPECT_EQ(verdict.result_verdict, ResultVerdict::kConsistent);
}

TEST(CheckmateLawTest, NoOtherResultStands) {
  for (const std::string_view result : {"1-0", "1/2-1/2", "0-0"}) {
    PlayedGame game;
    const Verdict& verdict = game.Play(kFoolsMate).End(Record(result, kOld));
    EXPECT_EQ(verdict.errors,
              std::vector<Finding>({{FindingKind::kResultContradictsBoard, 4,
                                     GameResult::kBlackWins}}));
    EXPECT_EQ(verdict.result_verdict, ResultVerdict::kShouldBe);
    EXPECT_EQ(verdict.expected, GameResult::kBlackWins);
  }
}

TEST(CheckmateLawTest, EndsTheGameBeforeAnyFlagFalls) {
  PlayedGame game;
  game.Play(kFoolsMate).Clock(-1);
  GameRecord record = Record("0-1");
  record.termination = "time forfeit";
  const Verdict& verdict = game.End(record);
  EXPECT_TRUE(verdict.errors.empty());
  EXPECT_TRUE(verdict.warnings.empty());
  EXPECT_EQ(verdict.result_verdict, ResultVerdict::kConsistent);
}

TEST(CheckmateLawTest, AMoveAfterItLeavesNothingToRestore) {
  PlayedGame game;
  GameRecord record = Record("0-1");
  record.record_break = RecordBreak::kUnplayableMove;
  const Verdict& verdict = game.Play(kFoolsMate).End(record);
  EXPECT_EQ(verdict.restore_ply, std::nullopt);
  EXPECT_EQ(verdict.result_verdict, ResultVerdict::kConsistent);
}

TEST(StalemateLawTest, StalemateIsADraw) {
  PlayedGame game("7k/5K2/8/6Q1/8/8/8/8 w - - 0 1");
  const Verdict& verdict = game.Play("g5g6").End(Record("1-0"));
  EXPECT_TRUE(verdict.facts.stalemate);
  EXPECT_FALSE(verdict.facts.dead_position);
  EXPECT_EQ(verdict.errors,
            std::vector<Finding>({{FindingKind::kResultContradictsBoard, 1,
                                   GameResult::kDraw}}));
}

TEST(DeadPositionLawTest, EndsTheGameAtItsFirstPly) {
  PlayedGame game("8/8/8/8/4pK2/8/8/k7 w - - 0 1");
  const Verdict& verdict = game.Play("f4e4 a1b2 e4d4").End(Record("1/2-1/2"));
  EXPECT_EQ(verdict.errors,
            std::vector<Finding>({{FindingKind::kMovesAfterDeadPosition, 2}}));
  EXPECT_EQ(verdict.facts.first_automatic_end,
            (GameFacts::End{1, AutomaticEnd::kInsufficientMaterial}));
}

TEST(DeadPositionLawTest, ALockedPositionEndsTheGameByTodaysCode) {
  // The wall of pawns is shut by the first move.
  constexpr std::string_view kFen =
      "8/8/3k4/1p1p1p1p/1P1P1P2/3K3P/8/8 w - - 0 1";
  constexpr std::string_view kMoves = "h3h4 d6c7 d3c3";
  PlayedGame game(kFen);
  const Verdict& verdict = game.Play(kMoves).End(Record("1-0"));
  EXPECT_EQ(KindsOf(verdict.errors),
            (Kinds{FindingKind::kMovesAfterDeadPosition,
                   FindingKind::kResultContradictsBoard}));
  EXPECT_EQ(verdict.facts.first_automatic_end,
            (GameFacts::End{1, AutomaticEnd::kDeadPosition}));
  EXPECT_TRUE(verdict.facts.dead_position);
  EXPECT_FALSE(verdict.facts.insufficient_material);

  PlayedGame classic(kFen);
  const Verdict& old = classic.Play(kMoves).End(Record("1-0", kOld));
  EXPECT_TRUE(old.errors.empty());
  EXPECT_EQ(old.facts.first_automatic_end, std::nullopt);
  EXPECT_FALSE(old.facts.dead_position);
}

TEST(DeadPositionLawTest, ManyBishopsOnOneColorAreDeadByTodaysCodeAlone) {
  constexpr std::string_view kFen = "8/8/8/8/4B1B1/k1K5/2p5/8 w - - 0 1";
  PlayedGame modern(kFen);
  EXPECT_EQ(modern.Play("e4c2").End(Record("1-0")).result_verdict,
            ResultVerdict::kShouldBe);
  PlayedGame classic(kFen);
  EXPECT_EQ(classic.Play("e4c2").End(Record("1-0", kOld)).result_verdict,
            ResultVerdict::kNotDecidedByBoardOk);
}

constexpr std::string_view kFourTimes =
    "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 "
    "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";

TEST(FivefoldLawTest, EndsTheGameByTodaysCode) {
  PlayedGame game;
  const Verdict& verdict =
      game.Play(kFourTimes).Play("e2e4").End(Record("1-0"));
  EXPECT_EQ(verdict.errors,
            std::vector<Finding>({{FindingKind::kMovesAfterFivefold, 17},
                                  {FindingKind::kResultContradictsBoard, 16,
                                   GameResult::kDraw}}));
  EXPECT_EQ(verdict.facts.fivefold_first_ply, 16);
  EXPECT_EQ(verdict.facts.threefold_on_board_count, 9);
  EXPECT_EQ(verdict.facts.threefold_on_board_plies[0], 8);
}

TEST(FivefoldLawTest, IsAClaimInTheClassicCode) {
  PlayedGame game;
  const Verdict& verdict =
      game.Play(kFourTimes).Play("e2e4").End(Record("1-0", kOld));
  EXPECT_TRUE(verdict.errors.empty());
  EXPECT_TRUE(verdict.warnings.empty());
  EXPECT_EQ(verdict.facts.fivefold_first_ply, 16);
  EXPECT_EQ(verdict.facts.first_automatic_end, std::nullopt);
}

TEST(FivefoldLawTest, IsAWarningWithoutADate) {
  PlayedGame game;
  const Verdict& verdict =
      game.Play(kFourTimes).Play("e2e4").End(Record("1-0", ""));
  EXPECT_TRUE(verdict.errors.empty());
  EXPECT_EQ(KindsOf(verdict.warnings),
            (Kinds{FindingKind::kMovesAfterFivefold,
                   FindingKind::kResultContradictsBoard}));
  EXPECT_EQ(verdict.facts.first_automatic_end,
            (GameFacts::End{16, AutomaticEnd::kFivefoldRepetition}));
}

TEST(SeventyfiveMoveLawTest, EndsTheGameByTodaysCode) {
  PlayedGame game("8/8/4k3/8/8/3QK3/8/8 w - - 148 120");
  const Verdict& verdict = game.Play("d3d4 e6e7 d4c5").End(Record("1/2-1/2"));
  EXPECT_EQ(verdict.errors,
            std::vector<Finding>({{FindingKind::kMovesAfterSeventyfive, 3}}));
  EXPECT_EQ(verdict.facts.seventyfive_first_ply, 2);
}

TEST(SeventyfiveMoveLawTest, MateAtTheLastMoveStands) {
  PlayedGame game("7k/8/5K2/8/8/8/8/6Q1 w - - 149 120");
  const Verdict& verdict = game.Play("g1g7").End(Record("1-0"));
  EXPECT_TRUE(verdict.errors.empty());
  EXPECT_EQ(verdict.facts.seventyfive_first_ply, std::nullopt);
  EXPECT_EQ(verdict.facts.first_automatic_end,
            (GameFacts::End{1, AutomaticEnd::kCheckmate}));
}

TEST(ClaimLawTest, AClaimNobodyMadeChangesNoResult) {
  PlayedGame game;
  const Verdict& verdict =
      game.Play("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8").End(Record("1-0"));
  EXPECT_TRUE(verdict.errors.empty());
  EXPECT_EQ(verdict.result_verdict, ResultVerdict::kNotDecidedByBoardOk);
  EXPECT_EQ(verdict.facts.threefold_claim_by_intended_move_first_ply, 7);
}

TEST(ClaimLawTest, ADrawMayBeClaimedByTheMoveAboutToBeMade) {
  PlayedGame game;
  const Verdict& verdict =
      game.Play("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1").End(Record("1/2-1/2"));
  EXPECT_EQ(verdict.result_verdict, ResultVerdict::kDrawClaimValid);
}

TEST(StartArrayLawTest, AGameFromAWrongArrayIsVoid) {
  PlayedGame game("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RBNQKNBR w KQkq - 0 1");
  const Verdict& verdict = game.Play("e2e4 e7e5").End(Record("1-0"));
  EXPECT_EQ(KindsOf(verdict.errors), Kinds{FindingKind::kWrongStartArray});
  EXPECT_EQ(verdict.result_verdict, ResultVerdict::kVoid);
}

TEST(StartArrayLawTest, TheSameArrayIsRightInChess960) {
  PlayedGame game("rbnqknbr/pppppppp/8/8/8/8/PPPPPPPP/RBNQKNBR w KQkq - 0 1");
  GameRecord record = Record("1-0");
  record.chess960 = true;
  EXPECT_TRUE(game.End(record).errors.empty());
}

TEST(StartArrayLawTest, WhatElseTheStartShowsIsAWarning) {
  PlayedGame mirrored("rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1");
  EXPECT_EQ(KindsOf(mirrored.End(Record("1-0")).warnings),
            Kinds{FindingKind::kBoardWronglyPlaced});
  PlayedGame reversed(
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1");
  EXPECT_EQ(KindsOf(reversed.End(Record("1-0")).warnings),
            Kinds{FindingKind::kColorsReversed});
  PlayedGame unreachable("4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1");
  EXPECT_EQ(KindsOf(unreachable.End(Record("1-0")).warnings),
            Kinds{FindingKind::kStartPositionUnreachable});
}

TEST(StartArrayLawTest, AnUnknownStartMakesTheGameVoid) {
  PlayedGame game;
  GameRecord record = Record("1-0");
  record.start_unknown = true;
  record.record_break = RecordBreak::kUnplayableMove;
  const Verdict& verdict = game.End(record);
  EXPECT_EQ(verdict.result_verdict, ResultVerdict::kVoid);
  EXPECT_EQ(verdict.restore_ply, std::nullopt);
}

TEST(IllegalMoveLawTest, ThePositionBeforeItIsToBeRestored) {
  PlayedGame game;
  GameRecord record = Record("1-0");
  record.record_break = RecordBreak::kUnplayableMove;
  const Verdict& verdict = game.Play("e2e4 e7e5").End(record);
  EXPECT_EQ(verdict.restore_ply, 2);
  EXPECT_EQ(verdict.result_verdict, ResultVerdict::kNone);
}

TEST(RecordingLawTest, AGapIsNamedAndTheRestCounts) {
  PlayedGame game;
  GameRecord record = Record("1-0");
  record.record_break = RecordBreak::kGap;
  const Verdict& verdict = game.Play("e2e4 e7e5").End(record);
  EXPECT_TRUE(verdict.errors.empty());
  EXPECT_EQ(verdict.warnings,
            std::vector<Finding>({{FindingKind::kGapInRecord, 3}}));
  EXPECT_EQ(verdict.result_verdict, ResultVerdict::kNone);
}

TEST(ScoreLawTest, BothMayLose) {
  PlayedGame game;
  const Verdict& verdict = game.Play("e2e4").End(Record("0-0"));
  EXPECT_TRUE(verdict.errors.empty());
  EXPECT_EQ(verdict.result, GameResult::kBothLose);
  EXPECT_EQ(verdict.result_verdict, ResultVerdict::kNotDecidedByBoardOk);
}

TEST(ResultTest, TheTagCountsWhereItSaysSomething) {
  for (const std::string_view token : {"0-1", "*", ""}) {
    PlayedGame game;
    EXPECT_EQ(game.End({.result_tag = "1-0", .result_token = token}).result,
              GameResult::kWhiteWins);
  }
}

TEST(ResultTest, TheTokenCountsWhereTheTagSaysNothing) {
  for (const std::string_view tag : {"", "*", "1-O"}) {
    PlayedGame game;
    EXPECT_EQ(game.End({.result_tag = tag, .result_token = "0-1"}).result,
              GameResult::kBlackWins);
  }
}

TEST(TimeLawTest, WhatTheClocksShowIsReported) {
  PlayedGame game;
  game.Play("e2e4").Clock(1000).Play("e7e5").Clock(-1).Play("g1f3").Clock(2000);
  GameRecord record = Record("0-1");
  record.time_control = "60";
  EXPECT_EQ(game.End(record).warnings,
            std::vector<Finding>({{FindingKind::kWinnerRanOutOfTime, 2}}));
}

TEST(TimeLawTest, TheFirstFlagThatFellLosesToWhoCanMate) {
  PlayedGame game;
  game.Play("e2e4").Clock(1000).Play("e7e5").Clock(-1).Play("g1f3").Clock(-1);
  EXPECT_EQ(game.End(Record("*")).facts.flag_fall,
            (GameFacts::FlagFall{2, kBlack, GameResult::kWhiteWins}));
}

TEST(TimeLawTest, AFlagThatFellAgainstABareKingDraws) {
  for (const std::string_view date : {kModern, kOld}) {
    PlayedGame game("8/8/8/8/4p3/8/2K5/4k3 w - - 0 1");
    game.Play("c2c3").Clock(1000).Play("e4e3").Clock(0);
    EXPECT_EQ(game.End(Record("*", date)).facts.flag_fall,
              (GameFacts::FlagFall{2, kBlack, GameResult::kDraw}));
  }
}

TEST(TimeLawTest, NoFlagFallsAfterTheGameHasEnded) {
  for (const int late_plies : {0, 1}) {
    PlayedGame game;
    game.Play(kFourTimes).Play(late_plies == 0 ? "" : "e2e4").Clock(-1);
    const Verdict& verdict = game.End(Record("1/2-1/2"));
    EXPECT_EQ(verdict.facts.flag_fall, std::nullopt);
    EXPECT_TRUE(verdict.warnings.empty());
  }
  // The classic code knows no end by five occurrences.
  PlayedGame classic;
  classic.Play(kFourTimes).Play("e2e4").Clock(-1);
  EXPECT_EQ(classic.End(Record("1/2-1/2", kOld)).facts.flag_fall,
            (GameFacts::FlagFall{17, kWhite, GameResult::kBlackWins}));
  // A clock that had run over before counts.
  PlayedGame before("8/8/8/8/4pK2/8/8/k7 w - - 0 1");
  before.Play("f4f5").Clock(1000).Play("a1b2").Clock(-1).Play("f5e4");
  EXPECT_EQ(before.End(Record("1/2-1/2")).facts.flag_fall,
            (GameFacts::FlagFall{2, kBlack, GameResult::kDraw}));
}

TEST(TimeLawTest, MovesAfterAFlagFellAreReported) {
  PlayedGame game;
  game.Play("e2e4").Clock(-1).Play("e7e5").Clock(60'000);
  EXPECT_EQ(game.End(Record("1/2-1/2")).warnings,
            std::vector<Finding>({{FindingKind::kFlagFellBeforeTheEnd, 1}}));
}

TEST(TimeLawTest, AClockThatGainsTimeIsReported) {
  PlayedGame game;
  game.Play("e2e4").Clock(60'000).Play("e7e5 g1f3").Clock(90'000);
  GameRecord record = Record("1-0");
  record.time_control = "300+3";
  EXPECT_EQ(game.End(record).warnings,
            std::vector<Finding>({{FindingKind::kClockGainedTime, 3}}));
}

TEST(TimeLawTest, AMalformedTimeControlIsReported) {
  PlayedGame game;
  game.Play("e2e4").Clock(60'000);
  GameRecord record = Record("1-0");
  record.time_control = "five minutes";
  EXPECT_EQ(KindsOf(game.End(record).warnings),
            Kinds{FindingKind::kBadTimeControl});
}

TEST(GameJudgeTest, ForgetsTheLastGame) {
  GameJudge judge;
  const Position mate = ReadFen("7k/6Q1/5K2/8/8/8/8/8 b - - 100 90");
  judge.Begin(mate);
  EXPECT_FALSE(judge.End(mate, Record("0-1")).errors.empty());
  const Position start = Position::Start();
  judge.Begin(start);
  const Verdict& verdict = judge.End(start, Record("1-0"));
  EXPECT_TRUE(verdict.errors.empty());
  EXPECT_TRUE(verdict.warnings.empty());
  EXPECT_FALSE(verdict.facts.checkmate);
  EXPECT_EQ(verdict.facts.first_automatic_end, std::nullopt);
}

TEST(FindingTest, EveryKindHasANameOfItsOwn) {
  std::vector<std::string_view> names;
  for (int kind = 0; kind <= static_cast<int>(FindingKind::kGapInRecord);
       ++kind)
    names.push_back(FindingName(static_cast<FindingKind>(kind)));
  std::sort(names.begin(), names.end());
  EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end());
  EXPECT_FALSE(names.front().empty());
}

}  // namespace
}  // namespace rookery
