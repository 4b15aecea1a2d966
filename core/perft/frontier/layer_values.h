// What the positions of a layer are worth, from what those of the next are.
//
// A position's value is the sum of its successors' values, path by path.
// Stateless.
#ifndef ROOKERY_CORE_PERFT_FRONTIER_LAYER_VALUES_H_
#define ROOKERY_CORE_PERFT_FRONTIER_LAYER_VALUES_H_

#include <cstdint>
#include <span>

#include "absl/numeric/int128.h"
#include "absl/status/status.h"
#include "core/board/packed_position.h"
#include "core/perft/frontier/layer_index.h"
#include "core/perft/frontier/position_key.h"
#include "core/perft/worker_team.h"

namespace rookery {

// Adds to the values of `positions`, which are parallel to them, what those of
// their successors that lie in `range` are worth. `below` indexes all positions
// of the next layer in the range, and they are worth `below_values`. NOT_FOUND
// when the next layer lacks a successor, OUT_OF_RANGE when a value reaches
// 2^128. Requires: Value is uint64_t or absl::uint128; Pack made the positions;
// fewer than 2^32.
template <typename Value>
absl::Status AddLayerValues(std::span<const PackedPosition> positions,
                            const KeyRange& range, const LayerIndex& below,
                            std::span<const Value> below_values,
                            WorkerTeam& team, std::span<absl::uint128> values);

}  // namespace rookery

#endif  // ROOKERY_CORE_PERFT_FRONTIER_LAYER_VALUES_H_
