// Splits the mover's moves into neutral ones, which are only counted by the
// square they end on, and exceptional ones, which will be made.
#ifndef ROOKERY_CORE_PERFT_FAST_POSITION_LANES_MOVER_MOVES_H_
#define ROOKERY_CORE_PERFT_FAST_POSITION_LANES_MOVER_MOVES_H_

#include "core/perft/fast/position_lanes/adders.h"
#include "core/perft/fast/position_lanes/classification.h"
#include "core/perft/fast/position_lanes/exceptional_moves.h"
#include "core/perft/fast/position_lanes/gain_planes.h"
#include "core/perft/fast/position_lanes/parents.h"

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

// By target.
struct NeutralMoves {
  CompassSets slides;
  HopSets hops;
  Lanes single_pushes;
  Lanes double_pushes;
  Lanes west_captures;
  Lanes east_captures;
  Lanes king;
};

// Which men go which way.
struct MoverMen {
  // All their moves are split by target.
  Lanes ordinary;
  // Sliders that are attacked, which the gain planes alone do not describe: see
  // attacked_sliders.h.
  Lanes attacked_sliders;
  // Pawns all of whose moves are exceptional, but ordinary otherwise: not
  // pinned, and not about to promote.
  Lanes exceptional_pawns;
  // Men that are looked at one by one.
  Lanes single;
};

ROOKERY_ALWAYS_INLINE MoverMen SortMen(const Parents& parents,
                                       const Exceptions& exceptions,
                                       Lanes attacked_sliders) {
  const Lanes seventh_rank = All(kMoverSeventhRank);
  // Promotions are rare.
  const Lanes sources =
      OrBoth(exceptions.sources, parents.mover.pawns, seventh_rank);
  MoverMen men;
  men.attacked_sliders =
      Without(attacked_sliders, sources, parents.mover_pinned);
  men.ordinary =
      Without(Without(parents.mover.all, sources, parents.mover_pinned),
              men.attacked_sliders);
  men.exceptional_pawns = Without(parents.mover.pawns & sources,
                                  parents.mover_pinned, seventh_rank);
  men.single = Without(OrBoth(parents.mover_pinned, sources, parents.mover.all),
                       men.exceptional_pawns, All(parents.mover_king_square));
  return men;
}

// Puts exceptional double pushes, and counts the captures en passant that they
// allow. These are legal whenever none of the squares that become empty, those
// of both pawns and the one that the push started from, lies on a line from the
// king to a slider; a check by the pushed pawn itself ends with its capture.
// Otherwise the push goes into a class of its own.
ROOKERY_ALWAYS_INLINE void PutDoublePushes(const Parents& parents, Lanes pushes,
                                           Lanes beside,
                                           Lanes& en_passant_captures,
                                           ExceptionalMoves& exceptional) {
  const Lanes capturable = pushes & beside;
  en_passant_captures = None();
  if (NotEmpty(capturable) == 0) {
    exceptional.Put(kDoublePushes, pushes);
    return;
  }
  Lanes lines = None();
  ForEachDirection([&]<Compass kDirection>() ROOKERY_INLINE_LAMBDA {
    const Lanes ray = All(parents.replier_king.rays[kDirection]);
    const Lanes sliders = IsDiagonal(kDirection) ? parents.mover.diagonal
                                                 : parents.mover.orthogonal;
    lines = OrIf(Meets(ray, sliders), lines, ray);
  });
  const Lanes pawns = parents.replier.pawns;
  const Lanes pawns_on_lines = pawns & lines;
  // Two squares up.
  const Lanes starts_on_lines = Shift<2 * kStep[kNorth]>(lines);
  const Lanes delicate =
      capturable & (Or(lines, starts_on_lines, Step<kEast>(pawns_on_lines)) |
                    Step<kWest>(pawns_on_lines));
  const Lanes simple = Without(capturable, delicate);
  en_passant_captures =
      Count(simple & Step<kEast>(pawns)) + Count(simple & Step<kWest>(pawns));
  exceptional.Put(kDoublePushes, Without(pushes, delicate));
  exceptional.Put(kDelicatePushes, delicate);
}

