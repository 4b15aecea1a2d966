// Packed positions as the bytes of a message: PerftPayload.positions and
// AnalysisPayload.positions.
//
// The bytes are one zstd frame that states its content's size; the content is
// 32 bytes a position, the four planes of PackedPosition as little-endian
// numbers. Stateless; safe to use from any thread.
#ifndef ROOKERY_PROTO_SUPPORT_POSITIONS_H_
#define ROOKERY_PROTO_SUPPORT_POSITIONS_H_

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/board/packed_position.h"

namespace rookery {

// The most positions of one message.
inline constexpr size_t kMaxPositionsPerMessage = 262'144;

// The most bytes of one message's positions, compressed.
inline constexpr size_t kMaxCompressedPositionBytes = 4 << 20;

// Neighbours that resemble each other, as in plan order, take a fraction of
// their size; in the worst case the frame is a few bytes per 128 KiB longer
// than the positions, so 131,000 positions always fit into
// kMaxCompressedPositionBytes. Requires: at most kMaxPositionsPerMessage
// positions.
std::string CompressPositions(std::span<const PackedPosition> positions);

// Trusts nothing: limits and size are checked before anything is allocated, and
// each position passes the rules of Unpack. INVALID_ARGUMENT: not one whole
// frame, not `expected_count` positions, or an impossible position (the message
// names its index).
absl::StatusOr<std::vector<PackedPosition>> DecompressPositions(
    std::string_view bytes, size_t expected_count);

}  // namespace rookery

#endif  // ROOKERY_PROTO_SUPPORT_POSITIONS_H_
