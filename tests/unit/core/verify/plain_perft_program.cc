#include "tests/unit/core/verify/plain_perft_program.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "core/board/fen.h"
#include "core/engine/question_text.h"
#include "core/notation/uci.h"
#include "tests/engines/bugs.h"

namespace rookery {
namespace {

std::unique_ptr<PlainGenerator> MakeBug(std::string_view name) {
  for (const Bug& bug : AllBugs())
    if (bug.name == name) return bug.make();
  ADD_FAILURE() << "no bug " << name;
  return AllBugs().front().make();
}

}  // namespace

PlainPerftProgram::PlainPerftProgram(std::string_view bug, Speech speech)
    : generator_(MakeBug(bug)), speech_(speech) {}

absl::StatusOr<PerftAnswer> PlainPerftProgram::Ask(
    const PerftQuestion& question, absl::Duration) {
  ++questions;
  if (before_answer) {
    if (absl::Status status = before_answer(question); !status.ok())
      return status;
  }
  const bool chess960 = question.position.NeedsChess960();
  const bool told_moves = speech_ == Speech::kMovesAndDivide;
  const absl::StatusOr<PositionSetup> setup =
      ParseFen(told_moves ? RootFen(question) : FenAfterMoves(question));
  if (!setup.ok()) return setup.status();
  PlainBoard board = generator_->Read(*setup);
  for (const Move move : question.moves) {
    if (!told_moves) break;
    bool found = false;
    for (const PlainMove& plain : generator_->Moves(board)) {
      if (Spell(plain, chess960) != ToUci(move, chess960)) continue;
      board = generator_->After(board, plain);
      found = true;
      break;
    }
    if (!found) return absl::UnavailableError("the program does not know it");
  }
  PerftAnswer answer;
  if (told_moves) answer.divide.emplace();
  for (const PlainMove& move : generator_->Moves(board)) {
    const uint64_t leaves = generator_->CountBelow(board, move, question.depth);
    answer.leaves += leaves;
    if (answer.divide) (*answer.divide)[Spell(move, chess960)] = leaves;
  }
  return answer;
}

}  // namespace rookery
