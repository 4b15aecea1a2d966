// Which ways of counting statistics this machine can run.
//
// `reference` runs everywhere, `portable` where the kernel of that name does
// (docs/kernels.md). Wider instruction sets would gain too little here to be
// worth a build. Thread-safe; what it returns lives as long as the program.
#ifndef ROOKERY_CORE_PERFT_STATISTICS_STATISTICS_REGISTRY_H_
#define ROOKERY_CORE_PERFT_STATISTICS_STATISTICS_REGISTRY_H_

#include <span>

#include "core/perft/statistics/statistics_kernel.h"

namespace rookery {

// The fastest first. Never empty: the last one is `reference`.
std::span<const StatisticsKernel* const> AvailableStatisticsKernels();

}  // namespace rookery

#endif  // ROOKERY_CORE_PERFT_STATISTICS_STATISTICS_REGISTRY_H_
