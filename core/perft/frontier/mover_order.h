// The order in which a layer's positions are best expanded.
//
// Stateless; safe to use from any thread.
#ifndef ROOKERY_CORE_PERFT_FRONTIER_MOVER_ORDER_H_
#define ROOKERY_CORE_PERFT_FRONTIER_MOVER_ORDER_H_

#include <atomic>
#include <cstdint>
#include <span>

#include "core/board/packed_position.h"
#include "core/perft/lazy_array.h"

namespace rookery {

// The places of the positions, those whose movers have the same placement
// together, in the order of these placements. A move gives all of them the same
// new placement of the mover, which the order of the next layer puts first:
// successors then come from and go to few places in memory. Has no meaning once
// cancelled. Requires: fewer than 2^32 positions.
LazyArray<uint32_t> MoverOrder(std::span<const PackedPosition> positions,
                               const std::atomic<bool>* cancelled = nullptr);

}  // namespace rookery

#endif  // ROOKERY_CORE_PERFT_FRONTIER_MOVER_ORDER_H_
