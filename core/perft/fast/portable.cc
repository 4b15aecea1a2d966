// The kernel for every machine: plain words for vectors, sliders by
// multiplication.
#define ROOKERY_KERNEL_NAMESPACE portable_kernel
#define ROOKERY_KERNEL_PEXT 0
#define ROOKERY_KERNEL_AVX2 0

#include "core/perft/fast/direction_lanes/searcher.h"
#include "core/perft/fast/entry.h"

namespace rookery {
namespace portable_kernel {
namespace {

void Initialize() {
  InitializeLookup();
  InitializeKingZones();
}

FastOutcome Count(FastCall& call) { return Searcher(call).Run(); }

}  // namespace
}  // namespace portable_kernel

const FastEntry kPortableEntry = {portable_kernel::Initialize,
                                  portable_kernel::Count};

}  // namespace rookery
