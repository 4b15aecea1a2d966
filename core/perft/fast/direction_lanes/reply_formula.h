// Counts the replies to many of our moves at once, without making any of them.
//
//   replies(from, to) = replies if we passed
//                     + what they gain because we left `from`
//                     - what they lose because we stand on `to`
//
// holds for every move that is not exceptional (exceptions.h, and the rules
// below where source and target act on each other). The sum over all such moves
// needs the number of moves to each square, not the moves.
#ifndef ROOKERY_CORE_PERFT_FAST_DIRECTION_LANES_REPLY_FORMULA_H_
#define ROOKERY_CORE_PERFT_FAST_DIRECTION_LANES_REPLY_FORMULA_H_

#include "core/perft/fast/direction_lanes/exceptions.h"
#include "core/perft/fast/direction_lanes/loss_planes.h"
#include "core/perft/fast/direction_lanes/null_move.h"

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

// Those of our men whose leaving changes their replies.
struct Departures {
  // Attacked by their pawns from the one side and from the other.
  Bitboard west_captures;
  Bitboard east_captures;
  // All of them.
  Bitboard men;
};

template <Color kUs>
ROOKERY_ALWAYS_INLINE Departures FindDepartures(const NullMove<kUs>& pass) {
  const FreePawns& pawns = pass.pawns;
  Departures departures;
  departures.west_captures = pawns.moves.west;
  departures.east_captures = pawns.moves.east;
  departures.men =
      pass.ours & (pawns.moves.west | pawns.moves.east | pawns.stoppers |
                   pawns.stoppers_of_twice | pass.their_lines.orthogonal |
                   pass.their_lines.diagonal);
  return departures;
}

template <Color kUs>
class ReplyFormula {
 public:
  ROOKERY_ALWAYS_INLINE ReplyFormula(const Board& board,
                                     const Legality& legality,
                                     const ReplyContext& context)
      : pass_(PassMove<kUs>(board, legality, context)),
        exceptions_(
            FindExceptions<kUs>(pass_, context, board.men[kUs][kKingPlane])),
        losses_(FindLosses<kUs>(pass_)),
        departures_(FindDepartures<kUs>(pass_)) {}

  // The squares that they attack, king and pinned men included.
  // Requires: our king is not in check; else the squares that he shields are
  // missing.
  ROOKERY_ALWAYS_INLINE Bitboard
  AttackedByThem(const ReplyContext& context) const {
    const Men& men = pass_.their_men;
    Bitboard attacked =
        pass_.their_lines.orthogonal | pass_.their_lines.diagonal |
        AttackWest<kThem>(men.pawns) | AttackEast<kThem>(men.pawns) |
        context.ring | KnightSpread(men.knights);
    const Men pinned = men & pass_.lines.pinned;
    for (Bitboard rest = pinned.diagonal; ROOKERY_UNLIKELY(rest != 0);
         rest = WithoutLowest(rest))
      attacked |= BishopAttacks(First(rest), pass_.occupied);
    for (Bitboard rest = pinned.orthogonal; ROOKERY_UNLIKELY(rest != 0);
         rest = WithoutLowest(rest))
      attacked |= RookAttacks(First(rest), pass_.occupied);
    return attacked;
  }

