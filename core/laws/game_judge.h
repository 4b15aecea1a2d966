// Judges games by the laws of chess, one after the other: where each ended,
// which draws could have been claimed, what its record breaks, and whether its
// result is right. docs/laws.md lists the laws, article by article.
//
// The judge is told the moves as they are played, which must be legal: a reader
// that meets one that is not stops there and says so in the record. It reads no
// text but the few tags of GameRecord.
//
// Made for the hot path of a reader: Play costs a few nanoseconds and allocates
// only in games longer than every one before; what is dear waits for End, or
// for the rare ply that calls for it. Not thread-safe: one judge a thread.
#ifndef ROOKERY_CORE_LAWS_GAME_JUDGE_H_
#define ROOKERY_CORE_LAWS_GAME_JUDGE_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/board/move.h"
#include "core/board/position.h"
#include "core/laws/clock_record.h"
#include "core/laws/dead_position.h"
#include "core/laws/draw_claims.h"
#include "core/laws/game_history.h"
#include "core/laws/move_limits.h"
#include "core/laws/rules.h"
#include "core/laws/verdict.h"

namespace rookery {

struct JudgeOptions {
  RulesChoice rules = RulesChoice::kAuto;
  MoveLimits move_limits;
  // How many positions a proof that nobody can mate may look at.
  int search_limit = kDefaultSearchLimit;
};

// Why the moves of a record could not all be played.
enum class RecordBreak : uint8_t {
  kNone,            // they could
  kUnplayableMove,  // illegal, ambiguous, or not to be read
  kGap,             // moves are missing before the next one (record_gap.h)
};

// What a record says beside its moves. The text is that of the tags, empty
// where there is none.
struct GameRecord {
  std::string_view result_tag;
  std::string_view result_token;  // what ended the movetext
  std::string_view termination;
  std::string_view time_control;
  std::string_view date;
  bool chess960 = false;
  // Whether the start position is nowhere to be had: an impossible FEN. The
  // positions count for nothing then.
  bool start_unknown = false;
  RecordBreak record_break = RecordBreak::kNone;
};

class GameJudge {
 public:
  explicit GameJudge(JudgeOptions options = {});

  // Starts a game. What the last Verdict said is gone.
  void Begin(const Position& start);

  // Takes a move and the position after it. Requires: the move is legal in the
  // last position; plies() < GameHistory::kMaxPlies.
  void Play(Move move, const Position& after);

  // What the clock of the last move's player shows after it (%clk), in
  // milliseconds; below zero where it had run over. Requires: a move was
  // played; at most one reading a move.
  void AddClock(Color mover, int64_t remaining_milliseconds) {
    clocks_.Add(history_.plies(), mover, remaining_milliseconds);
  }

  int plies() const { return history_.plies(); }
  const GameHistory& history() const { return history_; }

  // What the player to move may claim now. Requires: `now` is the last
  // position.
  DrawClaims Claims(const Position& now) const {
    return FindDrawClaims(history_, now, options_.move_limits);
  }

  // Judges the game, once. Requires: `last` is the last position. The verdict
  // is the judge's own and holds until the next Begin.
  const Verdict& End(const Position& last, const GameRecord& record);

 private:
  // The errors, or the warnings where the code is uncertain.
  using Findings = std::vector<Finding>;

  void NoteOccurrences(int occurrences);
  void NoteIntendedRepetition(const Position& now);
  void NoteMaterial(const Position& now);
  void NoteLongClock(const Position& now);

  void JudgeStart(const GameRecord& record);
  void DescribeLastPosition(const Position& last);
  std::optional<GameFacts::End> FirstEnd(LawCode code) const;
  int FirstDeadPly() const;
  void JudgeMovesAfter(GameFacts::End end, Findings& findings);
  void JudgeResultByBoard(GameFacts::End end, const Position& last,
                          Findings& findings);
  void JudgeClocks(const GameRecord& record);
  void JudgeFlag(Color side);

  JudgeOptions options_;
  const Position standard_start_ = Position::Start();

  std::optional<Position> start_;
  GameHistory history_;
  ClockRecord clocks_;
  bool long_clock_noted_ = false;
  // The first plies at which the men are dead, by today's code and by the
  // classic one.
  std::optional<int> dead_material_ply_;
  std::optional<int> drawn_material_ply_;

  Rules rules_;
  Verdict verdict_;
};

inline void GameJudge::Play(Move move, const Position& after) {
  const int occurrences = history_.Add(move, after);
  if (occurrences >= 3) [[unlikely]]
    NoteOccurrences(occurrences);
  if (history_.HasSecondOccurrence()) [[unlikely]]
    NoteIntendedRepetition(after);
  if (after.halfmove_clock() == 0) {
    if ((after.pieces(kPawn) | after.pieces(kRook) | after.pieces(kQueen)) == 0)
        [[unlikely]]
      NoteMaterial(after);
  } else if (after.halfmove_clock() >= 2 * MoveLimits::kMoves - 1)
      [[unlikely]] {
    NoteLongClock(after);
  }
}

}  // namespace rookery

#endif  // ROOKERY_CORE_LAWS_GAME_JUDGE_H_
