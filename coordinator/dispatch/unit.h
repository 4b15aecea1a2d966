// What dispatch keeps of one unit and its replicas. Plain data: the rules are
// the dispatcher's.
#ifndef ROOKERY_COORDINATOR_DISPATCH_UNIT_H_
#define ROOKERY_COORDINATOR_DISPATCH_UNIT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/time/time.h"
#include "coordinator/dispatch/figures_digest.h"
#include "coordinator/dispatch/lease_table.h"
#include "coordinator/dispatch/ranges.h"
#include "coordinator/dispatch/worker_table.h"

namespace rookery::coordinator {

// After so many failed attempts in a row a unit is suspected of killing its
// workers: it is run alone, so that its neighbours are not blamed.
inline constexpr uint32_t kFailuresBeforeAlone = 3;

// The states of a replica; the table of its transitions stands above class
// Dispatcher.
enum class ReplicaState : uint8_t { kWaiting, kLeased, kAccepted, kDone };

// Where a waiting replica stands.
enum class WaitingPlace : uint8_t {
  kNone,  // it does not wait
  kNormal,
  kAlone,  // its unit failed too often: to be run alone
  kKept,   // as kAlone, and a worker that holds other leases is kept for it
};

struct Replica {
  ReplicaState state = ReplicaState::kWaiting;
  WaitingPlace place = WaitingPlace::kNone;
  WorkerIndex kept_by = 0;      // kKept: the worker
  uint32_t writes_pending = 0;  // kAccepted: PutResults on their way
  WorkerIndex worker = 0;       // kAccepted, kDone: whose figures they are
  FiguresDigest digest;         // kAccepted, kDone
  // kLeased: those in hand, one or two.
  absl::InlinedVector<Lease*, 1> leases;
  Lease* handed_in = nullptr;    // kAccepted: under which lease, if in time
  absl::Duration waiting_since;  // kWaiting, monotonic
};

// That a worker leased a replica, `leases` times.
struct Lessee {
  WorkerIndex worker = 0;
  uint32_t replica = 0;
  uint32_t leases = 0;
};

struct Unit {
  uint64_t number = 0;
  uint64_t first = 0;
  uint64_t count = 0;
  uint32_t failures = 0;       // attempts in a row that failed or vanished
  uint32_t replicas_done = 0;  // durable ones
  absl::InlinedVector<Replica, 1> replicas;
  absl::InlinedVector<Lessee, 2> lessees;  // by (worker, replica)
  // Of all its replicas, the last ended ones too; none when it is finished.
  std::vector<Lease*> leases;
  std::string last_failure;  // in words; while failures > 0

  Range range() const { return {first, count}; }
  bool finished() const { return replicas_done == replicas.size(); }
};

// Whether the worker ever leased that replica.
inline bool HasLeased(const Unit& unit, WorkerIndex worker, uint32_t replica) {
  for (const Lessee& lessee : unit.lessees) {
    if (lessee.worker == worker && lessee.replica == replica) return true;
  }
  return false;
}

}  // namespace rookery::coordinator

#endif  // ROOKERY_COORDINATOR_DISPATCH_UNIT_H_
