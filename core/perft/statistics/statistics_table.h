// The table in which statistics of positions are kept that can be reached on
// several ways.
//
// As HashTable, with the same keys, but with entries that hold all columns: a
// cache line of a key and of the columns as numbers of variable length.
// Statistics that do not fit one are not kept; that happens only far above the
// leaves (docs/statistics.md). All 128 bits of a key are compared, so that a
// wrong answer is far less likely than with a HashTable.
//
// Thread-safety: any number of threads may find and store at the same time.
#ifndef ROOKERY_CORE_PERFT_STATISTICS_STATISTICS_TABLE_H_
#define ROOKERY_CORE_PERFT_STATISTICS_STATISTICS_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "core/perft/hash_table_view.h"
#include "core/perft/lazy_array.h"
#include "core/perft/statistics/statistic.h"

namespace rookery {

class StatisticsTable {
 public:
  // An empty table. Memory is taken as it fills. Tables of different `seed`
  // have unrelated keys. INVALID_ARGUMENT when the size is not one that a
  // HashTable may have, RESOURCE_EXHAUSTED when the system refuses that much
  // memory.
  static absl::StatusOr<std::unique_ptr<StatisticsTable>> Create(
      uint64_t mebibytes, uint64_t seed);

  // What keys are made of. Valid as long as the table.
  const TableKeys& keys() const { return *keys_; }

  // Writes the columns that were stored under the key and returns true; false,
  // and nothing is written, where there are none.
  bool Find(const TableKey& key,
            std::span<uint64_t, kStatisticCount> counts) const;

  // Keeps the columns under the key if they fit an entry; another entry may
  // have to go.
  void Store(const TableKey& key,
             std::span<const uint64_t, kStatisticCount> counts);

 private:
  static constexpr size_t kColumnBytes = 48;
  static constexpr size_t kEntriesPerBucket = 2;
  // Far more than threads, so that two seldom want the same one.
  static constexpr uint64_t kLocks = 4096;

  struct Entry {
    TableKey key;
    uint8_t columns[kColumnBytes];
  };
  static_assert(sizeof(Entry) == 64);

  // The youngest entry first.
  struct Bucket {
    Entry entries[kEntriesPerBucket];
  };

  StatisticsTable(uint64_t bucket_count, uint64_t seed);

  uint64_t IndexOf(const TableKey& key) const;
  absl::Mutex& LockOf(uint64_t index) const { return locks_[index % kLocks]; }

  const uint64_t bucket_count_;
  const std::unique_ptr<const TableKeys> keys_;
  const std::unique_ptr<absl::Mutex[]> locks_;
  const LazyMemory memory_;
  // Each is guarded by its lock.
  Bucket* const buckets_;
};

}  // namespace rookery

#endif  // ROOKERY_CORE_PERFT_STATISTICS_STATISTICS_TABLE_H_
