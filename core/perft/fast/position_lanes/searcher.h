// The tree above the last two plies, without a hash table.
#ifndef ROOKERY_CORE_PERFT_FAST_POSITION_LANES_SEARCHER_H_
#define ROOKERY_CORE_PERFT_FAST_POSITION_LANES_SEARCHER_H_

#include "core/perft/fast/board.h"
#include "core/perft/fast/counter.h"
#include "core/perft/fast/entry.h"
#include "core/perft/fast/position_lanes/leaf_counter.h"
#include "core/perft/fast/progress.h"
#include "core/perft/fast/visitor.h"

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

// Hands the positions after the moves of kUs to a LeafCounter: ordinary moves
// go into a list, the others are made.
template <Color kUs>
class Expansion {
 public:
  // All is borrowed. The list is emptied.
  Expansion(const Board& board, LeafCounter& leaves, LeafCounter::Moves& list,
            uint32_t id)
      : board_(board), leaves_(leaves), list_(list), id_(id) {
    list_.size = 0;
  }

  template <MoveKind kKind>
  ROOKERY_ALWAYS_INLINE void Men(int from, Bitboard targets) {
    const Bitboard special =
        TargetsThatTouchRights<kKind>(board_, from, targets);
    if (ROOKERY_UNLIKELY(special != 0)) Make<kKind>(from, special);
    list_.PutTargets(from, targets ^ special);
  }
  template <MoveKind kKind, int kStep>
  ROOKERY_ALWAYS_INLINE void Pawns(Bitboard targets) {
    if constexpr (kKind == MoveKind::kDoublePush) {
      const Bitboard pawns = board_.men[Other(kUs)][kPawnPlane];
      const Bitboard special = targets & Beside(pawns);
      if (ROOKERY_UNLIKELY(special != 0)) MakePawns<kKind, kStep>(special);
      targets ^= special;
    }
    list_.PutSteps(kStep, targets);
  }
  template <int kStep>
  ROOKERY_NEVER_INLINE void Promotions(Bitboard targets) {
    EachMove{made_, board_.en_passant}.template Promotions<kStep>(targets);
  }
  ROOKERY_NEVER_INLINE void EnPassant(Bitboard pawns) {
    EachMove{made_, board_.en_passant}.EnPassant(pawns);
  }
  ROOKERY_NEVER_INLINE void Castling(Bitboard king, Bitboard rooks) {
    EachMove{made_, board_.en_passant}.Castling(king, rooks);
  }

 private:
  // Makes a move at once.
  struct Made {
    Expansion& expansion;
    template <MoveKind kKind>
    ROOKERY_ALWAYS_INLINE void operator()(Bitboard from, Bitboard to) {
      expansion.leaves_.template Add<Other(kUs)>(
          After<kUs, kKind>(expansion.board_, from, to), expansion.id_);
    }
  };

  template <MoveKind kKind>
  ROOKERY_NEVER_INLINE void Make(int from, Bitboard targets) {
    EachMove{made_, board_.en_passant}.template Men<kKind>(from, targets);
  }
  template <MoveKind kKind, int kStep>
  ROOKERY_NEVER_INLINE void MakePawns(Bitboard targets) {
    EachMove{made_, board_.en_passant}.template Pawns<kKind, kStep>(targets);
  }

  const Board& board_;
  LeafCounter& leaves_;
  LeafCounter::Moves& list_;
  const uint32_t id_;
  Made made_{*this};
};

class LaneSearcher {
 public:
  // Borrows the call.
  explicit LaneSearcher(FastCall& call) : call_(call), progress_(call) {}

  FastOutcome Run() {
    for (uint64_t first = 0; first < call_.positions && !progress_.Stopped();
         first += Counts::kMaxIds) {
      CountBatch(first);
    }
    return progress_.outcome();
  }

 private:
  // Roots from `first` on, as many as there are ids. Those of small depth share
  // the pools.
  void CountBatch(uint64_t first) {
    const uint64_t left = call_.positions - first;
    const uint32_t roots =
        static_cast<uint32_t>(left < Counts::kMaxIds ? left : Counts::kMaxIds);
    for (uint32_t id = 0; id < roots; ++id) {
      leaves_.count(id) = 0;
      call_.counts[first + id] = 0;
    }
    for (uint32_t id = 0; id < roots; ++id) {
      if (progress_.Stopped()) return;
      const Unpacked root = UnpackPlanes(call_.planes + 4 * (first + id));
      paths_ = CastlingPathsOf(root.board);
      total_ = &call_.counts[first + id];
      if (root.side_to_move == kWhite) {
        Walk<kWhite>(root.board, call_.depth, id);
      } else {
        Walk<kBlack>(root.board, call_.depth, id);
      }
    }
    leaves_.Flush();
    for (uint32_t id = 0; id < roots; ++id)
      progress_.Add(call_.counts[first + id], leaves_.count(id));
  }

  // Adds the leaves below a position to the count of the id, now or later.
  template <Color kUs>
  void Walk(const Board& board, int depth, uint32_t id) {
    switch (depth) {
      case 0:
        leaves_.count(id) += 1;
        return;
      case 1:
        leaves_.count(id) += CountMoves<kUs>(board, paths_);
        return;
      case 2:
        leaves_.Add<kUs>(board, id);
        return;
      case 3:
        Expand<kUs>(board, id);
        return;
      default:
        break;
    }
    // Depth 4 takes long enough, and not too long, to ask whether to go on.
    if (progress_.Stopped()) return;
    // What the pools have counted cannot have overflowed since the last time.
    progress_.Add(*total_, leaves_.count(id));
    leaves_.count(id) = 0;
    const Legality legality = Examine<kUs>(board);
    VisitMoves<kUs>(board, legality, LegalEnPassantPawns<kUs>(board, legality),
                    paths_, [&]<MoveKind kKind>(Bitboard from, Bitboard to) {
                      const Board child = After<kUs, kKind>(board, from, to);
                      Walk<Other(kUs)>(child, depth - 1, id);
                    });
  }

  // A position of remaining depth 3.
  template <Color kUs>
  ROOKERY_NEVER_INLINE void Expand(const Board& board, uint32_t id) {
    const Legality legality = Examine<kUs>(board);
    Expansion<kUs> expansion(board, leaves_, list_, id);
    ShowMoveSets<kUs>(board, legality,
                      LegalEnPassantPawns<kUs>(board, legality), paths_,
                      expansion);
    leaves_.AddAfter<Other(kUs)>(board, list_, id, /*id_step=*/0);
  }

  FastCall& call_;
  Progress progress_;
  CastlingPaths paths_;
  // Of the root that is being counted.
  uint64_t* total_ = nullptr;
  LeafCounter leaves_;
  LeafCounter::Moves list_;
};

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_FAST_POSITION_LANES_SEARCHER_H_
