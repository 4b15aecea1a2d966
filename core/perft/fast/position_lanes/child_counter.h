// Counts the legal moves of the replier in eight positions at once.
//
// The same account as CountMoves of fast/counter.h, set-wise: attacks of the
// mover, checks, pins, targets; then a popcount for each direction of sliders,
// each hop of knights, pushes and captures of pawns, the king. A target is
// reached at most once from each direction, so that popcounts add up. En
// passant captures are not counted here: whoever makes such a child counts
// them.
#ifndef ROOKERY_CORE_PERFT_FAST_POSITION_LANES_CHILD_COUNTER_H_
#define ROOKERY_CORE_PERFT_FAST_POSITION_LANES_CHILD_COUNTER_H_

#include "core/perft/fast/position_lanes/child_pool.h"
#include "core/perft/fast/position_lanes/fills.h"
#include "core/perft/fast/position_lanes/king_lines.h"
#include "core/perft/fast/position_lanes/king_tables.h"

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

// How many ways of castling the replier has, from zero to two. `danger`: where
// his king may not be.
ROOKERY_ALWAYS_INLINE Lanes CastlingsOfReplier(const CastlingPaths& paths,
                                               Bitboard castling_rooks,
                                               Lanes occupied, Lanes danger,
                                               Lanes pinned,
                                               LaneMask in_check) {
  Lanes count = None();
  for (const CastlingPath& path : paths.of[kBlack]) {
    if ((path.rook & castling_rooks) == 0) continue;
    const LaneMask able = static_cast<LaneMask>(
        Disjoint(occupied, All(path.empty)) & Disjoint(danger, All(path.safe)) &
        Disjoint(pinned, All(path.rook)) & ~in_check);
    count = AddIf(able, count, All(1));
  }
  return count;
}

// Slides in one direction that end on a target.
template <Compass kDirection>
ROOKERY_ALWAYS_INLINE Lanes CountOrthogonal(const OrthogonalWays& ways,
                                            Lanes sliders, Lanes targets) {
  return Count(ways.SlideInOrder<kDirection>(sliders) &
               InOrder<kDirection>(targets));
}

