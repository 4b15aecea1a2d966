#include "core/perft/statistics/statistics_table.h"

#include <cstddef>
#include <new>

#include "absl/numeric/int128.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "core/perft/hash_table.h"
#include "core/perft/table_keys.h"

namespace rookery {
namespace {

// Seven bits a byte, the lowest first; the top bit says that more follow.
constexpr int kBitsPerByte = 7;
constexpr uint8_t kMoreFollow = 0x80;

// False where the numbers need more than all of `bytes`.
bool Encode(std::span<const uint64_t, kStatisticCount> numbers,
            std::span<uint8_t> bytes) {
  size_t at = 0;
  for (uint64_t number : numbers) {
    for (; number >= kMoreFollow; number >>= kBitsPerByte) {
      if (at == bytes.size()) return false;
      bytes[at++] = static_cast<uint8_t>(number | kMoreFollow);
    }
    if (at == bytes.size()) return false;
    bytes[at++] = static_cast<uint8_t>(number);
  }
  return true;
}

// Requires: `bytes` is what Encode wrote.
void Decode(std::span<const uint8_t> bytes,
            std::span<uint64_t, kStatisticCount> numbers) {
  size_t at = 0;
  for (uint64_t& number : numbers) {
    number = 0;
    for (int shift = 0;; shift += kBitsPerByte) {
      const uint8_t byte = bytes[at++];
      number |= static_cast<uint64_t>(byte & ~kMoreFollow) << shift;
      if ((byte & kMoreFollow) == 0) break;
    }
  }
}

bool IsSame(const TableKey& left, const TableKey& right) {
  return left.low == right.low && left.high == right.high;
}

}  // namespace

absl::StatusOr<std::unique_ptr<StatisticsTable>> StatisticsTable::Create(
    uint64_t mebibytes, uint64_t seed) {
  if (mebibytes < HashTable::kMinMebibytes ||
      mebibytes > HashTable::kMaxMebibytes) {
    return absl::InvalidArgumentError(absl::StrCat(
        "statistics table size ", mebibytes, " MiB is out of range; use ",
        HashTable::kMinMebibytes, " to ", HashTable::kMaxMebibytes, " MiB"));
  }
  try {
    return std::unique_ptr<StatisticsTable>(
        new StatisticsTable((mebibytes << 20) / sizeof(Bucket), seed));
  } catch (const std::bad_alloc&) {
    return absl::ResourceExhaustedError(
        absl::StrCat("cannot allocate a statistics table of ", mebibytes,
                     " MiB; use a smaller hash size"));
  }
}

// Memory of this size is zero at first.
StatisticsTable::StatisticsTable(uint64_t bucket_count, uint64_t seed)
    : bucket_count_(bucket_count),
      keys_(MakeTableKeys(seed)),
      locks_(std::make_unique<absl::Mutex[]>(kLocks)),
      memory_(bucket_count * sizeof(Bucket)),
      buckets_(static_cast<Bucket*>(memory_.data())) {}

bool StatisticsTable::Find(const TableKey& key,
                           std::span<uint64_t, kStatisticCount> counts) const {
  const uint64_t index = IndexOf(key);
  absl::MutexLock lock(&LockOf(index));
  for (const Entry& entry : buckets_[index].entries) {
    if (!IsSame(entry.key, key)) continue;
    Decode(entry.columns, counts);
    return true;
  }
  return false;
}

void StatisticsTable::Store(const TableKey& key,
                            std::span<const uint64_t, kStatisticCount> counts) {
  Entry entry{.key = key, .columns = {}};
  if (!Encode(counts, entry.columns)) return;
  const uint64_t index = IndexOf(key);
  absl::MutexLock lock(&LockOf(index));
  Bucket& bucket = buckets_[index];
  static_assert(kEntriesPerBucket == 2);
  // Unless another thread has just stored the same.
  if (!IsSame(bucket.entries[0].key, key))
    bucket.entries[1] = bucket.entries[0];
  bucket.entries[0] = entry;
}

uint64_t StatisticsTable::IndexOf(const TableKey& key) const {
  return absl::Uint128High64(absl::uint128(key.low) * bucket_count_);
}

}  // namespace rookery
