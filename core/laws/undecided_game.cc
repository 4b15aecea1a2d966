#include "core/laws/undecided_game.h"

#include "core/laws/dead_position.h"
#include "core/laws/material.h"

namespace rookery {
namespace {

bool IsForfeit(Termination termination) {
  return termination == Termination::kTime ||
         termination == Termination::kRulesInfraction;
}

void WarnOfTermination(const UndecidedGame& game, FindingKind kind,
                       Verdict& verdict) {
  verdict.warnings.push_back({kind, game.plies});
}

void JudgeForfeit(const UndecidedGame& game, Color winner, Verdict& verdict) {
  verdict.expected = ResultOfForfeit(game.last, Opponent(winner),
                                     game.rules.code, game.search_limit);
  if (verdict.expected == game.result) {
    verdict.result_verdict = ResultVerdict::kConsistent;
    return;
  }
  verdict.result_verdict = ResultVerdict::kShouldBe;
  // About a bare king the codes agree.
  const bool certain = game.rules.certain || HasBareKing(game.last, winner);
  (certain ? verdict.errors : verdict.warnings)
      .push_back({game.termination == Termination::kTime
                      ? FindingKind::kTimeForfeitButWinnerCannotMate
                      : FindingKind::kForfeitButWinnerCannotMate,
                  game.plies, verdict.expected});
}

void JudgeWin(const UndecidedGame& game, Color winner, Verdict& verdict) {
  switch (game.termination) {
    case Termination::kAgreement:
    case Termination::kRepetition:
    case Termination::kMoveLimit:
      WarnOfTermination(game, FindingKind::kTerminationContradictsResult,
                        verdict);
      break;
    default:
      break;
  }
  if (IsForfeit(game.termination)) {
    JudgeForfeit(game, winner, verdict);
  } else if (HasBareKing(game.last, winner)) {
    // The other side may have resigned, or may have been late.
    WarnOfTermination(game, FindingKind::kWinnerHasBareKing, verdict);
    verdict.result_verdict = ResultVerdict::kNotDecidedByMaterial;
  }
}

void JudgeDraw(const UndecidedGame& game, Verdict& verdict) {
  const bool claim = game.claims.HasThreefold() || game.claims.HasMoveLimit();
  if (claim) verdict.result_verdict = ResultVerdict::kDrawClaimValid;
  switch (game.termination) {
    case Termination::kRepetition:
      if (!game.claims.HasThreefold())
        WarnOfTermination(game, FindingKind::kDrawClaimNotBorneOut, verdict);
      break;
    case Termination::kMoveLimit:
      if (!game.claims.HasMoveLimit())
        WarnOfTermination(game, FindingKind::kDrawClaimNotBorneOut, verdict);
      break;
    case Termination::kLateness:
      verdict.errors.push_back({FindingKind::kLatenessButNotLost, game.plies});
      verdict.result_verdict = ResultVerdict::kNone;
      break;
    case Termination::kTime:
    case Termination::kRulesInfraction:
      // Nothing says who forfeited; one of the two must be unable to win.
      if (ResultOfForfeit(game.last, kWhite, game.rules.code,
                          game.search_limit) != GameResult::kDraw &&
          ResultOfForfeit(game.last, kBlack, game.rules.code,
                          game.search_limit) != GameResult::kDraw)
        WarnOfTermination(game, FindingKind::kTerminationContradictsResult,
                          verdict);
      break;
    case Termination::kResignation:
      WarnOfTermination(game, FindingKind::kTerminationContradictsResult,
                        verdict);
      break;
    default:
      break;
  }
}

}  // namespace

GameResult ResultOfForfeit(const Position& position, Color loser, LawCode code,
                           int search_limit) {
  const Color winner = Opponent(loser);
  const bool cannot_mate =
      code == LawCode::kClassic
          ? HasBareKing(position, winner)
          : ChanceOfMateBy(position, winner, search_limit) ==
                MateChance::kNever;
  return cannot_mate ? GameResult::kDraw : WinFor(winner);
}

void JudgeUndecidedGame(const UndecidedGame& game, Verdict& verdict) {
  if (game.result == GameResult::kUnknown) return;
  verdict.result_verdict = ResultVerdict::kNotDecidedByBoardOk;
  verdict.expected = game.result;
  switch (game.termination) {
    case Termination::kCheckmate:
    case Termination::kStalemate:
    case Termination::kDeadPosition:
      WarnOfTermination(game, FindingKind::kTerminationContradictsBoard,
                        verdict);
      break;
    case Termination::kUnterminated:
      WarnOfTermination(game, FindingKind::kTerminationContradictsResult,
                        verdict);
      break;
    default:
      break;
  }
  if (const std::optional<Color> winner = WinnerOf(game.result)) {
    JudgeWin(game, *winner, verdict);
  } else if (game.result == GameResult::kDraw) {
    JudgeDraw(game, verdict);
  }
}

}  // namespace rookery
