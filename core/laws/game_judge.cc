#include "core/laws/game_judge.h"

#include <utility>

#include "core/board/move_generator.h"
#include "core/laws/material.h"
#include "core/laws/start_array.h"
#include "core/laws/termination.h"
#include "core/laws/time_control.h"
#include "core/laws/undecided_game.h"

namespace rookery {
namespace {

constexpr int kSeventyfiveMoves = 150;  // half-moves
constexpr int kFivefold = 5;

// Requires: an end after which moves can be played.
FindingKind MovesAfter(AutomaticEnd end) {
  switch (end) {
    case AutomaticEnd::kFivefoldRepetition:
      return FindingKind::kMovesAfterFivefold;
    case AutomaticEnd::kSeventyfiveMoves:
      return FindingKind::kMovesAfterSeventyfive;
    default:
      return FindingKind::kMovesAfterDeadPosition;
  }
}

// The tag's result counts, unless it says nothing.
GameResult ResultOf(const GameRecord& record) {
  const GameResult tag =
      ParseResult(record.result_tag).value_or(GameResult::kUnknown);
  if (tag != GameResult::kUnknown) return tag;
  return ParseResult(record.result_token).value_or(GameResult::kUnknown);
}

GameResult ResultBy(AutomaticEnd end, const Position& last) {
  return end == AutomaticEnd::kCheckmate ? WinFor(Opponent(last.side_to_move()))
                                         : GameResult::kDraw;
}

}  // namespace

GameJudge::GameJudge(JudgeOptions options) : options_(std::move(options)) {}

void GameJudge::Begin(const Position& start) {
  start_ = start;
  history_.Begin(start);
  clocks_.Clear();
  long_clock_noted_ = false;
  dead_material_ply_.reset();
  drawn_material_ply_.reset();
  verdict_.errors.clear();
  verdict_.warnings.clear();
  verdict_.facts = {};
  verdict_.result = GameResult::kUnknown;
  verdict_.result_verdict = ResultVerdict::kNone;
  verdict_.expected = GameResult::kUnknown;
  verdict_.restore_ply.reset();
  NoteMaterial(start);
  NoteLongClock(start);
}

void GameJudge::NoteOccurrences(int occurrences) {
  GameFacts& facts = verdict_.facts;
  const int ply = history_.plies();
  const auto index = static_cast<size_t>(facts.threefold_on_board_count);
  if (index < facts.threefold_on_board_plies.size())
    facts.threefold_on_board_plies[index] = ply;
  ++facts.threefold_on_board_count;
  if (occurrences >= kFivefold && !facts.fivefold_first_ply)
    facts.fivefold_first_ply = ply;
}

void GameJudge::NoteIntendedRepetition(const Position& now) {
  std::optional<int>& first =
      verdict_.facts.threefold_claim_by_intended_move_first_ply;
  if (!first && history_.FindThirdOccurrence(now)) first = history_.plies();
}

void GameJudge::NoteMaterial(const Position& now) {
  if (!dead_material_ply_ && IsDeadMaterial(now))
    dead_material_ply_ = history_.plies();
  if (!drawn_material_ply_ && IsDrawnMaterial(now))
    drawn_material_ply_ = history_.plies();
}

void GameJudge::NoteLongClock(const Position& now) {
  if (long_clock_noted_) return;
  GameFacts& facts = verdict_.facts;
  const int ply = history_.plies();
  const DrawClaims claims = MoveLimitClaims(now, options_.move_limits);
  if (claims.move_limit_on_board && !facts.fifty_on_board_first_ply)
    facts.fifty_on_board_first_ply = ply;
  if (claims.move_limit_by_move &&
      !facts.fifty_claim_by_intended_move_first_ply)
    facts.fifty_claim_by_intended_move_first_ply = ply;
  // A mate at the last of the seventy-five moves stands.
  if (now.halfmove_clock() >= kSeventyfiveMoves &&
      !facts.seventyfive_first_ply && CountLegalMoves(now) > 0)
    facts.seventyfive_first_ply = ply;
  long_clock_noted_ = facts.fifty_on_board_first_ply &&
                      facts.fifty_claim_by_intended_move_first_ply &&
                      facts.seventyfive_first_ply;
}

const Verdict& GameJudge::End(const Position& last, const GameRecord& record) {
  rules_ = RulesFor(options_.rules, record.date);
  verdict_.result = ResultOf(record);
  if (record.start_unknown) {
    verdict_.result_verdict = ResultVerdict::kVoid;
    return verdict_;
  }
  JudgeStart(record);
  DescribeLastPosition(last);
  if (record.record_break == RecordBreak::kGap)
    verdict_.warnings.push_back({FindingKind::kGapInRecord, plies() + 1});

  const std::optional<GameFacts::End> end =
      FirstEnd(rules_.certain ? rules_.code : LawCode::kClassic);
  std::optional<GameFacts::End> uncertain_end;
  if (!rules_.certain) uncertain_end = FirstEnd(LawCode::kFide);
  verdict_.facts.first_automatic_end = rules_.certain ? end : uncertain_end;

  // What only today's code ends is no breach where its day is not known.
  if (uncertain_end && uncertain_end != end)
    JudgeMovesAfter(*uncertain_end, verdict_.warnings);
  if (end) JudgeMovesAfter(*end, verdict_.errors);
  const bool over = end && (end->reason == AutomaticEnd::kCheckmate ||
                            end->reason == AutomaticEnd::kStalemate);
  if (record.record_break == RecordBreak::kUnplayableMove && !over)
    verdict_.restore_ply = plies();

  if (verdict_.result_verdict == ResultVerdict::kVoid) return verdict_;
  if (end) {
    JudgeResultByBoard(*end, last, verdict_.errors);
  } else if (uncertain_end) {
    JudgeResultByBoard(*uncertain_end, last, verdict_.warnings);
  } else if (record.record_break == RecordBreak::kNone) {
    JudgeUndecidedGame({.last = last,
                        .plies = plies(),
                        .result = verdict_.result,
                        .termination = ParseTermination(record.termination),
                        .claims = Claims(last),
                        .rules = rules_,
                        .search_limit = options_.search_limit},
                       verdict_);
  }
  if (!clocks_.empty()) JudgeClocks(record);
  return verdict_;
}

void GameJudge::JudgeStart(const GameRecord& record) {
  if (*start_ == standard_start_) return;
  switch (CheckStart(*start_, record.chess960)) {
    case StartFault::kNone:
      break;
    case StartFault::kWrongArray:
      verdict_.errors.push_back({FindingKind::kWrongStartArray});
      verdict_.result_verdict = ResultVerdict::kVoid;
      break;
    case StartFault::kBoardWronglyPlaced:
      verdict_.warnings.push_back({FindingKind::kBoardWronglyPlaced});
      break;
    case StartFault::kColorsReversed:
      verdict_.warnings.push_back({FindingKind::kColorsReversed});
      break;
    case StartFault::kUnreachable:
      verdict_.warnings.push_back({FindingKind::kStartPositionUnreachable});
      break;
  }
}

void GameJudge::DescribeLastPosition(const Position& last) {
  GameFacts& facts = verdict_.facts;
  const bool has_moves = CountLegalMoves(last) > 0;
  facts.checkmate = !has_moves && last.InCheck();
  facts.stalemate = !has_moves && !last.InCheck();
  facts.insufficient_material = dead_material_ply_.has_value();
  // The classic code does not ask, and a proof is dear.
  const bool may_be_fide = !rules_.certain || rules_.code == LawCode::kFide;
  facts.dead_position =
      dead_material_ply_ ||
      (may_be_fide && has_moves &&
       ChanceOfMate(last, options_.search_limit) == MateChance::kNever);
  facts.halfmove_clock = last.halfmove_clock();
}

// The first end by itself that a code knows; of several at one ply mate and
// stalemate come first.
std::optional<GameFacts::End> GameJudge::FirstEnd(LawCode code) const {
  const GameFacts& facts = verdict_.facts;
  std::optional<GameFacts::End> first;
  const auto consider = [&](std::optional<int> ply, AutomaticEnd reason) {
    if (ply && (!first || *ply < first->ply)) first = {*ply, reason};
  };
  if (facts.checkmate) consider(plies(), AutomaticEnd::kCheckmate);
  if (facts.stalemate) consider(plies(), AutomaticEnd::kStalemate);
  if (code == LawCode::kClassic) {
    consider(drawn_material_ply_, AutomaticEnd::kInsufficientMaterial);
    return first;
  }
  consider(dead_material_ply_, AutomaticEnd::kInsufficientMaterial);
  if (facts.dead_position && !dead_material_ply_)
    consider(FirstDeadPly(), AutomaticEnd::kDeadPosition);
  consider(facts.fivefold_first_ply, AutomaticEnd::kFivefoldRepetition);
  consider(facts.seventyfive_first_ply, AutomaticEnd::kSeventyfiveMoves);
  return first;
}

// Once dead, a position stays dead: the first ply is found by halving.
int GameJudge::FirstDeadPly() const {
  int first = 0;
  int dead = plies();
  while (first < dead) {
    const int middle = first + (dead - first) / 2;
    if (ChanceOfMate(history_.PositionAt(middle), options_.search_limit) ==
        MateChance::kNever)
      dead = middle;
    else
      first = middle + 1;
  }
  return dead;
}

void GameJudge::JudgeMovesAfter(GameFacts::End end, Findings& findings) {
  if (plies() > end.ply)
    findings.push_back({MovesAfter(end.reason), end.ply + 1});
}

void GameJudge::JudgeResultByBoard(GameFacts::End end, const Position& last,
                                   Findings& findings) {
  const GameResult expected = ResultBy(end.reason, last);
  verdict_.expected = expected;
  if (verdict_.result == expected) {
    verdict_.result_verdict = ResultVerdict::kConsistent;
    return;
  }
  verdict_.result_verdict = ResultVerdict::kShouldBe;
  if (verdict_.result == GameResult::kUnknown) {
    verdict_.warnings.push_back(
        {FindingKind::kResultUnknownButDecided, end.ply, expected});
  } else {
    findings.push_back(
        {FindingKind::kResultContradictsBoard, end.ply, expected});
  }
}

// Reports what the clocks show; the result stays the record's.
void GameJudge::JudgeClocks(const GameRecord& record) {
  JudgeFlag(kWhite);
  JudgeFlag(kBlack);
  if (std::optional<GameFacts::FlagFall>& fall = verdict_.facts.flag_fall) {
    // The move for which the time did not suffice was not completed in time.
    fall->result =
        ResultOfForfeit(history_.PositionAt(fall->ply - 1), fall->side,
                        rules_.code, options_.search_limit);
  }
  if (record.time_control.empty()) return;
  const absl::StatusOr<TimeControl> control =
      ParseTimeControl(record.time_control);
  if (!control.ok()) {
    verdict_.warnings.push_back({FindingKind::kBadTimeControl});
    return;
  }
  if (const std::optional<int> ply =
          clocks_.GainedTime(*control, start_->fullmove_number() - 1))
    verdict_.warnings.push_back({FindingKind::kClockGainedTime, *ply});
}

void GameJudge::JudgeFlag(Color side) {
  const std::optional<int> ply = clocks_.FlagFell(side);
  if (!ply) return;
  GameFacts& facts = verdict_.facts;
  // What ends the game ends it before the clock is pressed.
  if (facts.first_automatic_end && facts.first_automatic_end->ply <= *ply)
    return;
  if (!facts.flag_fall || *ply < facts.flag_fall->ply)
    facts.flag_fall = {*ply, side, GameResult::kUnknown};
  if (WinnerOf(verdict_.result) == side) {
    verdict_.warnings.push_back({FindingKind::kWinnerRanOutOfTime, *ply});
  } else if (*ply < plies()) {
    verdict_.warnings.push_back({FindingKind::kFlagFellBeforeTheEnd, *ply});
  }
}

}  // namespace rookery
