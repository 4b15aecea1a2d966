// The fast kernel for machines with a fast PEXT: the source of the portable
// one, built for BMI1 and BMI2.
#define ROOKERY_KERNEL_NAMESPACE bmi2_kernel
#define ROOKERY_KERNEL_PEXT 1

#include "core/perft/fast/entry.h"
#include "core/perft/fast/searcher.h"

namespace rookery {
namespace bmi2_kernel {
namespace {

FastOutcome Count(FastCall& call) { return Searcher(call).Run(); }

}  // namespace
}  // namespace bmi2_kernel

const FastEntry kBmi2Entry = {bmi2_kernel::InitializeLookup,
                              bmi2_kernel::Count};

}  // namespace rookery
