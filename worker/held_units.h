// The units that a worker has leased and has not yet got rid of, and where each
// of them stands.
//
// It is where the worker's threads meet; each of them sees only its own side:
//   - the lease loop waits for room and adds leases;
//   - the executors take the oldest queued unit, and finish or abandon it;
//   - the reporter takes what is to be told to the coordinator, and removes it
//     once it was acknowledged;
//   - the heartbeater lists all leases, and voids those that nobody wants.
//
// clang-format off
//   state        event              next
//   -            Add                queued
//   queued       TakeNext           running
//   queued       Void               gone
//   queued       HandBackQueued     handed back
//   running      Finish             finished
//   running      Void               running, cancelled; Finish or Abandon: gone
//   running      HandBackRunning    running, cancelled; Finish: finished, Abandon: handed back
//   finished     Void               finished: the coordinator judges the result
//   finished     Acknowledge        gone
//   handed back  Acknowledge        gone
// clang-format on
//
// A lease counts against the capacity until it is gone, so a worker whose
// results are not taken asks for no more work. Thread-safe. Does no I/O. It
// must outlive the threads that use it; Close wakes them all.
#ifndef ROOKERY_WORKER_HELD_UNITS_H_
#define ROOKERY_WORKER_HELD_UNITS_H_

#include <cstddef>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "daemon/event.h"
#include "rookery/v1/worker_service.pb.h"

namespace rookery::worker {

// One leased unit. Shared between HeldUnits, which may cancel it, and the
// executor that computes it.
struct HeldUnit {
  explicit HeldUnit(v1::Lease lease_in) : lease(std::move(lease_in)) {}

  const v1::Lease lease;
  // Set when its result is not wanted, or not from here: the executor stops as
  // soon as it notices.
  daemon::Event cancelled;
};

// What the reporter is to send next.
struct Outbox {
  std::vector<v1::UnitResult> results;
  std::vector<std::string> handed_back;  // lease ids
};

class HeldUnits {
 public:
  // Limits of one CompleteUnits call; the bytes leave room below the 4 MiB that
  // a gRPC server takes by default.
  static constexpr size_t kMaxResultsPerCall = 64;
  static constexpr size_t kMaxResultBytesPerCall = 3'900'000;
  // Limits of the other calls.
  static constexpr size_t kMaxUnitsPerAcquire = 64;
  static constexpr size_t kMaxLeasesPerCall = 1024;

  // Holds up to `capacity` leases, at least 1.
  explicit HeldUnits(size_t capacity);

  // --- The lease loop
  // Waits until there is room and neither SetPaused(true) nor Close nor
  // StopAdding stands against it. Returns how many units to ask for, at most
  // kMaxUnitsPerAcquire; 0: the loop is to end.
  size_t WaitForRoom();
  // Takes up leases; those it holds already (an answer that came twice) are
  // ignored. Returns how many were new.
  size_t Add(std::vector<v1::Lease> leases);
  // The coordinator wants the worker to take nothing new for now, or to go on.
  void SetPaused(bool paused);
  // For good.
  void StopAdding();

  // --- The executors
  // The oldest queued unit, which is now running; waits for one. Null: the
  // executor is to end.
  std::shared_ptr<HeldUnit> TakeNext();
  // The unit's result, or its failure. Requires: `unit` is running.
  void Finish(const HeldUnit& unit, v1::UnitResult result);
  // The unit was cancelled before it was done. Requires: `unit` is running.
  void Abandon(const HeldUnit& unit);

  // --- The reporter
  // What is to be sent, within the limits above; waits for something. Empty:
  // the reporter is to end.
  Outbox TakeOutbox();
  // The coordinator has answered for these leases, or never will.
  void Acknowledge(std::span<const std::string> lease_ids);

  // --- The heartbeater
  // All leases held, in whatever state.
  std::vector<std::string> LeaseIds() const;
  // Nobody wants these any more. Leases that are not held are ignored. Returns
  // how many units were dropped or cancelled.
  size_t Void(std::span<const std::string> lease_ids);

  // --- Drain
  // No executor gets another unit; those that are queued go to the outbox to be
  // handed back.
  void HandBackQueued();
  // Cancels what is running and hands it back.
  void HandBackRunning();
  // Waits until nothing is running, or nothing is held at all; returns whether
  // that came to be within `timeout`.
  bool WaitUntilNoneRunning(absl::Duration timeout) {
    return none_running_.WaitFor(timeout);
  }
  bool WaitUntilEmpty(absl::Duration timeout) {
    return empty_.WaitFor(timeout);
  }

  // Cancels everything and ends all waits.
  void Close();

  size_t size() const;

 private:
  enum class State { kQueued, kRunning, kFinished, kHandedBack };
  struct Entry {
    State state = State::kQueued;
    bool voided = false;
    std::shared_ptr<HeldUnit> unit;  // kQueued, kRunning
    v1::UnitResult result;  // kFinished, until it is taken into an outbox
  };

  void Erase(const std::string& lease_id) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void EndRunning() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const size_t capacity_;
  mutable absl::Mutex mutex_;
  absl::CondVar changed_;
  absl::flat_hash_map<std::string, Entry> entries_ ABSL_GUARDED_BY(mutex_);
  // Lease ids in order. `queue_` may name leases that were voided meanwhile.
  std::deque<std::string> queue_ ABSL_GUARDED_BY(mutex_);
  std::deque<std::string> finished_ ABSL_GUARDED_BY(mutex_);
  std::deque<std::string> handed_back_ ABSL_GUARDED_BY(mutex_);
  size_t running_ ABSL_GUARDED_BY(mutex_) = 0;
  bool paused_ ABSL_GUARDED_BY(mutex_) = false;
  bool stop_adding_ ABSL_GUARDED_BY(mutex_) = false;
  bool stop_taking_ ABSL_GUARDED_BY(mutex_) = false;
  bool closed_ ABSL_GUARDED_BY(mutex_) = false;
  // Follow `running_` and `entries_`.
  daemon::Event none_running_;
  daemon::Event empty_;
};

}  // namespace rookery::worker

#endif  // ROOKERY_WORKER_HELD_UNITS_H_
