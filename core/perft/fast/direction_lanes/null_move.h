// What they could reply if we passed, and what both sides see: the ground that
// the formula of reply_formula.h stands on.
#ifndef ROOKERY_CORE_PERFT_FAST_DIRECTION_LANES_NULL_MOVE_H_
#define ROOKERY_CORE_PERFT_FAST_DIRECTION_LANES_NULL_MOVE_H_

#include "core/perft/fast/direction_lanes/fills.h"
#include "core/perft/fast/direction_lanes/reply_counter.h"

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

// The lines on which our sliders would reach their king but for one or two men.
struct KingLines {
  // Their men that are pinned.
  Bitboard pinned = 0;
  // Our men that change a check or a pin by leaving: pinners, men that would
  // uncover a check, and men that shield one of theirs from being pinned.
  Bitboard sources = 0;
  // The squares between their king and our pinners: a man of ours that arrives
  // there ends the pin, or captures the pinned man.
  Bitboard targets = 0;
};

ROOKERY_ALWAYS_INLINE KingLines FindKingLines(const Men& our_men, Bitboard ours,
                                              Bitboard occupied,
                                              const ReplyContext& context) {
  KingLines lines;
  for (Bitboard snipers = (context.rook_rays & our_men.orthogonal) |
                          (context.bishop_rays & our_men.diagonal);
       snipers != 0; snipers = WithoutLowest(snipers)) {
    const Bitboard between = context.between[First(snipers)];
    const Bitboard men = between & occupied;
    // At least one, because it is our move: their king is not in check.
    const Bitboard others = WithoutLowest(men);
    if (others == 0) {
      if ((men & ours) != 0) {
        lines.sources |= men;
      } else {
        lines.pinned |= men;
        lines.sources |= Lowest(snipers);
        lines.targets |= between;
      }
    } else if (!HasSeveral(others) && (men & ours) != 0 && (men & ~ours) != 0) {
      lines.sources |= men & ours;
    }
  }
  return lines;
}

// Their pawns that are not pinned.
struct FreePawns {
  PawnMoves moves;
  // Whatever stands there.
  Bitboard attack_west;
  Bitboard attack_east;
  // The squares in front of pawns that have not moved yet.
  Bitboard first_steps;
  // Our men that keep a pawn from a single push, and those of them that keep it
  // from a double push too.
  Bitboard stoppers;
  Bitboard stoppers_of_both;
  // Our men that keep a pawn from a double push but not from a single one.
  Bitboard stoppers_of_twice;
};

template <Color kThem>
ROOKERY_ALWAYS_INLINE FreePawns FindFreePawns(Bitboard pawns, Bitboard ours,
                                              Bitboard occupied) {
  FreePawns free;
  free.moves = MovesOfPawns<kThem>(pawns, occupied, ours);
  free.attack_west = AttackWest<kThem>(pawns);
  free.attack_east = AttackEast<kThem>(pawns);
  const Bitboard front = Forward<kThem>(pawns);
  free.first_steps = front & kThirdRank<kThem>;
  free.stoppers = front & ours;
  free.stoppers_of_both =
      free.stoppers & kThirdRank<kThem> & Backward<kThem>(~occupied);
  free.stoppers_of_twice =
      Forward<kThem>(free.moves.single & kThirdRank<kThem>) & ours;
  return free;
}

// The position with the move given to them.
template <Color kUs>
struct NullMove {
  Bitboard ours;
  Bitboard theirs;
  Bitboard occupied;
  Men our_men;
  Men their_men;

  KingLines lines;
  // Their men that are not pinned. They alone are in what follows; a pinned
  // man's moves do not change as long as his line does not.
  Men free;
  FreePawns pawns;
  EightWays our_rays;
  EightWays their_rays;
  Lines their_lines;

  // The squares whose being attacked or not decides on replies of their king:
  // where he stands, where he may step, where he goes when he castles. A rook
  // of theirs may stand on a square of the latter (Chess960).
  Bitboard zone;
  // Those of the zone that we do not attack, or none where another one already
  // forbids castling: a further attack there matters.
  Bitboard open_zone;
  // What sees the zone, squares left out that a pawn, a knight or our king
  // attacks: there our sliders change nothing, and that man is exceptional.
  EightWays zone_rays;

