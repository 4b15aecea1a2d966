// The fast kernel for machines with AVX-512: eight positions a vector.
//
// Needs F, BW, DQ, VL, CD, VBMI2, VPOPCNTDQ and GFNI, besides BMI1, BMI2, LZCNT
// and POPCNT; docs/kernels.md says which machines have them.
#define ROOKERY_KERNEL_NAMESPACE avx512_kernel
#define ROOKERY_KERNEL_PEXT 1

#include "core/perft/fast/entry.h"
#include "core/perft/fast/position_lanes/hashed_searcher.h"
#include "core/perft/fast/position_lanes/searcher.h"

namespace rookery {
namespace avx512_kernel {
namespace {

void Initialize() {
  InitializeLookup();
  InitializeKingTables();
}

// The pools are too large for a stack.
template <typename Searcher>
FastOutcome RunOnHeap(FastCall& call) {
  Searcher* const searcher = new Searcher(call);
  const FastOutcome outcome = searcher->Run();
  delete searcher;
  return outcome;
}

FastOutcome Count(FastCall& call) {
  if (call.table == nullptr || call.depth < kMinTableDepth)
    return RunOnHeap<LaneSearcher>(call);
  return RunOnHeap<HashedSearcher>(call);
}

}  // namespace
}  // namespace avx512_kernel

const FastEntry kAvx512Entry = {avx512_kernel::Initialize,
                                avx512_kernel::Count};

}  // namespace rookery
