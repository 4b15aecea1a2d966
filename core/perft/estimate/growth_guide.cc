#include "core/perft/estimate/growth_guide.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "core/board/attacks.h"

namespace rookery {
namespace {

// By how much the logarithm of a tree grows with the logarithm of a side's
// mobility, by the depth of the tree. From a linear regression over nodes drawn
// evenly from plies 4 to 12 of the start position and kiwipete; beyond the last
// depth nothing changes any more: the mobility of today says little about moves
// that far away.
struct Exponents {
  double opponent;  // who moves first in the tree of a child
  double mover;
};
constexpr std::array<Exponents, 7> kExponents = {{{0, 0},
                                                  {1.0, 0.0},
                                                  {1.0, 1.0},
                                                  {1.5, 1.0},
                                                  {1.5, 1.5},
                                                  {2.0, 1.5},
                                                  {2.0, 2.0}}};

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
  const Bitboard enemies = position.pieces() & free;
  return squares + Count(ahead & ~occupied) +
         Count((East(ahead) | West(ahead)) & enemies);
}

}  // namespace

double GuessGrowth(const Position& position, int depth) {
  const Exponents& exponents =
      kExponents[std::min(static_cast<size_t>(depth), kExponents.size() - 1)];
  const Color mover = position.side_to_move();
  return std::exp(exponents.opponent *
                      std::log(Mobility(position, Opponent(mover))) +
                  exponents.mover * std::log(Mobility(position, mover)));
}

}  // namespace rookery
