// All children that wait: a pool for each square of the replier's king.
#ifndef ROOKERY_CORE_PERFT_FAST_POSITION_LANES_CHILD_POOLS_H_
#define ROOKERY_CORE_PERFT_FAST_POSITION_LANES_CHILD_POOLS_H_

#include "core/perft/fast/counter.h"
#include "core/perft/fast/position_lanes/child_counter.h"
#include "core/perft/fast/position_lanes/child_pool.h"
#include "core/perft/fast/position_lanes/counts.h"
#include "core/perft/fast/position_lanes/parent_pool.h"

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

class ChildPools {
 public:
  // The counts are borrowed.
  explicit ChildPools(Counts& counts) : counts_(counts) {}

  // Makes the pool of the parents' children ready; it is theirs until the next
  // call.
  void Prepare(const ParentPool& parents) {
    const int king = parents.key.replier_king;
    ChildPool& pool = pools_[king];
    const Bitboard castling_rooks = parents.key.castling_rooks & kRank8;
    const bool is_used = (used_ & Only(king)) != 0;
    if (is_used && pool.castling_rooks == castling_rooks) return;
    if (is_used) CountAll(king);
    used_ |= Only(king);
    pool.Reset(castling_rooks, *parents.paths, paths_[king]);
  }

  ROOKERY_ALWAYS_INLINE ChildPool& PoolOf(const ParentPool& parents) {
    return pools_[parents.key.replier_king];
  }

  // To be called when up to eight children have been added.
  ROOKERY_ALWAYS_INLINE void CountIfFull(const ChildPool& pool) {
    if (pool.size >= ChildPool::kFull)
      CountFullVectors(static_cast<int>(&pool - pools_));
  }

  // Adds the children in some lanes, given as planes, of the parents from
  // `first` on.
  void AddLanes(const ParentPool& parents, int first, LaneMask lanes,
                Lanes pawns, Lanes knights, Lanes diagonal, Lanes orthogonal,
                Lanes mover, Lanes replier) {
    ChildPool& pool = PoolOf(parents);
    const int at = pool.size;
    const auto put = [&](Bitboard* plane, Lanes men) ROOKERY_INLINE_LAMBDA {
      StoreUnaligned(plane + at,
                     {_mm512_maskz_compress_epi64(lanes, men.words)});
    };
    put(pool.pawns, pawns);
    put(pool.knights, knights);
    put(pool.diagonal, diagonal);
    put(pool.orthogonal, orthogonal);
    put(pool.mover, mover);
    put(pool.replier, replier);
    const __m256i ids = _mm256_load_si256(
        reinterpret_cast<const __m256i*>(parents.ids + first));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(pool.ids + at),
                        _mm256_maskz_compress_epi32(lanes, ids));
    pool.size += CountBits(lanes);
    CountIfFull(pool);
  }

  // Adds a child that has been made as a board, where White has moved, with all
  // that lanes do not count.
  void Add(const ParentPool& parents, const Board& child, uint32_t id) {
    if (((child.castling_rooks ^ parents.key.castling_rooks) & kRank8) != 0) {
      // It belongs to no pool of these parents.
      counts_[id] += CountMoves<kBlack>(child, *parents.paths);
      return;
    }
    if (child.en_passant != 0) {
      counts_[id] +=
          CountBits(EnPassantPawns<kBlack>(child, Examine<kBlack>(child)));
    }
    ChildPool& pool = PoolOf(parents);
    pool.Add(PlanesOf<kWhite>(child), id);
    CountIfFull(pool);
  }

  void CountAll() {
    for (; used_ != 0; used_ = WithoutLowest(used_)) CountAll(First(used_));
  }

 private:
  ROOKERY_NEVER_INLINE void CountVectors(int king, int vectors) {
    const ChildPool& pool = pools_[king];
    for (int first = 0; first < vectors * kLanes; first += kLanes) {
      counts_.Add(pool.ids + first, CountReplies(pool, first, king),
                  FirstLanes(pool.size - first));
    }
  }

  void CountFullVectors(int king) {
    ChildPool& pool = pools_[king];
    const int vectors = pool.size / kLanes;
    CountVectors(king, vectors);
    pool.KeepFrom(vectors * kLanes);
  }

  void CountAll(int king) {
    CountVectors(king, (pools_[king].size + kLanes - 1) / kLanes);
    pools_[king].size = 0;
  }

  Counts& counts_;
  ChildPool pools_[64];
  CastlingPaths paths_[64];
  // The kings' squares whose pools have been reset.
  Bitboard used_ = 0;
};

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_FAST_POSITION_LANES_CHILD_POOLS_H_
