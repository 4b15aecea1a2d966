// The fast statistics as the program sees them: a class in front of a build of
// core/perft/statistics/fast.
//
// The method is in docs/statistics.md. Not for users: they go through
// statistics_registry.h. Thread-safe.
#ifndef ROOKERY_CORE_PERFT_STATISTICS_FAST_STATISTICS_H_
#define ROOKERY_CORE_PERFT_STATISTICS_FAST_STATISTICS_H_

#include <mutex>
#include <string_view>

#include "core/perft/statistics/fast/entry.h"
#include "core/perft/statistics/statistics_kernel.h"

namespace rookery {

class FastStatistics final : public StatisticsKernel {
 public:
  // Borrows both for its life. Requires: this machine can run the build behind
  // `entry`.
  FastStatistics(std::string_view name, const FastStatisticsEntry& entry)
      : name_(name), entry_(entry) {}

  std::string_view name() const override { return name_; }

  // The first call of a build fills its tables, in a few milliseconds.
  CountResult Count(const StatisticsRequest& request) const override;

 private:
  const std::string_view name_;
  const FastStatisticsEntry& entry_;
  mutable std::once_flag initialized_;
};

}  // namespace rookery

#endif  // ROOKERY_CORE_PERFT_STATISTICS_FAST_STATISTICS_H_
