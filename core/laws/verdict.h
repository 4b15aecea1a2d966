// What the laws say about one game: facts, errors, warnings, and whether its
// result is right.
//
// Filled by game_judge.h. The names are those of reports. Plain values; safe to
// use from any thread.
#ifndef ROOKERY_CORE_LAWS_VERDICT_H_
#define ROOKERY_CORE_LAWS_VERDICT_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/board/piece.h"
#include "core/laws/finding.h"
#include "core/laws/game_result.h"

namespace rookery {

// How a game ends by itself, without a claim.
enum class AutomaticEnd : uint8_t {
  kCheckmate,
  kStalemate,
  kInsufficientMaterial,
  kDeadPosition,  // enough men, but no sequence of legal moves can mate
  kFivefoldRepetition,
  kSeventyfiveMoves,
};

// "checkmate" to "seventyfive_moves".
std::string_view AutomaticEndName(AutomaticEnd end);

// About the positions after each ply. Plies count from 1; 0 is the start.
struct GameFacts {
  // The last position.
  bool checkmate = false;
  bool stalemate = false;
  bool insufficient_material = false;
  // Insufficient material included; under the classic code that alone.
  bool dead_position = false;
  int halfmove_clock = 0;

  struct End {
    int ply;
    AutomaticEnd reason;

    friend bool operator==(const End&, const End&) = default;
  };
  // Where the game ended by itself under its code.
  std::optional<End> first_automatic_end;

  struct FlagFall {
    int ply;  // whose move the time did not suffice for
    Color side;
    GameResult result;  // what the game ends as if the fall is claimed

    friend bool operator==(const FlagFall&, const FlagFall&) = default;
  };
  // Where the clocks first show that a side's time was used up, before the
  // game ended by itself.
  std::optional<FlagFall> flag_fall;

  // How many plies left a position on the board that had occurred three times
  // or more, and the first of them.
  int threefold_on_board_count = 0;
  std::array<int, 12> threefold_on_board_plies{};

  // The first ply after which: the player to move could claim by writing down
  // a move; a position had occurred five times; fifty moves (or what the
  // material allows) were made; that many would be with the move written down;
  // seventy-five were made.
  std::optional<int> threefold_claim_by_intended_move_first_ply;
  std::optional<int> fivefold_first_ply;
  std::optional<int> fifty_on_board_first_ply;
  std::optional<int> fifty_claim_by_intended_move_first_ply;
  std::optional<int> seventyfive_first_ply;
};

enum class ResultVerdict : uint8_t {
  kNone,  // the game is not over, or cannot be judged to its end
  kConsistent,
  kDrawClaimValid,
  kNotDecidedByBoardOk,   // resignation, agreement, time: the board allows it
  kNotDecidedByMaterial,  // the winner may be unable to mate; nothing says that
                          // he was not resigned to
  kShouldBe,              // another one: Verdict::expected
  kVoid,                  // no game at all: it has to be played again
};

// "consistent"; "should_be" lacks the result. "" for kNone.
std::string_view ResultVerdictName(ResultVerdict verdict);

struct Verdict {
  // The game breaks the laws exactly when there are errors.
  std::vector<Finding> errors;
  std::vector<Finding> warnings;
  GameFacts facts;
  // The result that was judged: the tag's, or the token's where that is
  // missing or unknown.
  GameResult result = GameResult::kUnknown;
  ResultVerdict result_verdict = ResultVerdict::kNone;
  GameResult expected = GameResult::kUnknown;  // for kShouldBe
  // Where an illegal move was found: the ply of the position before it, from
  // which the game is to go on. Nothing where that is not known.
  std::optional<int> restore_ply;
};

}  // namespace rookery

#endif  // ROOKERY_CORE_LAWS_VERDICT_H_
