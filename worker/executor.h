// The threads that compute: each takes the oldest queued unit, computes it and
// puts what came out back.
//
// Thread-safe. What it is given must outlive it.
#ifndef ROOKERY_WORKER_EXECUTOR_H_
#define ROOKERY_WORKER_EXECUTOR_H_

#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

#include "absl/time/time.h"
#include "worker/held_units.h"
#include "worker/metrics.h"
#include "worker/unit_counter.h"

namespace rookery::worker {

class Executor {
 public:
  // Starts `threads` threads. `slow_kernel_delay` is added to the time of every
  // unit, for tests; a unit that is cancelled does not wait for its end.
  Executor(int threads, absl::Duration slow_kernel_delay,
           const UnitCounter* counter, HeldUnits* held, Metrics* metrics);

  // Waits for the threads. Requires: the held units were closed or handed back,
  // so that no thread gets another one.
  ~Executor();

  // Leaves counted since the start, at most 2^64 - 1.
  uint64_t leaves_counted() const {
    return leaves_counted_.load(std::memory_order_relaxed);
  }

 private:
  void Run();
  void Compute(HeldUnit& unit);

  const absl::Duration slow_kernel_delay_;
  const UnitCounter& counter_;
  HeldUnits& held_;
  Metrics& metrics_;
  std::atomic<uint64_t> leaves_counted_ = 0;
  std::vector<std::thread> threads_;
};

}  // namespace rookery::worker

#endif  // ROOKERY_WORKER_EXECUTOR_H_