  // How many replies there are.
  uint64_t replies;
};

template <Color kUs>
ROOKERY_ALWAYS_INLINE NullMove<kUs> PassMove(const Board& board,
                                             const Legality& legality,
                                             const ReplyContext& context) {
  constexpr Color kThem = Other(kUs);
  NullMove<kUs> pass;
  pass.ours = legality.own;
  pass.occupied = legality.occupied;
  pass.theirs = legality.occupied ^ legality.own;
  pass.our_men = MenOf(board, kUs);
  pass.their_men = MenOf(board, kThem);
  pass.lines = FindKingLines(pass.our_men, pass.ours, pass.occupied, context);
  const Bitboard pinned = pass.lines.pinned;
  pass.free = pass.their_men & ~pinned;

  const Filler filler(~pass.occupied);
  pass.our_rays = filler.RaysFrom(
      Alternate(pass.our_men.orthogonal, pass.our_men.diagonal));
  pass.their_rays =
      filler.RaysFrom(Alternate(pass.free.orthogonal, pass.free.diagonal));
  pass.their_lines = pass.their_rays.AllLines();

  pass.zone = context.free_ring | board.men[kThem][kKingPlane];
  // Whether nothing but an attack keeps them from castling.
  const auto is_open = [&](const CastlingReply& reply) {
    return (reply.rook & ~pinned) != 0 && (reply.empty & pass.occupied) == 0;
  };
  bool castling_a_open = false;
  bool castling_h_open = false;
  if (context.castling.Rooks() != 0) {
    castling_a_open = is_open(context.castling.towards_a);
    castling_h_open = is_open(context.castling.towards_h);
    pass.zone |= (castling_a_open ? context.castling.towards_a.safe : 0) |
                 (castling_h_open ? context.castling.towards_h.safe : 0);
  }
  const Bitboard attacked_by_leapers = AttackWest<kUs>(pass.our_men.pawns) |
                                       AttackEast<kUs>(pass.our_men.pawns) |
                                       lookup.king[legality.king_square] |
                                       KnightSpread(pass.our_men.knights);
  pass.zone_rays = filler.RaysFrom(Broadcast(pass.zone & ~attacked_by_leapers));

  const Lines our_lines = pass.our_rays.AllLines();
  const Bitboard attacked =
      attacked_by_leapers | our_lines.orthogonal | our_lines.diagonal;
  const Bitboard king_moves = context.free_ring & ~attacked;
  pass.replies = static_cast<uint64_t>(CountBits(king_moves));
  pass.open_zone = king_moves | board.men[kThem][kKingPlane];
  if (castling_a_open && (context.castling.towards_a.safe & attacked) == 0) {
    ++pass.replies;
    pass.open_zone |= context.castling.towards_a.safe;
  }
  if (castling_h_open && (context.castling.towards_h.safe & attacked) == 0) {
    ++pass.replies;
    pass.open_zone |= context.castling.towards_h.safe;
  }

  if (ROOKERY_UNLIKELY((pass.their_men.knights & pinned) != 0)) {
    for (Bitboard men = pass.free.knights; men != 0; men = WithoutLowest(men)) {
      pass.replies += static_cast<uint64_t>(
          CountBits(lookup.knight[First(men)] & ~pass.theirs));
    }
  } else {
    pass.replies += context.knight_moves;
  }
  const EightWays slides = pass.their_rays & Broadcast(~pass.theirs);
  pass.replies += CountBits(slides.up, slides.down);
  pass.pawns = FindFreePawns<kThem>(pass.free.pawns, pass.ours, pass.occupied);
  pass.replies += pass.pawns.moves.Count();
  if (ROOKERY_UNLIKELY(context.promoting_pawns != 0))
    pass.replies += pass.pawns.moves.template CountMorePromotions<kThem>();
  if (ROOKERY_UNLIKELY(pinned != 0)) {
    const Men pinned_men = pass.their_men & pinned;
    pass.replies += CountPinnedReplies<kThem>(
        context.king, pinned_men, pass.occupied, pass.theirs, pass.ours);
  }
  return pass;
}

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_FAST_DIRECTION_LANES_NULL_MOVE_H_
