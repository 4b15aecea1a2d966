#include "coordinator/dispatch/lease_table.h"

#include <utility>

namespace rookery::coordinator {

Lease* LeaseTable::Insert(Lease lease) {
  const auto [position, is_new] = leases_.try_emplace(lease.id);
  if (!is_new) return nullptr;
  lease.sequence = next_sequence_++;
  position->second = std::make_unique<Lease>(std::move(lease));
  return position->second.get();
}

Lease* LeaseTable::Find(const std::string& id) const {
  const auto found = leases_.find(id);
  return found == leases_.end() ? nullptr : found->second.get();
}

void LeaseTable::Erase(Lease* lease) {
  Close(lease, Lease::State::kEnded);
  SetWatched(lease, false);
  leases_.erase(std::string(lease->id));
}

void LeaseTable::Open(Lease* lease, absl::Duration deadline) {
  Close(lease, Lease::State::kOpen);
  lease->deadline = deadline;
  deadlines_.emplace(deadline, lease->sequence, lease);
}

void LeaseTable::Close(Lease* lease, Lease::State state) {
  if (lease->state == Lease::State::kOpen)
    deadlines_.erase({lease->deadline, lease->sequence, lease});
  lease->state = state;
}

Lease* LeaseTable::Due(absl::Duration now) const {
  if (deadlines_.empty() || std::get<0>(*deadlines_.begin()) > now)
    return nullptr;
  return std::get<2>(*deadlines_.begin());
}

void LeaseTable::SetWatched(Lease* lease, bool watched) {
  const std::tuple key{lease->overdue_at, lease->sequence, lease};
  if (watched) {
    watched_.insert(key);
  } else {
    watched_.erase(key);
  }
}

}  // namespace rookery::coordinator
