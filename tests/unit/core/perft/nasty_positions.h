// Positions that are enumerated, not thought of: every way to stand between a
// king and a slider, every en passant capture with every line to the king,
// every castling under every attack.
//
// core/verify/suites has single positions with their counts; here only the
// reference knows the answers. Every
// second position is turned round, so that Black has the same to solve. Pure
// functions; safe to use from any thread.
#ifndef ROOKERY_TESTS_UNIT_CORE_PERFT_NASTY_POSITIONS_H_
#define ROOKERY_TESTS_UNIT_CORE_PERFT_NASTY_POSITIONS_H_

#include <vector>

#include "core/board/position.h"

namespace rookery {

// A family of positions. `stride` takes every so many of it, for builds in
// which all would take too long.
struct NastyFamily {
  const char* name;
  std::vector<Position> (*positions)(int stride);
};

// King, slider, and one man of each kind and color in between, at all
// distances: pins of every man on every line, discovered checks by every man,
// promotions under pin among them.
std::vector<Position> ShieldedKings(int stride);

// One check by each kind of man from everywhere, with a defender of each kind
// who may take or block; and two checks at once.
std::vector<Position> Checks(int stride);

// Pawns before their double push, with one or two pawns that wait for them, and
// a slider or knight on each line of the waiting side's king: pushes that
// uncover, block or give check, captures that uncover or answer one.
std::vector<Position> DoublePushes(int stride);

// The same after the push, some of which no game has: check from behind the
// square passed over, which taking en passant blocks.
std::vector<Position> EnPassantCaptures(int stride);

// King and rook on all squares that Chess960 can have, with an enemy of each
// kind on each square, the enemy king included; with other men on the first
// rank, that block, or shield the king.
std::vector<Position> Castlings(int stride);

// Pawns about to promote, straight and by capture of each kind, rooks with
// their castling right included, with the enemy king everywhere.
std::vector<Position> Promotions(int stride);

// Two kings alone, everywhere.
std::vector<Position> LoneKings(int stride);

// Boards full of knights, of queens, of other pieces, of pawns.
std::vector<Position> Crowds(int stride);

// All of the above.
std::vector<NastyFamily> NastyFamilies();

}  // namespace rookery

#endif  // ROOKERY_TESTS_UNIT_CORE_PERFT_NASTY_POSITIONS_H_