  // Takes over the neutral ones among one man's moves; returns the others. Not
  // for pawns.
  template <MoveKind kKind>
  ROOKERY_ALWAYS_INLINE Bitboard Take(int from, Bitboard targets) {
    constexpr bool kIsKnight = kKind == MoveKind::kKnight;
    constexpr bool kIsKing = kKind == MoveKind::kKing;
    constexpr bool kMovesDiagonally =
        kKind == MoveKind::kBishop || kKind == MoveKind::kQueen;
    constexpr bool kMovesOrthogonally =
        kKind == MoveKind::kRook || kKind == MoveKind::kQueen;
    const Bitboard man = Only(from);
    if (man & exceptions_.sources) return targets;

    Bitboard exceptional = exceptions_.targets;
    int64_t gain = 0;
    if (man & departures_.men) {
      Bitboard attacking_lines = 0;
      gain = GainBehind(from, attacking_lines);
      // On the line of the slider that attacks him, he still stands in its way,
      // or captures it. Knights leave every line.
      if constexpr (!kIsKnight) exceptional |= attacking_lines;
      // On the file of the pawn that he stops, he may stop it again, or capture
      // it from two squares away.
      if constexpr (kMovesOrthogonally || kIsKing) {
        if (man & (pass_.pawns.stoppers | pass_.pawns.stoppers_of_twice)) {
          exceptional |= Forward<kUs>(man) | Backward<kUs>(man) |
                         Forward<kUs>(Forward<kUs>(man));
        }
      }
    }
    // Capturing a pawn that attacks him, or that he stops: its moves change
    // twice. Knights cannot.
    if constexpr (!kIsKnight) {
      exceptional |=
          pass_.free.pawns & (lookup.pawn[kUs][from] | Forward<kUs>(man));
    }
    if constexpr (kIsKnight) exceptional |= exceptions_.knight_targets;
    if constexpr (kIsKing) exceptional |= exceptions_.king_targets;
    if constexpr (kMovesDiagonally) exceptional |= exceptions_.diagonal_targets;
    if constexpr (kMovesOrthogonally)
      exceptional |= exceptions_.orthogonal_targets;

    const Bitboard neutral = targets & ~exceptional;
    gains_ += CountBits(neutral) * gain;
    arrivals_.Increment(neutral);
    return targets ^ neutral;
  }

  // The same for the moves of our pawns. Requires: no promotions.
  ROOKERY_ALWAYS_INLINE PawnMoves TakePawns(const PawnMoves& moves) {
    const Bitboard targets = exceptions_.targets | exceptions_.pawn_targets;
    const Bitboard sources = exceptions_.sources;
    // A pawn that leaves a line sideways no longer stands in its way, one that
    // moves on along the line does.
    const Bitboard pushed = Forward<kUs>(
        sources | VerticalLane(pass_.their_rays.up | pass_.their_rays.down));
    const Bitboard captured = sources | pass_.their_lines.diagonal;
    // A pawn that steps in front of an unmoved pawn of theirs may have stopped
    // its double push before.
    const Bitboard single =
        moves.single & (targets | pushed | pass_.pawns.first_steps);
    // Beside their pawns, a double push can be captured en passant.
    const Bitboard their_pawns = pass_.their_men.pawns;
    const Bitboard beside = Beside(their_pawns);
    const Bitboard twice =
        moves.twice & (targets | Forward<kUs>(pushed) | beside);
    // Their pawn that we capture may attack ours.
    const Bitboard west =
        moves.west & (targets | their_pawns | AttackWest<kUs>(captured));
    const Bitboard east =
        moves.east & (targets | their_pawns | AttackEast<kUs>(captured));

    const Bitboard neutral_single = moves.single ^ single;
    const Bitboard neutral_twice = moves.twice ^ twice;
    arrivals_.Increment(neutral_single | neutral_twice);
    AddPawnGains(Backward<kUs>(neutral_single),
                 Backward<kUs>(Backward<kUs>(neutral_twice)));
    const Bitboard neutral_west = moves.west ^ west;
    const Bitboard neutral_east = moves.east ^ east;
    if ((neutral_west | neutral_east) != 0) {
      arrivals_.Increment(neutral_west);
      arrivals_.Increment(neutral_east);
      AddPawnGains(OriginOfWest<kUs>(neutral_west),
                   OriginOfEast<kUs>(neutral_east));
    }
    return {single, twice, west, east};
  }

  // The replies to all moves that were taken.
  ROOKERY_ALWAYS_INLINE uint64_t Total() {
    AddCaptures();
    const int64_t passed =
        static_cast<int64_t>(pass_.replies + kPawnCaptureGain);
    return static_cast<uint64_t>(arrivals_.Sum() * passed + gains_) -
           CountProduct(losses_, arrivals_);
  }

 private:
  static constexpr Color kThem = Other(kUs);

