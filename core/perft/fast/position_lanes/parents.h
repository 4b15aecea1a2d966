// Eight positions of remaining depth 2 in lanes, with what all parts of their
// count need to know.
#ifndef ROOKERY_CORE_PERFT_FAST_POSITION_LANES_PARENTS_H_
#define ROOKERY_CORE_PERFT_FAST_POSITION_LANES_PARENTS_H_

#include "core/perft/fast/position_lanes/fills.h"
#include "core/perft/fast/position_lanes/king_lines.h"
#include "core/perft/fast/position_lanes/king_tables.h"
#include "core/perft/fast/position_lanes/parent_pool.h"

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

struct Men {
  Lanes all;
  Lanes pawns;
  Lanes knights;
  Lanes diagonal;
  Lanes orthogonal;
};

struct Parents {
  Men mover;
  Men replier;
  Lanes occupied;
  Lanes empty;
  Lanes not_mover;
  Lanes not_replier;
  const KingTable& mover_king;
  const KingTable& replier_king;
  Bitboard mover_king_square;
  Bitboard replier_king_square;
  // Of the replier only.
  Bitboard castling_rooks;
  const CastlingPaths& paths;

  OrthogonalWays orthogonal_ways;
  DiagonalWays diagonal_ways;
  CompassSets mover_slides;
  CompassSets replier_slides;
  // Where the replier's pawns could capture.
  Lanes replier_west_attacks;
  Lanes replier_east_attacks;
  Lanes replier_slider_attacks;
  // By pawns, knights and king.
  Lanes mover_leaper_attacks;
  Lanes mover_attacks;
  Lanes replier_attacks;
  // Men of the mover that shield their king from a slider.
  Lanes mover_pinned;

  // The lanes beyond the last parent hold anything.
  ROOKERY_ALWAYS_INLINE Parents(const ParentPool& pool, int first)
      : Parents(Load(pool.mover + first), Load(pool.replier + first),
                Load(pool.pawns + first), Load(pool.knights + first),
                Load(pool.diagonal + first), Load(pool.orthogonal + first),
                pool) {}

  ROOKERY_ALWAYS_INLINE CompassSets SlidesFrom(Lanes orthogonal,
                                               Lanes diagonal) const {
    return Slides(orthogonal_ways, diagonal_ways, orthogonal, diagonal);
  }

 private:
  ROOKERY_ALWAYS_INLINE Parents(Lanes all_mover, Lanes all_replier, Lanes pawns,
                                Lanes knights, Lanes diagonal, Lanes orthogonal,
                                const ParentPool& pool)
      : mover{all_mover, all_mover & pawns, all_mover & knights,
              all_mover & diagonal, all_mover & orthogonal},
        replier{all_replier, all_replier & pawns, all_replier & knights,
                all_replier & diagonal, all_replier & orthogonal},
        occupied(all_mover | all_replier),
        empty(Neither(all_mover, all_replier)),
        not_mover(~all_mover),
        not_replier(~all_replier),
        mover_king(king_tables[pool.key.mover_king]),
        replier_king(king_tables[pool.key.replier_king]),
        mover_king_square(Only(pool.key.mover_king)),
        replier_king_square(Only(pool.key.replier_king)),
        castling_rooks(pool.key.castling_rooks & kRank8),
        paths(*pool.paths),
        orthogonal_ways(occupied),
        diagonal_ways(empty),
        mover_slides(SlidesFrom(mover.orthogonal, mover.diagonal)),
        replier_slides(SlidesFrom(replier.orthogonal, replier.diagonal)),
        replier_west_attacks(Step<kSouthWest>(replier.pawns)),
        replier_east_attacks(Step<kSouthEast>(replier.pawns)),
        replier_slider_attacks(UnionOf(replier_slides)),
        mover_leaper_attacks(MoverPawnAttacks(mover.pawns) |
                             KnightAttacks(mover.knights) |
                             All(mover_king.around)),
        mover_attacks(UnionOf(mover_slides) | mover_leaper_attacks),
        replier_attacks(Or(replier_slider_attacks, replier_west_attacks,
                           replier_east_attacks) |
                        KnightAttacks(replier.knights) |
                        All(replier_king.around)),
        mover_pinned(None()) {
    ForEachDirection([&]<Compass kDirection>() ROOKERY_INLINE_LAMBDA {
      mover_pinned =
          OrBoth(mover_pinned, See<kDirection>(mover_king, occupied).to_first,
                 replier_slides.of[Opposite(kDirection)]);
    });
    mover_pinned &= mover.all;
  }
};

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_FAST_POSITION_LANES_PARENTS_H_
