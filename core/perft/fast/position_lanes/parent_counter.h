// Counts the leaves two plies below eight positions at once, most of them
// without making a move.
//
// All parts of the method come together here; docs/kernels.md tells it in one
// piece.
#ifndef ROOKERY_CORE_PERFT_FAST_POSITION_LANES_PARENT_COUNTER_H_
#define ROOKERY_CORE_PERFT_FAST_POSITION_LANES_PARENT_COUNTER_H_

#include "core/perft/fast/position_lanes/attacked_sliders.h"
#include "core/perft/fast/position_lanes/child_pools.h"
#include "core/perft/fast/position_lanes/classification.h"
#include "core/perft/fast/position_lanes/counts.h"
#include "core/perft/fast/position_lanes/emission.h"
#include "core/perft/fast/position_lanes/exceptional_moves.h"
#include "core/perft/fast/position_lanes/gain_planes.h"
#include "core/perft/fast/position_lanes/loss_planes.h"
#include "core/perft/fast/position_lanes/mover_moves.h"
#include "core/perft/fast/position_lanes/parent_pool.h"
#include "core/perft/fast/position_lanes/parents.h"
#include "core/perft/fast/position_lanes/replies.h"

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

class ParentCounter {
 public:
  // Counts and pools are borrowed.
  ParentCounter(Counts& counts, ChildPools& children)
      : counts_(counts), children_(children), emission_(children) {}

  // Adds the leaves below the first `size` parents of a pool to their counts.
  // Exceptional children may stay in the pools of children.
  void CountPool(const ParentPool& pool, int size) {
    children_.Prepare(pool);
    for (int first = 0; first < size; first += kLanes) {
      const LaneMask valid = FirstLanes(size - first);
      // Knowing gains costs some time in each vector, and saves exceptional
      // children where men of the mover are attacked. The last vectors are a
      // good guess for this one.
      if (attacked_lately_ >= kManyAttacked) {
        CountEight<true>(pool, first, valid);
      } else {
        CountEight<false>(pool, first, valid);
      }
    }
  }

 private:
  // The moving average of how many men are attacked in a vector of parents,
  // times kAverageOver, and from where on gains are worth their time: both
  // found by measuring.
  static constexpr int kAverageOver = 8;
  static constexpr int kManyAttacked = 4 * kAverageOver;

  template <bool kWithGains>
  ROOKERY_NEVER_INLINE void CountEight(const ParentPool& pool, int first,
                                       LaneMask valid) {
    const Parents parents(pool, first);
    // The mover's answers to check are few; all of them become children.
    const LaneMask in_check = static_cast<LaneMask>(
        valid & Meets(parents.replier_attacks, All(parents.mover_king_square)));
    const LaneMask live = static_cast<LaneMask>(valid & ~in_check);
    NoteAttackedMen(parents);

    Exceptions exceptions;
    exceptions.targets =
        All(parents.replier_king.around | parents.castling_rooks);
    exceptions.sources = AttackedSources<kWithGains>(parents);
    const ReplierPins pins = ClassifyKingLines(parents, exceptions);
    ClassifyZone(parents, exceptions);
    const Replies replies = FindReplies(parents, pins, valid, exceptions);
    const Lanes sliders = parents.mover.diagonal | parents.mover.orthogonal;
    Gains gains;
    Lanes attacked_sliders = None();
    if constexpr (kWithGains) {
      gains = FindGains(parents, pins, replies);
      exceptions.sources |=
          gains.attacked_several_times |
          Without(replies.in_front, parents.mover.knights, sliders);
      attacked_sliders =
          sliders & (Or(gains.attacked_at_all, replies.west_attacks,
                        replies.east_attacks) |
                     replies.in_front);
    } else {
      exceptions.sources |= replies.in_front;
    }

    MoverMen men = SortMen(parents, exceptions, attacked_sliders);
    exceptional_.Clear();
    Lanes gain;
    const NeutralMoves neutral = SplitMoves<kWithGains>(
        parents, exceptions, men, exceptional_, /*en_passant_captures=*/gain);
    Numbers<5> arrivals = Arrivals(neutral);
    if constexpr (kWithGains) {
      Lanes rest = KeepIf(live, men.attacked_sliders);
      gain += SplitAttackedSliders(parents, exceptions, replies, gains, rest,
                                   arrivals, exceptional_);
      men.single |= rest;
    }
    exceptional_.Put(kSingleMen, men.single);

    Lanes moves;
    Lanes loss = SumOfLosses(arrivals, LossPlanes(parents, replies),
                             GuardPlanes(parents, replies), moves);
    if constexpr (kWithGains)
      gain += SumOfGains(Departures(neutral), gains, replies);
    const Lanes after_null_move = replies.count + All(kPawnAllowance);
    counts_.Add(pool.ids + first, moves * after_null_move - loss + gain, live);

    Store(exceptional_.pinned, parents.mover_pinned);
    Store(exceptional_.occupied, parents.occupied);
    exceptional_.Put(kEnPassantCaptures, Load(pool.en_passant + first));
    if ((pool.key.castling_rooks & kRank1) != 0)
      AddCastlings(pool, first, live, parents);
    emission_.MakeChildren(
        pool, first, live, in_check,
        Meets(parents.mover_attacks, All(parents.castling_rooks)) != 0,
        exceptional_);
  }

