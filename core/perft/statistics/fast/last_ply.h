// The statistics of all moves of one position: the last ply of every count.
//
// Most moves are never made. Leaves and captures are counts of squares; which
// moves give check is seen from the other side's king: a move gives direct
// check when its target is a square from which such a man attacks him, and
// uncovers one when the man stands alone between him and a slider of ours and
// leaves that line. Only moves that give check are made, to tell check from
// mate, and the rare kinds of move, after which everything is looked at anew.
//
// Stalemates: an ordinary move can take away the moves of few of their men (see
// HasRepliesToAll). Where more of them can move, no ordinary move that gives no
// check stalemates; elsewhere every move is made.
#ifndef ROOKERY_CORE_PERFT_STATISTICS_FAST_LAST_PLY_H_
#define ROOKERY_CORE_PERFT_STATISTICS_FAST_LAST_PLY_H_

#include "core/perft/fast/visitor.h"
#include "core/perft/statistics/fast/replies.h"
#include "core/perft/statistics/statistic.h"

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

// Adds the moves that it is shown (ShowMoveSets) to columns.
template <Color kUs>
class LastPly {
 public:
  // `counts` has kStatisticCount words, which are added to. All is borrowed.
  LastPly(const Board& board, const Legality& legality,
          const CastlingPaths& paths, uint64_t* counts)
      : board_(board),
        legality_(legality),
        paths_(paths),
        counts_(counts),
        enemy_(legality.occupied & ~legality.own),
        king_(First(board.men[kThem][kKingPlane])),
        diagonal_checks_(BishopAttacks(king_, legality.occupied)),
        orthogonal_checks_(RookAttacks(king_, legality.occupied)) {
    Bitboard shields = 0;
    Bitboard snipers =
        (lookup.rook_rays[king_] & board.men[kUs][kOrthogonalPlane]) |
        (lookup.bishop_rays[king_] & board.men[kUs][kDiagonalPlane]);
    for (; snipers != 0; snipers = WithoutLowest(snipers)) {
      const Bitboard between =
          lookup.between[king_][First(snipers)] & legality.occupied;
      shields |= HasSeveral(between) ? 0 : between;
    }
    discoverers_ = shields & legality.own;
    replies_to_all_ = HasRepliesToAll(shields & enemy_);
  }

  template <MoveKind kKind>
  ROOKERY_ALWAYS_INLINE void Men(int from, Bitboard targets) {
    AddMoves(targets);
    AddCaptures(targets & enemy_);
    if (ROOKERY_UNLIKELY(!replies_to_all_))
      return each_made_.template Men<kKind>(from, targets);
    const Bitboard direct = targets & DirectChecks<kKind>();
    Bitboard discovered = 0;
    if (ROOKERY_UNLIKELY(discoverers_ >> from & 1))
      discovered = targets & ~lookup.line[king_][from];
    for (Bitboard checks = direct | discovered; ROOKERY_UNLIKELY(checks != 0);
         checks = WithoutLowest(checks)) {
      const Bitboard to = Lowest(checks);
      AddCheck<kKind>(Only(from), to, (direct & to) != 0,
                      (discovered & to) != 0);
    }
  }

  template <MoveKind kKind, int kStep>
  ROOKERY_ALWAYS_INLINE void Pawns(Bitboard targets) {
    AddMoves(targets);
    if constexpr (kStep % 8 != 0) AddCaptures(targets);
    if (ROOKERY_UNLIKELY(!replies_to_all_))
      return each_made_.template Pawns<kKind, kStep>(targets);
    const Bitboard direct = targets & DirectChecks<kKind>();
    Bitboard checks = direct;
    if (ROOKERY_UNLIKELY((board_.men[kUs][kPawnPlane] & discoverers_) != 0)) {
      for (Bitboard rest = targets; rest != 0; rest = WithoutLowest(rest)) {
        if (Uncovers(OriginOf<kStep>(Lowest(rest)), Lowest(rest)))
          checks |= Lowest(rest);
      }
    }
    for (; ROOKERY_UNLIKELY(checks != 0); checks = WithoutLowest(checks)) {
      const Bitboard to = Lowest(checks);
      const Bitboard from = OriginOf<kStep>(to);
      AddCheck<kKind>(from, to, (direct & to) != 0, Uncovers(from, to));
    }
  }

