// The tree above the last two plies with a hash table: every remaining depth
// from two on is looked up.
#ifndef ROOKERY_CORE_PERFT_FAST_POSITION_LANES_HASHED_SEARCHER_H_
#define ROOKERY_CORE_PERFT_FAST_POSITION_LANES_HASHED_SEARCHER_H_

#include "core/perft/fast/position_lanes/bucket.h"
#include "core/perft/fast/position_lanes/leaf_counter.h"
#include "core/perft/fast/position_lanes/pending_moves.h"
#include "core/perft/fast/progress.h"

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

// A position is made only when the table does not know it. Those of depth 2
// wait in pools, so their counts come late: they are settled for a whole group
// of positions of depth 3 at once, either all successors of one position of
// depth 4 or roots of a batch.
class HashedSearcher {
 public:
  // Borrows the call. Requires: it has a table, and a depth of at least
  // kMinTableDepth.
  explicit HashedSearcher(FastCall& call)
      : call_(call), progress_(call), table_(*call.table) {}

  FastOutcome Run() {
    const uint64_t groups = (call_.positions + kGroup - 1) / kGroup;
    // Neighbours share successors, and what a group finds is in the table only
    // when the whole group is settled. So roots of depth 3 are dealt out: those
    // of a group lie far apart, and one's neighbour belongs to the next group.
    // Of deeper roots each is settled before the next one is begun.
    const bool is_dealt_out = call_.depth == 3;
    for (uint64_t group = 0; group < groups && !progress_.Ended(); ++group) {
      if (is_dealt_out) {
        CountRoots(group, /*step=*/groups, call_.positions);
      } else {
        const uint64_t first = group * kGroup;
        const uint64_t left = call_.positions - first;
        CountRoots(first, /*step=*/1, first + (left < kGroup ? left : kGroup));
      }
    }
    return progress_.outcome();
  }

 private:
  // A position has no more moves, so a group has at most kGroup * kGroup
  // positions of depth 2.
  static constexpr int kGroup = kMaxMovesOfParent;
  static_assert(kGroup * kGroup <= Counts::kMaxIds);

  // A position of depth 3 whose count is not complete, or a root of depth 2.
  struct OpenNode {
    TableKey key;
    // What the table knew.
    uint64_t sum;
    // The positions of depth 2 that it did not know.
    uint32_t first_id;
    uint32_t end_id;
    // What the whole count is added to.
    uint64_t* total;
    bool is_root_of_depth_two;
  };

  // A position of depth 3 whose successors' buckets are on their way.
  struct Prepared {
    Board board;
    PendingMoves moves;
    Color side_to_move;
    int node;
  };
  // How many there are before the first is looked up.
  static constexpr int kAhead = 2;

  // The moves of a position, keyed. `key` is the position's.
  template <Color kUs>
  ROOKERY_ALWAYS_INLINE void FindMoves(const Board& board, const TableKey& key,
                                       int depth, PendingMoves& moves) {
    const Legality legality = Examine<kUs>(board);
    const Bitboard en_passant_pawns = LegalEnPassantPawns<kUs>(board, legality);
    PendingMoveMaker<kUs> maker(
        board,
        KeyOfSuccessors(board, key, depth, en_passant_pawns, *table_.keys),
        table_, moves);
    ShowMoveSets<kUs>(board, legality, en_passant_pawns, paths_, maker);
  }

  template <Color kUs>
  static ROOKERY_ALWAYS_INLINE Board AfterPending(const Board& board,
                                                  const PendingMoves& moves,
                                                  int index) {
    return MakeMove<kUs>(board, moves.kinds[index], Only(moves.from[index]),
                         Only(moves.to[index]));
  }

  // --- Depth 3.

  template <Color kUs>
  void Open(const Board& board, const TableKey& key, uint64_t* total) {
    const int node = nodes_++;
    Prepared& prepared = prepared_[node % kAhead];
    if (node >= kAhead) LookUp(prepared);
    open_[node] = {key, 0, 0, 0, total, false};
    prepared.board = board;
    prepared.side_to_move = kUs;
    prepared.node = node;
    FindMoves<kUs>(board, key, 3, prepared.moves);
    looked_up_ = node + 1 - kAhead;
  }

  void LookUp(const Prepared& prepared) {
    if (prepared.side_to_move == kWhite) {
      LookUpMoves<kWhite>(prepared.board, prepared.moves, open_[prepared.node]);
    } else {
      LookUpMoves<kBlack>(prepared.board, prepared.moves, open_[prepared.node]);
    }
  }

  // Looks up all successors of a position of depth 3, and hands those that the
  // table does not know to the leaf counter.
  template <Color kUs>
  ROOKERY_NEVER_INLINE void LookUpMoves(const Board& board,
                                        const PendingMoves& moves,
                                        OpenNode& node) {
    uint8_t missed[kMaxMovesOfParent];
    int misses = 0;
    uint64_t sum = 0;
    for (int index = 0; index < moves.size; ++index) {
      uint64_t count;
      const bool hit = ProbeBucket<2>(table_, moves.keys[index], count);
      sum += count;
      missed[misses] = static_cast<uint8_t>(index);
      misses += hit ? 0 : 1;
    }
    node.sum = sum;
    call_.hits += static_cast<uint64_t>(moves.size - misses);
    call_.misses += static_cast<uint64_t>(misses);

    // Ordinary ones get the first ids, in the order of the list.
    node.first_id = ids_;
    list_.size = 0;
    uint8_t special[kMaxMovesOfParent];
    int specials = 0;
    for (int at = 0; at < misses; ++at) {
      const int index = missed[at];
      special[specials] = static_cast<uint8_t>(index);
      specials += moves.ordinary[index] ? 0 : 1;
      leaves_.count(ids_ + list_.size) = 0;
      keys_[ids_ + list_.size] = moves.keys[index];
      list_.from[list_.size] = moves.from[index];
      list_.to[list_.size] = moves.to[index];
      list_.size += moves.ordinary[index] ? 1 : 0;
    }
    const uint32_t first_id = ids_;
    ids_ += list_.size;
    leaves_.AddAfter<Other(kUs)>(board, list_, first_id, /*id_step=*/1);
    for (int at = 0; at < specials; ++at) {
      const int index = special[at];
      leaves_.count(ids_) = 0;
      keys_[ids_] = moves.keys[index];
      leaves_.Add<Other(kUs)>(AfterPending<kUs>(board, moves, index), ids_);
      ++ids_;
    }
    node.end_id = ids_;
  }

