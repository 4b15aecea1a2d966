// Adds up how many paths reach each position: a hash set of positions, each
// with a number, that grows.
//
// Open addressing with slots of 4 bytes. A slot holds a place in the list of
// entries and, in the bits that the place does not need, a part of the hash, so
// that a slot of another position is seldom followed; whole positions are
// compared, the hash only says where to look. The list of entries is made of
// pieces that take memory only where entries are. Thread-safety: needs the
// object alone.
#ifndef ROOKERY_CORE_PERFT_FRONTIER_POSITION_TALLY_H_
#define ROOKERY_CORE_PERFT_FRONTIER_POSITION_TALLY_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/board/packed_position.h"
#include "core/perft/frontier/position_hash.h"
#include "core/perft/lazy_array.h"

namespace rookery {

class PositionTally {
 public:
  struct Entry {
    PackedPosition position;
    uint64_t paths;
  };

  // The most positions that one tally holds; one more is 0 in 32 bits.
  static constexpr size_t kMaxPositions = (uint64_t{1} << 32) - 1;

  // Has slots for about as many positions as expected, and grows when there are
  // more.
  explicit PositionTally(size_t expected = 0);

  // Asks for the slot of a hash, and when that has come, for the entry that it
  // names, to be brought from memory.
  void PrefetchSlot(uint64_t hash) const {
    __builtin_prefetch(&slots_[SlotOf(hash)]);
  }
  void PrefetchEntry(uint64_t hash) const {
    const uint32_t number = slots_[SlotOf(hash)] & number_mask();
    if (number != 0) __builtin_prefetch(&(*this)[number - 1]);
  }

  // Adds paths to a position, which is entered if it is new. False when its
  // paths reach 2^64; the tally is then useless. Requires: the hash is that of
  // the position; there are fewer than kMaxPositions.
  bool Add(const PackedPosition& position, uint64_t paths, uint64_t hash) {
    size_t slot = SlotOf(hash);
    const uint32_t tag = TagOf(hash);
    for (uint32_t found; (found = slots_[slot]) != 0; slot = Next(slot)) {
      if ((found & ~number_mask()) != tag) continue;
      const size_t place = (found & number_mask()) - 1;
      Entry& entry = pieces_[place / kPiece][place % kPiece];
      if (AreSame(entry.position, position))
        return !__builtin_add_overflow(entry.paths, paths, &entry.paths);
    }
    Append({position, paths}, slot, tag);
    return true;
  }

  // The entries, in the order in which they were added; they may move when one
  // is added.
  size_t size() const { return size_; }
  const Entry& operator[](size_t place) const {
    return pieces_[place / kPiece][place % kPiece];
  }

  // The memory that it takes.
  uint64_t memory_bytes() const;

  // Gives the slots back: no more can be added.
  void Finish() { slots_ = LazyArray<uint32_t>(); }

 private:
  // Entries of a piece of the list: five huge pages, exactly. The first piece
  // grows to that, so that small tallies are small.
  static constexpr size_t kPiece = size_t{1} << 18;

  // The slots are a power of two and more than the places, so the mask of their
  // indices is, as far as it fits, also that of the number in a slot.
  uint32_t number_mask() const { return static_cast<uint32_t>(slot_mask_); }
  size_t SlotOf(uint64_t hash) const { return hash & slot_mask_; }
  size_t Next(size_t slot) const { return (slot + 1) & slot_mask_; }
  uint32_t TagOf(uint64_t hash) const {
    return static_cast<uint32_t>(hash >> 32) & ~number_mask();
  }

  void MakeSlots(size_t count);
  void AddRoom();
  void Append(const Entry& entry, size_t slot, uint32_t tag);
  void AddSlots();

  size_t size_ = 0;
  size_t room_ = 0;  // for entries, in all pieces
  uint64_t slot_mask_;
  // 0 is empty; otherwise the tag and one more than the place.
  LazyArray<uint32_t> slots_;
  std::vector<LazyArray<Entry>> pieces_;
};

}  // namespace rookery

#endif  // ROOKERY_CORE_PERFT_FRONTIER_POSITION_TALLY_H_
