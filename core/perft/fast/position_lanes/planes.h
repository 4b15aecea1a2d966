// A position as the pools keep it.
#ifndef ROOKERY_CORE_PERFT_FAST_POSITION_LANES_PLANES_H_
#define ROOKERY_CORE_PERFT_FAST_POSITION_LANES_PLANES_H_

#include "core/perft/fast/board.h"
#include "core/perft/fast/position_lanes/lanes.h"

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

// Seen by the side to move at remaining depth 2, the mover: it plays up the
// board. The kings are what is in no plane but that of its side.
struct Planes {
  Bitboard pawns;
  Bitboard knights;
  // Queens are in both.
  Bitboard diagonal;
  Bitboard orthogonal;
  // All men of a side.
  Bitboard mover;
  Bitboard replier;
};

// Turns squares of the real board into those of the pools, and back: upside
// down where Black is the mover.
template <Color kMover>
ROOKERY_ALWAYS_INLINE Bitboard Turned(Bitboard set) {
  return kMover == kWhite ? set : __builtin_bswap64(set);
}
// The same for square numbers, by exclusive or.
template <Color kMover>
constexpr int kTurn = kMover == kWhite ? 0 : 56;

template <Color kMover>
ROOKERY_ALWAYS_INLINE Planes PlanesOf(const Board& board) {
  const auto both = [&board](int plane) {
    return Turned<kMover>(board.men[kWhite][plane] | board.men[kBlack][plane]);
  };
  return {both(kPawnPlane),
          both(kKnightPlane),
          both(kDiagonalPlane),
          both(kOrthogonalPlane),
          Turned<kMover>(board.AllOf(kMover)),
          Turned<kMover>(board.AllOf(Other(kMover)))};
}

// The way back, with White as the mover.
inline Board BoardOf(const Planes& planes, Bitboard castling_rooks,
                     Bitboard en_passant) {
  Board board;
  const Bitboard kings =
      ~(planes.pawns | planes.knights | planes.diagonal | planes.orthogonal);
  constexpr Color kColors[2] = {kWhite, kBlack};
  for (const Color color : kColors) {
    const Bitboard side = color == kWhite ? planes.mover : planes.replier;
    board.men[color][kPawnPlane] = side & planes.pawns;
    board.men[color][kKnightPlane] = side & planes.knights;
    board.men[color][kDiagonalPlane] = side & planes.diagonal;
    board.men[color][kOrthogonalPlane] = side & planes.orthogonal;
    board.men[color][kKingPlane] = side & kings;
  }
  board.castling_rooks = castling_rooks;
  board.en_passant = en_passant;
  return board;
}

// A plane of one kind of men after a move in each lane, by a man of that kind
// or another; what is captured leaves it.
ROOKERY_ALWAYS_INLINE Lanes AfterMove(Lanes plane, Lanes from, Lanes to) {
  return OrIf(Meets(plane, from), Without(plane, from, to), to);
}
// The plane of the side that moves.
ROOKERY_ALWAYS_INLINE Lanes AfterOwnMove(Lanes side, Lanes from, Lanes to) {
  return Ternary<((kFirstBit & ~kSecondBit) | kThirdBit)>(side, from, to);
}

// Copies eight ids to the front.
ROOKERY_ALWAYS_INLINE void MoveIds(uint32_t* ids, int first) {
  _mm256_store_si256(
      reinterpret_cast<__m256i*>(ids),
      _mm256_load_si256(reinterpret_cast<const __m256i*>(ids + first)));
}

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_FAST_POSITION_LANES_PLANES_H_
