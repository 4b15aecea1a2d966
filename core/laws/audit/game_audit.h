// One game of a collection, read and judged: everything that a report can say
// about it.
//
// The reader (core/notation) says what the text lacks, the judge (core/laws)
// what the laws say; here both become one record. How it is printed is the
// business of others. Totals are in audit_totals.h.
//
// Made for the hot path: nothing is allocated a ply, and what a report may not
// ask for (a FEN, say) is not made. Not thread-safe: one auditor a thread.
#ifndef ROOKERY_CORE_LAWS_AUDIT_GAME_AUDIT_H_
#define ROOKERY_CORE_LAWS_AUDIT_GAME_AUDIT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/board/position.h"
#include "core/laws/game_judge.h"
#include "core/laws/game_result.h"
#include "core/laws/verdict.h"
#include "core/notation/pgn_game.h"
#include "core/notation/pgn_start.h"
#include "core/notation/san_memo.h"

namespace rookery {

// Something to say about a game. docs/pgn.md and docs/laws.md list the kinds.
struct AuditFinding {
  std::string_view kind;  // a constant
  // The half-move that it is about, 1 for the first; 0 for the start and the
  // tags.
  int ply = 0;
  // The part of the record that it is about, as it is written; perhaps empty.
  std::string_view text;
  // What the result should be, where the kind says something about that.
  GameResult expected = GameResult::kUnknown;
};

// Borrows the game; see GameAuditor::Audit for how long it holds.
struct GameAudit {
  uint64_t number = 0;
  const PgnGame* game = nullptr;
  PgnVariant variant = PgnVariant::kStandard;
  // Before the first move, and after the last one that could be played; that of
  // standard chess where the game's own is not to be had.
  Position start = Position::Start();
  Position last = Position::Start();
  int plies = 0;  // moves that were played
  // The game breaks the laws exactly when there are errors. Those of the reader
  // come first.
  std::vector<AuditFinding> errors;
  std::vector<AuditFinding> warnings;
  // How many errors and warnings there were beyond those listed.
  uint64_t unlisted_errors = 0;
  uint64_t unlisted_warnings = 0;
  // Never null. Says nothing about variants that are not supported.
  const Verdict* verdict = nullptr;

  bool HasErrors() const { return !errors.empty() || unlisted_errors != 0; }
  bool HasWarnings() const {
    return !warnings.empty() || unlisted_warnings != 0;
  }

  // A part of the game's text in UTF-8, whatever its encoding.
  std::string Utf8(std::string_view written) const;

  // The value of a tag, in UTF-8 and without escapes; nothing where there is
  // none.
  std::optional<std::string> Tag(std::string_view name) const;
};

class GameAuditor {
 public:
  explicit GameAuditor(JudgeOptions options = {});

  // Reads and judges a game. What there is to say about its text is added to
  // its remarks. The record is the auditor's own and holds until the next call,
  // and as long as the game and its text do.
  const GameAudit& Audit(PgnGame& game, uint64_t number);

 private:
  void ListFindings(const PgnGame& game, std::string_view after_gap);

  GameJudge judge_;
  SanMemo memo_;
  GameAudit audit_;
  const Verdict not_judged_;
};

}  // namespace rookery

#endif  // ROOKERY_CORE_LAWS_AUDIT_GAME_AUDIT_H_
