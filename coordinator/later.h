// Calls that are collected under a lock and made once it is gone.
#ifndef ROOKERY_COORDINATOR_LATER_H_
#define ROOKERY_COORDINATOR_LATER_H_

#include <functional>
#include <utility>
#include <vector>

#include "coordinator/coordinator.h"

namespace rookery::coordinator {

// Declare it before the MutexLock: locals are destroyed in reverse order, so
// the calls come after the unlock.
class Coordinator::Later {
 public:
  Later() = default;
  Later(const Later&) = delete;
  Later& operator=(const Later&) = delete;
  ~Later() {
    for (const auto& call : calls_) call();
  }
  void Add(std::function<void()> call) { calls_.push_back(std::move(call)); }

 private:
  std::vector<std::function<void()>> calls_;
};

}  // namespace rookery::coordinator

#endif  // ROOKERY_COORDINATOR_LATER_H_
