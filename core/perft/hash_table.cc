#include "core/perft/hash_table.h"

#include <new>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace rookery {
namespace {

constexpr uint64_t kMebibyte = uint64_t{1} << 20;
constexpr uint64_t kBucketBytes = kWordsPerBucket * sizeof(uint64_t);

// SplitMix64: a bijection of a counter, so that every seed gives a full-period
// sequence of well mixed words.
class RandomWords {
 public:
  explicit RandomWords(uint64_t seed) : state_(seed) {}

  uint64_t Next() {
    uint64_t word = state_ += 0x9e3779b97f4a7c15;
    word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9;
    word = (word ^ (word >> 27)) * 0x94d049bb133111eb;
    return word ^ (word >> 31);
  }

 private:
  uint64_t state_;
};

std::unique_ptr<const TableKeys> MakeKeys(uint64_t seed) {
  RandomWords random(seed);
  const auto next = [&random] {
    const uint64_t low = random.Next();
    return TableKey{low, random.Next()};
  };
  auto keys = std::make_unique<TableKeys>();
  for (auto& color : keys->men) {
    for (auto& plane : color) {
      for (TableKey& key : plane) key = next();
    }
  }
  for (TableKey& key : keys->castling_rook) key = next();
  for (TableKey& key : keys->en_passant_file) key = next();
  keys->black_to_move = next();
  for (TableKey& key : keys->depth) key = next();
  return keys;
}

}  // namespace

absl::StatusOr<std::unique_ptr<HashTable>> HashTable::Create(uint64_t mebibytes,
                                                             uint64_t seed) {
  if (mebibytes < kMinMebibytes || mebibytes > kMaxMebibytes) {
    return absl::InvalidArgumentError(absl::StrCat(
        "hash table size ", mebibytes, " MiB is out of range; use ",
        kMinMebibytes, " to ", kMaxMebibytes, " MiB"));
  }
  try {
    return std::unique_ptr<HashTable>(new HashTable(mebibytes, seed));
  } catch (const std::bad_alloc&) {
    return absl::ResourceExhaustedError(
        absl::StrCat("cannot allocate a hash table of ", mebibytes,
                     " MiB; use a smaller hash size"));
  }
}

HashTable::HashTable(uint64_t mebibytes, uint64_t seed)
    : mebibytes_(mebibytes),
      seed_(seed),
      memory_(mebibytes * kMebibyte),
      keys_(MakeKeys(seed)),
      view_{} {
  static_assert(kMinMebibytes * kMebibyte >= LazyMemory::kZeroedBytes);
  view_.words = static_cast<uint64_t*>(memory_.data());
  view_.bucket_count = mebibytes * kMebibyte / kBucketBytes;
  view_.keys = keys_.get();
}

}  // namespace rookery
