#include "coordinator/dispatch/wait_queue.h"

#include <cassert>

namespace rookery::coordinator {

WaitQueue::Key WaitQueue::KeyOf(const Unit& unit, uint32_t replica) {
  Key key{replica, {}};
  key.second.reserve(unit.lessees.size());
  for (const Lessee& lessee : unit.lessees)
    key.second.emplace_back(lessee.worker, lessee.replica);
  return key;
}

bool WaitQueue::MayTake(const Key& key, WorkerIndex worker,
                        const WorkerTable& workers) {
  const auto& [replica, lessees] = key;
  bool had_it = false;
  uint64_t able_lessees = 0;
  for (size_t i = 0; i < lessees.size(); ++i) {
    if (lessees[i].first == worker) {
      if (lessees[i].second != replica) return false;
      had_it = true;
    }
    const bool counted = i > 0 && lessees[i - 1].first == lessees[i].first;
    if (!counted && workers.IsAble(lessees[i].first)) ++able_lessees;
  }
  return !had_it || able_lessees == workers.able_workers();
}

bool MayTake(const Unit& unit, uint32_t replica, WorkerIndex worker,
             const WorkerTable& workers) {
  return WaitQueue::MayTake(WaitQueue::KeyOf(unit, replica), worker, workers);
}

void WaitQueue::Add(const Unit& unit, uint32_t replica) {
  const Item item{unit.first, unit.number, replica};
  const auto bucket = buckets_.try_emplace(KeyOf(unit, replica)).first;
  bucket->second.insert(item);
  by_first_.emplace(item, &bucket->first);
  by_age_.emplace(unit.replicas[replica].waiting_since, unit.number, replica);
}

void WaitQueue::Remove(const Unit& unit, uint32_t replica) {
  const Item item{unit.first, unit.number, replica};
  const auto position = by_first_.find(item);
  assert(position != by_first_.end());
  const auto bucket = buckets_.find(*position->second);
  by_first_.erase(position);
  bucket->second.erase(item);
  if (bucket->second.empty()) buckets_.erase(bucket);
  by_age_.erase({unit.replicas[replica].waiting_since, unit.number, replica});
}

std::optional<WaitQueue::Item> WaitQueue::FindFor(
    WorkerIndex worker, const WorkerTable& workers,
    uint64_t preferred_first) const {
  for (auto next = by_first_.lower_bound({.first = preferred_first});
       next != by_first_.end() && next->first.first == preferred_first;
       ++next) {
    if (MayTake(*next->second, worker, workers)) return next->first;
  }
  for (const auto& [key, items] : buckets_) {
    if (MayTake(key, worker, workers)) return *items.begin();
  }
  return std::nullopt;
}

}  // namespace rookery::coordinator
