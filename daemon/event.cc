#include "daemon/event.h"

#include <chrono>

namespace rookery::daemon {
namespace {

// Beyond this a sum with the present moment could overflow.
constexpr absl::Duration kForever = absl::Hours(24 * 365);

}  // namespace

void Event::Set() {
  const std::lock_guard lock(mutex_);
  set_.store(true, std::memory_order_release);
  changed_.notify_all();
}

void Event::Reset() {
  const std::lock_guard lock(mutex_);
  set_.store(false, std::memory_order_release);
}

bool Event::WaitFor(absl::Duration timeout) {
  std::unique_lock lock(mutex_);
  const auto is_set = [this] { return set_.load(std::memory_order_relaxed); };
  if (timeout >= kForever) {
    changed_.wait(lock, is_set);
    return true;
  }
  return changed_.wait_until(
      lock,
      std::chrono::steady_clock::now() + absl::ToChronoNanoseconds(timeout),
      is_set);
}

}  // namespace rookery::daemon
