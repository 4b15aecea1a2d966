#include "coordinator/dispatch/ranges.h"

#include <cassert>
#include <iterator>

namespace rookery::coordinator {

void Ranges::AddFree(Range range) {
  if (range.count == 0) return;
  uncut_ += range.count;
  auto next = free_.lower_bound(range.first);
  if (next != free_.end() && next->first == range.first + range.count) {
    range.count += TakeFree(next++).count;
  }
  if (next != free_.begin()) {
    auto before = std::prev(next);
    if (before->first + before->second == range.first) {
      range = {before->first, before->second + range.count};
      TakeFree(before);
    }
  }
  free_.emplace(range.first, range.count);
  free_by_count_.emplace(range.count, range.first);
}

Range Ranges::TakeFree(std::map<uint64_t, uint64_t>::iterator position) {
  const Range range{position->first, position->second};
  free_by_count_.erase({range.count, range.first});
  free_.erase(position);
  return range;
}

void Ranges::Own(WorkerIndex worker, Range range) {
  if (range.count == 0) return;
  owned_[worker] = range;
  owned_by_count_.emplace(range.count, worker);
}

Range Ranges::Disown(WorkerIndex worker) {
  auto found = owned_.find(worker);
  if (found == owned_.end()) return {};
  const Range range = found->second;
  owned_by_count_.erase({range.count, worker});
  owned_.erase(found);
  return range;
}

uint64_t Ranges::Claim(WorkerIndex worker) {
  if (auto own = owned_.find(worker); own != owned_.end())
    return own->second.count;
  if (!free_.empty()) {
    auto chosen = free_.end();
    if (auto stop = stops_.find(worker); stop != stops_.end())
      chosen = free_.find(stop->second);
    if (chosen == free_.end())
      chosen = free_.find(free_by_count_.rbegin()->second);
    Own(worker, TakeFree(chosen));
  } else if (!owned_.empty()) {
    const WorkerIndex victim = owned_by_count_.rbegin()->second;
    const Range all = Disown(victim);
    // The larger half goes: a last single item must not wait for an owner that
    // is busy.
    const uint64_t kept = all.count / 2;
    Own(victim, {all.first, kept});
    Own(worker, {all.first + kept, all.count - kept});
  } else {
    return 0;
  }
  return owned_.find(worker)->second.count;
}

Range Ranges::Cut(WorkerIndex worker, uint64_t count) {
  const Range all = Disown(worker);
  assert(count >= 1 && count <= all.count);
  Own(worker, {all.first + count, all.count - count});
  uncut_ -= count;
  stops_[worker] = all.first + count;
  return {all.first, count};
}

void Ranges::Free(WorkerIndex worker) {
  const Range range = Disown(worker);
  uncut_ -= range.count;  // AddFree counts them again.
  AddFree(range);
}

}  // namespace rookery::coordinator
