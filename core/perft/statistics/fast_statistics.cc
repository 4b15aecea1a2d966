#include "core/perft/statistics/fast_statistics.h"

#include <cassert>
#include <cstdint>

#include "core/perft/fast_call.h"
#include "core/perft/statistics/statistics_table.h"

namespace rookery {
namespace {

bool Find(const void* table, const TableKey& key, uint64_t* counts) {
  return static_cast<const StatisticsTable*>(table)->Find(
      key, std::span<uint64_t, kStatisticCount>(counts, kStatisticCount));
}

void Store(void* table, const TableKey& key, const uint64_t* counts) {
  static_cast<StatisticsTable*>(table)->Store(
      key, std::span<const uint64_t, kStatisticCount>(counts, kStatisticCount));
}

}  // namespace

CountResult FastStatistics::Count(const StatisticsRequest& request) const {
  assert(request.statistics.size() == request.positions.size());
  assert(request.depth >= 0 && request.depth <= kMaxKernelDepth);
  std::call_once(initialized_, entry_.initialize);

  StatisticsTableView table{};
  if (request.table != nullptr) {
    table = {.table = request.table,
             .keys = &request.table->keys(),
             .find = Find,
             .store = Store};
  }
  // The columns of the whole batch, as words.
  static_assert(sizeof(Statistics) == kStatisticCount * sizeof(uint64_t));
  FastStatisticsCall call{};
  call.batch =
      MakeFastCall(request.positions, request.depth, request.cancelled);
  call.batch.counts = request.statistics.empty()
                          ? nullptr
                          : request.statistics.front().counts.data();
  call.table = request.table == nullptr ? nullptr : &table;
  const FastOutcome outcome = entry_.count(call);
  return ResultOf(call.batch, outcome, request.probes);
}

}  // namespace rookery
