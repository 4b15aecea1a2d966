// The kernel for machines with AVX2 and a slow PEXT: that of avx2.cc, with
// sliders by multiplication.
#define ROOKERY_KERNEL_NAMESPACE avx2_magics_kernel
#define ROOKERY_KERNEL_PEXT 0
#define ROOKERY_KERNEL_AVX2 1

#include "core/perft/fast/direction_lanes/searcher.h"
#include "core/perft/fast/entry.h"

namespace rookery {
namespace avx2_magics_kernel {
namespace {

void Initialize() {
  InitializeLookup();
  InitializeKingZones();
}

FastOutcome Count(FastCall& call) { return Searcher(call).Run(); }

}  // namespace
}  // namespace avx2_magics_kernel

const FastEntry kAvx2MagicsEntry = {avx2_magics_kernel::Initialize,
                                    avx2_magics_kernel::Count};

}  // namespace rookery
