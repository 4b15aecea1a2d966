// Whether somebody wants a long computation to stop.
//
// Pure function; safe to use from any thread.
#ifndef ROOKERY_CORE_PERFT_CANCELLATION_H_
#define ROOKERY_CORE_PERFT_CANCELLATION_H_

#include <atomic>

namespace rookery {

// Null means that the computation cannot be cancelled.
inline bool IsCancelled(const std::atomic<bool>* cancelled) {
  return cancelled != nullptr && cancelled->load(std::memory_order_relaxed);
}

}  // namespace rookery

#endif  // ROOKERY_CORE_PERFT_CANCELLATION_H_
