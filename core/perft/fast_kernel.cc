#include "core/perft/fast_kernel.h"

#include <cassert>
#include <cstdint>

#include "core/perft/cancellation.h"
#include "core/perft/hash_table.h"

namespace rookery {
namespace {

bool IsSet(const void* flag) {
  return IsCancelled(static_cast<const std::atomic<bool>*>(flag));
}

}  // namespace

CountResult FastKernel::Count(const CountRequest& request) const {
  assert(request.counts.size() == request.positions.size());
  assert(request.depth >= 0 && request.depth <= kMaxKernelDepth);
  std::call_once(initialized_, entry_.initialize);

  // The planes of the whole batch, as words.
  static_assert(sizeof(PackedPosition) == 4 * sizeof(uint64_t));
  FastCall call{};
  call.planes = request.positions.empty()
                    ? nullptr
                    : request.positions.front().planes.data();
  call.positions = request.positions.size();
  call.depth = request.depth;
  call.table = request.table == nullptr ? nullptr : &request.table->view();
  call.is_cancelled = request.cancelled == nullptr ? nullptr : IsSet;
  call.context = request.cancelled;
  call.counts = request.counts.data();
  const FastOutcome outcome = entry_.count(call);
  if (request.probes != nullptr) {
    request.probes->hits += call.hits;
    request.probes->misses += call.misses;
  }
  switch (outcome) {
    case FastOutcome::kDone:
      return CountResult::kDone;
    case FastOutcome::kCancelled:
      return CountResult::kCancelled;
    case FastOutcome::kOverflow:
      break;
  }
  return CountResult::kOverflow;
}

}  // namespace rookery
