// The one interface behind which every way of counting perft stands.
//
// A kernel counts the leaves below a batch of positions, all to the same depth.
// The kernels of this build are found in kernel_registry.h; which of them a
// machine can run is decided there, at run time. A kernel is not a scheduler:
// it uses the calling thread only, and knows nothing of jobs, units or totals.
//
// Thread-safety: a Kernel is immutable; any number of threads may call Count at
// the same time, and may share one HashTable. Ownership: kernels live as long
// as the program; everything in a CountRequest is borrowed for the call.
#ifndef ROOKERY_CORE_PERFT_KERNEL_H_
#define ROOKERY_CORE_PERFT_KERNEL_H_

#include <atomic>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/board/packed_position.h"

namespace rookery {

class HashTable;

// The deepest count a kernel takes. Beyond depth 8 a count can leave 64 bits,
// which Count reports.
inline constexpr int kMaxKernelDepth = 32;

// How the look-ups of a call in the hash table went. Kept per call, so that
// counting them costs no shared memory.
struct HashProbes {
  uint64_t hits = 0;
  uint64_t misses = 0;
};

// One batch of work.
struct CountRequest {
  // Valid positions: made by Pack, or accepted by Unpack. A kernel does not
  // check them again.
  std::span<const PackedPosition> positions;
  // 0 to kMaxKernelDepth; 0 counts one leaf a position.
  int depth = 0;
  // Shared, lock-free; null means no table. A kernel that has no use for a
  // table ignores it.
  HashTable* table = nullptr;
  // Polled between nodes that take about a millisecond; null means that the
  // call cannot be cancelled.
  const std::atomic<bool>* cancelled = nullptr;
  // The answer: as long as `positions`, in the same order.
  std::span<uint64_t> counts;
  // Added to, when not null, before Count returns.
  HashProbes* probes = nullptr;
};

enum class CountResult {
  // Every count is exact.
  kDone,
  // `cancelled` was seen; the counts have no meaning.
  kCancelled,
  // A count reached 2^64; the counts have no meaning. Split the position at a
  // greater depth instead.
  kOverflow,
};

class Kernel {
 public:
  virtual ~Kernel();

  // The name users write: lower case, stable, recorded with each result.
  virtual std::string_view name() const = 0;

  // Counts the leaves `depth` plies below each position. Requires: counts and
  // positions of one length, depth in range.
  virtual CountResult Count(const CountRequest& request) const = 0;
};

}  // namespace rookery

#endif  // ROOKERY_CORE_PERFT_KERNEL_H_
