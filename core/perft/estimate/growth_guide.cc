#include "core/perft/estimate/growth_guide.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "core/board/attacks.h"

namespace rookery {
namespace {

// By how much the logarithm of a tree grows with the logarithm of a side's
// mobility, by how many moves the side makes in it. From linear regressions
// over nodes of plies 3 to 10 below four well-known positions; beyond the last
// number the mobility of today says nothing more.
constexpr std::array<double, 7> kOpponentExponents = {0,   1.0, 1.65, 2.2,
                                                      2.6, 2.9, 3.15};
constexpr std::array<double, 7> kMoverExponents = {0,   0.7, 1.25, 1.65,
                                                   2.0, 2.3, 2.55};

// The squares that the men of a colour could go to, pins and checks aside, and
// one more so that nobody has none.
int Mobility(const Position& position, Color color) {
  const Bitboard occupied = position.pieces();
  const Bitboard free = ~position.pieces(color);
  int squares = 1;
  for (Bitboard men = position.pieces(color, kKnight); men != 0;)
    squares += Count(KnightAttacks(PopFirst(men)) & free);
  for (Bitboard men =
           position.pieces(color, kBishop) | position.pieces(color, kQueen);
       men != 0;)
    squares += Count(BishopAttacks(PopFirst(men), occupied) & free);
  for (Bitboard men =
           position.pieces(color, kRook) | position.pieces(color, kQueen);
       men != 0;)
    squares += Count(RookAttacks(PopFirst(men), occupied) & free);
  const Bitboard pawns = position.pieces(color, kPawn);
  const Bitboard ahead = color == kWhite ? North(pawns) : South(pawns);
  const Bitboard pushes = ahead & ~occupied;
  const Bitboard second_pushes =
      color == kWhite ? North(pushes & RankSet(2)) : South(pushes & RankSet(5));
  const Bitboard enemies = position.pieces() & free;
  return squares + Count(KingAttacks(position.king_square(color)) & free) +
         Count(pushes) + Count(second_pushes & ~occupied) +
         Count((East(ahead) | West(ahead)) & enemies);
}

}  // namespace

double GuessGrowth(const Position& position, int depth) {
  // The opponent moves first in the tree of a child.
  const auto moves = static_cast<size_t>(depth);
  const double opponent = kOpponentExponents[std::min(
      (moves + 1) / 2, kOpponentExponents.size() - 1)];
  const double mover =
      kMoverExponents[std::min(moves / 2, kMoverExponents.size() - 1)];
  const Color color = position.side_to_move();
  return std::exp(opponent * std::log(Mobility(position, Opponent(color))) +
                  mover * std::log(Mobility(position, color)));
}

}  // namespace rookery
