#include "core/perft/frontier/position_tally.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

namespace rookery {

PositionTally::PositionTally(size_t expected) {
  constexpr size_t kFewestSlots = 128;
  MakeSlots(std::bit_ceil(std::max(expected, kFewestSlots)));
}

uint64_t PositionTally::memory_bytes() const {
  // Room beyond the page of the last entry was never touched.
  constexpr size_t kPageBytes = size_t{2} << 20;
  return slots_.size() * sizeof(uint32_t) +
         std::min(room_ * sizeof(Entry), size_ * sizeof(Entry) + kPageBytes);
}

void PositionTally::MakeSlots(size_t count) {
  slots_ = LazyArray<uint32_t>(count);
  std::fill_n(slots_.data(), count, 0);
  slot_mask_ = count - 1;
}

void PositionTally::Append(const Entry& entry, size_t slot, uint32_t tag) {
  assert(size_ < kMaxPositions);
  if (size_ == room_) AddRoom();
  pieces_.back()[size_ % kPiece] = entry;
  slots_[slot] = tag | static_cast<uint32_t>(++size_);
  // Three quarters full at most: beyond that, runs of full slots grow long.
  if (size_ > slots_.size() / 4 * 3) AddSlots();
}

void PositionTally::AddRoom() {
  constexpr size_t kSmallestPiece = 64;
  if (pieces_.empty()) {
    pieces_.emplace_back(kSmallestPiece);
    room_ = kSmallestPiece;
  } else if (size_ < kPiece) {
    LazyArray<Entry> larger(2 * size_);
    std::copy_n(pieces_.front().data(), size_, larger.data());
    pieces_.front() = std::move(larger);
    room_ = 2 * size_;
  } else {
    pieces_.emplace_back(kPiece);
    room_ += kPiece;
  }
}

void PositionTally::AddSlots() {
  const size_t count = 2 * slots_.size();
  slots_ = LazyArray<uint32_t>();  // first, so that there is memory for others
  MakeSlots(count);
  for (size_t place = 0; place < size_; ++place) {
    const uint64_t hash = HashOf((*this)[place].position);
    size_t slot = SlotOf(hash);
    while (slots_[slot] != 0) slot = Next(slot);
    slots_[slot] = TagOf(hash) | static_cast<uint32_t>(place + 1);
  }
}

}  // namespace rookery
