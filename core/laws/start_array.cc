#include "core/laws/start_array.h"

#include <algorithm>
#include <array>

namespace rookery {
namespace {

using BackRank = std::array<PieceType, 8>;

constexpr BackRank kStandard = {kRook, kKnight, kBishop, kQueen,
                                kKing, kBishop, kKnight, kRook};
constexpr BackRank kMirrored = {kRook,  kKnight, kBishop, kKing,
                                kQueen, kBishop, kKnight, kRook};

BackRank ReadBackRank(const Position& start, Color side) {
  BackRank types;
  for (int file = 0; file < 8; ++file)
    types[file] =
        TypeOf(start.piece_on(MakeSquare(file, side == kWhite ? 0 : 7)));
  return types;
}

// Whether every man stands on the two ranks where games begin.
bool LooksLikeAStart(const Position& start) {
  return start.fullmove_number() == 1 && start.halfmove_clock() == 0 &&
         start.pieces(kWhite) == (RankSet(0) | RankSet(1)) &&
         start.pieces(kBlack) == (RankSet(6) | RankSet(7)) &&
         start.pieces(kPawn) == (RankSet(1) | RankSet(6));
}

// King between the rooks, bishops on different colours; the men are known to be
// the right ones.
bool IsChess960(const BackRank& rank) {
  const auto king = std::find(rank.begin(), rank.end(), kKing);
  const auto bishop = std::find(rank.begin(), rank.end(), kBishop);
  const auto other_bishop = std::find(bishop + 1, rank.end(), kBishop);
  return std::count(rank.begin(), king, kRook) == 1 &&
         (other_bishop - bishop) % 2 == 1;
}

bool HasTheRightMen(BackRank rank) {
  BackRank standard = kStandard;
  std::sort(rank.begin(), rank.end());
  std::sort(standard.begin(), standard.end());
  return rank == standard;
}

// More men than the start array and the missing pawns account for.
bool HasTooManyPromoted(const Position& start, Color side) {
  const auto above = [&](PieceType type, int at_start) {
    return std::max(0, Count(start.pieces(side, type)) - at_start);
  };
  const int promoted = above(kKnight, 2) + above(kBishop, 2) + above(kRook, 2) +
                       above(kQueen, 1);
  return promoted > 8 - Count(start.pieces(side, kPawn));
}

}  // namespace

StartFault CheckStart(const Position& start, bool chess960) {
  if (Count(start.checkers()) > 2 || HasTooManyPromoted(start, kWhite) ||
      HasTooManyPromoted(start, kBlack))
    return StartFault::kUnreachable;
  if (!LooksLikeAStart(start)) return StartFault::kNone;
  const BackRank white = ReadBackRank(start, kWhite);
  const BackRank black = ReadBackRank(start, kBlack);
  const bool right =
      chess960 ? white == black && HasTheRightMen(white) && IsChess960(white)
               : white == kStandard && black == kStandard;
  if (right) {
    return start.side_to_move() == kWhite ? StartFault::kNone
                                          : StartFault::kColorsReversed;
  }
  return white == kMirrored && black == kMirrored
             ? StartFault::kBoardWronglyPlaced
             : StartFault::kWrongArray;
}

}  // namespace rookery
