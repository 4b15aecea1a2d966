#include "core/laws/undecided_game.h"

#include <gtest/gtest.h>

#include "tests/unit/core/laws/played_game.h"

namespace rookery {
namespace {

constexpr std::string_view kModern = "2024.01.02";
constexpr std::string_view kOld = "1972.07.11";

// The verdict on a game without moves from a position.
struct Judged {
  std::vector<FindingKind> errors;
  std::vector<FindingKind> warnings;
  ResultVerdict result_verdict;
  GameResult expected;
};

Judged Judge(std::string_view fen, std::string_view result,
             std::string_view termination, std::string_view date = kModern) {
  PlayedGame game(fen);
  const Verdict& verdict = game.End({.result_tag = result,
                                     .result_token = result,
                                     .termination = termination,
                                     .date = date});
  return {KindsOf(verdict.errors), KindsOf(verdict.warnings),
          verdict.result_verdict, verdict.expected};
}

using Kinds = std::vector<FindingKind>;

constexpr std::string_view kBareAgainstPawn = "8/8/8/8/8/2K1p3/8/4k3 w - - 0 1";
constexpr std::string_view kKnightAgainstQueen =
    "4k3/8/8/8/q7/8/4N3/4K3 w - - 0 1";
constexpr std::string_view kKnightAgainstPawn =
    "8/8/8/8/4pk2/4N3/3K4/8 w - - 2 2";
constexpr std::string_view kMiddlegame =
    "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";

TEST(BareKingLawTest, AFlagThatFallsAgainstABareKingIsADraw) {
  for (const std::string_view date : {kModern, kOld, std::string_view()}) {
    const Judged judged = Judge(kBareAgainstPawn, "1-0", "time forfeit", date);
    EXPECT_EQ(judged.errors,
              Kinds{FindingKind::kTimeForfeitButWinnerCannotMate});
    EXPECT_EQ(judged.result_verdict, ResultVerdict::kShouldBe);
    EXPECT_EQ(judged.expected, GameResult::kDraw);
  }
  EXPECT_TRUE(
      Judge(kBareAgainstPawn, "1/2-1/2", "time forfeit").warnings.empty());
}

TEST(BareKingLawTest, AnIllegalMoveAgainstABareKingIsADraw) {
  EXPECT_EQ(Judge(kBareAgainstPawn, "1-0", "rules infraction").errors,
            Kinds{FindingKind::kForfeitButWinnerCannotMate});
}

TEST(BareKingLawTest, ABareKingMayStillBeResignedTo) {
  const Judged judged = Judge(kBareAgainstPawn, "1-0", "");
  EXPECT_TRUE(judged.errors.empty());
  EXPECT_EQ(judged.warnings, Kinds{FindingKind::kWinnerHasBareKing});
  EXPECT_EQ(judged.result_verdict, ResultVerdict::kNotDecidedByMaterial);
}

TEST(BareKingLawTest, BothBareKingsAreADrawWhateverTheClocksSay) {
  constexpr std::string_view kBothBare = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
  for (const std::string_view date : {kModern, kOld}) {
    const Judged judged = Judge(kBothBare, "1-0", "time forfeit", date);
    EXPECT_EQ(judged.errors, Kinds{FindingKind::kResultContradictsBoard});
    EXPECT_EQ(judged.expected, GameResult::kDraw);
  }
}

TEST(TimeLawTest, TheOneWhoseFlagFellLosesWhereTheOtherCanMate) {
  for (const std::string_view result : {"1-0", "0-1"}) {
    const Judged judged = Judge(kMiddlegame, result, "time forfeit");
    EXPECT_TRUE(judged.errors.empty());
    EXPECT_EQ(judged.result_verdict, ResultVerdict::kConsistent);
  }
  EXPECT_EQ(Judge(kKnightAgainstPawn, "1-0", "time forfeit").result_verdict,
            ResultVerdict::kConsistent);
}

TEST(TimeLawTest, TodaysCodeAsksForASequenceThatMates) {
  EXPECT_EQ(Judge(kKnightAgainstQueen, "1-0", "time forfeit").errors,
            Kinds{FindingKind::kTimeForfeitButWinnerCannotMate});
  EXPECT_TRUE(
      Judge(kKnightAgainstQueen, "1-0", "time forfeit", kOld).errors.empty());
  const Judged undated = Judge(kKnightAgainstQueen, "1-0", "time forfeit", "");
  EXPECT_TRUE(undated.errors.empty());
  EXPECT_EQ(undated.warnings,
            Kinds{FindingKind::kTimeForfeitButWinnerCannotMate});
}

TEST(TimeLawTest, ADrawOnTimeNeedsASideThatCannotWin) {
  EXPECT_EQ(Judge(kMiddlegame, "1/2-1/2", "time forfeit").warnings,
            Kinds{FindingKind::kTerminationContradictsResult});
  // The classic code only spares the player against a bare king.
  EXPECT_TRUE(
      Judge(kKnightAgainstQueen, "1/2-1/2", "time forfeit").warnings.empty());
  EXPECT_EQ(
      Judge(kKnightAgainstQueen, "1/2-1/2", "time forfeit", kOld).warnings,
      Kinds{FindingKind::kTerminationContradictsResult});
}

TEST(LatenessLawTest, WhoeverIsTooLateLoses) {
  for (const std::string_view result : {"1-0", "0-1", "0-0"})
    EXPECT_TRUE(Judge(kMiddlegame, result, "arrived late").errors.empty());
  EXPECT_EQ(Judge(kMiddlegame, "1/2-1/2", "arrived late").errors,
            Kinds{FindingKind::kLatenessButNotLost});
}

TEST(ResignationLawTest, ResignationLoses) {
  EXPECT_EQ(Judge(kMiddlegame, "1-0", "resignation").result_verdict,
            ResultVerdict::kNotDecidedByBoardOk);
  EXPECT_EQ(Judge(kMiddlegame, "1/2-1/2", "resignation").warnings,
            Kinds{FindingKind::kTerminationContradictsResult});
}

TEST(AgreementLawTest, AgreementDraws) {
  EXPECT_EQ(Judge(kMiddlegame, "1/2-1/2", "by agreement").result_verdict,
            ResultVerdict::kNotDecidedByBoardOk);
  EXPECT_EQ(Judge(kMiddlegame, "1-0", "by agreement").warnings,
            Kinds{FindingKind::kTerminationContradictsResult});
}

TEST(ClaimLawTest, AClaimThatTheBoardDoesNotBearOutIsOnlyAWarning) {
  for (const std::string_view termination :
       {"drawn by repetition", "drawn by 50-move rule"}) {
    const Judged judged = Judge(kMiddlegame, "1/2-1/2", termination);
    EXPECT_TRUE(judged.errors.empty());
    EXPECT_EQ(judged.warnings, Kinds{FindingKind::kDrawClaimNotBorneOut});
  }
  const Judged judged = Judge("8/8/4k3/2Q5/8/4K3/8/8 w - - 100 92", "1/2-1/2",
                              "drawn by 50-move rule");
  EXPECT_TRUE(judged.warnings.empty());
  EXPECT_EQ(judged.result_verdict, ResultVerdict::kDrawClaimValid);
}

TEST(UndecidedGameTest, ATagThatTheBoardContradictsIsAWarning) {
  for (const std::string_view termination : {"checkmate", "stalemate"})
    EXPECT_EQ(Judge(kMiddlegame, "1-0", termination).warnings,
              Kinds{FindingKind::kTerminationContradictsBoard});
  EXPECT_EQ(Judge(kMiddlegame, "1-0", "unterminated").warnings,
            Kinds{FindingKind::kTerminationContradictsResult});
}

TEST(UndecidedGameTest, NoResultNeedsNoVerdict) {
  EXPECT_EQ(Judge(kMiddlegame, "*", "").result_verdict, ResultVerdict::kNone);
}

}  // namespace
}  // namespace rookery
