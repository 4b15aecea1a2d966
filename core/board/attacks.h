// Which squares a man attacks.
//
// Portable: sliders look their attacks up in tables indexed by a multiplication
// ("magics"), so this needs no instruction beyond x86-64's base. It is the
// general board code's; the perft kernels have their own. The tables (about 900
// KB) are built once, in about a millisecond, before any other initialiser of a
// file that includes this header runs; afterwards they are only read, from any
// thread.
#ifndef ROOKERY_CORE_BOARD_ATTACKS_H_
#define ROOKERY_CORE_BOARD_ATTACKS_H_

#include <array>
#include <cstdint>

#include "core/board/bitboard.h"
#include "core/board/piece.h"
#include "core/board/square.h"

namespace rookery {

namespace internal {

// One square's table of a slider: the occupied squares that matter, times the
// multiplier, have their index on top.
struct SliderTable {
  Bitboard mask;
  uint64_t multiplier;
  const Bitboard* attacks;
  int shift;
};

struct AttackTables {
  std::array<std::array<Bitboard, kSquareCount>, 2> pawn;
  std::array<Bitboard, kSquareCount> knight;
  std::array<Bitboard, kSquareCount> king;
  std::array<SliderTable, kSquareCount> bishop;
  std::array<SliderTable, kSquareCount> rook;
  std::array<std::array<Bitboard, kSquareCount>, kSquareCount> between;
  std::array<std::array<Bitboard, kSquareCount>, kSquareCount> line;
};

// Written once by BuildAttackTables, constant ever after.
extern AttackTables attack_tables;

// Fills the tables at the first call and does nothing at later ones; always
// true.
bool BuildAttackTables();

// An inline variable of the header is initialised before the variables that
// follow it in any including file, so static positions elsewhere find the
// tables ready.
inline const bool attack_tables_built = BuildAttackTables();

// The attacks in one square's table. Requires: the tables are built.
inline Bitboard Lookup(const SliderTable& table, Bitboard occupied) {
  return table
      .attacks[((occupied & table.mask) * table.multiplier) >> table.shift];
}

}  // namespace internal

// The squares on which a pawn of that colour on that square can capture.
inline Bitboard PawnAttacks(Color color, Square square) {
  return internal::attack_tables.pawn[color][square];
}

// Leapers attack the same squares on any board.
inline Bitboard KnightAttacks(Square square) {
  return internal::attack_tables.knight[square];
}

inline Bitboard KingAttacks(Square square) {
  return internal::attack_tables.king[square];
}

// Sliders see up to and including the first occupied square of each direction,
// whoever stands there.
inline Bitboard BishopAttacks(Square square, Bitboard occupied) {
  return internal::Lookup(internal::attack_tables.bishop[square], occupied);
}

inline Bitboard RookAttacks(Square square, Bitboard occupied) {
  return internal::Lookup(internal::attack_tables.rook[square], occupied);
}

inline Bitboard QueenAttacks(Square square, Bitboard occupied) {
  return BishopAttacks(square, occupied) | RookAttacks(square, occupied);
}

// What a man of that type other than a pawn attacks. Requires: type is knight,
// bishop, rook, queen or king.
Bitboard PieceAttacks(PieceType type, Square square, Bitboard occupied);

// The squares strictly between two squares of one rank, file or diagonal; empty
// for any other two squares.
inline Bitboard Between(Square first, Square second) {
  return internal::attack_tables.between[first][second];
}

// The whole rank, file or diagonal through two different squares, both
// included; empty where there is none.
inline Bitboard LineThrough(Square first, Square second) {
  return internal::attack_tables.line[first][second];
}

}  // namespace rookery

#endif  // ROOKERY_CORE_BOARD_ATTACKS_H_
