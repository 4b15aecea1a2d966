// Counts the replies to one move exactly, after the move has been made: the
// last ply for moves that the formula of reply_formula.h may not count.
//
// All moves of a parent share what is known of the side that replies: its king
// stands where he stood, most of its men too. So whatever depends on them alone
// is worked out once a parent, in a ReplyContext.
//
// Throughout this folder "we" are the side to move in the parent (kUs), "they"
// are the side that replies (kThem).
#ifndef ROOKERY_CORE_PERFT_FAST_DIRECTION_LANES_REPLY_COUNTER_H_
#define ROOKERY_CORE_PERFT_FAST_DIRECTION_LANES_REPLY_COUNTER_H_

#include "core/perft/fast/direction_lanes/king_zones.h"
#include "core/perft/fast/legality.h"

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

// One side without its king, in named words: a position after a move is an
// expression of these and is never stored.
struct Men {
  Bitboard pawns;
  Bitboard knights;
  Bitboard diagonal;
  Bitboard orthogonal;

  ROOKERY_ALWAYS_INLINE Men operator&(Bitboard set) const {
    return {pawns & set, knights & set, diagonal & set, orthogonal & set};
  }
};

ROOKERY_ALWAYS_INLINE Men MenOf(const Board& board, Color color) {
  const Bitboard* const men = board.men[color];
  return {men[kPawnPlane], men[kKnightPlane], men[kDiagonalPlane],
          men[kOrthogonalPlane]};
}

// The moves of some pawns of one color, all on squares they may go to.
struct PawnMoves {
  Bitboard single;
  Bitboard twice;
  Bitboard west;
  Bitboard east;

  ROOKERY_ALWAYS_INLINE PawnMoves operator&(Bitboard targets) const {
    return {single & targets, twice & targets, west & targets, east & targets};
  }
  // Promotions count as one move each.
  ROOKERY_ALWAYS_INLINE uint64_t Count() const {
    // No square is reached in two of the first three ways: pushes go to empty
    // squares, and the pawn that goes one step stands in the other's way.
    return static_cast<uint64_t>(CountBits(single | twice | west) +
                                 CountBits(east));
  }
  // What four moves for each promotion add to Count.
  template <Color kColor>
  ROOKERY_ALWAYS_INLINE uint64_t CountMorePromotions() const {
    return static_cast<uint64_t>(
        3 * (CountBits((single | west) & kLastRank<kColor>) +
             CountBits(east & kLastRank<kColor>)));
  }
};

template <Color kColor>
ROOKERY_ALWAYS_INLINE PawnMoves MovesOfPawns(Bitboard pawns, Bitboard occupied,
                                             Bitboard enemy) {
  const Bitboard single = Forward<kColor>(pawns) & ~occupied;
  return {single, Forward<kColor>(single & kThirdRank<kColor>) & ~occupied,
          AttackWest<kColor>(pawns) & enemy, AttackEast<kColor>(pawns) & enemy};
}

// Castling as far as their own men allow it. No rook: it is not possible.
struct CastlingReply {
  Bitboard rook;
  Bitboard empty;
  Bitboard safe;
};

struct CastlingReplies {
  CastlingReply towards_a;
  CastlingReply towards_h;
  AttackZone zone;  // of where the king goes

  ROOKERY_ALWAYS_INLINE Bitboard Rooks() const {
    return towards_a.rook | towards_h.rook;
  }
};
constexpr CastlingReplies kNoCastling = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};

// What the replies to all moves of one parent have in common.
struct ReplyContext {
  int king;
  Bitboard ring;  // around the king
  // Where our knights and pawns give check.
  Bitboard knight_checks;
  Bitboard pawn_checks;
  // On an empty board, from the king.
  Bitboard rook_rays;
  Bitboard bishop_rays;
  const Bitboard* between;  // the king and any square

  // As long as no man of theirs is captured:
  Bitboard free_ring;  // without their own men
  AttackZone zone;     // of the free ring and of where the king castles
  uint64_t knight_moves;

  CastlingReplies castling;
  Bitboard promoting_pawns;  // one step before the last rank
};

// Whether a side could castle if it had only to mind the men that are in the
// way, and those of `in_the_way` were all.
template <Color kColor>
ROOKERY_ALWAYS_INLINE bool HasClearCastling(const Board& board,
                                            const CastlingPaths& paths,
                                            Bitboard in_the_way) {
  const CastlingPath& a = paths.of[kColor][0];
  const CastlingPath& h = paths.of[kColor][1];
  return ((board.castling_rooks & a.rook) != 0 &&
          (in_the_way & a.empty) == 0) ||
         ((board.castling_rooks & h.rook) != 0 && (in_the_way & h.empty) == 0);
}

