// The statistics that others are measured against: the general move generator
// of core/board, every move played, every leaf looked at.
//
// No table and no short cut. Slow, and right for reasons that have nothing to
// do with the fast ones. Thread-safe.
#ifndef ROOKERY_CORE_PERFT_STATISTICS_REFERENCE_STATISTICS_H_
#define ROOKERY_CORE_PERFT_STATISTICS_REFERENCE_STATISTICS_H_

#include <string_view>

#include "core/perft/statistics/statistics_kernel.h"

namespace rookery {

class ReferenceStatistics final : public StatisticsKernel {
 public:
  std::string_view name() const override { return "reference"; }

  // Ignores request.table and leaves request.probes as they are.
  CountResult Count(const StatisticsRequest& request) const override;
};

}  // namespace rookery

#endif  // ROOKERY_CORE_PERFT_STATISTICS_REFERENCE_STATISTICS_H_
