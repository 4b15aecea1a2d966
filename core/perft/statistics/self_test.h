// The check that a worker makes of each way of counting statistics before it
// serves; as core/perft/self_test.h does for kernels.
#ifndef ROOKERY_CORE_PERFT_STATISTICS_SELF_TEST_H_
#define ROOKERY_CORE_PERFT_STATISTICS_SELF_TEST_H_

#include "absl/status/status.h"
#include "core/perft/statistics/statistics_kernel.h"

namespace rookery {

// Counts a few positions with known statistics, without and with a table. Takes
// milliseconds. INTERNAL when a figure is wrong, naming kernel, position,
// depth, statistic and both figures; RESOURCE_EXHAUSTED when not even a table
// of one mebibyte can be had. Thread-safe.
absl::Status SelfTest(const StatisticsKernel& kernel);

}  // namespace rookery

#endif  // ROOKERY_CORE_PERFT_STATISTICS_SELF_TEST_H_
