// Perft of a depth that nobody can count, estimated by random sampling.
//
// The estimate is unbiased, whatever its guide believes of the tree, and comes
// with a standard error that was measured, not modelled; docs/estimate.md has
// the method. Trees that are small enough to be counted at once are counted.
// For exact answers there are the kernels and the service.
//
// Thread-safe; borrows nothing beyond the call.
#ifndef ROOKERY_CORE_PERFT_ESTIMATE_ESTIMATE_H_
#define ROOKERY_CORE_PERFT_ESTIMATE_ESTIMATE_H_

#include <atomic>
#include <cstdint>
#include <limits>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "core/board/position.h"

namespace rookery {

// The deepest estimate. Errors grow slowly with depth, but beyond depth 15
// there is no exact value left to compare with.
inline constexpr int kMaxEstimateDepth = 20;

// When sampling ends: when either limit is reached, but never before
// kMinEstimateSamples walks, without which there is no standard error.
struct EstimateOptions {
  // Walks from root to leaves; rounded up to whole batches. A hundred thousand
  // take about a second of one thread at depth 15.
  uint64_t samples = std::numeric_limits<uint64_t>::max();
  absl::Duration time = absl::InfiniteDuration();
  // Estimates of one seed and number of samples are equal, whatever the number
  // of threads and, in all but the last digits, on every machine.
  uint64_t seed = 1;
  // Threads to sample with, the calling one included.
  int threads = 1;
  // Polled every few milliseconds; null means that the call cannot be
  // cancelled.
  const std::atomic<bool>* cancelled = nullptr;
};

// The fewest walks of an estimate that is not exact: some 30 milliseconds of
// one thread.
inline constexpr uint64_t kMinEstimateSamples = 4096;

struct PerftEstimate {
  double mean = 0;
  // Of the mean. 0: the tree was counted, and the mean is exact as far as a
  // double can be.
  double standard_error = 0;
  // Walks taken; 0 where the tree was counted.
  uint64_t samples = 0;
};

// Estimates how many leaves there are `depth` plies below the position.
// INVALID_ARGUMENT: depth is not 0 to kMaxEstimateDepth, or there is no limit
// to stop at. CANCELLED: asked to stop. Requires: threads is positive.
absl::StatusOr<PerftEstimate> EstimatePerft(const Position& position, int depth,
                                            const EstimateOptions& options);

}  // namespace rookery

#endif  // ROOKERY_CORE_PERFT_ESTIMATE_ESTIMATE_H_
