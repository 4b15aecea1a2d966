#include "worker/executor.h"

#include <chrono>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "daemon/logging.h"
#include "proto/support/durations.h"

namespace rookery::worker {

Executor::Executor(int threads, absl::Duration slow_kernel_delay,
                   const UnitCounter* counter, HeldUnits* held,
                   Metrics* metrics)
    : slow_kernel_delay_(slow_kernel_delay),
      counter_(*counter),
      held_(*held),
      metrics_(*metrics) {
  metrics_.SetSlots(threads);
  threads_.reserve(threads);
  for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { Run(); });
}

Executor::~Executor() {
  for (std::thread& thread : threads_) thread.join();
}

void Executor::Run() {
  while (const std::shared_ptr<HeldUnit> unit = held_.TakeNext()) {
    metrics_.SlotTaken();
    Compute(*unit);
    metrics_.SlotFreed();
  }
}

void Executor::Compute(HeldUnit& held_unit) {
  const v1::Unit& unit = held_unit.lease.unit();
  const std::string kind = UnitCounter::Kind(unit);
  // Elapsed time, not processor time: the coordinator sizes units by how long
  // they occupy a slot.
  const auto start = std::chrono::steady_clock::now();
  std::optional<CountedUnit> counted =
      counter_.Count(unit, held_unit.cancelled.flag());
  if (counted && held_unit.cancelled.WaitFor(slow_kernel_delay_))
    counted.reset();
  const absl::Duration busy =
      absl::FromChrono(std::chrono::steady_clock::now() - start);

  if (!counted) {
    daemon::LogInfo("unit aborted", {{"job", unit.job_id()},
                                     {"unit", unit.number()},
                                     {"replica", unit.replica()},
                                     {"lease", held_unit.lease.lease_id()}});
    metrics_.UnitEnded(kind, Metrics::UnitEnd::kAborted, busy);
    held_.Abandon(held_unit);
    return;
  }
  v1::UnitResult& result = counted->result;
  result.set_lease_id(held_unit.lease.lease_id());
  *result.mutable_busy_time() = ToProtoDuration(busy);
  if (result.has_failure()) {
    daemon::LogWarning("unit failed",
                       {{"job", unit.job_id()},
                        {"unit", unit.number()},
                        {"replica", unit.replica()},
                        {"lease", held_unit.lease.lease_id()},
                        {"code", result.failure().code()},
                        {"message", result.failure().message()}});
    metrics_.UnitEnded(kind, Metrics::UnitEnd::kFailed, busy);
  } else {
    metrics_.UnitEnded(kind, Metrics::UnitEnd::kSucceeded, busy);
    metrics_.LeavesCounted(result.kernel(), counted->leaves);
    metrics_.HashProbed(counted->probes.hits, counted->probes.misses);
    uint64_t before = leaves_counted_.load(std::memory_order_relaxed);
    uint64_t after;
    do {
      if (__builtin_add_overflow(before, counted->leaves, &after))
        after = std::numeric_limits<uint64_t>::max();
    } while (!leaves_counted_.compare_exchange_weak(before, after,
                                                    std::memory_order_relaxed));
  }
  held_.Finish(held_unit, std::move(result));
}

}  // namespace rookery::worker