// The moves of the eight children from `first` on. Lanes beyond the last child
// give any number.
// Requires: first is a multiple of eight; the replier's king stands on
// `king_square` in all of them.
ROOKERY_ALWAYS_INLINE Lanes CountReplies(const ChildPool& pool, int first,
                                         int king_square) {
  const Lanes pawns = Load(pool.pawns + first);
  const Lanes knights = Load(pool.knights + first);
  const Lanes diagonal = Load(pool.diagonal + first);
  const Lanes orthogonal = Load(pool.orthogonal + first);
  const Lanes enemy = Load(pool.mover + first);
  const Lanes own = Load(pool.replier + first);
  const KingTable& king = king_tables[king_square];
  const Lanes king_set = All(Only(king_square));

  const Lanes occupied = own | enemy;
  const Lanes empty = Neither(own, enemy);
  const OrthogonalWays orthogonal_ways(occupied);
  const DiagonalWays diagonal_ways(empty);

  const CompassSets attacks = Slides(orthogonal_ways, diagonal_ways,
                                     orthogonal & enemy, diagonal & enemy);
  Lanes danger = UnionOf(attacks) | Or(KnightAttacks(knights & enemy),
                                       Step<kNorthWest>(pawns & enemy),
                                       Step<kNorthEast>(pawns & enemy));
  // Most often the other king is too far away to matter.
  const Lanes enemy_king =
      Without(enemy, Or(pawns, knights, diagonal), orthogonal);
  if (ROOKERY_UNLIKELY(
          Meets(enemy_king, All(king.reach | pool.castling_reach)) != 0))
    danger |= KingAttacks(enemy_king);

  // Pins: what the king sees first, is his own, and is attacked from the
  // other side of it.
  CompassSets sight;
  LineSets pinned = {{None(), None(), None(), None()}};
  ForEachDirection([&]<Compass kDirection>() ROOKERY_INLINE_LAMBDA {
    sight.of[kDirection] = See<kDirection>(king, occupied).to_first;
    Lanes& line = pinned.of[LineOf(kDirection)];
    line |= And(sight.of[kDirection], attacks.of[Opposite(kDirection)], own);
  });
  // Who may move along a line: all but those pinned on another one.
  const Lanes free_on_file = Neither(pinned.of[1], pinned.of[2], pinned.of[3]);
  const Lanes free_on_diagonal =
      Neither(pinned.of[0], pinned.of[2], pinned.of[3]);
  const Lanes free_on_rank = Neither(pinned.of[0], pinned.of[1], pinned.of[3]);
  const Lanes free_on_antidiagonal =
      Neither(pinned.of[0], pinned.of[1], pinned.of[2]);

  Lanes targets = ~own;
  const LaneMask in_check = Meets(danger, king_set);
  if (in_check != 0) {
    const Lanes leapers = (knights & enemy & All(king.knights)) |
                          (pawns & enemy & All(king.pawns));
    Lanes answers = leapers;
    LaneMask once = NotEmpty(leapers);
    LaneMask twice = 0;
    ForEachDirection([&]<Compass kDirection>() ROOKERY_INLINE_LAMBDA {
      const LaneMask checked = Meets(attacks.of[kDirection], king_set);
      twice = static_cast<LaneMask>(twice | (once & checked));
      once = static_cast<LaneMask>(once | checked);
      answers = OrIf(checked, answers, sight.of[Opposite(kDirection)]);
      // The king does not shield the square behind him.
      danger = OrIf(checked, danger, All(king.neighbors[kDirection]));
    });
    answers = KeepIf(static_cast<LaneMask>(~twice), answers);
    targets = AndIf(in_check, targets, answers);
  }

  // Two sums, so that neither is a long chain.
  Lanes count = Count(Without(All(king.around), own, danger));
  Lanes more = None();

  const Lanes on_ranks = And(orthogonal, own, free_on_rank);
  const Lanes on_files = And(orthogonal, own, free_on_file);
  count += CountOrthogonal<kEast>(orthogonal_ways, on_ranks, targets);
  count += CountOrthogonal<kWest>(orthogonal_ways, on_ranks, targets);
  count += CountOrthogonal<kSouth>(orthogonal_ways, on_files, targets);
  count += CountOrthogonal<kNorth>(orthogonal_ways, on_files, targets);
  const Lanes on_diagonals = And(diagonal, own, free_on_diagonal);
  const Lanes on_antidiagonals = And(diagonal, own, free_on_antidiagonal);
  more += Count(diagonal_ways.Slide<kNorthEast>(on_diagonals) & targets);
  more += Count(diagonal_ways.Slide<kSouthWest>(on_diagonals) & targets);
  more += Count(diagonal_ways.Slide<kNorthWest>(on_antidiagonals) & targets);
  more += Count(diagonal_ways.Slide<kSouthEast>(on_antidiagonals) & targets);

  // A pinned knight has no moves.
  const HopSets hops = Hops(Without(knights & own, UnionOf(pinned)));
  ForEachHop([&]<int kHop>() ROOKERY_INLINE_LAMBDA {
    (kHop % 2 == 0 ? count : more) += Count(hops.of[kHop] & targets);
  });

  const Lanes own_pawns = pawns & own;
  const Lanes pushed = Step<kSouth>(own_pawns & free_on_file) & empty;
  const Lanes twice_pushed = Step<kSouth>(pushed & All(kReplierThirdRank));
  const Lanes enemy_targets = enemy & targets;
  const Lanes captures_west =
      Step<kSouthWest>(own_pawns & free_on_diagonal) & enemy_targets;
  const Lanes captures_east =
      Step<kSouthEast>(own_pawns & free_on_antidiagonal) & enemy_targets;
  // Pushes end on empty squares, captures on others: one set for both.
  const Lanes pushes_and_captures =
      OrBoth(captures_west, pushed | twice_pushed, empty & targets);
  count += Count(pushes_and_captures);
  more += Count(captures_east);
  if (ROOKERY_UNLIKELY(Meets(own_pawns, All(kReplierSeventhRank)) != 0)) {
    // A promotion is four moves.
    const Lanes last_rank = All(kReplierLastRank);
    const Lanes promotions = Count(pushes_and_captures & last_rank) +
                             Count(captures_east & last_rank);
    count += promotions + Times<1>(promotions);
  }
  count += more;
  if (pool.castling_rooks != 0) {
    count += CastlingsOfReplier(*pool.paths, pool.castling_rooks, occupied,
                                danger, UnionOf(pinned), in_check);
  }
  return count;
}

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_FAST_POSITION_LANES_CHILD_COUNTER_H_
