// What requests to kernels and calls of their own code have in common.
//
// Not for users of kernels. Pure functions; thread-safe.
#ifndef ROOKERY_CORE_PERFT_FAST_CALL_H_
#define ROOKERY_CORE_PERFT_FAST_CALL_H_

#include <atomic>
#include <span>

#include "core/board/packed_position.h"
#include "core/perft/fast/entry.h"
#include "core/perft/kernel.h"

namespace rookery {

// A call for these positions, without a table and without a place for counts.
// Borrows all of it.
FastCall MakeFastCall(std::span<const PackedPosition> positions, int depth,
                      const std::atomic<bool>* cancelled);

// How the call ended. Adds its probes to `probes` if that is not null.
CountResult ResultOf(const FastCall& call, FastOutcome outcome,
                     HashProbes* probes);

}  // namespace rookery

#endif  // ROOKERY_CORE_PERFT_FAST_CALL_H_
