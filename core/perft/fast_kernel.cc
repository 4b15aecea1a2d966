#include "core/perft/fast_kernel.h"

#include <cassert>

#include "core/perft/fast_call.h"
#include "core/perft/hash_table.h"

namespace rookery {

CountResult FastKernel::Count(const CountRequest& request) const {
  assert(request.counts.size() == request.positions.size());
  assert(request.depth >= 0 && request.depth <= kMaxKernelDepth);
  std::call_once(initialized_, entry_.initialize);

  FastCall call =
      MakeFastCall(request.positions, request.depth, request.cancelled);
  call.table = request.table == nullptr ? nullptr : &request.table->view();
  call.counts = request.counts.data();
  const FastOutcome outcome = entry_.count(call);
  return ResultOf(call, outcome, request.probes);
}

}  // namespace rookery
