// Computes one unit: checks its payload, counts, and puts the figures or the
// reason why there are none into a result.
//
// The payload comes from outside and may be garbage; whatever it is, the answer
// is a Failure in the result, never a crash. Which lease the unit is held
// under, how long it took and what happens to the result is the callers'
// business.
//
// Statistics have a table of their own beside the one of the kernels, half as
// large, made when the first unit asks for them: most workers never need it.
//
// Thread-safe. Kernels and table are borrowed and must outlive it.
#ifndef ROOKERY_WORKER_UNIT_COUNTER_H_
#define ROOKERY_WORKER_UNIT_COUNTER_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "core/board/packed_position.h"
#include "core/perft/hash_table.h"
#include "core/perft/kernel.h"
#include "core/perft/statistics/statistics_kernel.h"
#include "core/perft/statistics/statistics_table.h"
#include "rookery/v1/worker_service.pb.h"

namespace rookery::worker {

// What the work on a unit gave.
struct CountedUnit {
  // Names the unit; has figures or a failure; lacks the lease and the time.
  v1::UnitResult result;
  // Sum of the counts, at most 2^64 - 1: for metrics only.
  uint64_t leaves = 0;
  HashProbes probes;
};

class UnitCounter {
 public:
  // `kernels` may be used, best first, at least one; `table` may be null.
  UnitCounter(std::vector<const Kernel*> kernels, HashTable* table);

  // Computes `unit` on the calling thread. nullopt: `cancelled` was seen.
  std::optional<CountedUnit> Count(const v1::Unit& unit,
                                   const std::atomic<bool>& cancelled) const;

  // The kind of `unit` as a label: perft, audit, analysis or unknown.
  static const char* Kind(const v1::Unit& unit);

 private:
  // Puts the figures into `counted`. CANCELLED: `cancelled` was seen.
  absl::Status CountPerft(const v1::PerftPayload& payload,
                          const std::atomic<bool>& cancelled,
                          CountedUnit* counted) const;
  // The two ways to do so.
  absl::Status CountLeaves(const v1::PerftPayload& payload,
                           std::span<const PackedPosition> positions,
                           const std::atomic<bool>& cancelled,
                           CountedUnit* counted) const;
  absl::Status CountStatistics(const v1::PerftPayload& payload,
                               std::span<const PackedPosition> positions,
                               const std::atomic<bool>& cancelled,
                               CountedUnit* counted) const;

  // Makes the table when it is asked for first; null where the kernels have
  // none. RESOURCE_EXHAUSTED: no memory.
  absl::StatusOr<StatisticsTable*> TableOfStatistics() const;

  const std::vector<const Kernel*> kernels_;
  const std::vector<const StatisticsKernel*> statistics_kernels_;
  HashTable* const table_;
  mutable absl::Mutex mutex_;
  mutable std::unique_ptr<StatisticsTable> statistics_table_
      ABSL_GUARDED_BY(mutex_);
};

}  // namespace rookery::worker

#endif  // ROOKERY_WORKER_UNIT_COUNTER_H_
