// Replicas of one job that wait to be leased, and which of them a given worker
// may take.
//
// The rule: a worker that ever leased a unit never gets another replica of it.
// It may get the very same replica again only if there is no able worker that
// never leased the unit.
//
// Many may wait, and a worker may be barred from most of them (two replicas of
// everything: half of what waits is its own work). So replicas are kept in one
// bucket for each (replica, lessees of its unit): all of a bucket is open to a
// worker or none of it is. Thread-safety: none.
#ifndef ROOKERY_COORDINATOR_DISPATCH_WAIT_QUEUE_H_
#define ROOKERY_COORDINATOR_DISPATCH_WAIT_QUEUE_H_

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/time/time.h"
#include "coordinator/dispatch/unit.h"
#include "coordinator/dispatch/worker_table.h"

namespace rookery::coordinator {

// Whether `worker` may take the replica, as the rule above says. It need not be
// able itself.
bool MayTake(const Unit& unit, uint32_t replica, WorkerIndex worker,
             const WorkerTable& workers);

class WaitQueue {
 public:
  struct Item {
    uint64_t first =
        0;  // of the unit's range: neighbours in the plan are neighbours here
    uint64_t unit = 0;
    uint32_t replica = 0;

    friend auto operator<=>(const Item&, const Item&) = default;
  };

  // Adds a replica, which waits since replica.waiting_since. The unit's lessees
  // must not change while it is here.
  void Add(const Unit& unit, uint32_t replica);
  void Remove(const Unit& unit, uint32_t replica);

  // One that `worker` may take: one whose unit begins at item
  // `preferred_first`, else the first one of a bucket.
  std::optional<Item> FindFor(WorkerIndex worker, const WorkerTable& workers,
                              uint64_t preferred_first) const;

  bool empty() const { return by_first_.empty(); }
  uint64_t size() const { return by_first_.size(); }
  // Requires: not empty.
  absl::Duration oldest() const { return std::get<0>(*by_age_.begin()); }
  const Item& front() const { return by_first_.begin()->first; }

 private:
  using Key =
      std::pair<uint32_t,
                std::vector<std::pair<WorkerIndex, uint32_t>>>;  // replica;
                                                                 // (worker,
                                                                 // replica)s

  static Key KeyOf(const Unit& unit, uint32_t replica);
  static bool MayTake(const Key& key, WorkerIndex worker,
                      const WorkerTable& workers);

  friend bool MayTake(const Unit& unit, uint32_t replica, WorkerIndex worker,
                      const WorkerTable& workers);

  std::map<Key, std::set<Item>> buckets_;  // never empty ones; ordered, so that
                                           // runs can be repeated exactly
  std::map<Item, const Key*> by_first_;
  std::set<std::tuple<absl::Duration, uint64_t, uint32_t>> by_age_;
};

}  // namespace rookery::coordinator

#endif  // ROOKERY_COORDINATOR_DISPATCH_WAIT_QUEUE_H_
