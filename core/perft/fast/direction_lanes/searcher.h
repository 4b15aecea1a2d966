// Walks the tree from one position down to the last ply, with or without a hash
// table.
#ifndef ROOKERY_CORE_PERFT_FAST_DIRECTION_LANES_SEARCHER_H_
#define ROOKERY_CORE_PERFT_FAST_DIRECTION_LANES_SEARCHER_H_

#include "core/perft/fast/board.h"
#include "core/perft/fast/counter.h"
#include "core/perft/fast/direction_lanes/parent.h"
#include "core/perft/fast/entry.h"
#include "core/perft/fast/keys.h"
#include "core/perft/fast/progress.h"
#include "core/perft/fast/table.h"
#include "core/perft/fast/visitor.h"

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

// More than any valid position has (MoveList::kCapacity).
constexpr int kMaxMoves = 256;

// A move that has not been made: its child is made only when the table does not
// know it.
struct PendingMove {
  TableKey key;  // of the child, with its depth
  uint8_t from;
  uint8_t to;
  MoveKind kind;
};

class Searcher {
 public:
  explicit Searcher(FastCall& call) : call_(call), progress_(call) {}

  FastOutcome Run() {
    for (uint64_t index = 0; index < call_.positions; ++index) {
      // Shallow positions are too short to ask on the way.
      if (progress_.Stopped()) break;
      const Unpacked root = UnpackPlanes(call_.planes + 4 * index);
      paths_ = CastlingPathsOf(root.board);
      call_.counts[index] = root.side_to_move == kWhite
                                ? CountRoot<kWhite>(root)
                                : CountRoot<kBlack>(root);
    }
    return progress_.outcome();
  }

 private:
  // A node of this depth takes long enough, and not too long, to ask whether to
  // go on.
  static constexpr int kPollDepth = 4;

  template <Color kUs>
  uint64_t CountRoot(const Unpacked& root) {
    const Board& board = root.board;
    if (call_.depth == 0) return 1;
    if (call_.table == nullptr || call_.depth < kMinTableDepth)
      return Count<kUs>(board, call_.depth);
    const TableKey key = KeyOfRoot(root, call_.depth, *call_.table->keys);
    uint64_t count;
    if (Probe(*call_.table, key, call_.depth, count)) {
      ++call_.hits;
      return count;
    }
    ++call_.misses;
    count = CountHashed<kUs>(board, key, call_.depth);
    if (!progress_.Ended()) Store(*call_.table, key, call_.depth, count);
    return count;
  }

  // Requires: depth >= 1.
  template <Color kUs>
  uint64_t Count(const Board& board, int depth) {
    if (depth == 1) return CountMoves<kUs>(board, paths_);
    if (depth == 2) return CountParent<kUs>(board, paths_);
    if (depth >= kPollDepth && progress_.Stopped()) return 0;
    const Legality legality = Examine<kUs>(board);
    uint64_t sum = 0;
    VisitMoves<kUs>(board, legality, LegalEnPassantPawns<kUs>(board, legality),
                    paths_, [&]<MoveKind kKind>(Bitboard from, Bitboard to) {
                      const Board child = After<kUs, kKind>(board, from, to);
                      progress_.Add(sum, Count<Other(kUs)>(child, depth - 1));
                    });
    return sum;
  }

  // Counts a position that the table does not know, looking its children up.
  // `key` is the position's, with its depth.
  // Requires: depth >= kMinTableDepth.
  template <Color kUs>
  uint64_t CountHashed(const Board& board, const TableKey& key, int depth) {
    if (depth == kMinTableDepth) return CountParent<kUs>(board, paths_);
    if (depth >= kPollDepth && progress_.Stopped()) return 0;
    const HashTableView& table = *call_.table;
    const TableKeys& keys = *table.keys;

    const Legality legality = Examine<kUs>(board);
    const Bitboard en_passant_pawns = LegalEnPassantPawns<kUs>(board, legality);
    const TableKey successors_key =
        KeyOfSuccessors(board, key, depth, en_passant_pawns, keys);

    // Every bucket is on its way from memory before the first is looked at.
    PendingMove moves[kMaxMoves];
    int move_count = 0;
    VisitMoves<kUs>(
        board, legality, en_passant_pawns, paths_,
        [&]<MoveKind kKind>(Bitboard from, Bitboard to) {
          TableKey child_key =
              KeyAfter<kUs, kKind>(board, successors_key, from, to, keys);
          if constexpr (kKind == MoveKind::kDoublePush) {
            if (ROOKERY_UNLIKELY(HasPawnBeside<kUs>(board, to))) {
              const Board child = After<kUs, kKind>(board, from, to);
              if (EnPassantPawns<Other(kUs)>(child,
                                             Examine<Other(kUs)>(child)) != 0) {
                Toggle(child_key, EnPassantTerm(keys, child.en_passant));
              }
            }
          }
          PrefetchBucket(table, child_key);
          moves[move_count++] = {child_key, static_cast<uint8_t>(First(from)),
                                 static_cast<uint8_t>(First(to)), kKind};
        });

    uint64_t sum = 0;
    for (int index = 0; index < move_count; ++index) {
      const PendingMove& move = moves[index];
      uint64_t count;
      if (Probe(table, move.key, depth - 1, count)) {
        ++call_.hits;
      } else {
        ++call_.misses;
        const Board child =
            MakeMove<kUs>(board, move.kind, Only(move.from), Only(move.to));
        count = CountHashed<Other(kUs)>(child, move.key, depth - 1);
        if (ROOKERY_UNLIKELY(progress_.Ended())) return 0;
        Store(table, move.key, depth - 1, count);
      }
      progress_.Add(sum, count);
    }
    return sum;
  }

  FastCall& call_;
  CastlingPaths paths_;
  Progress progress_;
};

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_FAST_DIRECTION_LANES_SEARCHER_H_