template <Color kThem>
ROOKERY_NEVER_INLINE CastlingReplies FindCastlingReplies(
    const Board& board, const CastlingPaths& paths, Bitboard theirs) {
  CastlingReplies replies = kNoCastling;
  CastlingReply* const by_wing[2] = {&replies.towards_a, &replies.towards_h};
  for (int wing = 0; wing < 2; ++wing) {
    const CastlingPath& path = paths.of[kThem][wing];
    const Bitboard rook = board.castling_rooks & path.rook;
    // A man of theirs stays in the way whatever we do: if we capture him, we
    // are in the way.
    if (rook == 0 || (theirs & path.empty) != 0) continue;
    *by_wing[wing] = {rook, path.empty, path.safe};
    replies.zone.Add(path.safe_zone);
  }
  return replies;
}

template <Color kThem>
ROOKERY_ALWAYS_INLINE ReplyContext MakeReplyContext(const Board& board,
                                                    const CastlingPaths& paths,
                                                    Bitboard theirs) {
  ReplyContext context;
  const int king = First(board.men[kThem][kKingPlane]);
  context.king = king;
  context.ring = lookup.king[king];
  context.knight_checks = lookup.knight[king];
  context.pawn_checks = lookup.pawn[kThem][king];
  context.rook_rays = lookup.rook_rays[king];
  context.bishop_rays = lookup.bishop_rays[king];
  context.between = lookup.between[king];
  context.free_ring = context.ring & ~theirs;
  context.zone = KingZone(king, context.free_ring);
  context.castling = kNoCastling;
  if (HasClearCastling<kThem>(board, paths, theirs)) {
    context.castling = FindCastlingReplies<kThem>(board, paths, theirs);
    context.zone.Add(context.castling.zone);
  }
  context.promoting_pawns =
      board.men[kThem][kPawnPlane] & Backward<kThem>(kLastRank<kThem>);
  context.knight_moves = 0;
  for (Bitboard men = board.men[kThem][kKnightPlane]; men != 0;
       men = WithoutLowest(men)) {
    context.knight_moves +=
        static_cast<uint64_t>(CountBits(lookup.knight[First(men)] & ~theirs));
  }
  return context;
}

// The replies to a check other than the king's: capture the checker or step in
// between. Requires: `free` are their men that are not pinned; one check.
template <Color kThem>
ROOKERY_NEVER_INLINE uint64_t CountEvasions(const Men& free, Bitboard occupied,
                                            Bitboard ours, Bitboard targets) {
  int moves = 0;
  for (Bitboard men = free.knights; men != 0; men = WithoutLowest(men))
    moves += CountBits(lookup.knight[First(men)] & targets);
  for (Bitboard men = free.diagonal; men != 0; men = WithoutLowest(men))
    moves += CountBits(BishopAttacks(First(men), occupied) & targets);
  for (Bitboard men = free.orthogonal; men != 0; men = WithoutLowest(men))
    moves += CountBits(RookAttacks(First(men), occupied) & targets);
  const PawnMoves pawns =
      MovesOfPawns<kThem>(free.pawns, occupied, ours) & targets;
  return static_cast<uint64_t>(moves) + pawns.Count() +
         pawns.CountMorePromotions<kThem>();
}

// The moves of their pinned men, along the line through their king. A knight
// has none. Requires: no check.
template <Color kThem>
ROOKERY_NEVER_INLINE uint64_t CountPinnedReplies(int king, const Men& pinned,
                                                 Bitboard occupied,
                                                 Bitboard theirs,
                                                 Bitboard ours) {
  const Bitboard* const line = lookup.line[king];
  uint64_t moves = 0;
  for (Bitboard men = pinned.diagonal; men != 0; men = WithoutLowest(men)) {
    const int square = First(men);
    moves += static_cast<uint64_t>(
        CountBits(BishopAttacks(square, occupied) & line[square] & ~theirs));
  }
  for (Bitboard men = pinned.orthogonal; men != 0; men = WithoutLowest(men)) {
    const int square = First(men);
    moves += static_cast<uint64_t>(
        CountBits(RookAttacks(square, occupied) & line[square] & ~theirs));
  }
  for (Bitboard men = pinned.pawns; men != 0; men = WithoutLowest(men)) {
    const PawnMoves pawn =
        MovesOfPawns<kThem>(Lowest(men), occupied, ours) & line[First(men)];
    moves += pawn.Count() + pawn.CountMorePromotions<kThem>();
  }
  return moves;
}

// The en passant captures that are legal after our double push over
// `en_passant`, which has been made in `occupied`. The two pawns leave their
// squares at once, which no pin describes, so their king is looked at from our
// sliders on the board as it would be. (No knight of ours gives check: a push
// uncovers none.)
template <Color kThem>
ROOKERY_NEVER_INLINE uint64_t CountEnPassantReplies(
    int king, Bitboard their_pawns, Bitboard our_diagonal,
    Bitboard our_orthogonal, Bitboard occupied, Bitboard en_passant) {
  uint64_t moves = 0;
  for (Bitboard men =
           lookup.pawn[Other(kThem)][First(en_passant)] & their_pawns;
       men != 0; men = WithoutLowest(men)) {
    const Bitboard after =
        occupied ^ Lowest(men) ^ en_passant ^ Backward<kThem>(en_passant);
    moves += (RookAttacks(king, after) & our_orthogonal) == 0 &&
             (BishopAttacks(king, after) & our_diagonal) == 0;
  }
  return moves;
}

