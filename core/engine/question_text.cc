#include "core/engine/question_text.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/board/attacks.h"
#include "core/board/fen.h"
#include "core/board/move_generator.h"
#include "core/engine/quote.h"
#include "core/notation/uci.h"

namespace rookery {
absl::Status CheckQuestion(const PerftQuestion& question) {
  if (question.depth < 1 || question.depth > kMaxQuestionDepth) {
    return absl::InvalidArgumentError(absl::StrCat(
        "depth ", question.depth, " must be from 1 to ", kMaxQuestionDepth));
  }
  if (question.moves.size() > kMaxQuestionMoves) {
    return absl::InvalidArgumentError(
        absl::StrCat("moves: ", question.moves.size(), " are more than ",
                     kMaxQuestionMoves, "; begin at a later position"));
  }
  if (!question.fen.empty()) {
    const absl::StatusOr<Position> read = Position::FromFen(question.fen);
    if (!read.ok()) return read.status();
    if (*read != question.position) {
      return absl::InvalidArgumentError(
          absl::StrCat("fen ", Quote(question.fen),
                       " is not that of the position, which is ",
                       Quote(question.position.ToFen())));
    }
  }
  Position position = question.position;
  for (const Move move : question.moves) {
    MoveList legal;
    GenerateLegalMoves(position, legal);
    if (std::find(legal.begin(), legal.end(), move) == legal.end()) {
      return absl::InvalidArgumentError(
          absl::StrCat("move ", Quote(ToUci(move, /*chess960=*/true)),
                       " is not legal in ", Quote(position.ToFen())));
    }
    position.Play(move);
  }
  return absl::OkStatus();
}

Position PositionAfterMoves(const PerftQuestion& question) {
  Position position = question.position;
  for (const Move move : question.moves) position.Play(move);
  return position;
}

std::string RootFen(const PerftQuestion& question) {
  return question.fen.empty() ? question.position.ToFen() : question.fen;
}

std::string FenAfterMoves(const PerftQuestion& question) {
  if (question.moves.empty()) return RootFen(question);
  const Position position = PositionAfterMoves(question);
  const Move last = question.moves.back();
  if (last.kind() != MoveKind::kDoublePush) return position.ToFen();
  const Square passed = static_cast<Square>((last.from() + last.to()) / 2);
  const Color mover = position.side_to_move();
  if ((PawnAttacks(Opponent(mover), passed) & position.pieces(mover, kPawn)) ==
      0)
    return position.ToFen();
  return FenWithEnPassant(position, passed);
}

std::string MovesText(const PerftQuestion& question) {
  const bool chess960 = question.position.NeedsChess960();
  std::vector<std::string> moves;
  for (const Move move : question.moves) moves.push_back(ToUci(move, chess960));
  return absl::StrJoin(moves, " ");
}

}  // namespace rookery
