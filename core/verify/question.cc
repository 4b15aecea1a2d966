#include "core/verify/question.h"

#include "core/board/fen.h"
#include "core/engine/question_text.h"

namespace rookery {

std::string FenToTell(std::string_view text, const Position& position) {
  const absl::StatusOr<PositionSetup> setup = ParseFen(text);
  return FenWithEnPassant(position,
                          setup.ok() ? setup->en_passant_square : kNoSquare);
}

std::vector<Position> PositionsAlong(const PerftQuestion& question) {
  std::vector<Position> positions = {question.position};
  for (const Move move : question.moves)
    positions.push_back(positions.back().After(move));
  return positions;
}

PerftQuestion WithoutFirstMoves(const PerftQuestion& question, size_t count) {
  const auto split =
      question.moves.begin() + static_cast<std::ptrdiff_t>(count);
  PerftQuestion played = question;
  played.moves.assign(question.moves.begin(), split);
  return {.position = PositionAfterMoves(played),
          .fen = FenAfterMoves(played),
          .moves = {split, question.moves.end()},
          .depth = question.depth};
}

PerftQuestion Below(const PerftQuestion& question, Move move) {
  PerftQuestion below = question;
  below.moves.push_back(move);
  --below.depth;
  return below;
}

}  // namespace rookery
