// Computes one unit: checks its payload, counts, and puts the figures or the
// reason why there are none into a result.
//
// The payload comes from outside and may be garbage; whatever it is, the answer
// is a Failure in the result, never a crash. Which lease the unit is held
// under, how long it took and what happens to the result is the callers'
// business.
//
// Thread-safe. Kernels and table are borrowed and must outlive it.
#ifndef ROOKERY_WORKER_UNIT_COUNTER_H_
#define ROOKERY_WORKER_UNIT_COUNTER_H_

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "core/perft/hash_table.h"
#include "core/perft/kernel.h"
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
  // Puts the counts into `counted`. CANCELLED: `cancelled` was seen.
  absl::Status CountPerft(const v1::PerftPayload& payload,
                          const std::atomic<bool>& cancelled,
                          CountedUnit* counted) const;

  // The first of the preferred kernels that may be used here, else the best.
  const Kernel& ChooseKernel(const v1::PerftPayload& payload) const;

  const std::vector<const Kernel*> kernels_;
  HashTable* const table_;
};

}  // namespace rookery::worker

#endif  // ROOKERY_WORKER_UNIT_COUNTER_H_
