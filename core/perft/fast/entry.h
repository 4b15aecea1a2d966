// The door between the program and a kernel's own code: plain data and function
// pointers.
//
// The code behind it is built for instruction sets that not every machine has.
// Were an inline function of a shared header compiled there, the linker could
// keep that copy for the whole program; so both sides include this header and
// nothing that has inline functions. Not for others: they use Kernel.
#ifndef ROOKERY_CORE_PERFT_FAST_ENTRY_H_
#define ROOKERY_CORE_PERFT_FAST_ENTRY_H_

#include <cstdint>

#include "core/perft/hash_table_view.h"

namespace rookery {

enum class FastOutcome { kDone, kCancelled, kOverflow };

// A batch of positions to count, all to one depth: a kernel may work on several
// of them at once. Everything is borrowed for the call.
struct FastCall {
  // Four words a position: the planes of valid PackedPositions.
  const uint64_t* planes;
  // How many there are.
  uint64_t positions;
  // 0 to 32.
  int depth;
  // Null for none.
  const HashTableView* table;
  // Asked before each position and at nodes of remaining depth 4 and more; null
  // for never.
  bool (*is_cancelled)(const void* context);
  const void* context;

  // Written by the kernel: one count a position.
  uint64_t* counts;
  // Added to by the kernel.
  uint64_t hits;
  uint64_t misses;
};

// Each build of the kernel has these two. Initialize fills its tables, and must
// return before the first Count.
struct FastEntry {
  void (*initialize)();
  FastOutcome (*count)(FastCall& call);
};

extern const FastEntry kPortableEntry;
#if defined(__x86_64__)
extern const FastEntry kAvx2Entry;
extern const FastEntry kAvx2MagicsEntry;
extern const FastEntry kAvx512Entry;
#endif

}  // namespace rookery

#endif  // ROOKERY_CORE_PERFT_FAST_ENTRY_H_