  template <int kStep>
  ROOKERY_NEVER_INLINE void Promotions(Bitboard targets) {
    constexpr int kPromotionsEach = 4;
    const int moves = kPromotionsEach * CountBits(targets);
    moves_ += moves;
    if constexpr (kStep % 8 != 0) captures_ += moves;
    counts_[kPromotions] += moves;
    each_made_.template Promotions<kStep>(targets);
  }
  ROOKERY_NEVER_INLINE void EnPassant(Bitboard pawns) {
    AddMoves(pawns);
    AddCaptures(pawns);
    counts_[kEnPassants] += CountBits(pawns);
    each_made_.EnPassant(pawns);
  }
  ROOKERY_NEVER_INLINE void Castling(Bitboard king, Bitboard rooks) {
    AddMoves(rooks);
    counts_[kCastles] += CountBits(rooks);
    each_made_.Castling(king, rooks);
  }

  // To be called when all moves were shown.
  void Finish() {
    counts_[kNodes] += moves_;
    counts_[kCaptures] += captures_;
  }

 private:
  static constexpr Color kThem = Other(kUs);

  // Shown single moves by EachMove.
  struct Made {
    LastPly& last_ply;
    template <MoveKind kKind>
    ROOKERY_ALWAYS_INLINE void operator()(Bitboard from, Bitboard to) {
      last_ply.AddMade<kKind>(from, to);
    }
  };

  ROOKERY_ALWAYS_INLINE void AddMoves(Bitboard targets) {
    moves_ += CountBits(targets);
  }
  ROOKERY_ALWAYS_INLINE void AddCaptures(Bitboard targets) {
    captures_ += CountBits(targets);
  }

  // The squares on which a man that makes such a move attacks their king.
  template <MoveKind kKind>
  ROOKERY_ALWAYS_INLINE Bitboard DirectChecks() const {
    switch (kKind) {
      case MoveKind::kPawn:
      case MoveKind::kDoublePush:
        return lookup.pawn[kThem][king_];
      case MoveKind::kKnight:
        return lookup.knight[king_];
      case MoveKind::kBishop:
        return diagonal_checks_;
      case MoveKind::kRook:
        return orthogonal_checks_;
      case MoveKind::kQueen:
        return diagonal_checks_ | orthogonal_checks_;
      default:
        return 0;
    }
  }

  // Whether a man that leaves `from` for `to` lets a slider behind it see their
  // king.
  ROOKERY_ALWAYS_INLINE bool Uncovers(Bitboard from, Bitboard to) const {
    return (from & discoverers_) != 0 &&
           (to & lookup.line[king_][First(from)]) == 0;
  }

