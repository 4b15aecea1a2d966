#include "core/perft/statistics/statistics.h"

#include <bit>
#include <cassert>

#include "absl/numeric/int128.h"

namespace rookery {
namespace {

constexpr uint32_t Only(Statistic statistic) { return 1u << statistic; }

constexpr uint32_t kAllChecks =
    Only(kDirectChecks) | Only(kSingleDiscoveredChecks) |
    Only(kDirectDiscoveredChecks) | Only(kDoubleDiscoveredChecks);
constexpr uint32_t kAllMates =
    Only(kDirectMates) | Only(kSingleDiscoveredMates) |
    Only(kDirectDiscoveredMates) | Only(kDoubleDiscoveredMates);

constexpr StatisticsField kFields[] = {
    {"captures", Only(kCaptures)},
    {"enpassants", Only(kEnPassants)},
    {"castles", Only(kCastles)},
    {"promotions", Only(kPromotions)},
    {"direct_checks", Only(kDirectChecks)},
    {"single_discovered_checks", Only(kSingleDiscoveredChecks)},
    {"direct_discovered_checks", Only(kDirectDiscoveredChecks)},
    {"double_discovered_checks", Only(kDoubleDiscoveredChecks)},
    {"total_checks", kAllChecks},
    {"direct_mates", Only(kDirectMates)},
    {"single_discovered_mates", Only(kSingleDiscoveredMates)},
    {"direct_discovered_mates", Only(kDirectDiscoveredMates)},
    {"double_discovered_mates", Only(kDoubleDiscoveredMates)},
    {"total_mates", kAllMates},
    {"checks_incl_mates", kAllChecks | kAllMates},
    {"stalemates", Only(kStalemates)},
};

// The sum of some columns, in a type that holds it.
absl::uint128 SumOf(const Statistics& statistics, uint32_t columns) {
  absl::uint128 sum = 0;
  for (; columns != 0; columns &= columns - 1)
    sum += statistics.counts[std::countr_zero(columns)];
  return sum;
}

}  // namespace

std::span<const StatisticsField> StatisticsFields() { return kFields; }

std::string_view StatisticName(Statistic statistic) {
  for (const StatisticsField& field : kFields) {
    if (field.columns == Only(statistic)) return field.name;
  }
  assert(false);
  return "";
}

bool ArePossible(const Statistics& statistics) {
  for (const uint32_t exclusive :
       {Only(kCaptures) | Only(kCastles),
        Only(kEnPassants) | Only(kCastles) | Only(kPromotions),
        kAllChecks | kAllMates | Only(kStalemates)}) {
    if (SumOf(statistics, exclusive) > statistics[kNodes]) return false;
  }
  return statistics[kEnPassants] <= statistics[kCaptures];
}

}  // namespace rookery
