// What is wrong with a generator, narrowed down to one position.
//
// Plain values; safe to use from any thread.
#ifndef ROOKERY_CORE_VERIFY_DIFFERENCE_H_
#define ROOKERY_CORE_VERIFY_DIFFERENCE_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/status/status.h"
#include "core/board/move.h"
#include "core/engine/perft_program.h"
#include "core/verify/reasons.h"

namespace rookery {

// A question with the right answer and the program's.
struct WrongAnswer {
  PerftQuestion question = {.position = Position::Start()};
  absl::uint128 expected = 0;
  absl::uint128 counted = 0;
};

enum class DifferenceKind {
  // The program lacks moves of a position, or has others.
  kMoves,
  // It counts the moves of a position wrongly and does not name them.
  kMoveCount,
  // It counts wrongly, although it is right about every position below: making
  // or taking back a move leaves something wrong behind.
  kState,
  // The search for the wrong move came to no end; `stopped` says why.
  kUnknown,
};

// A move that is missing or extra.
struct WrongMove {
  std::string move;  // in UCI notation; an extra one as the program spelled it
  Reason reason;
};

struct Difference {
  DifferenceKind kind = DifferenceKind::kUnknown;
  // Where it was noticed.
  WrongAnswer noticed;
  // Legal moves from noticed.question's position (its own included) to the
  // position that is wrong.
  std::vector<Move> path;
  // The smallest question that shows it. It has moves only where the program is
  // right when it is told the position alone.
  WrongAnswer example;
  // Of the position after the example's moves; empty unless kind is kMoves.
  std::vector<WrongMove> missing;
  std::vector<WrongMove> extra;
  // Where the example has moves: the first of them, which leaves something
  // wrong behind.
  std::optional<Reason> made_wrongly;
  // What there is to say where no move is named: a sentence without a period,
  // or empty.
  std::string remark;
  // OK, or what the program did instead of answering while it was asked on.
  absl::Status stopped;
};

// By what differences are told apart: the reason of the first extra move, or
// else of the first missing one, unless the move before it explains more; or
// "wrong-number-of-moves", "wrong-state-after-move", "not-narrowed-down".
std::string_view MainReason(const Difference& difference);

}  // namespace rookery

#endif  // ROOKERY_CORE_VERIFY_DIFFERENCE_H_