  // Whether they can answer every one of our moves that gives no check, but for
  // castling and en passant, as far as it can be seen from here.
  //
  // A man of theirs with a move (for sliders and knights to a square without an
  // own man, for pawns a push) keeps one unless it is captured, has its push
  // blocked, or gets pinned. One move of ours arrives on one square, where it
  // captures or blocks one of these men at most. It pins at most one by
  // arriving, if it arrives as a slider, and at most one by leaving the line of
  // a slider; and only men on a line with their king. So they have a reply if
  // two such men are on no line with their king, or if there are more than one
  // move can stop.
  ROOKERY_ALWAYS_INLINE bool HasRepliesToAll(Bitboard pinned) const {
    const Bitboard(&men)[kTableKeyPlanes] = board_.men[kThem];
    const Bitboard lines = lookup.rook_rays[king_] | lookup.bishop_rays[king_];
    Bitboard mobile =
        Backward<kThem>(Forward<kThem>(men[kPawnPlane]) & ~legality_.occupied) &
        ~pinned;
    if (HasSeveral(mobile & ~lines)) return true;
    for (Bitboard rest = men[kKnightPlane] & ~pinned; rest != 0;
         rest = WithoutLowest(rest)) {
      if ((lookup.knight[First(rest)] & ~enemy_) != 0) mobile |= Lowest(rest);
    }
    for (Bitboard rest =
             (men[kDiagonalPlane] | men[kOrthogonalPlane]) & ~pinned;
         rest != 0; rest = WithoutLowest(rest)) {
      const int square = First(rest);
      Bitboard steps = 0;
      if (Lowest(rest) & men[kDiagonalPlane])
        steps |= BishopAttacks(square, legality_.occupied);
      if (Lowest(rest) & men[kOrthogonalPlane])
        steps |= RookAttacks(square, legality_.occupied);
      if ((steps & ~enemy_) != 0) mobile |= Lowest(rest);
    }
    if (HasSeveral(mobile & ~lines)) return true;
    const Bitboard may_pin =
        board_.men[kUs][kDiagonalPlane] | board_.men[kUs][kOrthogonalPlane] |
        (board_.men[kUs][kPawnPlane] & Backward<kUs>(kLastRank<kUs>));
    const int pins = may_pin == 0 ? 0 : HasSeveral(may_pin) ? 2 : 1;
    return CountBits(mobile) > 1 + pins;
  }

  // Adds a move that gives check: check or mate.
  template <MoveKind kKind>
  ROOKERY_NEVER_INLINE void AddCheck(Bitboard from, Bitboard to, bool is_direct,
                                     bool is_discovered) {
    const Board child = After<kUs, kKind>(board_, from, to);
    AddCheckOrMate(is_direct, is_discovered ? 1 : 0,
                   CanMove<kThem>(child, ExamineLines<kThem>(child), paths_));
  }

  void AddCheckOrMate(bool is_direct, int discovered, bool can_move) {
    Statistic kind;
    if (is_direct) {
      kind = discovered == 0 ? kDirectChecks : kDirectDiscoveredChecks;
    } else {
      kind =
          discovered == 1 ? kSingleDiscoveredChecks : kDoubleDiscoveredChecks;
    }
    ++counts_[can_move ? kind : kind - kDirectChecks + kDirectMates];
  }

  // Adds what any move comes to, but for the counts of moves: checks, mates,
  // stalemates.
  template <MoveKind kKind>
  ROOKERY_NEVER_INLINE void AddMade(Bitboard from, Bitboard to) {
    const Board child = After<kUs, kKind>(board_, from, to);
    const Legality lines = ExamineLines<kThem>(child);
    const bool can_move = CanMove<kThem>(child, lines, paths_);
    if (lines.checkers == 0) {
      counts_[kStalemates] += can_move ? 0 : 1;
      return;
    }
    const Bitboard arrival = kKind == MoveKind::kCastling
                                 ? kCastledRook<kUs>[to > from ? 1 : 0]
                                 : to;
    AddCheckOrMate((lines.checkers & arrival) != 0,
                   CountBits(lines.checkers & ~arrival), can_move);
  }

  const Board& board_;
  const Legality& legality_;
  const CastlingPaths& paths_;
  uint64_t* const counts_;
  const Bitboard enemy_;
  const int king_;  // theirs
  const Bitboard diagonal_checks_;
  const Bitboard orthogonal_checks_;
  // Our men that stand alone between their king and a slider of ours.
  Bitboard discoverers_;
  bool replies_to_all_;
  int moves_ = 0;
  int captures_ = 0;
  Made made_{*this};
  EachMove<Made> each_made_{made_, board_.en_passant};
};

template <Color kUs>
ROOKERY_NEVER_INLINE void AddLastPly(const Board& board,
                                     const CastlingPaths& paths,
                                     uint64_t* counts) {
  const Legality legality = Examine<kUs>(board);
  LastPly<kUs> last_ply(board, legality, paths, counts);
  ShowMoveSets<kUs>(board, legality, LegalEnPassantPawns<kUs>(board, legality),
                    paths, last_ply);
  last_ply.Finish();
}

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_STATISTICS_FAST_LAST_PLY_H_
