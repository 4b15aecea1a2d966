// The workers as dispatch sees them: who is alive, who may get units, how many
// slots that makes.
//
// A worker is alive until it has not called for longer than a lease lives, and
// again from its next call on. It is able if it is alive and active: only such
// workers get units. What a worker holds, the dispatcher counts here.
//
// Workers are known by small numbers inside dispatch; strings stay at its
// border. Thread-safety: none.
#ifndef ROOKERY_COORDINATOR_DISPATCH_WORKER_TABLE_H_
#define ROOKERY_COORDINATOR_DISPATCH_WORKER_TABLE_H_

#include <cstdint>
#include <deque>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/time/time.h"
#include "coordinator/dispatch/dispatcher.h"

namespace rookery::coordinator {

using WorkerIndex = uint32_t;

// One replica of a unit of a job.
struct ReplicaKey {
  uint64_t job = 0;  // the dispatcher's own number of the job
  uint64_t unit = 0;
  uint32_t replica = 0;

  friend bool operator==(const ReplicaKey&, const ReplicaKey&) = default;
};

struct WorkerEntry {
  std::string id;
  uint32_t slots = 0;
  Dispatcher::WorkerMode mode = Dispatcher::WorkerMode::kActive;
  bool known = false;  // false: only named by rows of the ledger, or forgotten
  bool alive = false;
  // Both monotonic: when it was added or last called; its last call here.
  absl::Duration heard = absl::ZeroDuration();
  std::optional<absl::Duration> last_seen = std::nullopt;
  uint32_t leases = 0;      // in its hands
  uint64_t parts = 0;       // (unit, replica) of known jobs that it ever leased
  bool runs_alone = false;  // holds a lease that nothing may run beside
  // It gets nothing until it holds nothing, then this, alone.
  std::optional<ReplicaKey> kept_for = std::nullopt;
};

class WorkerTable {
 public:
  // `patience`: how long a worker may be silent.
  explicit WorkerTable(absl::Duration patience) : patience_(patience) {}

  // Makes a worker known or changes its slots. A worker that is new, or was
  // lost, counts as alive from now on.
  WorkerIndex Add(const std::string& id, uint32_t slots, absl::Duration now);

  // The number of an id; a new one is not known, but has a number that rows of
  // the ledger can use.
  WorkerIndex Intern(const std::string& id);

  // nullopt: not known.
  std::optional<WorkerIndex> Find(const std::string& id) const;

  // Makes the number free for another worker. Requires: known, lost, no parts,
  // no leases.
  void Remove(WorkerIndex worker);

  // Valid until the next Add or Intern at least; changes of `mode` and `alive`
  // go through the methods below.
  WorkerEntry& operator[](WorkerIndex worker) { return workers_[worker]; }
  const WorkerEntry& operator[](WorkerIndex worker) const {
    return workers_[worker];
  }

  // The worker called.
  void Heard(WorkerIndex worker, absl::Duration now);

  void SetMode(WorkerIndex worker, Dispatcher::WorkerMode mode);

  // Makes those lost that were silent for too long, and returns them.
  std::vector<WorkerIndex> LoseSilent(absl::Duration now);

  // All numbers that were ever given are below this.
  WorkerIndex size() const { return static_cast<WorkerIndex>(workers_.size()); }
  bool IsAble(WorkerIndex worker) const { return IsAble(workers_[worker]); }
  uint64_t alive_workers() const { return silent_since_.size(); }
  uint64_t able_workers() const { return able_workers_; }
  uint64_t able_slots() const { return able_slots_; }

 private:
  static bool IsAble(const WorkerEntry& entry) {
    return entry.alive && entry.mode == Dispatcher::WorkerMode::kActive;
  }
  // Takes the worker out of the sums before a change, and puts it back after.
  void Uncount(WorkerIndex worker);
  void Count(WorkerIndex worker);

  const absl::Duration patience_;
  std::deque<WorkerEntry> workers_;
  std::vector<WorkerIndex> unused_;
  absl::flat_hash_map<std::string, WorkerIndex> index_by_id_;
  std::set<std::pair<absl::Duration, WorkerIndex>>
      silent_since_;  // the alive ones
  uint64_t able_workers_ = 0;
  uint64_t able_slots_ = 0;
};

}  // namespace rookery::coordinator

#endif  // ROOKERY_COORDINATOR_DISPATCH_WORKER_TABLE_H_
