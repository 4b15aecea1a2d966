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
  // Writes the positions of all tallies in order, and their paths beside them.
  // What it has written has no meaning once cancelled. Requires: no position is
  // in two tallies; both spans have as many elements as the tallies have.
  void Sort(std::span<const PositionTally> tallies,
            std::span<PackedPosition> positions, std::span<uint64_t> paths,
            const std::atomic<bool>* cancelled = nullptr);

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
