#include "worker/held_units.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace rookery::worker {

HeldUnits::HeldUnits(size_t capacity)
    : capacity_(std::max<size_t>(capacity, 1)) {
  none_running_.Set();
  empty_.Set();
}

size_t HeldUnits::WaitForRoom() {
  absl::MutexLock lock(&mutex_);
  while (!closed_ && !stop_adding_ && (paused_ || entries_.size() >= capacity_))
    changed_.Wait(&mutex_);
  if (closed_ || stop_adding_) return 0;
  return std::min(capacity_ - entries_.size(), kMaxUnitsPerAcquire);
}

size_t HeldUnits::Add(std::vector<v1::Lease> leases) {
  absl::MutexLock lock(&mutex_);
  if (closed_) return 0;
  size_t added = 0;
  for (v1::Lease& lease : leases) {
    const std::string lease_id = lease.lease_id();
    const auto [entry, is_new] = entries_.try_emplace(lease_id);
    if (!is_new) continue;
    ++added;
    empty_.Reset();
    if (stop_taking_) {
      entry->second.state = State::kHandedBack;
      handed_back_.push_back(lease_id);
    } else {
      entry->second.unit = std::make_shared<HeldUnit>(std::move(lease));
      queue_.push_back(lease_id);
    }
  }
  if (added > 0) changed_.SignalAll();
  return added;
}

void HeldUnits::SetPaused(bool paused) {
  absl::MutexLock lock(&mutex_);
  paused_ = paused;
  changed_.SignalAll();
}

void HeldUnits::StopAdding() {
  absl::MutexLock lock(&mutex_);
  stop_adding_ = true;
  changed_.SignalAll();
}

std::shared_ptr<HeldUnit> HeldUnits::TakeNext() {
  absl::MutexLock lock(&mutex_);
  while (!closed_ && !stop_taking_) {
    while (!queue_.empty()) {
      const auto entry = entries_.find(queue_.front());
      queue_.pop_front();
      if (entry == entries_.end()) continue;
      entry->second.state = State::kRunning;
      ++running_;
      none_running_.Reset();
      return entry->second.unit;
    }
    changed_.Wait(&mutex_);
  }
  return nullptr;
}

void HeldUnits::Finish(const HeldUnit& unit, v1::UnitResult result) {
  absl::MutexLock lock(&mutex_);
  const std::string& lease_id = unit.lease.lease_id();
  const auto entry = entries_.find(lease_id);
  assert(entry != entries_.end() && entry->second.state == State::kRunning);
  if (entry->second.voided) {
    Erase(lease_id);
  } else {
    entry->second.state = State::kFinished;
    entry->second.result = std::move(result);
    // The payload is not needed any more, and may be 4 MiB. The executor still
    // holds `unit`.
    entry->second.unit.reset();
    finished_.push_back(lease_id);
  }
  EndRunning();
}

void HeldUnits::Abandon(const HeldUnit& unit) {
  absl::MutexLock lock(&mutex_);
  const std::string& lease_id = unit.lease.lease_id();
  const auto entry = entries_.find(lease_id);
  assert(entry != entries_.end() && entry->second.state == State::kRunning);
  if (entry->second.voided) {
    Erase(lease_id);
  } else {
    entry->second.state = State::kHandedBack;
    entry->second.unit.reset();
    handed_back_.push_back(lease_id);
  }
  EndRunning();
}

Outbox HeldUnits::TakeOutbox() {
  absl::MutexLock lock(&mutex_);
  while (!closed_ && finished_.empty() && handed_back_.empty())
    changed_.Wait(&mutex_);
  Outbox outbox;
  if (closed_) return outbox;
  size_t bytes = 0;
  while (!finished_.empty() && outbox.results.size() < kMaxResultsPerCall) {
    v1::UnitResult& result = entries_.at(finished_.front()).result;
    bytes +=
        result.ByteSizeLong() + 8;  // With the tag and the length around it.
    if (!outbox.results.empty() && bytes > kMaxResultBytesPerCall) break;
    outbox.results.push_back(std::move(result));
    finished_.pop_front();
  }
  while (!handed_back_.empty() &&
         outbox.handed_back.size() < kMaxLeasesPerCall) {
    outbox.handed_back.push_back(std::move(handed_back_.front()));
    handed_back_.pop_front();
  }
  return outbox;
}

void HeldUnits::Acknowledge(std::span<const std::string> lease_ids) {
  absl::MutexLock lock(&mutex_);
  for (const std::string& lease_id : lease_ids) Erase(lease_id);
}

std::vector<std::string> HeldUnits::LeaseIds() const {
  absl::MutexLock lock(&mutex_);
  std::vector<std::string> lease_ids;
  lease_ids.reserve(entries_.size());
  for (const auto& [lease_id, entry] : entries_) lease_ids.push_back(lease_id);
  return lease_ids;
}

size_t HeldUnits::Void(std::span<const std::string> lease_ids) {
  absl::MutexLock lock(&mutex_);
  size_t ended = 0;
  for (const std::string& lease_id : lease_ids) {
    const auto entry = entries_.find(lease_id);
    if (entry == entries_.end()) continue;
    if (entry->second.state == State::kQueued) {
      Erase(lease_id);
      ++ended;
    } else if (entry->second.state == State::kRunning &&
               !entry->second.voided) {
      entry->second.voided = true;
      entry->second.unit->cancelled.Set();
      ++ended;
    }
  }
  return ended;
}

void HeldUnits::HandBackQueued() {
  absl::MutexLock lock(&mutex_);
  stop_taking_ = true;
  for (const std::string& lease_id : queue_) {
    const auto entry = entries_.find(lease_id);
    if (entry == entries_.end()) continue;
    entry->second.state = State::kHandedBack;
    entry->second.unit.reset();
    handed_back_.push_back(lease_id);
  }
  queue_.clear();
  changed_.SignalAll();
}

void HeldUnits::HandBackRunning() {
  absl::MutexLock lock(&mutex_);
  for (auto& [lease_id, entry] : entries_) {
    if (entry.state == State::kRunning) entry.unit->cancelled.Set();
  }
}

void HeldUnits::Close() {
  absl::MutexLock lock(&mutex_);
  closed_ = true;
  for (auto& [lease_id, entry] : entries_) {
    if (entry.state == State::kRunning) entry.unit->cancelled.Set();
  }
  changed_.SignalAll();
}

size_t HeldUnits::size() const {
  absl::MutexLock lock(&mutex_);
  return entries_.size();
}

void HeldUnits::Erase(const std::string& lease_id) {
  entries_.erase(lease_id);
  if (entries_.empty()) empty_.Set();
  changed_.SignalAll();
}

void HeldUnits::EndRunning() {
  if (--running_ == 0) none_running_.Set();
  changed_.SignalAll();
}

}  // namespace rookery::worker
