#include "core/perft/fast_kernel.h"

#include <algorithm>
#include <cassert>
#include <cstddef>

#include "core/perft/hash_table.h"

namespace rookery {
namespace {

bool IsSet(const void* flag) {
  return static_cast<const std::atomic<bool>*>(flag)->load(
      std::memory_order_relaxed);
}

}  // namespace

CountResult FastKernel::Count(const CountRequest& request) const {
  assert(request.counts.size() == request.positions.size());
  assert(request.depth >= 0 && request.depth <= kMaxKernelDepth);
  std::call_once(initialized_, entry_.initialize);

  FastCall call{};
  call.depth = request.depth;
  call.table = request.table == nullptr ? nullptr : &request.table->view();
  call.is_cancelled = request.cancelled == nullptr ? nullptr : IsSet;
  call.context = request.cancelled;
  HashProbes probes;
  CountResult result = CountResult::kDone;
  for (size_t index = 0;
       index < request.positions.size() && result == CountResult::kDone;
       ++index) {
    // Shallow positions are too short to ask on the way.
    if (request.cancelled != nullptr && IsSet(request.cancelled)) {
      result = CountResult::kCancelled;
      break;
    }
    std::copy(request.positions[index].planes.begin(),
              request.positions[index].planes.end(), call.planes);
    switch (entry_.count(call)) {
      case FastOutcome::kDone:
        request.counts[index] = call.count;
        break;
      case FastOutcome::kCancelled:
        result = CountResult::kCancelled;
        break;
      case FastOutcome::kOverflow:
        result = CountResult::kOverflow;
        break;
    }
    probes.hits += call.hits;
    probes.misses += call.misses;
  }
  if (request.probes != nullptr) {
    request.probes->hits += probes.hits;
    request.probes->misses += probes.misses;
  }
  return result;
}

}  // namespace rookery
