// What is counted of the leaves, as plain data.
//
// This header has no inline functions, so that kernels built for wide
// instruction sets may include it (core/perft/fast/entry.h says why). What each
// column means is in statistics.h.
#ifndef ROOKERY_CORE_PERFT_STATISTICS_STATISTIC_H_
#define ROOKERY_CORE_PERFT_STATISTICS_STATISTIC_H_

#include <cstdint>

namespace rookery {

// The columns; the values serve as indices. Checks and mates come in the same
// order.
enum Statistic : uint8_t {
  kNodes,
  kCaptures,
  kEnPassants,
  kCastles,
  kPromotions,
  kDirectChecks,
  kSingleDiscoveredChecks,
  kDirectDiscoveredChecks,
  kDoubleDiscoveredChecks,
  kDirectMates,
  kSingleDiscoveredMates,
  kDirectDiscoveredMates,
  kDoubleDiscoveredMates,
  kStalemates,
};

inline constexpr int kStatisticCount = kStalemates + 1;

}  // namespace rookery

#endif  // ROOKERY_CORE_PERFT_STATISTICS_STATISTIC_H_
