// The workers that a coordinator knows: who they are, how fast they were, when
// they last called.
//
// Which units they hold is the dispatcher's business. Thread-safety: none; the
// coordinator's lock covers it.
#ifndef ROOKERY_COORDINATOR_FLEET_H_
#define ROOKERY_COORDINATOR_FLEET_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "coordinator/dispatch/dispatcher.h"
#include "coordinator/ledger/ledger.h"
#include "rookery/v1/fleet_service.pb.h"
#include "rookery/v1/worker_service.pb.h"

namespace rookery::coordinator {

struct FleetMember {
  WorkerRow row;
  v1::Capabilities capabilities;
  std::optional<absl::Time>
      last_seen;                // unset if not since the coordinator started
  uint64_t leaves_counted = 0;  // as of the last heartbeat
  absl::Duration counted_at;    // monotonic
  double leaves_per_second = 0;
};

// OK, or INVALID_ARGUMENT naming the field that is out of range.
absl::Status CheckRegistration(const v1::RegisterWorkerRequest& request);

class Fleet {
 public:
  // From the ledger, after a restart: makes the worker a member. A row whose
  // capabilities cannot be read is only remembered: that worker registers anew.
  void Restore(const WorkerRow& row);

  // Notes a worker that is no member. The ledger has one row an instance, so
  // the process gets its old id back should it register again.
  void Remember(const WorkerRow& row);

  // The member of this process, or null.
  FleetMember* FindInstance(const std::string& instance_id);
  // The worker id of this process, member or not; nullopt: never heard of.
  std::optional<std::string> IdOf(const std::string& instance_id) const;
  FleetMember* Find(const std::string& worker_id);
  const FleetMember* Find(const std::string& worker_id) const;

  // Adds a worker. Requires: CheckRegistration passed, the id is IdOf the
  // instance or new, and no member has either of them.
  FleetMember& Add(const std::string& worker_id,
                   const v1::RegisterWorkerRequest& request);
  // The worker is no member any more, but remembered.
  void Remove(const std::string& worker_id);

  // A worker called at `now`.
  void Seen(FleetMember& member, absl::Time now) { member.last_seen = now; }
  // A heartbeat said how much it has counted since its process started.
  void Counted(FleetMember& member, uint64_t leaves, absl::Duration monotonic);

  size_t size() const { return members_.size(); }
  const std::map<std::string, FleetMember>& members() const { return members_; }

  // By name, then by id.
  std::vector<const FleetMember*> Sorted() const;

 private:
  std::map<std::string, FleetMember> members_;  // by worker id
  std::map<std::string, std::string> id_by_instance_;
};

// The stored form of a mode, and back; nullopt for what is none.
const char* ModeName(Dispatcher::WorkerMode mode);
std::optional<Dispatcher::WorkerMode> ParseMode(const std::string& name);

// A member as users see it.
v1::Worker DescribeWorker(const FleetMember& member,
                          const std::optional<WorkerSnapshot>& snapshot);

}  // namespace rookery::coordinator

#endif  // ROOKERY_COORDINATOR_FLEET_H_