  // Completes the counts of all open positions.
  ROOKERY_NEVER_INLINE void Settle() {
    for (int node = looked_up_ < 0 ? 0 : looked_up_; node < nodes_; ++node) {
      if (!open_[node].is_root_of_depth_two) LookUp(prepared_[node % kAhead]);
    }
    leaves_.Flush();
    for (int index = 0; index < nodes_; ++index) {
      const OpenNode& node = open_[index];
      uint64_t sum = node.sum;
      for (uint32_t id = node.first_id; id < node.end_id; ++id) {
        sum += leaves_.count(id);
        StoreInBucket<2>(table_, keys_[id], leaves_.count(id));
      }
      if (!node.is_root_of_depth_two) StoreInBucket<3>(table_, node.key, sum);
      progress_.Add(*node.total, sum);
    }
    nodes_ = 0;
    looked_up_ = 0;
    ids_ = 0;
  }

  // --- Depth 4 and more.

  // Counts a position that the table does not know. Requires: depth >= 4.
  template <Color kUs>
  ROOKERY_NEVER_INLINE uint64_t CountUnknown(const Board& board,
                                             const TableKey& key, int depth) {
    if (progress_.Stopped()) return 0;
    PendingMoves moves;
    FindMoves<kUs>(board, key, depth, moves);
    uint64_t sum = 0;
    for (int index = 0; index < moves.size; ++index) {
      const TableKey& child_key = moves.keys[index];
      uint64_t count;
      if (Probe(table_, child_key, depth - 1, count)) {
        ++call_.hits;
        progress_.Add(sum, count);
        continue;
      }
      ++call_.misses;
      const Board child = AfterPending<kUs>(board, moves, index);
      if (depth == 4) {
        Open<Other(kUs)>(child, child_key, &sum);
        continue;
      }
      count = CountUnknown<Other(kUs)>(child, child_key, depth - 1);
      if (ROOKERY_UNLIKELY(progress_.Ended())) return 0;
      Store(table_, child_key, depth - 1, count);
      progress_.Add(sum, count);
    }
    if (depth == 4) Settle();
    return sum;
  }

  // --- Roots.

  // Every step-th root from `first` on and before `end`; at most kGroup.
  void CountRoots(uint64_t first, uint64_t step, uint64_t end) {
    TableKey root_keys[kGroup];
    int prefetched = 0;
    for (uint64_t index = first; index < end; index += step) {
      const Unpacked root = UnpackPlanes(call_.planes + 4 * index);
      root_keys[prefetched] = KeyOfRoot(root, call_.depth, *table_.keys);
      PrefetchBucket(table_, root_keys[prefetched++]);
    }
    const TableKey* key = root_keys;
    for (uint64_t index = first; index < end; index += step, ++key) {
      if (progress_.Stopped()) return;
      const Unpacked root = UnpackPlanes(call_.planes + 4 * index);
      uint64_t& total = call_.counts[index];
      total = 0;
      uint64_t count;
      if (Probe(table_, *key, call_.depth, count)) {
        ++call_.hits;
        total = count;
        continue;
      }
      ++call_.misses;
      paths_ = CastlingPathsOf(root.board);
      if (root.side_to_move == kWhite) {
        CountRoot<kWhite>(root.board, *key, total);
      } else {
        CountRoot<kBlack>(root.board, *key, total);
      }
    }
    Settle();
  }

  template <Color kUs>
  void CountRoot(const Board& board, const TableKey& key, uint64_t& total) {
    switch (call_.depth) {
      case 2:
        open_[nodes_++] = {key, 0, ids_, ids_ + 1, &total, true};
        leaves_.count(ids_) = 0;
        keys_[ids_] = key;
        leaves_.Add<kUs>(board, ids_++);
        break;
      case 3:
        Open<kUs>(board, key, &total);
        break;
      default:
        total = CountUnknown<kUs>(board, key, call_.depth);
        if (!progress_.Ended()) {
          Store(table_, key, call_.depth, total);
        }
    }
  }

  FastCall& call_;
  Progress progress_;
  const HashTableView& table_;
  CastlingPaths paths_;
  LeafCounter leaves_;
  LeafCounter::Moves list_;

  Prepared prepared_[kAhead];
  OpenNode open_[kGroup];
  int nodes_ = 0;
  // How many of them have been looked up; below zero for none.
  int looked_up_ = 0;
  // Of the positions of depth 2 that wait, by id.
  TableKey keys_[Counts::kMaxIds];
  uint32_t ids_ = 0;
};

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_FAST_POSITION_LANES_HASHED_SEARCHER_H_
