// Every lease that can still matter: by id, by when it expires, and by when it
// is overdue.
//
// The states of a lease, and what moves it from one to the next, stand above
// class Dispatcher; this table only finds leases. Leases of finished units are
// erased (what stays of them is the unit's list of lessees), so its size is
// bounded by the units under way. Thread-safety: none.
#ifndef ROOKERY_COORDINATOR_DISPATCH_LEASE_TABLE_H_
#define ROOKERY_COORDINATOR_DISPATCH_LEASE_TABLE_H_

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <tuple>

#include "absl/container/flat_hash_map.h"
#include "absl/time/time.h"
#include "coordinator/dispatch/worker_table.h"
#include "coordinator/ledger/ledger.h"

namespace rookery::coordinator {

struct Lease {
  // kEnded covers every final state; `end` says which.
  enum class State { kGranted, kOpen, kHandedIn, kEnded };

  std::string id;
  uint64_t sequence = 0;  // in the order of grants; assigned by the table
  ReplicaKey of;
  WorkerIndex worker = 0;
  State state = State::kGranted;
  LeaseEnd end = LeaseEnd::kOpen;
  bool alone = false;  // the worker runs nothing beside it
  // Monotonic; for one from before a restart, when that was.
  absl::Duration granted_at = absl::ZeroDuration();
  absl::Duration deadline = absl::ZeroDuration();  // monotonic; while kOpen
  // Monotonic: from then on it takes longer than it should.
  absl::Duration overdue_at = absl::InfiniteDuration();

  // The worker has the unit and owes a result.
  bool in_hand() const {
    return state == State::kGranted || state == State::kOpen;
  }
};

class LeaseTable {
 public:
  // Takes over a lease in state kGranted. Returns null if the id is taken.
  Lease* Insert(Lease lease);
  Lease* Find(const std::string& id) const;
  void Erase(Lease* lease);

  // The lease is open (again), until `deadline`.
  void Open(Lease* lease, absl::Duration deadline);
  // The lease is not open any more and enters `state`.
  void Close(Lease* lease, Lease::State state);

  // The open lease with the earliest deadline, if that is not after `now`; else
  // null.
  Lease* Due(absl::Duration now) const;

  // Whether somebody should notice when the lease is overdue. Requires: not
  // once it has been erased.
  void SetWatched(Lease* lease, bool watched);

  // Calls visit(lease) for the watched leases that are overdue at `now`, the
  // longest overdue one first, until it returns true. It must not change what
  // is watched.
  template <typename Visit>
  void FindOverdue(absl::Duration now, const Visit& visit) const {
    for (const auto& [overdue_at, sequence, lease] : watched_) {
      if (overdue_at > now || visit(lease)) return;
    }
  }

 private:
  uint64_t next_sequence_ = 0;
  absl::flat_hash_map<std::string, std::unique_ptr<Lease>> leases_;
  std::set<std::tuple<absl::Duration, uint64_t, Lease*>>
      deadlines_;  // of the open ones; equal ones by sequence
  std::set<std::tuple<absl::Duration, uint64_t, Lease*>> watched_;  // likewise
};

}  // namespace rookery::coordinator

#endif  // ROOKERY_COORDINATOR_DISPATCH_LEASE_TABLE_H_