// What our move has done to their men.
enum class MoveEffect { kQuiet, kCapture };

// The replies to a move of ours that has been made, en passant left out.
//   theirs, their_men   all their men, and those without the king
//   ours, our_men       ours
//   leaper_checks       the knights and pawns of ours that give check
//   captured            the square of a man we captured, or none
// With kQuiet, what the context knows of their men still holds.
template <Color kThem, MoveEffect kEffect>
ROOKERY_ALWAYS_INLINE uint64_t CountReplies(const ReplyContext& context,
                                            Men their_men, Bitboard theirs,
                                            const Men& our_men, int our_king,
                                            Bitboard ours,
                                            Bitboard leaper_checks,
                                            Bitboard captured = 0) {
  constexpr Color kUs = Other(kThem);
  const Bitboard occupied = theirs | ours;

  Bitboard checkers = leaper_checks;
  Bitboard pinned = 0;
  for (Bitboard snipers = (context.rook_rays & our_men.orthogonal) |
                          (context.bishop_rays & our_men.diagonal);
       snipers != 0; snipers = WithoutLowest(snipers)) {
    const int sniper = First(snipers);
    const Bitboard between = context.between[sniper] & occupied;
    checkers |= static_cast<Bitboard>(between == 0) << sniper;
    pinned |= HasSeveral(between) ? 0 : between;
  }
  pinned &= theirs;

  Bitboard free_ring = context.free_ring;
  AttackZone zone = context.zone;
  if constexpr (kEffect == MoveEffect::kCapture) {
    // Where we captured next to their king, he may capture back.
    free_ring = context.ring & ~theirs;
    zone = KingZone(context.king, free_ring);
    zone.Add(context.castling.zone);
  }
  // Our attacks as far as they matter: all that reach the zone, and others. The
  // king does not shield the squares behind him.
  const Bitboard without_king = occupied ^ Only(context.king);
  Bitboard danger = AttackWest<kUs>(our_men.pawns) |
                    AttackEast<kUs>(our_men.pawns) | lookup.king[our_king];
  for (Bitboard men = our_men.knights & zone.knights; men != 0;
       men = WithoutLowest(men))
    danger |= lookup.knight[First(men)];
  for (Bitboard men = our_men.diagonal & zone.diagonal; men != 0;
       men = WithoutLowest(men))
    danger |= BishopAttacks(First(men), without_king);
  for (Bitboard men = our_men.orthogonal & zone.orthogonal; men != 0;
       men = WithoutLowest(men))
    danger |= RookAttacks(First(men), without_king);
  uint64_t moves = static_cast<uint64_t>(CountBits(free_ring & ~danger));

  if (ROOKERY_UNLIKELY(checkers != 0)) {
    if (HasSeveral(checkers)) return moves;
    const Men free = their_men & ~pinned;
    return moves +
           CountEvasions<kThem>(free, occupied, ours,
                                context.between[First(checkers)] | checkers);
  }
  if (context.castling.Rooks() != 0) {
    // In Chess960 the rook may be pinned, or be captured.
    const Bitboard able = ~(pinned | captured);
    const auto castles = [=](const CastlingReply& reply) {
      return (reply.rook & able) != 0 &&
             ((occupied & reply.empty) | (danger & reply.safe)) == 0;
    };
    moves += castles(context.castling.towards_a);
    moves += castles(context.castling.towards_h);
  }

  bool knight_moves_known = kEffect == MoveEffect::kQuiet;
  if (ROOKERY_UNLIKELY(pinned != 0)) {
    const Men pinned_men = their_men & pinned;
    moves += CountPinnedReplies<kThem>(context.king, pinned_men, occupied,
                                       theirs, ours);
    knight_moves_known = knight_moves_known && pinned_men.knights == 0;
    their_men = their_men & ~pinned;
  }
  if (knight_moves_known) {
    moves += context.knight_moves;
  } else {
    for (Bitboard men = their_men.knights; men != 0; men = WithoutLowest(men)) {
      moves +=
          static_cast<uint64_t>(CountBits(lookup.knight[First(men)] & ~theirs));
    }
  }
  // A queen is counted once for each of her two ways to move.
  for (Bitboard men = their_men.diagonal; men != 0; men = WithoutLowest(men)) {
    moves += static_cast<uint64_t>(
        CountBits(BishopAttacks(First(men), occupied) & ~theirs));
  }
  for (Bitboard men = their_men.orthogonal; men != 0;
       men = WithoutLowest(men)) {
    moves += static_cast<uint64_t>(
        CountBits(RookAttacks(First(men), occupied) & ~theirs));
  }
  const PawnMoves pawns = MovesOfPawns<kThem>(their_men.pawns, occupied, ours);
  moves += pawns.Count();
  if (ROOKERY_UNLIKELY(context.promoting_pawns != 0))
    moves += pawns.CountMorePromotions<kThem>();
  return moves;
}

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_FAST_DIRECTION_LANES_REPLY_COUNTER_H_
