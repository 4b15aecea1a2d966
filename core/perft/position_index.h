// Finds packed positions in an array of them: the hash set behind a frontier.
//
// Open addressing with slots of 4 bytes, each the place of a position in the
// array; whole positions are compared, the hash only says where to look. It
// does not hold the positions, which may move in memory but must not change.
// Thread-safety: const calls may run at the same time; others need the object
// alone.
#ifndef ROOKERY_CORE_PERFT_POSITION_INDEX_H_
#define ROOKERY_CORE_PERFT_POSITION_INDEX_H_

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "core/board/packed_position.h"

namespace rookery {

class PositionIndex {
 public:
  // The most positions that slots of 4 bytes can tell apart.
  static constexpr uint64_t kMaxPositions =
      std::numeric_limits<uint32_t>::max();

  // Spreads positions evenly over 64 bits. For callers that want to prefetch;
  // nothing stored may depend on it.
  static uint64_t HashOf(const PackedPosition& position);

  // An index of nothing.
  PositionIndex();

  // An index of all `positions`. Requires: no two are equal, and there are at
  // most kMaxPositions.
  explicit PositionIndex(std::span<const PackedPosition> positions);

  // Asks for the slot of a hash to be brought from memory.
  void PrefetchSlot(uint64_t hash) const {
    __builtin_prefetch(&slots_[SlotOf(hash)]);
  }

  // The place that the slot of a hash names, most likely that of the position
  // looked for, or nothing. For callers that want to prefetch what lies there.
  std::optional<uint32_t> LikelyPlace(uint64_t hash) const {
    const uint32_t found = slots_[SlotOf(hash)];
    if (found == 0) return std::nullopt;
    return found - 1;
  }

  // Where in `positions` the position stands. Requires: `positions` is what is
  // indexed; `hash` is HashOf(position).
  std::optional<uint32_t> Find(std::span<const PackedPosition> positions,
                               const PackedPosition& position,
                               uint64_t hash) const;

  // The same; a position that is not there yet is appended first. Requires:
  // fewer than kMaxPositions, or it is there.
  uint32_t FindOrAdd(std::vector<PackedPosition>& positions,
                     const PackedPosition& position, uint64_t hash);

 private:
  // A multiplication instead of a remainder, so that the number of slots need
  // not be a power of two.
  size_t SlotOf(uint64_t hash) const {
    return static_cast<size_t>(
        (static_cast<unsigned __int128>(hash) * slots_.size()) >> 64);
  }
  size_t Next(size_t slot) const {
    return slot + 1 == slots_.size() ? 0 : slot + 1;
  }

  // The slot that holds the position, or the empty one where it belongs.
  size_t SlotFor(std::span<const PackedPosition> positions,
                 const PackedPosition& position, uint64_t hash) const;

  void Rebuild(std::span<const PackedPosition> positions, size_t slot_count);

  // 0 is empty; otherwise one more than the place in the array.
  std::vector<uint32_t> slots_;
};

}  // namespace rookery

#endif  // ROOKERY_CORE_PERFT_POSITION_INDEX_H_
