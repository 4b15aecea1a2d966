// Which of our moves are exceptional: the formula of reply_formula.h does not
// hold for them, so their replies are counted one move at a time.
//
// A move is a source and a target, and what it changes is what changes on these
// two squares. So the rules are sets of squares. A set may be larger than
// needed (a move counted exactly is counted rightly), never smaller.
#ifndef ROOKERY_CORE_PERFT_FAST_DIRECTION_LANES_EXCEPTIONS_H_
#define ROOKERY_CORE_PERFT_FAST_DIRECTION_LANES_EXCEPTIONS_H_

#include "core/perft/fast/direction_lanes/null_move.h"

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

struct Exceptions {
  // Every move from there is exceptional.
  Bitboard sources;
  // Every move to there is.
  Bitboard targets;
  // And every move of such a man to there; a queen is both of the last two.
  Bitboard pawn_targets;
  Bitboard knight_targets;
  Bitboard king_targets;
  Bitboard diagonal_targets;
  Bitboard orthogonal_targets;
};

template <Color kUs>
ROOKERY_ALWAYS_INLINE Exceptions FindExceptions(const NullMove<kUs>& pass,
                                                const ReplyContext& context,
                                                Bitboard our_king) {
  constexpr Color kThem = Other(kUs);
  const Men& our_men = pass.our_men;
  Exceptions exceptions;

  // Their king's lines: checks and pins come and go. His ring: what we put
  // there he may capture, and what we capture there no longer stands in his
  // way.
  exceptions.sources = pass.lines.sources;
  exceptions.targets = pass.lines.targets | context.ring;
  // A slider of ours pins by arriving behind the first man of theirs on a line.
  const Bitboard king_orthogonal = RookAttacks(context.king, pass.occupied);
  const Bitboard king_diagonal = BishopAttacks(context.king, pass.occupied);
  const Lines zone_lines = pass.zone_rays.AllLines();
  exceptions.orthogonal_targets =
      zone_lines.orthogonal |
      RookAttacks(context.king,
                  pass.occupied ^ (king_orthogonal & pass.theirs));
  exceptions.diagonal_targets =
      zone_lines.diagonal |
      BishopAttacks(context.king,
                    pass.occupied ^ (king_diagonal & pass.theirs));

  // The zone: men of ours that attack it do not leave, men that would attack an
  // open square of it do not arrive.
  exceptions.sources |=
      (zone_lines.orthogonal & our_men.orthogonal) |
      (zone_lines.diagonal & our_men.diagonal) |
      (KnightSpread(pass.zone) & our_men.knights) |
      (KingSpread(pass.zone) & our_king) |
      ((AttackWest<kThem>(pass.zone) | AttackEast<kThem>(pass.zone)) &
       our_men.pawns);
  exceptions.knight_targets = KnightSpread(pass.open_zone);
  exceptions.king_targets = KingSpread(pass.open_zone);
  exceptions.pawn_targets =
      AttackWest<kThem>(pass.open_zone) | AttackEast<kThem>(pass.open_zone);
  // Where a ray from the zone meets one of our sliders' rays head on, a man of
  // ours opens the slider's way by leaving, and one closes it by arriving.
  const Lines meetings = (pass.zone_rays & pass.our_rays.Opposite()).AllLines();
  exceptions.sources |= meetings.orthogonal | meetings.diagonal;
  exceptions.targets |= meetings.orthogonal | meetings.diagonal;

  // Castling: the way, and the rook.
  if (context.castling.Rooks() != 0) {
    const CastlingReply& a = context.castling.towards_a;
    const CastlingReply& h = context.castling.towards_h;
    const Bitboard way = a.empty | h.empty | a.safe | h.safe;
    exceptions.sources |= way & pass.ours;
    exceptions.targets |= way | context.castling.Rooks();
  }

  // A promotion is four moves at once: whatever happens to one is exceptional.
  if (ROOKERY_UNLIKELY(context.promoting_pawns != 0)) {
    const Bitboard pawns = context.promoting_pawns;
    exceptions.targets |= pawns;
    const Bitboard squares = Forward<kThem>(pawns) | AttackWest<kThem>(pawns) |
                             AttackEast<kThem>(pawns);
    exceptions.targets |= squares;
    exceptions.sources |= squares;
  }
  return exceptions;
}

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_FAST_DIRECTION_LANES_EXCEPTIONS_H_
