#include "core/perft/statistics/statistics_registry.h"

#include <vector>

#include "core/perft/kernel_registry.h"
#include "core/perft/statistics/fast/entry.h"
#include "core/perft/statistics/fast_statistics.h"
#include "core/perft/statistics/reference_statistics.h"

namespace rookery {
namespace {

std::vector<const StatisticsKernel*> FindAvailable() {
  std::vector<const StatisticsKernel*> kernels;
  if (FindKernel("portable").ok())
    kernels.push_back(new FastStatistics("portable", kPortableStatisticsEntry));
  kernels.push_back(new ReferenceStatistics);
  return kernels;
}

}  // namespace

std::span<const StatisticsKernel* const> AvailableStatisticsKernels() {
  // Never destroyed: threads may still count while the program ends.
  static const auto& kernels =
      *new std::vector<const StatisticsKernel*>(FindAvailable());
  return kernels;
}

}  // namespace rookery