  ROOKERY_ALWAYS_INLINE void NoteAttackedMen(const Parents& parents) {
    const Lanes by_pawns =
        parents.replier_west_attacks | parents.replier_east_attacks;
    const Lanes attacked = OrBoth(
        parents.mover.knights & (by_pawns | parents.replier_slider_attacks),
        DiagonalOf(parents.replier_slides), parents.mover.pawns);
    attacked_lately_ += static_cast<int>(SumOfLanes(Count(attacked))) -
                        attacked_lately_ / kAverageOver;
  }

  // Men whose leaving gives the replier something that is not described.
  // Without gains that is every attacked man. With gains, knights and sliders
  // are described; pawns where bishops and rooks along a rank attack them.
  template <bool kWithGains>
  static ROOKERY_ALWAYS_INLINE Lanes AttackedSources(const Parents& parents) {
    const Lanes by_pawns =
        parents.replier_west_attacks | parents.replier_east_attacks;
    if constexpr (!kWithGains) return by_pawns | parents.replier_slider_attacks;
    const Lanes along_files =
        parents.replier_slides.of[kNorth] | parents.replier_slides.of[kSouth];
    return OrBoth(Without(by_pawns, parents.mover.knights,
                          parents.mover.diagonal | parents.mover.orthogonal),
                  parents.mover.pawns, along_files);
  }

  // The losses of all neutral moves, less what guards give back; and how many
  // moves there are.
  static ROOKERY_ALWAYS_INLINE Lanes SumOfLosses(const Numbers<5>& arrivals,
                                                 const Numbers<6>& losses,
                                                 const Numbers<4>& guards,
                                                 Lanes& moves) {
    moves = Total<0, 3>(arrivals);
    Lanes loss = TotalOfProduct<0, 3, 0, 5>(arrivals, losses) -
                 TotalOfProduct<0, 3, 0, 4>(arrivals, guards);
    if (ROOKERY_UNLIKELY(NotEmpty(arrivals.planes[3] | arrivals.planes[4]) !=
                         0)) {
      moves += Total<3, 5>(arrivals);
      loss += TotalOfProduct<3, 5, 0, 5>(arrivals, losses) -
              TotalOfProduct<3, 5, 0, 4>(arrivals, guards);
    }
    if (ROOKERY_UNLIKELY(NotEmpty(losses.planes[5]) != 0))
      loss += TotalOfProduct<0, 5, 5, 6>(arrivals, losses);
    return loss;
  }

  // What the departures of knights and pawns give.
  static ROOKERY_ALWAYS_INLINE Lanes SumOfGains(const Numbers<4>& departures,
                                                const Gains& gains,
                                                const Replies& replies) {
    return TotalOfProduct<0, 3, 0, 4>(gains.opened, departures) +
           TotalIn<0, 4>(departures, gains.stops_push) +
           TotalIn<0, 4>(departures, gains.stops_double_push) -
           TotalIn<0, 4>(departures, replies.west_attacks) -
           TotalIn<0, 4>(departures, replies.east_attacks);
  }

  // Castling of the mover. The kings are in no plane of their own.
  ROOKERY_ALWAYS_INLINE void AddCastlings(const ParentPool& pool, int first,
                                          LaneMask live,
                                          const Parents& parents) {
    for (int wing = 0; wing < 2; ++wing) {
      const CastlingPath& path = pool.paths->of[kWhite][wing];
      if ((path.rook & pool.key.castling_rooks) == 0) continue;
      const LaneMask able = static_cast<LaneMask>(
          live & Disjoint(parents.occupied, All(path.empty)) &
          Disjoint(parents.replier_attacks, All(path.safe)) &
          Disjoint(parents.mover_pinned, All(path.rook)));
      if (able == 0) continue;
      const Lanes king = All(parents.mover_king_square);
      const Lanes rook = All(path.rook);
      const Lanes king_to = All(kCastledKing<kWhite>[wing]);
      const Lanes rook_to = All(kCastledRook<kWhite>[wing]);
      children_.AddLanes(
          pool, first, able, Load(pool.pawns + first),
          Load(pool.knights + first), Load(pool.diagonal + first),
          Without(Load(pool.orthogonal + first), rook) | rook_to,
          Or(Without(parents.mover.all, king, rook), king_to, rook_to),
          parents.replier.all);
    }
  }

  Counts& counts_;
  ChildPools& children_;
  Emission emission_;
  ExceptionalMoves exceptional_;
  int attacked_lately_ = 0;
};

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_FAST_POSITION_LANES_PARENT_COUNTER_H_
