// The replier's moves after a null move of the mover: how many, and where they
// lead, from which the planes of losses and gains are made.
#ifndef ROOKERY_CORE_PERFT_FAST_POSITION_LANES_REPLIES_H_
#define ROOKERY_CORE_PERFT_FAST_POSITION_LANES_REPLIES_H_

#include "core/perft/fast/position_lanes/child_counter.h"
#include "core/perft/fast/position_lanes/classification.h"
#include "core/perft/fast/position_lanes/parents.h"

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

struct Replies {
  // How many there are.
  Lanes count;

  // Men that are not pinned; slides and hops are theirs, onto men of either
  // side too.
  Lanes free_orthogonal;
  Lanes free_diagonal;
  CompassSets slides;
  HopSets hops;
  // By target. Pinned pawns are in it as far as they can move.
  Lanes single_pushes;
  Lanes double_pushes;
  Lanes west_captures;
  Lanes east_captures;
  // Where pawns that are not pinned could capture.
  Lanes west_attacks;
  Lanes east_attacks;
  // In front of each pawn, and two squares in front of those that have not
  // moved, whatever stands there.
  Lanes in_front;
};

// Pinned sliders keep to their lines. Their moves are constant over all neutral
// moves, since nothing enters or leaves such a line: they count, and are in no
// plane.
ROOKERY_NEVER_INLINE Lanes CountPinnedSlides(const Parents& parents,
                                             const ReplierPins& pins) {
  const auto pinned_on = [&](Lanes men, int line) {
    return And(men, pins.men, pins.lines.of[line]);
  };
  const CompassSets one_pair =
      parents.SlidesFrom(pinned_on(parents.replier.orthogonal, kRankLine),
                         pinned_on(parents.replier.diagonal, kDiagonalLine));
  const CompassSets other_pair = parents.SlidesFrom(
      pinned_on(parents.replier.orthogonal, kFileLine),
      pinned_on(parents.replier.diagonal, kAntidiagonalLine));
  Lanes count = None();
  ForEachDirection([&]<Compass kDirection>() ROOKERY_INLINE_LAMBDA {
    constexpr int kLine = LineOf(kDirection);
    const CompassSets& slides =
        kLine == kRankLine || kLine == kDiagonalLine ? one_pair : other_pair;
    count += Count(slides.of[kDirection] & parents.not_replier);
  });
  return count;
}

// Also adds to the exceptions what touches a pawn that can promote.
ROOKERY_ALWAYS_INLINE Replies FindReplies(const Parents& parents,
                                          const ReplierPins& pins,
                                          LaneMask valid,
                                          Exceptions& exceptions) {
  const Men& men = parents.replier;
  Replies replies;

  const Lanes third_rank = All(kReplierThirdRank);
  replies.single_pushes =
      Step<kSouth>(pins.Able(men.pawns, kFileLine)) & parents.empty;
  replies.double_pushes =
      Step<kSouth>(replies.single_pushes & third_rank) & parents.empty;
  const Lanes next_squares = Step<kSouth>(men.pawns);
  replies.in_front = next_squares | Step<kSouth>(next_squares & third_rank);
  replies.west_captures =
      Step<kSouthWest>(pins.Able(men.pawns, kDiagonalLine)) & parents.mover.all;
  replies.east_captures =
      Step<kSouthEast>(pins.Able(men.pawns, kAntidiagonalLine)) &
      parents.mover.all;
  const Lanes free_pawns = Without(men.pawns, pins.men);
  replies.west_attacks = Step<kSouthWest>(free_pawns);
  replies.east_attacks = Step<kSouthEast>(free_pawns);

  // No square is in two of these.
  const Lanes pushes_and_west =
      Or(replies.single_pushes, replies.double_pushes, replies.west_captures);
  Lanes count = Count(pushes_and_west);
  Lanes more = Count(replies.east_captures);
  if (ROOKERY_UNLIKELY(Meets(men.pawns, All(kReplierSeventhRank)) != 0)) {
    // A promotion is four moves, which the planes do not know.
    const Lanes last_rank = All(kReplierLastRank);
    const Lanes captures =
        parents.replier_west_attacks | parents.replier_east_attacks;
    exceptions.targets =
        OrBoth(exceptions.targets, last_rank, replies.single_pushes | captures);
    exceptions.targets =
        OrBoth(exceptions.targets, men.pawns, All(kReplierSeventhRank));
    exceptions.sources =
        OrBoth(exceptions.sources, last_rank, next_squares | captures);
    const Lanes promotions = Count(pushes_and_west & last_rank) +
                             Count(replies.east_captures & last_rank);
    count += promotions + Times<1>(promotions);
  }

  replies.slides = parents.replier_slides;
  replies.free_orthogonal = men.orthogonal;
  replies.free_diagonal = men.diagonal;
  if ((Meets(pins.men, men.orthogonal | men.diagonal) & valid) != 0) {
    count += CountPinnedSlides(parents, pins);
    replies.free_orthogonal = Without(men.orthogonal, pins.men);
    replies.free_diagonal = Without(men.diagonal, pins.men);
    replies.slides =
        parents.SlidesFrom(replies.free_orthogonal, replies.free_diagonal);
  }
  count += Count(Without(All(parents.replier_king.around), men.all,
                         parents.mover_attacks));
  ForEachDirection([&]<Compass kDirection>() ROOKERY_INLINE_LAMBDA {
    (IsDiagonal(kDirection) ? more : count) +=
        Count(replies.slides.of[kDirection] & parents.not_replier);
  });
  replies.hops = Hops(Without(men.knights, pins.men));
  ForEachHop([&]<int kHop>() ROOKERY_INLINE_LAMBDA {
    (kHop % 2 == 0 ? count : more) +=
        Count(replies.hops.of[kHop] & parents.not_replier);
  });
  replies.count = count + more;
  if (parents.castling_rooks != 0) {
    replies.count +=
        CastlingsOfReplier(parents.paths, parents.castling_rooks,
                           parents.occupied, parents.mover_attacks, pins.men,
                           /*in_check=*/0);
  }
  return replies;
}

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_FAST_POSITION_LANES_REPLIES_H_
