// From a count that differs to the one position where a generator goes wrong.
//
// It compares what the program counts below each move with the reference, goes
// down a move that differs, and so on to depth 1. A program that names no moves
// is asked for every child instead. Then it looks whether the position alone
// shows the difference, or only together with moves before it.
#ifndef ROOKERY_CORE_VERIFY_BISECTION_H_
#define ROOKERY_CORE_VERIFY_BISECTION_H_

#include <atomic>
#include <optional>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "core/engine/perft_program.h"
#include "core/verify/difference.h"
#include "core/verify/reference.h"

namespace rookery {

// What a search for a difference uses. Borrowed.
struct Contestants {
  PerftProgram* program = nullptr;
  Reference* reference = nullptr;
  // For each question to the program.
  absl::Duration timeout = absl::Seconds(60);
  // Looked at before each question; once it is set, a search ends with
  // CANCELLED. Null: cannot be cancelled.
  const std::atomic<bool>* cancelled = nullptr;
};

// Compares the program's answer to a question with the reference, below each
// move too, and follows a difference down. Nothing where there is none. What
// the program does wrong meanwhile (a crash, a hang) ends the search and is in
// Difference::stopped; the errors are those of the reference, and CANCELLED.
// Asks a few hundred questions at most, each of less depth than the first.
absl::StatusOr<std::optional<Difference>> Bisect(
    const PerftQuestion& question, const PerftAnswer& answer,
    const Contestants& contestants);

// Looks at the moves of one question alone, without going deeper: a difference
// of kind kMoves or, where the program names no moves, kMoveCount; of kind
// kUnknown where the program does not answer. Nothing where it is right.
// Errors: those of the reference, and CANCELLED.
absl::StatusOr<std::optional<Difference>> CompareOnce(
    const PerftQuestion& question, const Contestants& contestants);

}  // namespace rookery

#endif  // ROOKERY_CORE_VERIFY_BISECTION_H_
