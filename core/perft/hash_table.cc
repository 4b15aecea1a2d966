#include "core/perft/hash_table.h"

#include <new>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "core/perft/table_keys.h"

namespace rookery {
namespace {

constexpr uint64_t kMebibyte = uint64_t{1} << 20;
constexpr uint64_t kBucketBytes = kWordsPerBucket * sizeof(uint64_t);

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
      keys_(MakeTableKeys(seed)),
      view_{} {
  static_assert(kMinMebibytes * kMebibyte >= LazyMemory::kZeroedBytes);
  view_.words = static_cast<uint64_t*>(memory_.data());
  view_.bucket_count = mebibytes * kMebibyte / kBucketBytes;
  view_.keys = keys_.get();
}

}  // namespace rookery
