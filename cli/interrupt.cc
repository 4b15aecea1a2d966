#include "cli/interrupt.h"

#include <utility>

namespace rookery::cli {

Interrupt::Hook::Hook(Interrupt* interrupt, std::function<void()> callback)
    : interrupt_(interrupt) {
  absl::MutexLock lock(&interrupt_->mutex_);
  if (interrupt_->signal_ != 0) callback();
  position_ = interrupt_->callbacks_.insert(interrupt_->callbacks_.end(),
                                            std::move(callback));
}

Interrupt::Hook::~Hook() {
  absl::MutexLock lock(&interrupt_->mutex_);
  interrupt_->callbacks_.erase(position_);
}

void Interrupt::Trigger(int signal) {
  absl::MutexLock lock(&mutex_);
  if (signal_ != 0) return;
  signal_ = signal;
  came_.Set();
  for (const std::function<void()>& callback : callbacks_) callback();
}

int Interrupt::signal() const {
  absl::MutexLock lock(&mutex_);
  return signal_;
}

}  // namespace rookery::cli