// Also counts replies of a kind that no plane has: captures en passant after
// exceptional double pushes.
template <bool kWithGains>
ROOKERY_ALWAYS_INLINE NeutralMoves SplitMoves(const Parents& parents,
                                              const Exceptions& exceptions,
                                              const MoverMen& men,
                                              ExceptionalMoves& exceptional,
                                              Lanes& en_passant_captures) {
  NeutralMoves neutral;

  // Queens mind what rooks and bishops mind, whichever way they go.
  const Lanes orthogonal_targets =
      exceptions.targets | exceptions.orthogonal_targets;
  const Lanes diagonal_targets =
      exceptions.targets | exceptions.diagonal_targets;
  const Lanes orthogonal = parents.mover.orthogonal & men.ordinary;
  const Lanes diagonal = parents.mover.diagonal & men.ordinary;
  const Lanes queens = orthogonal & diagonal;
  const CompassSets slides = parents.SlidesFrom(orthogonal, diagonal);
  const CompassSets queen_slides = parents.SlidesFrom(queens, queens);
  ForEachDirection([&]<Compass kDirection>() ROOKERY_INLINE_LAMBDA {
    const Lanes minded =
        IsDiagonal(kDirection)
            ? OrBoth(diagonal_targets, queen_slides.of[kDirection],
                     exceptions.orthogonal_targets)
            : OrBoth(orthogonal_targets, queen_slides.of[kDirection],
                     exceptions.diagonal_targets);
    const Lanes targets = slides.of[kDirection] & parents.not_mover;
    exceptional.Put(kSlides + int{kDirection}, targets & minded);
    neutral.slides.of[kDirection] = Without(targets, minded);
  });

  const Lanes knight_targets = exceptions.targets | exceptions.knight_targets;
  const HopSets hops = Hops(parents.mover.knights & men.ordinary);
  ForEachHop([&]<int kHop>() ROOKERY_INLINE_LAMBDA {
    const Lanes targets = hops.of[kHop] & parents.not_mover;
    exceptional.Put(kHopClasses + kHop, targets & knight_targets);
    neutral.hops.of[kHop] = Without(targets, knight_targets);
  });

  const Lanes pawn_targets = exceptions.targets | exceptions.pawn_targets;
  // A double push beside a pawn can be captured en passant.
  const Lanes beside =
      Step<kEast>(parents.replier.pawns) | Step<kWest>(parents.replier.pawns);
  const Lanes double_push_targets = pawn_targets | beside;
  const Lanes third_rank = All(kMoverThirdRank);
  const auto push = [&](Lanes pawns) ROOKERY_INLINE_LAMBDA {
    return Step<kNorth>(pawns) & parents.empty;
  };
  const Lanes pawns = parents.mover.pawns & men.ordinary;
  const Lanes single = push(pawns);
  const Lanes twice = push(single & third_rank);
  const Lanes exceptional_single = push(men.exceptional_pawns);
  const Lanes exceptional_twice = push(exceptional_single & third_rank);
  exceptional.Put(kSinglePushes,
                  OrBoth(exceptional_single, single, pawn_targets));
  PutDoublePushes(parents,
                  OrBoth(exceptional_twice, twice, double_push_targets), beside,
                  en_passant_captures, exceptional);
  neutral.single_pushes = Without(single, pawn_targets);
  neutral.double_pushes = Without(twice, double_push_targets);

  // A pawn that a bishop or queen attacks may capture along that line, where
  // gain and loss are not independent.
  Lanes capturing_pawns = pawns;
  if constexpr (kWithGains) {
    capturing_pawns = Without(pawns, DiagonalOf(parents.replier_slides));
  }
  const Lanes& enemy = parents.replier.all;
  neutral.west_captures =
      BothWithout(Step<kNorthWest>(capturing_pawns), enemy, pawn_targets);
  neutral.east_captures =
      BothWithout(Step<kNorthEast>(capturing_pawns), enemy, pawn_targets);
  const Lanes all_pawns = pawns | men.exceptional_pawns;
  exceptional.Put(kWestCaptures, Without(Step<kNorthWest>(all_pawns) & enemy,
                                         neutral.west_captures));
  exceptional.Put(kEastCaptures, Without(Step<kNorthEast>(all_pawns) & enemy,
                                         neutral.east_captures));

  const Lanes king_targets =
      Without(All(parents.mover_king.around), parents.mover.all,
              parents.replier_attacks);
  const LaneMask king_is_ordinary =
      Disjoint(exceptions.sources, All(parents.mover_king_square));
  neutral.king = KeepIf(
      king_is_ordinary,
      Without(king_targets, exceptions.targets, exceptions.king_targets));
  exceptional.Put(kKingMoves, king_targets ^ neutral.king);
  return neutral;
}

// How many neutral moves end on each square. Weights 1 to 16.
ROOKERY_ALWAYS_INLINE Numbers<5> Arrivals(const NeutralMoves& neutral) {
  const CompassSets& slides = neutral.slides;
  const HopSets& hops = neutral.hops;
  // Two pawns never make a push to, or a west capture on, the same square.
  const Lanes pushes_and_west =
      Or(neutral.single_pushes, neutral.double_pushes, neutral.west_captures);
  const auto ones = AddUp(ColumnOf(
      slides.of[0], slides.of[1], slides.of[2], slides.of[3], slides.of[4],
      slides.of[5], slides.of[6], slides.of[7], pushes_and_west, hops.of[0],
      hops.of[1], hops.of[2], hops.of[3], hops.of[4], hops.of[5], hops.of[6],
      hops.of[7], neutral.king, neutral.east_captures));
  const auto twos = AddUp(ones.carries);
  const auto fours = AddUp(twos.carries);
  const auto eights = AddUp(fours.carries);
  return {{ones.plane, twos.plane, fours.plane, eights.plane,
           eights.carries.planes[0]}};
}

// How many neutral moves of knights and pawns start on each square. Weights 1
// to 8.
ROOKERY_ALWAYS_INLINE Numbers<4> Departures(const NeutralMoves& neutral) {
  const auto from = [&]<int kHop>() ROOKERY_INLINE_LAMBDA {
    return Shift<-kHopStep[kHop]>(neutral.hops.of[kHop]);
  };
  // A square has a knight or a pawn, so that they share planes.
  const Lanes single = StepBack<kNorth>(neutral.single_pushes);
  const Lanes twice = Shift<-2 * kStep[kNorth]>(neutral.double_pushes);
  const auto ones = AddUp(
      ColumnOf(from.template operator()<0>() | single,
               from.template operator()<1>() | twice,
               from.template operator()<2>() |
                   StepBack<kNorthWest>(neutral.west_captures),
               from.template operator()<3>() |
                   StepBack<kNorthEast>(neutral.east_captures),
               from.template operator()<4>(), from.template operator()<5>(),
               from.template operator()<6>(), from.template operator()<7>()));
  const auto twos = AddUp(ones.carries);
  const auto fours = AddUp(twos.carries);
  return {{ones.plane, twos.plane, fours.plane, fours.carries.planes[0]}};
}

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_FAST_POSITION_LANES_MOVER_MOVES_H_
