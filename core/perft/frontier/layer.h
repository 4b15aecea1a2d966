// One layer of a frontier: its positions and how many paths reach each.
//
// 40 bytes a position. Thread-safety: as the arrays that it is made of.
#ifndef ROOKERY_CORE_PERFT_FRONTIER_LAYER_H_
#define ROOKERY_CORE_PERFT_FRONTIER_LAYER_H_

#include <cstddef>
#include <cstdint>

#include "core/board/packed_position.h"
#include "core/perft/lazy_array.h"

namespace rookery {

struct Layer {
  explicit Layer(size_t size) : positions(size), multiplicities(size) {}

  size_t size() const { return positions.size(); }

  LazyArray<PackedPosition> positions;
  LazyArray<uint64_t> multiplicities;  // parallel to positions
};

}  // namespace rookery

#endif  // ROOKERY_CORE_PERFT_FRONTIER_LAYER_H_
