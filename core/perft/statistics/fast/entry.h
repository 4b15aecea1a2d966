// The door between the program and the fast statistics' own code: plain data
// and function pointers.
//
// core/perft/fast/entry.h says why both sides include nothing that has inline
// functions. Not for others: they use StatisticsKernel.
#ifndef ROOKERY_CORE_PERFT_STATISTICS_FAST_ENTRY_H_
#define ROOKERY_CORE_PERFT_STATISTICS_FAST_ENTRY_H_

#include <cstdint>

#include "core/perft/fast/entry.h"
#include "core/perft/hash_table_view.h"
#include "core/perft/statistics/statistic.h"

namespace rookery {

// A StatisticsTable, from behind the door.
struct StatisticsTableView {
  void* table;
  const TableKeys* keys;
  // Both as the functions of StatisticsTable, with kStatisticCount counts.
  bool (*find)(const void* table, const TableKey& key, uint64_t* counts);
  void (*store)(void* table, const TableKey& key, const uint64_t* counts);
};

struct FastStatisticsCall {
  // As for counting leaves, but that `counts` has kStatisticCount words a
  // position, and `table` is not used.
  FastCall batch;
  // Null for none.
  const StatisticsTableView* table;
};

// A build has these two. Initialize fills its tables, and must return before
// the first Count.
struct FastStatisticsEntry {
  void (*initialize)();
  FastOutcome (*count)(FastStatisticsCall& call);
};

extern const FastStatisticsEntry kPortableStatisticsEntry;

}  // namespace rookery

#endif  // ROOKERY_CORE_PERFT_STATISTICS_FAST_ENTRY_H_
