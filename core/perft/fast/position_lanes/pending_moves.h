// The moves of a position with the keys of the positions after them, before any
// of these is made.
#ifndef ROOKERY_CORE_PERFT_FAST_POSITION_LANES_PENDING_MOVES_H_
#define ROOKERY_CORE_PERFT_FAST_POSITION_LANES_PENDING_MOVES_H_

#include "core/perft/fast/keys.h"
#include "core/perft/fast/position_lanes/emission.h"
#include "core/perft/fast/table.h"
#include "core/perft/fast/visitor.h"

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

struct PendingMoves {
  // With the depth of the positions after the moves.
  alignas(64) TableKey keys[kMaxMovesOfParent];
  uint8_t from[kMaxMovesOfParent];
  uint8_t to[kMaxMovesOfParent];
  MoveKind kinds[kMaxMovesOfParent];
  // Whether the move leaves the pool's key as it is, and no special square: see
  // LeafCounter::AddAfter.
  bool ordinary[kMaxMovesOfParent];
  int size;
};

// Fills PendingMoves: to be shown to ShowMoveSets. All buckets are on their way
// from memory when it ends.
template <Color kUs>
class PendingMoveMaker {
 public:
  // `key` is that of the board with the other side to move, with the depth of
  // the positions to come, and without en passant. All is borrowed.
  PendingMoveMaker(const Board& board, const TableKey& key,
                   const HashTableView& table, PendingMoves& moves)
      : board_(board),
        key_(key),
        table_(table),
        keys_(*table.keys),
        moves_(moves),
        enemy_(board.AllOf(kThem)) {
    moves_.size = 0;
  }

  template <MoveKind kKind>
  ROOKERY_ALWAYS_INLINE void Men(int from, Bitboard targets) {
    const Bitboard special =
        TargetsThatTouchRights<kKind>(board_, from, targets);
    if (ROOKERY_UNLIKELY(special != 0)) PutSpecial<kKind>(from, special);
    targets ^= special;
    const TableKey left = Toggled<kKind>(key_, from);
    for (Bitboard quiet = targets & ~enemy_; quiet != 0;
         quiet = WithoutLowest(quiet)) {
      const int to = First(quiet);
      Put(Toggled<kKind>(left, to), from, to, kKind);
    }
    for (Bitboard captures = targets & enemy_; captures != 0;
         captures = WithoutLowest(captures)) {
      const int to = First(captures);
      Put(WithoutVictim(Toggled<kKind>(left, to), to), from, to, kKind);
    }
  }
  template <MoveKind kKind, int kStep>
  ROOKERY_ALWAYS_INLINE void Pawns(Bitboard targets) {
    constexpr bool kIsCapture = kStep % 8 != 0;
    if constexpr (kKind == MoveKind::kDoublePush) {
      const Bitboard pawns = board_.men[kThem][kPawnPlane];
      const Bitboard capturable = targets & Beside(pawns);
      if (ROOKERY_UNLIKELY(capturable != 0)) PutCapturablePushes(capturable);
      targets ^= capturable;
    }
    for (; targets != 0; targets = WithoutLowest(targets)) {
      const int to = First(targets);
      const int from = to - kStep;
      TableKey key = Toggled<kKind>(Toggled<kKind>(key_, from), to);
      if constexpr (kIsCapture) key = WithoutVictim(key, to);
      Put(key, from, to, kKind);
    }
  }
  template <int kStep>
  ROOKERY_NEVER_INLINE void Promotions(Bitboard targets) {
    EachMove<Special>{special_, 0}.template Promotions<kStep>(targets);
  }
  ROOKERY_NEVER_INLINE void EnPassant(Bitboard pawns) {
    EachMove<Special>{special_, board_.en_passant}.EnPassant(pawns);
  }
  ROOKERY_NEVER_INLINE void Castling(Bitboard king, Bitboard rooks) {
    EachMove<Special>{special_, 0}.Castling(king, rooks);
  }

 private:
  static constexpr Color kThem = Other(kUs);

  // A move that changes more than the planes of two men, or that pools do not
  // take as it is.
  struct Special {
    PendingMoveMaker& maker;
    template <MoveKind kKind>
    ROOKERY_ALWAYS_INLINE void operator()(Bitboard from, Bitboard to) {
      maker.PutSpecialMove<kKind>(
          KeyAfter<kUs, kKind>(maker.board_, maker.key_, from, to, maker.keys_),
          First(from), First(to));
    }
  };

  // A man of the kind put on, or taken from, a square.
  template <MoveKind kKind>
  ROOKERY_ALWAYS_INLINE TableKey Toggled(TableKey key, int square) const {
    constexpr PlaneSets kPlanes = PlanesOf(kKind);
    for (int plane = 0; plane < kTableKeyPlanes; ++plane) {
      if (kPlanes.before >> plane & 1)
        Toggle(key, keys_.men[kUs][plane][square]);
    }
    return key;
  }

  ROOKERY_ALWAYS_INLINE TableKey WithoutVictim(TableKey key, int square) const {
    for (int plane = kPawnPlane; plane < kKingPlane; ++plane) {
      // All ones or zero: what stands there is hard to foresee.
      const uint64_t stands = -(board_.men[kThem][plane] >> square & 1);
      const TableKey& term = keys_.men[kThem][plane][square];
      key.low ^= term.low & stands;
      key.high ^= term.high & stands;
    }
    return key;
  }

  ROOKERY_ALWAYS_INLINE void Put(const TableKey& key, int from, int to,
                                 MoveKind kind) {
    PrefetchBucket(table_, key);
    const int index = moves_.size++;
    moves_.keys[index] = key;
    moves_.from[index] = static_cast<uint8_t>(from);
    moves_.to[index] = static_cast<uint8_t>(to);
    moves_.kinds[index] = kind;
    moves_.ordinary[index] = true;
  }

  template <MoveKind kKind>
  ROOKERY_ALWAYS_INLINE void PutSpecialMove(const TableKey& key, int from,
                                            int to) {
    Put(key, from, to, kKind);
    moves_.ordinary[moves_.size - 1] = false;
  }

  template <MoveKind kKind>
  ROOKERY_NEVER_INLINE void PutSpecial(int from, Bitboard targets) {
    EachMove<Special>{special_, 0}.template Men<kKind>(from, targets);
  }

  ROOKERY_NEVER_INLINE void PutCapturablePushes(Bitboard targets) {
    for (; targets != 0; targets = WithoutLowest(targets)) {
      const Bitboard to = Lowest(targets);
      const Bitboard from = OriginOf<2 * kPushStep<kUs>>(to);
      TableKey key =
          KeyAfter<kUs, MoveKind::kDoublePush>(board_, key_, from, to, keys_);
      const Board child = After<kUs, MoveKind::kDoublePush>(board_, from, to);
      if (EnPassantPawns<kThem>(child, Examine<kThem>(child)) != 0)
        Toggle(key, EnPassantTerm(keys_, child.en_passant));
      PutSpecialMove<MoveKind::kDoublePush>(key, First(from), First(to));
    }
  }

  const Board& board_;
  const TableKey key_;
  const HashTableView& table_;
  const TableKeys& keys_;
  PendingMoves& moves_;
  const Bitboard enemy_;
  Special special_{*this};
};

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_FAST_POSITION_LANES_PENDING_MOVES_H_
