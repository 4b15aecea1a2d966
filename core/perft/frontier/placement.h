// Where one side's men stand, and which of them are pawns: what the order of a
// frontier compares.
//
// A move changes the placement of the mover, and of the opponent only when it
// captures; so there are far fewer placements than positions. Plain values;
// safe to use from any thread.
#ifndef ROOKERY_CORE_PERFT_FRONTIER_PLACEMENT_H_
#define ROOKERY_CORE_PERFT_FRONTIER_PLACEMENT_H_

#include <compare>
#include <cstdint>

#include "core/board/bitboard.h"
#include "core/board/packed_position.h"

namespace rookery {

struct Placement {
  Bitboard pawns = 0;
  Bitboard men = 0;  // pawns included

  friend bool operator==(const Placement&, const Placement&) = default;
  friend auto operator<=>(const Placement&, const Placement&) = default;
};

// Spreads placements evenly over 64 bits; nothing stored may depend on it.
inline uint64_t HashOf(const Placement& placement) {
  const auto product =
      static_cast<unsigned __int128>(placement.pawns ^ 0x9e3779b97f4a7c15) *
      (placement.men ^ 0xd6e8feb86659fd93);
  return (static_cast<uint64_t>(product) ^
          static_cast<uint64_t>(product >> 64)) *
         0xbf58476d1ce4e5b9;
}

// Both sides of a position.
struct Placements {
  Placement still;   // the side that does not move next
  Placement moving;  // the side that does

  friend bool operator==(const Placements&, const Placements&) = default;
  friend auto operator<=>(const Placements&, const Placements&) = default;
};

// Requires: Pack made the position.
inline Placements PlacementsOf(const PackedPosition& packed) {
  const auto& [low, middle, high, black_plane] = packed.planes;
  const Bitboard occupied = low | middle | high;
  const Bitboard captured_en_passant =
      low & middle & high & ~(kFirstRank | kEighthRank);
  const Bitboard pawns = (low & ~middle & ~high) | captured_en_passant;
  const Bitboard black = occupied & black_plane;
  // All empty squares or none are set.
  const Bitboard moving_mask =
      (black_plane & ~occupied) != 0 ? black : occupied ^ black;
  const Bitboard still_mask = occupied ^ moving_mask;
  return {{pawns & still_mask, still_mask}, {pawns & moving_mask, moving_mask}};
}

}  // namespace rookery

#endif  // ROOKERY_CORE_PERFT_FRONTIER_PLACEMENT_H_
