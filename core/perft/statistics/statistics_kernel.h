// The one interface behind which every way of counting statistics stands.
//
// A StatisticsKernel counts what a Kernel counts, and the statistics of the
// last ply with it. The ones that this machine can run are found in
// statistics_registry.h.
//
// Thread-safety: a StatisticsKernel is immutable; any number of threads may
// call Count at the same time, and may share one StatisticsTable. Ownership:
// kernels live as long as the program; everything in a request is borrowed for
// the call.
#ifndef ROOKERY_CORE_PERFT_STATISTICS_STATISTICS_KERNEL_H_
#define ROOKERY_CORE_PERFT_STATISTICS_STATISTICS_KERNEL_H_

#include <atomic>
#include <span>
#include <string_view>

#include "core/board/packed_position.h"
#include "core/perft/kernel.h"
#include "core/perft/statistics/statistics.h"

namespace rookery {

class StatisticsTable;

// One batch of work; as CountRequest, where more is said.
struct StatisticsRequest {
  std::span<const PackedPosition> positions;
  // 0 to kMaxKernelDepth.
  int depth = 0;
  // Null means no table.
  StatisticsTable* table = nullptr;
  // Polled about every millisecond; null means that the call cannot be
  // cancelled.
  const std::atomic<bool>* cancelled = nullptr;
  // The answer: as long as `positions`, in the same order.
  std::span<Statistics> statistics;
  // Added to, when not null, before Count returns.
  HashProbes* probes = nullptr;
};

class StatisticsKernel {
 public:
  virtual ~StatisticsKernel() = default;

  // The name of the Kernel that walks the tree in the same way.
  virtual std::string_view name() const = 0;

  // Counts the leaves `depth` plies below each position. Unless the result is
  // kDone, the statistics have no meaning. Requires: statistics and positions
  // of one length, depth in range.
  virtual CountResult Count(const StatisticsRequest& request) const = 0;
};

}  // namespace rookery

#endif  // ROOKERY_CORE_PERFT_STATISTICS_STATISTICS_KERNEL_H_
