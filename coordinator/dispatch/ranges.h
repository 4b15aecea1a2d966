// The part of a plan that is not cut into units yet, and who walks along which
// piece of it.
//
// Neighbours in a plan share positions, so a worker whose units follow one
// another finds much of its work in its own hash table. Hence every worker owns
// one contiguous range and is given the front of it, unit after unit. One that
// has none takes a free range whole, else the back half of the largest range
// that somebody owns.
//
// This is not a record of units: what was cut is gone from here. Thread-safety:
// none. Every call is O(log n) in the number of ranges.
#ifndef ROOKERY_COORDINATOR_DISPATCH_RANGES_H_
#define ROOKERY_COORDINATOR_DISPATCH_RANGES_H_

#include <cstdint>
#include <map>
#include <set>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "coordinator/dispatch/worker_table.h"

namespace rookery::coordinator {

// `count` items of a plan from `first` on.
struct Range {
  uint64_t first = 0;
  uint64_t count = 0;

  friend bool operator==(const Range&, const Range&) = default;
};

class Ranges {
 public:
  // Adds items that nobody owns. Requires: they overlap nothing that is uncut.
  // A count of 0 adds nothing.
  void AddFree(Range range);

  // Items that are in no unit yet.
  uint64_t uncut() const { return uncut_; }

  // Sees to it that `worker` owns a range and returns the length of it; 0 only
  // if nothing is uncut. Of the free ranges it prefers the one that goes on
  // where the worker stopped, then the largest.
  uint64_t Claim(WorkerIndex worker);

  // Takes the first `count` items off the worker's range. Requires: 1 <= count
  // <= Claim(worker).
  Range Cut(WorkerIndex worker, uint64_t count);

  // Makes the worker's range free: the worker is lost, or is to get nothing
  // more.
  void Free(WorkerIndex worker);

  // Notes that the worker's last unit ended before item `end`, from before a
  // restart.
  void NoteStop(WorkerIndex worker, uint64_t end) { stops_[worker] = end; }

 private:
  void Own(WorkerIndex worker, Range range);
  Range Disown(WorkerIndex worker);
  Range TakeFree(std::map<uint64_t, uint64_t>::iterator position);

  uint64_t uncut_ = 0;
  std::map<uint64_t, uint64_t> free_;  // first -> count; neighbours are merged
  std::set<std::pair<uint64_t, uint64_t>> free_by_count_;  // (count, first)
  absl::flat_hash_map<WorkerIndex, Range> owned_;          // never empty ranges
  std::set<std::pair<uint64_t, WorkerIndex>> owned_by_count_;  // (count, owner)
  absl::flat_hash_map<WorkerIndex, uint64_t>
      stops_;  // where each worker's last unit ended
};

}  // namespace rookery::coordinator

#endif  // ROOKERY_COORDINATOR_DISPATCH_RANGES_H_
