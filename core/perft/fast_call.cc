#include "core/perft/fast_call.h"

#include <cstdint>

#include "core/perft/cancellation.h"

namespace rookery {
namespace {

bool IsSet(const void* flag) {
  return IsCancelled(static_cast<const std::atomic<bool>*>(flag));
}

}  // namespace

FastCall MakeFastCall(std::span<const PackedPosition> positions, int depth,
                      const std::atomic<bool>* cancelled) {
  // The planes of the whole batch, as words.
  static_assert(sizeof(PackedPosition) == 4 * sizeof(uint64_t));
  FastCall call{};
  call.planes = positions.empty() ? nullptr : positions.front().planes.data();
  call.positions = positions.size();
  call.depth = depth;
  call.is_cancelled = cancelled == nullptr ? nullptr : IsSet;
  call.context = cancelled;
  return call;
}

CountResult ResultOf(const FastCall& call, FastOutcome outcome,
                     HashProbes* probes) {
  if (probes != nullptr) {
    probes->hits += call.hits;
    probes->misses += call.misses;
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
