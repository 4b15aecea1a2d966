// Positions of remaining depth 1 that wait to be counted eight at a time.
#ifndef ROOKERY_CORE_PERFT_FAST_POSITION_LANES_CHILD_POOL_H_
#define ROOKERY_CORE_PERFT_FAST_POSITION_LANES_CHILD_POOL_H_

#include "core/perft/fast/legality.h"
#include "core/perft/fast/position_lanes/lanes.h"
#include "core/perft/fast/position_lanes/planes.h"

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

// The replier is to move.
struct ChildPool {
  // Counted when at least that many wait.
  static constexpr int kFull = 256;
  // Children are written eight at a time, wherever the last ones ended.
  static constexpr int kCapacity = kFull + kLanes;

  alignas(64) Bitboard pawns[kCapacity];
  alignas(64) Bitboard knights[kCapacity];
  alignas(64) Bitboard diagonal[kCapacity];
  alignas(64) Bitboard orthogonal[kCapacity];
  alignas(64) Bitboard mover[kCapacity];
  alignas(64) Bitboard replier[kCapacity];
  // To which count the moves of the child belong.
  alignas(32) uint32_t ids[kCapacity];
  int size;

  // The same for all children: the replier's king (there is a pool for each of
  // his squares), and the rooks that he may castle with.
  Bitboard castling_rooks;
  // From where the mover's king attacks a square that castling leads over; it
  // may be far from the replier's king.
  Bitboard castling_reach;
  // White is the mover.
  CastlingPaths* paths;

  // Makes the pool an empty one, whatever it was. The memory for the paths is
  // borrowed.
  void Reset(Bitboard rooks, const CastlingPaths& new_paths,
             CastlingPaths& memory) {
    size = 0;
    castling_rooks = rooks;
    castling_reach = 0;
    for (const CastlingPath& path : new_paths.of[kBlack]) {
      if ((path.rook & rooks) == 0) continue;
      for (Bitboard rest = path.safe; rest != 0; rest = WithoutLowest(rest))
        castling_reach |= lookup.king[First(rest)] | Lowest(rest);
    }
    paths = &memory;
    memory = new_paths;
  }

  void Add(const Planes& child, uint32_t id) {
    const int index = size++;
    pawns[index] = child.pawns;
    knights[index] = child.knights;
    diagonal[index] = child.diagonal;
    orthogonal[index] = child.orthogonal;
    mover[index] = child.mover;
    replier[index] = child.replier;
    ids[index] = id;
  }

  // Moves the children from `first` on to the front. Requires: first is a
  // multiple of eight, and fewer than eight are left.
  void KeepFrom(int first) {
    Bitboard* const planes[] = {pawns,      knights, diagonal,
                                orthogonal, mover,   replier};
    for (Bitboard* const plane : planes) Store(plane, Load(plane + first));
    MoveIds(ids, first);
    size -= first;
  }
};

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_FAST_POSITION_LANES_CHILD_POOL_H_
