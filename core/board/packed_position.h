// A position in 32 bytes: what is sent to workers, sorted and compared in
// frontiers, and read by the perft kernels.
//
// This header is the plain struct and nothing else, so that kernels built with
// wide instruction sets may include it; conversions from and to Position, with
// the checks for bytes from outside, are in position_codec.h. The layout is
// part of the protocol: docs/packed_position.md. A plain value; safe to use
// from any thread.
#ifndef ROOKERY_CORE_BOARD_PACKED_POSITION_H_
#define ROOKERY_CORE_BOARD_PACKED_POSITION_H_

#include <array>
#include <compare>
#include <cstdint>

namespace rookery {

// Four bit planes over the squares (bit 0 is a1): planes 0 to 2 hold a 3-bit
// code a square (0 empty, 1 pawn, 2 knight, 3 bishop, 4 rook, 5 queen, 6 king,
// 7 special), plane 3 says that the man is black.
//
// Special is a rook with a castling right when it stands on the first or eighth
// rank, and the pawn that can be captured en passant when it stands on the
// fourth or fifth; the latter only when such a capture is legal. On empty
// squares plane 3 holds the side to move: all set when it is black. There are
// no counters.
//
// Two positions that are the same by the laws have the same bytes, and the
// other way round.
struct PackedPosition {
  std::array<uint64_t, 4> planes{};

  friend bool operator==(const PackedPosition&,
                         const PackedPosition&) = default;
  friend auto operator<=>(const PackedPosition&,
                          const PackedPosition&) = default;
};

static_assert(sizeof(PackedPosition) == 32);

}  // namespace rookery

#endif  // ROOKERY_CORE_BOARD_PACKED_POSITION_H_
