// The kernel for machines with AVX2 and a fast PEXT, but without AVX-512.
#define ROOKERY_KERNEL_NAMESPACE avx2_kernel
#define ROOKERY_KERNEL_PEXT 1
#define ROOKERY_KERNEL_AVX2 1

#include "core/perft/fast/direction_lanes/searcher.h"
#include "core/perft/fast/entry.h"

namespace rookery {
namespace avx2_kernel {
namespace {

void Initialize() {
  InitializeLookup();
  InitializeKingZones();
}

FastOutcome Count(FastCall& call) { return Searcher(call).Run(); }

}  // namespace
}  // namespace avx2_kernel

const FastEntry kAvx2Entry = {avx2_kernel::Initialize, avx2_kernel::Count};

}  // namespace rookery
