#include "core/perft/position_index.h"

#include <cassert>

namespace rookery {
namespace {

constexpr size_t kFirstSlotCount = 64;

// Two thirds full at most: beyond that, runs of full slots grow long.
bool IsFull(size_t positions, size_t slots) {
  return positions * 3 >= slots * 2;
}

// operator== calls memcmp, which takes longer than the comparison.
bool AreSame(const PackedPosition& left, const PackedPosition& right) {
  uint64_t difference = 0;
  for (size_t plane = 0; plane < left.planes.size(); ++plane)
    difference |= left.planes[plane] ^ right.planes[plane];
  return difference == 0;
}

}  // namespace

uint64_t PositionIndex::HashOf(const PackedPosition& position) {
  uint64_t hash = 0;
  for (const uint64_t plane : position.planes) {
    hash = (hash ^ plane) * 0x9e3779b97f4a7c15;
    hash ^= hash >> 32;
  }
  return hash * 0xd6e8feb86659fd93;
}

PositionIndex::PositionIndex() : slots_(kFirstSlotCount) {}

PositionIndex::PositionIndex(std::span<const PackedPosition> positions) {
  Rebuild(positions, positions.size() + positions.size() / 2 + kFirstSlotCount);
}

std::optional<uint32_t> PositionIndex::Find(
    std::span<const PackedPosition> positions, const PackedPosition& position,
    uint64_t hash) const {
  const uint32_t found = slots_[SlotFor(positions, position, hash)];
  if (found == 0) return std::nullopt;
  return found - 1;
}

uint32_t PositionIndex::FindOrAdd(std::vector<PackedPosition>& positions,
                                  const PackedPosition& position,
                                  uint64_t hash) {
  const size_t slot = SlotFor(positions, position, hash);
  if (slots_[slot] != 0) return slots_[slot] - 1;
  assert(positions.size() < kMaxPositions);
  const auto place = static_cast<uint32_t>(positions.size());
  positions.push_back(position);
  slots_[slot] = place + 1;
  if (IsFull(positions.size(), slots_.size()))
    Rebuild(positions, slots_.size() * 2);
  return place;
}

size_t PositionIndex::SlotFor(std::span<const PackedPosition> positions,
                              const PackedPosition& position,
                              uint64_t hash) const {
  size_t slot = SlotOf(hash);
  while (slots_[slot] != 0 && !AreSame(positions[slots_[slot] - 1], position))
    slot = Next(slot);
  return slot;
}

void PositionIndex::Rebuild(std::span<const PackedPosition> positions,
                            size_t slot_count) {
  slots_.assign(slot_count, 0);
  for (size_t place = 0; place < positions.size(); ++place) {
    size_t slot = SlotOf(HashOf(positions[place]));
    while (slots_[slot] != 0) slot = Next(slot);
    slots_[slot] = static_cast<uint32_t>(place) + 1;
  }
}

}  // namespace rookery