  // What they gain when we leave `from`: their pawns may go on and have nothing
  // to capture there, their sliders see farther. Adds the lines of the latter
  // to `attacking_lines`.
  ROOKERY_ALWAYS_INLINE int64_t GainBehind(int from,
                                           Bitboard& attacking_lines) const {
    const FreePawns& pawns = pass_.pawns;
    const auto has = [from](Bitboard set) {
      return static_cast<int64_t>(set >> from & 1);
    };
    int64_t gain = has(pawns.stoppers) + has(pawns.stoppers_of_both) +
                   has(pawns.stoppers_of_twice) -
                   has(departures_.west_captures) -
                   has(departures_.east_captures);
    if (has(pass_.their_lines.orthogonal)) {
      gain += GainOfSliders(from, RookAttacks(from, pass_.occupied),
                            pass_.free.orthogonal, attacking_lines);
    }
    if (has(pass_.their_lines.diagonal)) {
      gain += GainOfSliders(from, BishopAttacks(from, pass_.occupied),
                            pass_.free.diagonal, attacking_lines);
    }
    return gain;
  }

  // The same for the sliders of one kind. `seen` is what is seen from `from`.
  ROOKERY_ALWAYS_INLINE int64_t GainOfSliders(int from, Bitboard seen,
                                              Bitboard sliders,
                                              Bitboard& attacking_lines) const {
    int64_t gain = 0;
    for (Bitboard attackers = seen & sliders; attackers != 0;
         attackers = WithoutLowest(attackers)) {
      const int attacker = First(attackers);
      const Bitboard line = lookup.line[from][attacker];
      attacking_lines |= line;
      gain += CountBits(seen & line & ~lookup.between[from][attacker] &
                        ~pass_.theirs);
    }
    return gain;
  }

  // The gains of leaving squares once for each of the two sets that they are
  // in.
  ROOKERY_ALWAYS_INLINE void AddPawnGains(Bitboard sources,
                                          Bitboard more_sources) {
    for (Bitboard men = (sources | more_sources) & departures_.men; men != 0;
         men = WithoutLowest(men)) {
      const int from = First(men);
      Bitboard lines = 0;
      const int64_t gain = GainBehind(from, lines);
      gains_ += gain * static_cast<int64_t>((sources >> from & 1) +
                                            (more_sources >> from & 1));
    }
  }

  // What the planes do not hold: a captured man has no moves any more, and
  // those of theirs that guarded him may capture back. (Pawns that guard are in
  // the planes.)
  ROOKERY_ALWAYS_INLINE void AddCaptures() {
    const Men& men = pass_.their_men;
    const Men& free = pass_.free;
    for (Bitboard captured = arrivals_.NonZero() & pass_.theirs; captured != 0;
         captured = WithoutLowest(captured)) {
      const int square = First(captured);
      const Bitboard man = Lowest(captured);
      const Bitboard rook = RookAttacks(square, pass_.occupied);
      const Bitboard bishop = BishopAttacks(square, pass_.occupied);
      const Bitboard knight = lookup.knight[square];
      const auto if_in = [square](Bitboard set) {
        return -(set >> square & 1);
      };
      const int guards = CountBits(rook & free.orthogonal) +
                         CountBits(bishop & free.diagonal) +
                         CountBits(knight & free.knights);
      const Bitboard step = Forward<kThem>(man);
      const Bitboard pawn = (step & pass_.pawns.moves.single) |
                            (Forward<kThem>(step) & pass_.pawns.moves.twice) |
                            (lookup.pawn[kThem][square] & pass_.ours);
      const Bitboard destinations =
          (((rook & if_in(men.orthogonal)) | (bishop & if_in(men.diagonal)) |
            (knight & if_in(men.knights))) &
           ~pass_.theirs) |
          (pawn & if_in(men.pawns));
      gains_ += arrivals_.At(square) * (guards - CountBits(destinations));
    }
  }

  const NullMove<kUs> pass_;
  const Exceptions exceptions_;
  const LaneNumbers losses_;
  const Departures departures_;

  // Of the moves taken: how many to each square, and the gains that the planes
  // do not hold.
  BitPlanes arrivals_;
  int64_t gains_ = 0;
};

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_FAST_DIRECTION_LANES_REPLY_FORMULA_H_
