// The legal moves of a position, as `rookery moves` prints them.
#ifndef ROOKERY_CLI_LEGAL_MOVES_H_
#define ROOKERY_CLI_LEGAL_MOVES_H_

#include <string>
#include <vector>

#include "core/board/position.h"

namespace rookery::cli {

struct MoveFilter {
  // Only the moves of the man there; kNoSquare: of all.
  Square square = kNoSquare;
  bool captures = false;
};

// One legal move in both spellings.
struct SpelledMove {
  std::string san;
  std::string uci;
  bool capture = false;
};

// The moves of one man.
struct ManMoves {
  PieceType piece = kNoPieceType;
  Square square = kNoSquare;
  std::vector<SpelledMove> moves;  // at least one
};

struct LegalMoves {
  Position position;
  int count = 0;              // of the moves below
  std::vector<ManMoves> men;  // pawns first, the king last, each kind by square
};

// The moves that the filter lets through.
LegalMoves FindLegalMoves(const Position& position, const MoveFilter& filter);

// For people, and as one JSON object; docs/cli.md describes both.
std::string LegalMovesText(const LegalMoves& moves);
std::string LegalMovesJson(const LegalMoves& moves);

}  // namespace rookery::cli

#endif  // ROOKERY_CLI_LEGAL_MOVES_H_
