// The table in which kernels keep the counts of positions that can be reached
// on several ways.
//
// HashTable owns the memory and the random keys; the kernels read and write it
// through view(), lock-free. Entries never become wrong: a count is a pure
// function of position and depth, so a table may be shared by threads, kept
// over jobs, and lose any entry at any time. docs/hash_table.md has the layout
// and the probability of a wrong count.
//
// Thread-safety: creation and destruction belong to one thread; in between, any
// number of threads may pass the table to kernels at the same time.
#ifndef ROOKERY_CORE_PERFT_HASH_TABLE_H_
#define ROOKERY_CORE_PERFT_HASH_TABLE_H_

#include <cstdint>
#include <memory>

#include "absl/status/statusor.h"
#include "core/perft/hash_table_view.h"
#include "core/perft/lazy_array.h"

namespace rookery {

class HashTable {
 public:
  static constexpr uint64_t kMinMebibytes = 1;
  static constexpr uint64_t kMaxMebibytes = uint64_t{1} << 20;

  // An empty table of `mebibytes`, any number from kMinMebibytes to
  // kMaxMebibytes. Returns at once, whatever the size: the system hands out
  // zeroed pages (of 2 MiB where it can) when they are first touched. Tables of
  // different `seed` have unrelated keys, so that two replicas of a unit cannot
  // share a collision. INVALID_ARGUMENT when the size is out of range,
  // RESOURCE_EXHAUSTED when the system refuses that much memory.
  static absl::StatusOr<std::unique_ptr<HashTable>> Create(uint64_t mebibytes,
                                                           uint64_t seed);

  HashTable(const HashTable&) = delete;
  HashTable& operator=(const HashTable&) = delete;

  uint64_t mebibytes() const { return mebibytes_; }
  uint64_t seed() const { return seed_; }

  // For kernels. Valid as long as the table.
  const HashTableView& view() const { return view_; }

 private:
  HashTable(uint64_t mebibytes, uint64_t seed);

  const uint64_t mebibytes_;
  const uint64_t seed_;
  const LazyMemory memory_;
  const std::unique_ptr<const TableKeys> keys_;
  HashTableView view_;
};

}  // namespace rookery

#endif  // ROOKERY_CORE_PERFT_HASH_TABLE_H_
