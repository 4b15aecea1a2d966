// Puts what tallies hold into the order of a frontier: the placement of the
// side that does not move next, then that of the side that does, then the whole
// packed value.
//
// Holds buffers, so keep one for many sorts. Thread-safety: needs the object
// alone.
#ifndef ROOKERY_CORE_PERFT_FRONTIER_TALLY_SORTER_H_
#define ROOKERY_CORE_PERFT_FRONTIER_TALLY_SORTER_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/board/packed_position.h"
#include "core/perft/frontier/placement_ids.h"
#include "core/perft/frontier/position_tally.h"
#include "core/perft/lazy_array.h"

namespace rookery {

class TallySorter {
 public:
  // What sorting takes for each position, in bytes.
  static constexpr size_t kPositionBytes = 40;

  // Puts the entries of all tallies, which must stay as they are, in order. The
  // order has no meaning once cancelled. Requires: no position is in two
  // tallies.
  void Sort(std::span<const PositionTally> tallies,
            const std::atomic<bool>* cancelled = nullptr);

  // The entries of the last Sort, in order.
  size_t size() const { return size_; }
  const PositionTally::Entry& operator[](size_t place) const {
    // They lie anywhere, and are mostly asked for one after the other.
    constexpr size_t kAhead = 16;
    if (place + kAhead < size_)
      __builtin_prefetch(items_[place + kAhead].entry);
    return *items_[place].entry;
  }

 private:
  // An entry and what it is sorted by.
  struct Item {
    uint64_t key;
    const PositionTally::Entry* entry;
  };

  void NumberPlacements(std::span<const PositionTally> tallies,
                        const std::atomic<bool>* cancelled);
  void RankPlacements();
  void SortByKey();
  void SortWithinKeys();

  PlacementIds still_;
  PlacementIds moving_;
  uint64_t key_count_ = 0;
  size_t size_ = 0;
  LazyArray<Item> items_;
  LazyArray<Item> spare_;
};

}  // namespace rookery

#endif  // ROOKERY_CORE_PERFT_FRONTIER_TALLY_SORTER_H_
