// Which moves of the mover change the number of replies in a way that the loss
// and gain planes do not describe: the exceptional ones.
//
// The number of replies after a move from f to t is taken to be
//   replies to a null move - loss(t) + gain(f).
// That is exact as long as the move changes nothing around the replier's king:
// which squares he may go to, whether he is in check, what is pinned, whether
// he may castle. A move that may change such a thing is exceptional: its child
// is made and counted by itself. A set that is larger than necessary costs time
// and is never wrong; so everything here may round up.
#ifndef ROOKERY_CORE_PERFT_FAST_POSITION_LANES_CLASSIFICATION_H_
#define ROOKERY_CORE_PERFT_FAST_POSITION_LANES_CLASSIFICATION_H_

#include "core/perft/fast/position_lanes/parents.h"

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

struct Exceptions {
  // No move of a man that stands there is neutral.
  Lanes sources;
  // No move to that square is neutral, whoever makes it.
  Lanes targets;
  // Nor one by a man of that kind. Queens mind both sets for sliders.
  Lanes pawn_targets;
  Lanes knight_targets;
  Lanes king_targets;
  Lanes diagonal_targets;
  Lanes orthogonal_targets;

  ROOKERY_ALWAYS_INLINE void AddBoth(Lanes squares) {
    sources |= squares;
    targets |= squares;
  }
};

// Which of the replier's men are pinned to his king, by line. The sets also
// hold the squares between.
struct ReplierPins {
  LineSets lines;
  // The men only.
  Lanes men;

  // Men that may move along a line: those not pinned, and those pinned on it.
  ROOKERY_ALWAYS_INLINE Lanes Able(Lanes some, int line) const {
    return LimitedTo(some, men, lines.of[line]);
  }
};

// The lines through the replier's king. The squares that he sees, looking
// through the first man up to the second, are called his sight. If a slider of
// the mover looks into it from the outside, there is a pin, or one that hangs
// on a single man: then nothing may leave or enter this sight. If not, a
// neutral man that leaves or enters it makes no difference to the king; but a
// slider that enters it might: it goes into the targets for sliders.
ROOKERY_ALWAYS_INLINE ReplierPins ClassifyKingLines(const Parents& parents,
                                                    Exceptions& exceptions) {
  ReplierPins pins = {{{None(), None(), None(), None()}}, None()};
  exceptions.orthogonal_targets = None();
  exceptions.diagonal_targets = None();
  ForEachDirection([&]<Compass kDirection>() ROOKERY_INLINE_LAMBDA {
    const Sight sight = See<kDirection>(parents.replier_king, parents.occupied);
    const Lanes attacks = parents.mover_slides.of[Opposite(kDirection)];
    Lanes& line = pins.lines.of[LineOf(kDirection)];
    line = OrBoth(line, sight.to_first, attacks);
    const LaneMask looked_into = Meets(sight.to_second, attacks);
    exceptions.targets = OrIf(looked_into, exceptions.targets, sight.to_second);
    exceptions.sources = OrIf(looked_into, exceptions.sources, sight.to_second);
    (IsDiagonal(kDirection) ? exceptions.diagonal_targets
                            : exceptions.orthogonal_targets) |= sight.to_second;
  });
  pins.men = UnionOf(pins.lines) & parents.replier.all;
  return pins;
}

// The zone: the squares that the king may want to go to, castling included,
// and the one he stands on. What matters is which of them the mover attacks.
ROOKERY_ALWAYS_INLINE void ClassifyZone(const Parents& parents,
                                        Exceptions& exceptions) {
  Bitboard squares = parents.replier_king.around;
  Bitboard castling_path = 0;
  for (const CastlingPath& path : parents.paths.of[kBlack]) {
    if ((path.rook & parents.castling_rooks) == 0) continue;
    squares |= path.safe;
    castling_path |= path.empty;
  }
  exceptions.AddBoth(All(castling_path));

  const Lanes king = All(parents.replier_king_square);
  // In Chess960 the king may castle to where his rook stands.
  const Lanes zone =
      Without(All(squares), parents.replier.all) |
      All(parents.replier_king_square | (squares & parents.castling_rooks));
  // Squares that stay attacked whatever the sliders do: a leaper that attacks
  // the zone has no neutral move.
  const Lanes minding_sliders =
      Without(zone, parents.mover_leaper_attacks) | king;
  // New attacks only matter where there is none yet.
  const Lanes unattacked = Without(zone, parents.mover_attacks) | king;

  const CompassSets seen =
      Slides(OrthogonalWays(parents.occupied | minding_sliders),
             parents.diagonal_ways, minding_sliders, minding_sliders);
  // Squares that the zone sees and that a slider attacks from the other side:
  // a man that enters cuts the attack, one that leaves prolongs it.
  Lanes between = None();
  ForEachDirection([&]<Compass kDirection>() ROOKERY_INLINE_LAMBDA {
    between = OrBoth(between, seen.of[kDirection],
                     parents.mover_slides.of[Opposite(kDirection)]);
  });
  exceptions.AddBoth(between);

  const Lanes seen_orthogonally = OrthogonalOf(seen);
  const Lanes seen_diagonally = DiagonalOf(seen);
  exceptions.orthogonal_targets |= seen_orthogonally;
  exceptions.diagonal_targets |= seen_diagonally;
  exceptions.knight_targets = KnightAttacks(unattacked);
  exceptions.king_targets = KingAttacks(unattacked);
  exceptions.pawn_targets = ReplierPawnAttacks(unattacked);

  // Men that attack the zone now.
  Lanes& sources = exceptions.sources;
  sources = OrBoth(sources, seen_orthogonally, parents.mover.orthogonal);
  sources = OrBoth(sources, seen_diagonally, parents.mover.diagonal);
  sources = OrBoth(sources, KnightAttacks(zone), parents.mover.knights);
  sources = OrBoth(sources, ReplierPawnAttacks(zone), parents.mover.pawns);
  sources = OrBoth(sources, KingAttacks(zone), All(parents.mover_king_square));
}

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_FAST_POSITION_LANES_CLASSIFICATION_H_
