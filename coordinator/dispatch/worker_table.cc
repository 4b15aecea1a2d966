#include "coordinator/dispatch/worker_table.h"

namespace rookery::coordinator {

WorkerIndex WorkerTable::Intern(const std::string& id) {
  const auto [position, is_new] =
      index_by_id_.try_emplace(id, static_cast<WorkerIndex>(workers_.size()));
  if (!is_new) return position->second;
  if (unused_.empty()) {
    workers_.emplace_back();
  } else {
    position->second = unused_.back();
    unused_.pop_back();
  }
  workers_[position->second] = {.id = id};
  return position->second;
}

WorkerIndex WorkerTable::Add(const std::string& id, uint32_t slots,
                             absl::Duration now) {
  const WorkerIndex worker = Intern(id);
  Uncount(worker);
  WorkerEntry& entry = workers_[worker];
  entry.slots = slots;
  if (!entry.alive) entry.heard = now;
  entry.known = true;
  entry.alive = true;
  Count(worker);
  return worker;
}

std::optional<WorkerIndex> WorkerTable::Find(const std::string& id) const {
  const auto found = index_by_id_.find(id);
  if (found == index_by_id_.end() || !workers_[found->second].known)
    return std::nullopt;
  return found->second;
}

void WorkerTable::Remove(WorkerIndex worker) {
  Uncount(worker);
  index_by_id_.erase(workers_[worker].id);
  workers_[worker] = {};
  unused_.push_back(worker);
}

void WorkerTable::Heard(WorkerIndex worker, absl::Duration now) {
  Uncount(worker);
  WorkerEntry& entry = workers_[worker];
  entry.heard = now;
  entry.last_seen = now;
  entry.alive = true;
  Count(worker);
}

void WorkerTable::SetMode(WorkerIndex worker, Dispatcher::WorkerMode mode) {
  Uncount(worker);
  workers_[worker].mode = mode;
  Count(worker);
}

std::vector<WorkerIndex> WorkerTable::LoseSilent(absl::Duration now) {
  std::vector<WorkerIndex> lost;
  while (!silent_since_.empty() &&
         now - silent_since_.begin()->first > patience_) {
    const WorkerIndex worker = silent_since_.begin()->second;
    Uncount(worker);
    workers_[worker].alive = false;
    Count(worker);
    lost.push_back(worker);
  }
  return lost;
}

void WorkerTable::Uncount(WorkerIndex worker) {
  const WorkerEntry& entry = workers_[worker];
  if (entry.alive) silent_since_.erase({entry.heard, worker});
  if (!IsAble(entry)) return;
  --able_workers_;
  able_slots_ -= entry.slots;
}

void WorkerTable::Count(WorkerIndex worker) {
  const WorkerEntry& entry = workers_[worker];
  if (entry.alive) silent_since_.emplace(entry.heard, worker);
  if (!IsAble(entry)) return;
  ++able_workers_;
  able_slots_ += entry.slots;
}

}  // namespace rookery::coordinator
