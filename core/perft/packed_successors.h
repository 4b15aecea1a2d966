// The positions one legal move on, from packed position to packed positions.
//
// For callers that expand millions of positions and want no moves: bit planes
// in, bit planes out, without a Position in between. The men that a move
// touches are changed in the planes of its parent; what all moves of a position
// share (the lost en passant capture, pins, checks) is worked out once.
// core/board's generator is what it is tested against. Thread-safety: as any
// plain value; it is some 8 KiB large, so keep one and use it again.
#ifndef ROOKERY_CORE_PERFT_PACKED_SUCCESSORS_H_
#define ROOKERY_CORE_PERFT_PACKED_SUCCESSORS_H_

#include <array>
#include <cstddef>
#include <span>

#include "core/board/move.h"
#include "core/board/packed_position.h"

namespace rookery {

class PackedSuccessors {
 public:
  // Replaces the list by the successors of a position, one a legal move, in an
  // order of no meaning; promotions and different moves to one position are all
  // listed. Requires: Pack made the position; nothing is checked.
  void Generate(const PackedPosition& parent);

  std::span<const PackedPosition> positions() const {
    return {positions_.data(), size_};
  }

 private:
  size_t size_ = 0;
  std::array<PackedPosition, MoveList::kCapacity> positions_;
};

}  // namespace rookery

#endif  // ROOKERY_CORE_PERFT_PACKED_SUCCESSORS_H_
