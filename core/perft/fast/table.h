// Reads and writes a HashTable, lock-free. docs/hash_table.md has the layout
// and why no torn entry can be believed.
//
// An entry is two words. The first has the count on top and the low bits of the
// key's low half below; the second is the key's high half, exclusive-or the
// first word. How many bits the count gets depends on the depth alone, so a
// reader knows where to cut. All accesses are relaxed atomics on single words:
// no order between them is needed.
#ifndef ROOKERY_CORE_PERFT_FAST_TABLE_H_
#define ROOKERY_CORE_PERFT_FAST_TABLE_H_

#include "core/perft/fast/bits.h"
#include "core/perft/hash_table_view.h"

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

// The least remaining depth that is stored: counting one ply is cheaper than
// looking it up.
constexpr int kMinTableDepth = 2;

// 256 moves a position at most, so a count of depth d hardly ever fails to fit
// 8 d bits: with 255 it never would. From depth 7 on the width stays, which
// leaves 72 bits to check.
constexpr int CountWidth(int depth) { return 8 * (depth < 7 ? depth : 7); }

ROOKERY_ALWAYS_INLINE uint64_t* BucketOf(const HashTableView& table,
                                         const TableKey& key) {
  const auto product =
      static_cast<unsigned __int128>(key.low) * table.bucket_count;
  return table.words + static_cast<uint64_t>(product >> 64) * kWordsPerBucket;
}

ROOKERY_ALWAYS_INLINE void PrefetchBucket(const HashTableView& table,
                                          const TableKey& key) {
  __builtin_prefetch(BucketOf(table, key));
}

// The count stored under the key (with its depth), or false.
ROOKERY_ALWAYS_INLINE bool Probe(const HashTableView& table,
                                 const TableKey& key, int depth,
                                 uint64_t& count) {
  const uint64_t* const words = BucketOf(table, key);
  const int width = CountWidth(depth);
  for (int entry = 0; entry < kEntriesPerBucket; ++entry) {
    const uint64_t first = __atomic_load_n(&words[2 * entry], __ATOMIC_RELAXED);
    const uint64_t second =
        __atomic_load_n(&words[2 * entry + 1], __ATOMIC_RELAXED);
    if ((first ^ second) == key.high && (first ^ key.low) << width == 0) {
      count = first >> (64 - width);
      return true;
    }
  }
  return false;
}

// Stores the count as the youngest entry of its bucket; the oldest one falls
// out. A count too large for its width is not stored.
ROOKERY_ALWAYS_INLINE void Store(const HashTableView& table,
                                 const TableKey& key, int depth,
                                 uint64_t count) {
  const int width = CountWidth(depth);
  if (ROOKERY_UNLIKELY(count >> width != 0)) return;
  uint64_t* const words = BucketOf(table, key);
  for (int word = kWordsPerBucket - 1; word >= 2; --word) {
    __atomic_store_n(&words[word],
                     __atomic_load_n(&words[word - 2], __ATOMIC_RELAXED),
                     __ATOMIC_RELAXED);
  }
  const uint64_t first = count << (64 - width) | (key.low << width) >> width;
  __atomic_store_n(&words[0], first, __ATOMIC_RELAXED);
  __atomic_store_n(&words[1], first ^ key.high, __ATOMIC_RELAXED);
}

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_FAST_TABLE_H_
