// The exceptional moves of eight parents, as target sets by class of move.
#ifndef ROOKERY_CORE_PERFT_FAST_POSITION_LANES_EXCEPTIONAL_MOVES_H_
#define ROOKERY_CORE_PERFT_FAST_POSITION_LANES_EXCEPTIONAL_MOVES_H_

#include "core/perft/fast/position_lanes/directions.h"
#include "core/perft/fast/position_lanes/lanes.h"

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

// Moves of one class have a common way from target back to source. The classes
// come in groups of eight, so that a word says for each class of a group and
// each lane whether there are such moves.
enum MoveClass : int {
  // By direction: from the nearest man on the way back.
  kSlides = 0,
  // By hop of a knight: from a fixed number of squares back.
  kHopClasses = 8,
  // Likewise.
  kSinglePushes = 16,
  kDoublePushes,
  kWestCaptures,
  kEastCaptures,
  // From the king's square.
  kKingMoves,
  // Double pushes that can be captured en passant, where it takes a look at the
  // king to say by whom.
  kDelicatePushes,
  // Not targets but men, all of whose moves are exceptional.
  kSingleMen,
  // The square of the capture.
  kEnPassantCaptures,
  // From one square a lane, given apart: sliders that are attacked.
  kAttackedSliders = 24,
  kMoveClasses = 32
};
constexpr int kClassGroups = kMoveClasses / 8;
constexpr int kMaxAttackedSliders = 8;

struct ExceptionalMoves {
  // By class, then by lane.
  alignas(64) Bitboard sets[kMoveClasses * kLanes];
  // By group: bit 8 * (class in the group) + lane, which is also the place of
  // the set among those of the group.
  uint64_t present[kClassGroups];
  // In the order of the sets from kAttackedSliders on.
  alignas(64) Bitboard slider_from[kMaxAttackedSliders * kLanes];
  // Men of the mover that shield their king.
  alignas(64) Bitboard pinned[kLanes];
  alignas(64) Bitboard occupied[kLanes];

  ROOKERY_ALWAYS_INLINE void Clear() {
    for (uint64_t& group : present) group = 0;
  }
  // The sets from one class on.
  ROOKERY_ALWAYS_INLINE const Bitboard* SetsFrom(int move_class) const {
    return sets + move_class * kLanes;
  }
  // Requires: nothing has been put into the class since Clear.
  ROOKERY_ALWAYS_INLINE void Put(int move_class, Lanes set) {
    Store(sets + move_class * kLanes, set);
    present[move_class / 8] |= uint64_t{NotEmpty(set)} << 8 * (move_class % 8);
  }
};

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_FAST_POSITION_LANES_EXCEPTIONAL_MOVES_H_
