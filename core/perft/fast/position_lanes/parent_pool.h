// Positions of remaining depth 2 that wait to be counted eight at a time.
#ifndef ROOKERY_CORE_PERFT_FAST_POSITION_LANES_PARENT_POOL_H_
#define ROOKERY_CORE_PERFT_FAST_POSITION_LANES_PARENT_POOL_H_

#include "core/perft/fast/board.h"
#include "core/perft/fast/legality.h"
#include "core/perft/fast/position_lanes/lanes.h"
#include "core/perft/fast/position_lanes/planes.h"

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

// What all parents of a pool have in common. With it go the ways of castling:
// kings and rooks that may castle tell them.
struct PoolKey {
  int mover_king;
  int replier_king;
  // Of both sides.
  Bitboard castling_rooks;

  ROOKERY_ALWAYS_INLINE bool operator==(const PoolKey& other) const {
    return mover_king == other.mover_king &&
           replier_king == other.replier_king &&
           castling_rooks == other.castling_rooks;
  }
};

// The key of a board where kMover is to move.
template <Color kMover>
ROOKERY_ALWAYS_INLINE PoolKey KeyOfPool(const Board& board) {
  return {First(board.men[kMover][kKingPlane]) ^ kTurn<kMover>,
          First(board.men[Other(kMover)][kKingPlane]) ^ kTurn<kMover>,
          Turned<kMover>(board.castling_rooks)};
}

// Nothing of a pool is written before Reset: most pools are never used, and
// untouched memory costs nothing.
struct ParentPool {
  // Counted when at least that many wait.
  static constexpr int kFull = 32;
  // Parents are written eight at a time, wherever the last ones ended.
  static constexpr int kCapacity = kFull + kLanes;

  alignas(64) Bitboard pawns[kCapacity];
  alignas(64) Bitboard knights[kCapacity];
  alignas(64) Bitboard diagonal[kCapacity];
  alignas(64) Bitboard orthogonal[kCapacity];
  alignas(64) Bitboard mover[kCapacity];
  alignas(64) Bitboard replier[kCapacity];
  alignas(64) Bitboard en_passant[kCapacity];
  // To which count the leaves below the parent belong.
  alignas(32) uint32_t ids[kCapacity];
  int size;

  PoolKey key;
  // White is the mover.
  CastlingPaths* paths;

  // One of the parents as a board; its mover is White.
  Board BoardAt(int index) const {
    return BoardOf({pawns[index], knights[index], diagonal[index],
                    orthogonal[index], mover[index], replier[index]},
                   key.castling_rooks, en_passant[index]);
  }

  // Makes the pool an empty one of that key, whatever it was. The memory for
  // the paths is borrowed.
  void Reset(const PoolKey& new_key, CastlingPaths& memory) {
    size = 0;
    key = new_key;
    paths = &memory;
    if (key.castling_rooks == 0) {
      memory = CastlingPaths{};
      return;
    }
    Board board{};
    board.men[kWhite][kKingPlane] = Only(key.mover_king);
    board.men[kBlack][kKingPlane] = Only(key.replier_king);
    board.castling_rooks = key.castling_rooks;
    memory = CastlingPathsOf(board);
  }

  void Add(const Planes& parent, Bitboard en_passant_square, uint32_t id) {
    const int index = size++;
    pawns[index] = parent.pawns;
    knights[index] = parent.knights;
    diagonal[index] = parent.diagonal;
    orthogonal[index] = parent.orthogonal;
    mover[index] = parent.mover;
    replier[index] = parent.replier;
    en_passant[index] = en_passant_square;
    ids[index] = id;
  }

  // Moves the parents from `first` on to the front. Requires: first is a
  // multiple of eight, and fewer than eight are left.
  void KeepFrom(int first) {
    Bitboard* const planes[] = {pawns, knights, diagonal,  orthogonal,
                                mover, replier, en_passant};
    for (Bitboard* const plane : planes) Store(plane, Load(plane + first));
    MoveIds(ids, first);
    size -= first;
  }
};

// The pools, found by key: a key has one place, where it drives out another.
class ParentPools {
 public:
  // The pool of that key. `flush` empties a pool of another key that was in its
  // place.
  template <typename Flush>
  ROOKERY_ALWAYS_INLINE ParentPool& PoolOf(const PoolKey& key, Flush flush) {
    const int place = PlaceOf(key);
    ParentPool& pool = pools_[place];
    const Bitboard bit = Bitboard{1} << place % 64;
    Bitboard& used = used_[place / 64];
    if (ROOKERY_UNLIKELY((used & bit) == 0 || !(pool.key == key))) {
      if ((used & bit) != 0 && pool.size != 0) flush(pool);
      used |= bit;
      pool.Reset(key, paths_[place]);
    }
    return pool;
  }

  template <typename Flush>
  void FlushAll(Flush flush) {
    for (int word = 0; word < kPools / 64; ++word) {
      for (; used_[word] != 0; used_[word] = WithoutLowest(used_[word])) {
        ParentPool& pool = pools_[64 * word + First(used_[word])];
        if (pool.size != 0) flush(pool);
      }
    }
  }

 private:
  static constexpr int kPoolBits = 9;
  static constexpr int kPools = 1 << kPoolBits;

  static int PlaceOf(const PoolKey& key) {
    const uint64_t mixed =
        (key.castling_rooks + 64 * static_cast<uint64_t>(key.mover_king) +
         static_cast<uint64_t>(key.replier_king)) *
        0x9e3779b97f4a7c15;
    return static_cast<int>(mixed >> (64 - kPoolBits));
  }

  ParentPool pools_[kPools];
  CastlingPaths paths_[kPools];
  // The pools that have a key, as bits.
  Bitboard used_[kPools / 64] = {};
};

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_FAST_POSITION_LANES_PARENT_POOL_H_
