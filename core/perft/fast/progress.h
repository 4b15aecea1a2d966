// Whether a call goes on, and how it ended: asked and told by every kernel's
// walk of the tree.
#ifndef ROOKERY_CORE_PERFT_FAST_PROGRESS_H_
#define ROOKERY_CORE_PERFT_FAST_PROGRESS_H_

#include "core/perft/fast/bits.h"
#include "core/perft/fast/entry.h"

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

class Progress {
 public:
  // Borrows the call.
  explicit Progress(const FastCall& call) : call_(call) {}

  FastOutcome outcome() const { return outcome_; }

  // Whether the walk is over; then all counts are without meaning.
  bool Ended() const { return outcome_ != FastOutcome::kDone; }

  // The same, after asking whether the call is cancelled.
  bool Stopped() {
    if (Ended()) return true;
    if (call_.is_cancelled == nullptr || !call_.is_cancelled(call_.context))
      return false;
    outcome_ = FastOutcome::kCancelled;
    return true;
  }

  // Adds to a sum; one that leaves 64 bits ends the call.
  void Add(uint64_t& sum, uint64_t count) {
    if (ROOKERY_UNLIKELY(__builtin_add_overflow(sum, count, &sum)) && !Ended())
      outcome_ = FastOutcome::kOverflow;
  }

 private:
  const FastCall& call_;
  FastOutcome outcome_ = FastOutcome::kDone;
};

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_FAST_PROGRESS_H_
