#include "core/perft/hash_table.h"

#include <sys/mman.h>

#include <cerrno>
#include <cstring>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "core/perft/table_keys.h"

namespace rookery {
namespace {

constexpr uint64_t kMebibyte = uint64_t{1} << 20;
constexpr uint64_t kHugePage = 2 * kMebibyte;
constexpr uint64_t kBucketBytes = kWordsPerBucket * sizeof(uint64_t);

}  // namespace

absl::StatusOr<std::unique_ptr<HashTable>> HashTable::Create(uint64_t mebibytes,
                                                             uint64_t seed) {
  if (mebibytes < kMinMebibytes || mebibytes > kMaxMebibytes) {
    return absl::InvalidArgumentError(absl::StrCat(
        "hash table size ", mebibytes, " MiB is out of range; use ",
        kMinMebibytes, " to ", kMaxMebibytes, " MiB"));
  }
  // One huge page more than needed, so that the table can start at the boundary
  // of one.
  const size_t mapped_bytes = mebibytes * kMebibyte + kHugePage;
  void* const mapping =
      mmap(nullptr, mapped_bytes, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS, /*fd=*/-1, /*offset=*/0);
  if (mapping == MAP_FAILED) {
    const char* const reason = std::strerror(errno);
    return absl::ResourceExhaustedError(
        absl::StrCat("cannot allocate a hash table of ", mebibytes,
                     " MiB: ", reason, "; use a smaller hash size"));
  }
  return std::unique_ptr<HashTable>(
      new HashTable(mebibytes, seed, mapping, mapped_bytes));
}

HashTable::HashTable(uint64_t mebibytes, uint64_t seed, void* mapping,
                     size_t mapped_bytes)
    : mebibytes_(mebibytes),
      seed_(seed),
      mapping_(mapping),
      mapped_bytes_(mapped_bytes),
      keys_(MakeTableKeys(seed)),
      view_{} {
  const uint64_t first =
      (reinterpret_cast<uintptr_t>(mapping) + kHugePage - 1) / kHugePage *
      kHugePage;
  const uint64_t bytes = mebibytes * kMebibyte;
  view_.words = reinterpret_cast<uint64_t*>(first);
  view_.bucket_count = bytes / kBucketBytes;
  view_.keys = keys_.get();
  // Advice: where it is not taken the table is slower, not wrong.
  if (bytes >= kHugePage) madvise(view_.words, bytes, MADV_HUGEPAGE);
}

HashTable::~HashTable() { munmap(mapping_, mapped_bytes_); }

}  // namespace rookery
