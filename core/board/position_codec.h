// Converts between Position and its 32-byte form.
//
// Stateless; safe to use from any thread. The struct itself is in
// packed_position.h.
#ifndef ROOKERY_CORE_BOARD_POSITION_CODEC_H_
#define ROOKERY_CORE_BOARD_POSITION_CODEC_H_

#include "absl/status/statusor.h"
#include "core/board/packed_position.h"
#include "core/board/position.h"

namespace rookery {

// Everything of the position except its counters. Equal positions give equal
// bytes.
PackedPosition Pack(const Position& position);

// The position, with the counters 0 and 1. Trusts nothing: the bytes pass the
// same checks as Position::FromSetup, and must be exactly what Pack writes, so
// Pack(Unpack(x)) is x. INVALID_ARGUMENT, naming the square or the rule,
// otherwise.
absl::StatusOr<Position> Unpack(const PackedPosition& packed);

// Whether Unpack accepts it, at a tenth of the cost: for those who take in
// packed positions by the million.
bool IsValid(const PackedPosition& packed);

}  // namespace rookery

#endif  // ROOKERY_CORE_BOARD_POSITION_CODEC_H_
