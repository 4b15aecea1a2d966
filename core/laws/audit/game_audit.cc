#include "core/laws/audit/game_audit.h"

#include <algorithm>

#include "core/laws/finding.h"
#include "core/laws/game_history.h"
#include "core/laws/record_gap.h"
#include "core/notation/pgn_comment.h"
#include "core/notation/pgn_replay.h"
#include "core/notation/pgn_result.h"
#include "core/notation/text_encoding.h"

namespace rookery {
namespace {

// So that the judge can take every move that the reader lets through.
static_assert(kMaxReplayPlies <= GameHistory::kMaxPlies);

// Tells a judge what a reader plays.
class JudgeListener {
 public:
  explicit JudgeListener(GameJudge& judge) : judge_(judge) {}

  void OnMove(Move move, const Position& after) {
    judge_.Play(move, after);
    mover_ = Opponent(after.side_to_move());
  }

  // The first clock behind a move counts.
  void OnComment(std::string_view text) {
    if (clocked_ == judge_.plies()) return;
    const std::optional<int64_t> clock = ClockOf(text);
    if (!clock) return;
    judge_.AddClock(mover_, *clock);
    clocked_ = judge_.plies();
  }

 private:
  GameJudge& judge_;
  Color mover_ = kWhite;
  int clocked_ = 0;  // the last ply with a clock; none stands before the first
};

// Whose move a number announces: that of "12." White's, that of "12..."
// Black's. Two dots tell them apart.
Color SideOfNumber(std::string_view text_before_move) {
  int dots = 0;
  for (; !text_before_move.empty(); text_before_move.remove_suffix(1)) {
    const char last = text_before_move.back();
    if (last == '.')
      ++dots;
    else if (last != ' ' && last != '\t' && last != '\r' && last != '\n')
      break;
  }
  return dots >= 2 ? kBlack : kWhite;
}

bool MayBeBehindGap(const PgnRemark& remark) {
  return remark.kind == "illegal_move" || remark.kind == "ambiguous_move";
}

// Whether moves are missing before the one at which the replay stopped: its
// number is ahead of the board. Where earlier numbers were wrong it tells
// nothing.
bool StopsAtGap(const PgnGame& game, const PgnReplay& replay,
                const Position& last) {
  if (replay.complete) return false;
  const PgnToken& token = game.tokens[replay.stopped_at];
  if (token.value == PgnToken::kNoNumber) return false;
  if (MissingPlies(last, token.value,
                   SideOfNumber(game.text.substr(0, token.offset))) <= 0)
    return false;
  const std::vector<PgnRemark>& remarks = game.remarks.kept();
  return std::none_of(remarks.begin(), remarks.end(),
                      [](const PgnRemark& remark) {
                        return remark.kind == "move_number_mismatch";
                      }) &&
         std::any_of(remarks.begin(), remarks.end(),
                     [&](const PgnRemark& remark) {
                       return MayBeBehindGap(remark) &&
                              remark.text.data() == game.TextOf(token).data();
                     });
}

// How the move of the main line is written that led, or was to lead, to that
// ply.
std::string_view MoveText(const PgnGame& game, int ply) {
  for (size_t index = 0; index < game.tokens.size(); ++index) {
    const PgnToken& token = game.tokens[index];
    if (token.kind == PgnTokenKind::kVariationStart) {
      index = token.value;
    } else if (token.kind == PgnTokenKind::kMove && --ply == 0) {
      return game.TextOf(token);
    }
  }
  return {};
}

void AddFindings(const PgnGame& game, const std::vector<Finding>& findings,
                 std::vector<AuditFinding>& list) {
  for (const Finding& finding : findings) {
    const bool about_move =
        finding.ply > 0 && finding.expected == GameResult::kUnknown;
    list.push_back(
        {.kind = FindingName(finding.kind),
         .ply = finding.ply,
         .text = about_move ? MoveText(game, finding.ply) : std::string_view(),
         .expected = finding.expected});
  }
}

}  // namespace

std::string GameAudit::Utf8(std::string_view written) const {
  return game->latin1 ? Utf8FromLatin1(written) : std::string(written);
}

std::optional<std::string> GameAudit::Tag(std::string_view name) const {
  const std::string_view written = game->FindTag(name);
  if (written.data() == nullptr) return std::nullopt;
  return Utf8(PgnTagValue(written));
}

GameAuditor::GameAuditor(JudgeOptions options) : judge_(std::move(options)) {}

const GameAudit& GameAuditor::Audit(PgnGame& game, uint64_t number) {
  const PgnStart start = StartOf(game, game.remarks);
  audit_.number = number;
  audit_.game = &game;
  audit_.variant = start.variant;
  audit_.start = start.position;
  audit_.last = start.position;
  judge_.Begin(start.position);
  PgnReplay replay;
  if (start.usable) {
    JudgeListener listener(judge_);
    replay = ReplayMainLine(game, audit_.last, memo_, game.remarks, listener);
  }
  audit_.plies = static_cast<int>(replay.plies);
  RemarkOnResult(game, replay.plies, game.remarks);

  std::string_view after_gap;
  if (start.variant == PgnVariant::kUnsupported) {
    audit_.verdict = &not_judged_;
  } else {
    GameRecord record{
        .result_tag = game.FindTag("Result"),
        .result_token = replay.both_lose ? "0-0" : game.result_token,
        .termination = game.FindTag("Termination"),
        .time_control = game.FindTag("TimeControl"),
        .date = game.FindTag("Date"),
        .chess960 = start.variant == PgnVariant::kChess960,
        .start_unknown = !start.usable};
    if (StopsAtGap(game, replay, audit_.last)) {
      record.record_break = RecordBreak::kGap;
      after_gap = game.TextOf(game.tokens[replay.stopped_at]);
    } else if (!replay.complete) {
      record.record_break = RecordBreak::kUnplayableMove;
    }
    audit_.verdict = &judge_.End(audit_.last, record);
  }
  ListFindings(game, after_gap);
  return audit_;
}

void GameAuditor::ListFindings(const PgnGame& game,
                               std::string_view after_gap) {
  audit_.errors.clear();
  audit_.warnings.clear();
  audit_.unlisted_errors = game.remarks.errors();
  audit_.unlisted_warnings = game.remarks.warnings();
  for (const PgnRemark& remark : game.remarks.kept()) {
    const bool error = remark.severity == PgnSeverity::kError;
    --(error ? audit_.unlisted_errors : audit_.unlisted_warnings);
    // A move behind a gap is not illegal: the judge names the gap.
    if (!after_gap.empty() && remark.text.data() == after_gap.data() &&
        MayBeBehindGap(remark))
      continue;
    (error ? audit_.errors : audit_.warnings)
        .push_back({.kind = remark.kind,
                    .ply = static_cast<int>(remark.ply),
                    .text = remark.text});
  }
  AddFindings(game, audit_.verdict->errors, audit_.errors);
  AddFindings(game, audit_.verdict->warnings, audit_.warnings);
}

}  // namespace rookery
