#include "core/verify/chess960_start.h"

#include <array>

namespace rookery {
namespace {

// The men of a first rank by its Chess960 number.
std::array<PieceType, 8> BackRank(int number) {
  std::array<PieceType, 8> men{};
  const auto put = [&](PieceType type, int among_empty) {
    for (PieceType& man : men) {
      if (man == kNoPieceType && among_empty-- == 0) {
        man = type;
        return;
      }
    }
  };
  men[number % 4 * 2 + 1] = kBishop;
  number /= 4;
  men[number % 4 * 2] = kBishop;
  number /= 4;
  put(kQueen, number % 6);
  number /= 6;
  // The two knights among the five squares left, in lexicographic order.
  int first = 0;
  while (number >= 4 - first) number -= 4 - first++;
  put(kKnight, first);
  put(kKnight, first + number);
  for (const PieceType type : {kRook, kKing, kRook}) put(type, 0);
  return men;
}

}  // namespace

Position Chess960Start(int white, int black) {
  PositionSetup setup;
  for (const Color color : {kWhite, kBlack}) {
    const std::array<PieceType, 8> men =
        BackRank(color == kWhite ? white : black);
    for (int file = 0; file < 8; ++file) {
      const Square first = MakeSquare(file, color == kWhite ? 0 : 7);
      setup.board[first] = MakePiece(color, men[file]);
      setup.board[MakeSquare(file, color == kWhite ? 1 : 6)] =
          MakePiece(color, kPawn);
      if (men[file] == kRook) setup.castling_rooks |= SquareSet(first);
    }
  }
  return *Position::FromSetup(setup);
}

}  // namespace rookery
