// The fast kernel for every machine: sliders by multiplication.
#define ROOKERY_KERNEL_NAMESPACE portable_kernel
#define ROOKERY_KERNEL_PEXT 0

#include "core/perft/fast/entry.h"
#include "core/perft/fast/searcher.h"

namespace rookery {
namespace portable_kernel {
namespace {

FastOutcome Count(FastCall& call) { return Searcher(call).Run(); }

}  // namespace
}  // namespace portable_kernel

const FastEntry kPortableEntry = {portable_kernel::InitializeLookup,
                                  portable_kernel::Count};

}  // namespace rookery
