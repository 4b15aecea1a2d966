#include "core/verify/shared_root.h"

#include <atomic>
#include <utility>

#include "absl/status/status.h"
#include "absl/time/clock.h"
#include "core/board/move_generator.h"
#include "core/engine/question_text.h"
#include "core/notation/uci.h"
#include "core/perft/checked_uint128.h"
#include "core/perft/worker_team.h"
#include "core/verify/move_comparison.h"
#include "core/verify/question.h"

namespace rookery {
namespace {

// Whether the answer to depth 1 has just the legal moves, as far as it tells.
bool HasLegalMoves(const PerftAnswer& answer, const Position& position,
                   const MoveList& moves) {
  if (!answer.divide) return answer.leaves == moves.size();
  TrueDivide expected;
  for (const Move move : moves) expected[move] = 1;
  return CompareMoves(position, expected, *answer.divide).Agrees();
}

}  // namespace

SharedRoot::SharedRoot(std::vector<std::unique_ptr<PerftProgram>> programs)
    : programs_(std::move(programs)) {}

absl::StatusOr<PerftAnswer> SharedRoot::Ask(const PerftQuestion& question,
                                            absl::Duration timeout) {
  const absl::Time deadline = absl::Now() + timeout;
  PerftProgram& alone = *programs_.front();
  if (question.depth == 1 || programs_.size() == 1)
    return alone.Ask(question, timeout);
  PerftQuestion shallow = question;
  shallow.depth = 1;
  const absl::StatusOr<PerftAnswer> first = alone.Ask(shallow, timeout);
  if (!first.ok()) return first.status();
  const Position position = PositionAfterMoves(question);
  MoveList moves;
  GenerateLegalMoves(position, moves);
  if (!HasLegalMoves(*first, position, moves))
    return alone.Ask(question, deadline - absl::Now());
  return AskForEach(question, position, moves, deadline);
}

absl::StatusOr<PerftAnswer> SharedRoot::AskForEach(
    const PerftQuestion& question, const Position& position,
    const MoveList& moves, absl::Time deadline) {
  std::vector<absl::StatusOr<PerftAnswer>> answers(
      moves.size(), absl::CancelledError("another share failed"));
  std::atomic<bool> failed = false;
  WorkerTeam team(static_cast<int>(programs_.size()));
  team.Run(moves.size(), [&](int thread, size_t i) {
    if (failed) return;
    PerftProgram& program = *programs_[static_cast<size_t>(thread)];
    answers[i] = program.Ask(Below(question, moves[i]), deadline - absl::Now());
    if (!answers[i].ok()) failed = true;
  });

  PerftAnswer sum{.divide = Divide()};
  absl::Status failure;
  for (size_t i = 0; i < moves.size(); ++i) {
    if (!answers[i].ok()) {
      // The first that really failed, not one that was left out for it.
      if (failure.ok() || absl::IsCancelled(failure))
        failure = answers[i].status();
      continue;
    }
    const std::optional<absl::uint128> total =
        CheckedAdd(sum.leaves, answers[i]->leaves);
    if (!total)
      return absl::OutOfRangeError("the program's counts pass 128 bits");
    sum.leaves = *total;
    (*sum.divide)[ToUci(position, moves[i])] = answers[i]->leaves;
  }
  if (!failure.ok()) return failure;
  return sum;
}

}  // namespace rookery
