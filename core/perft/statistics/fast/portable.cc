// The fast statistics for every machine: sliders by multiplication.
#define ROOKERY_KERNEL_NAMESPACE portable_statistics
#define ROOKERY_KERNEL_PEXT 0

#include "core/perft/statistics/fast/entry.h"
#include "core/perft/statistics/fast/searcher.h"

namespace rookery {
namespace portable_statistics {
namespace {

void Initialize() { InitializeLookup(); }

FastOutcome Count(FastStatisticsCall& call) {
  return StatisticsSearcher(call).Run();
}

}  // namespace
}  // namespace portable_statistics

const FastStatisticsEntry kPortableStatisticsEntry = {
    portable_statistics::Initialize, portable_statistics::Count};

}  // namespace rookery
