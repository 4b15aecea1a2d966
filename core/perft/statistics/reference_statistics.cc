#include "core/perft/statistics/reference_statistics.h"

#include <cassert>
#include <cstddef>
#include <cstdint>

#include "core/board/bitboard.h"
#include "core/board/castling.h"
#include "core/board/move_generator.h"
#include "core/board/position.h"
#include "core/board/position_codec.h"
#include "core/perft/cancellation.h"

namespace rookery {
namespace {

// Where the man stands that a move puts there, to give check or not.
Square ArrivalOf(Move move) {
  return move.kind() == MoveKind::kCastling
             ? CastlingRookTarget(move.from(), move.to())
             : move.to();
}

// Which of the four kinds of check, by the men that give it.
int KindOfCheck(Bitboard checkers, Square arrival) {
  const int discovered = Count(checkers & ~SquareSet(arrival));
  if (Contains(checkers, arrival)) {
    return discovered == 0 ? kDirectChecks : kDirectDiscoveredChecks;
  }
  return discovered == 1 ? kSingleDiscoveredChecks : kDoubleDiscoveredChecks;
}

void AddLeaf(const Position& parent, Move move, Statistics& statistics) {
  ++statistics[kNodes];
  switch (move.kind()) {
    case MoveKind::kEnPassant:
      ++statistics[kEnPassants];
      ++statistics[kCaptures];
      break;
    case MoveKind::kCastling:
      ++statistics[kCastles];
      break;
    case MoveKind::kPromotion:
      ++statistics[kPromotions];
      [[fallthrough]];
    default:
      if (parent.piece_on(move.to()) != kNoPiece) ++statistics[kCaptures];
  }
  const Position leaf = parent.After(move);
  const bool can_move = CountLegalMoves(leaf) != 0;
  if (leaf.InCheck()) {
    const int kind = KindOfCheck(leaf.checkers(), ArrivalOf(move));
    ++statistics.counts[can_move ? kind : kind - kDirectChecks + kDirectMates];
  } else if (!can_move) {
    ++statistics[kStalemates];
  }
}

class Walk {
 public:
  Walk(const std::atomic<bool>* cancelled, Statistics& statistics)
      : cancelled_(cancelled), statistics_(statistics) {}

  // False when the walk has to stop: it was cancelled. No walk of this speed
  // lives to see a count leave 64 bits.
  bool Add(const Position& position, int depth) {
    if (depth == 0) {
      ++statistics_[kNodes];
      return true;
    }
    if (depth >= 2 && IsCancelled(cancelled_)) return false;
    MoveList moves;
    GenerateLegalMoves(position, moves);
    for (const Move move : moves) {
      if (depth == 1) {
        AddLeaf(position, move, statistics_);
      } else if (!Add(position.After(move), depth - 1)) {
        return false;
      }
    }
    return true;
  }

 private:
  const std::atomic<bool>* const cancelled_;
  Statistics& statistics_;
};

}  // namespace

CountResult ReferenceStatistics::Count(const StatisticsRequest& request) const {
  assert(request.statistics.size() == request.positions.size());
  assert(request.depth >= 0 && request.depth <= kMaxKernelDepth);
  for (size_t index = 0; index < request.positions.size(); ++index) {
    if (IsCancelled(request.cancelled)) return CountResult::kCancelled;
    const absl::StatusOr<Position> position = Unpack(request.positions[index]);
    assert(position.ok());
    Statistics& statistics = request.statistics[index];
    statistics = {};
    if (!Walk(request.cancelled, statistics).Add(*position, request.depth))
      return CountResult::kCancelled;
  }
  return CountResult::kDone;
}

}  // namespace rookery
