// What surrounds a king, by his square.
//
// All positions of a pool have their kings on the same squares, so that such a
// set is one broadcast instead of a computation in each lane.
#ifndef ROOKERY_CORE_PERFT_FAST_POSITION_LANES_KING_TABLES_H_
#define ROOKERY_CORE_PERFT_FAST_POSITION_LANES_KING_TABLES_H_

#include "core/perft/fast/lookup.h"
#include "core/perft/fast/position_lanes/directions.h"

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

struct KingTable {
  // To the edge of the board.
  Bitboard rays[kCompass];
  // The next square, or none beyond the edge.
  Bitboard neighbors[kCompass];
  Bitboard around;
  // From where a king would touch a square of `around`, or this one.
  Bitboard reach;
  Bitboard knights;
  // From where the mover's pawns attack the square.
  Bitboard pawns;
};

// Filled by InitializeKingTables, constant from then on.
KingTable king_tables[64];

// Requires: InitializeLookup.
void InitializeKingTables() {
  constexpr int kFileStep[kCompass] = {0, 1, 1, -1, 0, -1, -1, 1};
  constexpr int kRankStep[kCompass] = {1, 1, 0, 1, -1, -1, 0, -1};
  for (int square = 0; square < 64; ++square) {
    KingTable& table = king_tables[square];
    for (int direction = 0; direction < kCompass; ++direction) {
      const auto next = [&](int from) {
        return Step(from, kFileStep[direction], kRankStep[direction]);
      };
      table.neighbors[direction] = next(square);
      table.rays[direction] = 0;
      for (Bitboard at = next(square); at != 0; at = next(First(at)))
        table.rays[direction] |= at;
    }
    table.around = lookup.king[square];
    table.reach = 0;
    for (Bitboard at = table.around | Only(square); at != 0;
         at = WithoutLowest(at)) {
      table.reach |= lookup.king[First(at)];
    }
    table.knights = lookup.knight[square];
    table.pawns = lookup.pawn[kBlack][square];
  }
}

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_FAST_POSITION_LANES_KING_TABLES_H_
