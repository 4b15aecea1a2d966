// Takes positions of remaining depth 2 and adds up the leaves below each.
//
// Positions wait in pools until eight of a kind are there, so the counts are
// complete only after Flush. Each position comes with the id of the count that
// its leaves are added to.
#ifndef ROOKERY_CORE_PERFT_FAST_POSITION_LANES_LEAF_COUNTER_H_
#define ROOKERY_CORE_PERFT_FAST_POSITION_LANES_LEAF_COUNTER_H_

#include "core/perft/fast/position_lanes/child_pools.h"
#include "core/perft/fast/position_lanes/counts.h"
#include "core/perft/fast/position_lanes/move_bytes.h"
#include "core/perft/fast/position_lanes/parent_counter.h"
#include "core/perft/fast/position_lanes/parent_pool.h"

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

class LeafCounter {
 public:
  using Moves = MoveBytes<kMaxMovesOfParent>;

  // Complete after Flush.
  uint64_t& count(uint32_t id) { return counts_[id]; }

  // Adds a position where kMover is to move.
  template <Color kMover>
  ROOKERY_NEVER_INLINE void Add(const Board& board, uint32_t id) {
    ParentPool& pool = PoolOf(KeyOfPool<kMover>(board));
    pool.Add(PlanesOf<kMover>(board), Turned<kMover>(board.en_passant), id);
    CountIfFull(pool);
  }

  // Adds the positions after moves from a board, after which kMover is to move.
  // The moves change neither the place of a king nor a right to castle, do not
  // promote, and allow no capture en passant. The ids are id, id + id_step and
  // so on.
  template <Color kMover>
  ROOKERY_ALWAYS_INLINE void AddAfter(const Board& board, const Moves& moves,
                                      uint32_t id, uint32_t id_step) {
    if (moves.size == 0) return;
    ParentPool& pool = PoolOf(KeyOfPool<kMover>(board));
    const Planes planes = PlanesOf<kMover>(board);
    const Lanes pawns = All(planes.pawns);
    const Lanes knights = All(planes.knights);
    const Lanes diagonal = All(planes.diagonal);
    const Lanes orthogonal = All(planes.orthogonal);
    const Lanes mover = All(planes.mover);
    const Lanes replier = All(planes.replier);
    __m256i ids = _mm256_add_epi32(
        _mm256_set1_epi32(static_cast<int>(id)),
        _mm256_mullo_epi32(_mm256_set1_epi32(static_cast<int>(id_step)),
                           _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7)));
    for (int index = 0; index < moves.size; index += kLanes) {
      const Lanes from = SquaresAt(moves.from + index, kTurn<kMover>);
      const Lanes to = SquaresAt(moves.to + index, kTurn<kMover>);
      const int at = pool.size;
      const auto put = [&](Bitboard* plane, Lanes men) ROOKERY_INLINE_LAMBDA {
        StoreUnaligned(plane + at, AfterMove(men, from, to));
      };
      put(pool.pawns, pawns);
      put(pool.knights, knights);
      put(pool.diagonal, diagonal);
      put(pool.orthogonal, orthogonal);
      StoreUnaligned(pool.mover + at, Without(mover, to));
      StoreUnaligned(pool.replier + at, AfterOwnMove(replier, from, to));
      StoreUnaligned(pool.en_passant + at, None());
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(pool.ids + at), ids);
      ids = _mm256_add_epi32(
          ids, _mm256_set1_epi32(static_cast<int>(kLanes * id_step)));
      const int left = moves.size - index;
      pool.size += left < kLanes ? left : kLanes;
      CountIfFull(pool);
    }
  }

  // Counts all that waits.
  ROOKERY_NEVER_INLINE void Flush() {
    parent_pools_.FlushAll([this](ParentPool& pool) { CountAll(pool); });
    children_.CountAll();
  }

 private:
  ROOKERY_ALWAYS_INLINE ParentPool& PoolOf(const PoolKey& key) {
    return parent_pools_.PoolOf(key,
                                [this](ParentPool& pool) { CountAll(pool); });
  }

  ROOKERY_ALWAYS_INLINE void CountIfFull(ParentPool& pool) {
    if (pool.size >= ParentPool::kFull) CountFullVectors(pool);
  }

  ROOKERY_NEVER_INLINE void CountFullVectors(ParentPool& pool) {
    const int parents = pool.size / kLanes * kLanes;
    parent_counter_.CountPool(pool, parents);
    pool.KeepFrom(parents);
  }

  ROOKERY_NEVER_INLINE void CountAll(ParentPool& pool) {
    parent_counter_.CountPool(pool, pool.size);
    pool.size = 0;
  }

  Counts counts_;
  ChildPools children_{counts_};
  ParentCounter parent_counter_{counts_, children_};
  ParentPools parent_pools_;
};

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_FAST_POSITION_LANES_LEAF_COUNTER_H_
