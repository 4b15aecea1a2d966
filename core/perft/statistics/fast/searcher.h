// Walks the tree from one position down to the last ply, with or without a
// table of statistics.
#ifndef ROOKERY_CORE_PERFT_STATISTICS_FAST_SEARCHER_H_
#define ROOKERY_CORE_PERFT_STATISTICS_FAST_SEARCHER_H_

#include "core/perft/fast/keys.h"
#include "core/perft/fast/progress.h"
#include "core/perft/statistics/fast/entry.h"
#include "core/perft/statistics/fast/last_ply.h"

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

class StatisticsSearcher {
 public:
  explicit StatisticsSearcher(FastStatisticsCall& call)
      : call_(call.batch), table_(call.table), progress_(call.batch) {}

  FastOutcome Run() {
    for (uint64_t index = 0; index < call_.positions; ++index) {
      // Shallow positions are too short to ask on the way.
      if (progress_.Stopped()) break;
      const Unpacked root = UnpackPlanes(call_.planes + 4 * index);
      uint64_t* const counts = call_.counts + kStatisticCount * index;
      for (int column = 0; column < kStatisticCount; ++column)
        counts[column] = 0;
      paths_ = CastlingPathsOf(root.board);
      if (root.side_to_move == kWhite) {
        AddRoot<kWhite>(root, counts);
      } else {
        AddRoot<kBlack>(root, counts);
      }
    }
    return progress_.outcome();
  }

 private:
  // The least remaining depth that is stored: one ply is counted faster than it
  // is looked up.
  static constexpr int kMinTableDepth = 2;

  // A node of this depth takes long enough, and not too long, to ask whether to
  // go on.
  static constexpr int kPollDepth = 3;

  template <Color kUs>
  void AddRoot(const Unpacked& root, uint64_t* counts) {
    if (call_.depth == 0) {
      ++counts[kNodes];
    } else if (table_ == nullptr || call_.depth < kMinTableDepth) {
      Add<kUs>(root.board, call_.depth, counts);
    } else {
      AddKnown<kUs>(root.board, KeyOfRoot(root, call_.depth, *table_->keys),
                    call_.depth, counts);
    }
  }

  // Requires: depth >= 1.
  template <Color kUs>
  void Add(const Board& board, int depth, uint64_t* counts) {
    if (depth == 1) return AddLastPly<kUs>(board, paths_, counts);
    if (depth >= kPollDepth && progress_.Stopped()) return;
    const Legality legality = Examine<kUs>(board);
    uint64_t sums[kStatisticCount] = {};
    VisitMoves<kUs>(board, legality, LegalEnPassantPawns<kUs>(board, legality),
                    paths_, [&]<MoveKind kKind>(Bitboard from, Bitboard to) {
                      Add<Other(kUs)>(After<kUs, kKind>(board, from, to),
                                      depth - 1, sums);
                    });
    AddColumns(sums, counts);
  }

  // Adds what the table has under `key` (the position's, with its depth), or
  // else counts it and stores that. Requires: depth >= kMinTableDepth.
  template <Color kUs>
  void AddKnown(const Board& board, const TableKey& key, int depth,
                uint64_t* counts) {
    uint64_t found[kStatisticCount];
    if (table_->find(table_->table, key, found)) {
      ++call_.hits;
    } else {
      ++call_.misses;
      for (uint64_t& column : found) column = 0;
      AddHashed<kUs>(board, key, depth, found);
      if (ROOKERY_UNLIKELY(progress_.Ended())) return;
      table_->store(table_->table, key, found);
    }
    AddColumns(found, counts);
  }

  // Counts a position that the table does not know, looking its children up.
  template <Color kUs>
  void AddHashed(const Board& board, const TableKey& key, int depth,
                 uint64_t* counts) {
    if (depth == kMinTableDepth) return Add<kUs>(board, depth, counts);
    if (progress_.Stopped()) return;
    const TableKeys& keys = *table_->keys;
    const Legality legality = Examine<kUs>(board);
    const Bitboard en_passant_pawns = LegalEnPassantPawns<kUs>(board, legality);
    const TableKey successors_key =
        KeyOfSuccessors(board, key, depth, en_passant_pawns, keys);
    VisitMoves<kUs>(
        board, legality, en_passant_pawns, paths_,
        [&]<MoveKind kKind>(Bitboard from, Bitboard to) {
          const Board child = After<kUs, kKind>(board, from, to);
          TableKey child_key =
              KeyAfter<kUs, kKind>(board, successors_key, from, to, keys);
          if (kKind == MoveKind::kDoublePush &&
              ROOKERY_UNLIKELY(CanTakeEnPassant<Other(kUs)>(child)))
            Toggle(child_key, EnPassantTerm(keys, child.en_passant));
          AddKnown<Other(kUs)>(child, child_key, depth - 1, counts);
        });
  }

  template <Color kUs>
  static bool CanTakeEnPassant(const Board& board) {
    return board.en_passant != 0 &&
           EnPassantPawns<kUs>(board, ExamineLines<kUs>(board)) != 0;
  }

  // No column is larger than the nodes, so only these are watched.
  void AddColumns(const uint64_t* from, uint64_t* to) {
    progress_.Add(to[kNodes], from[kNodes]);
    for (int column = kNodes + 1; column < kStatisticCount; ++column)
      to[column] += from[column];
  }

  FastCall& call_;
  const StatisticsTableView* const table_;
  CastlingPaths paths_;
  Progress progress_;
};

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_STATISTICS_FAST_SEARCHER_H_
