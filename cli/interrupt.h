// The wish of a user to stop (Ctrl-C, SIGTERM), as something that a waiting
// command can hear.
//
// It is not a signal handler: the program turns signals into Trigger
// (cli/main.cc), a test calls it directly. Thread-safe.
#ifndef ROOKERY_CLI_INTERRUPT_H_
#define ROOKERY_CLI_INTERRUPT_H_

#include <functional>
#include <list>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "daemon/event.h"

namespace rookery::cli {

class Interrupt {
 public:
  // Calls `callback` at Trigger, or at once if that was before, for as long as
  // the hook lives; afterwards never. The callback runs under the interrupt's
  // lock: it must be quick and must not call the interrupt.
  class Hook {
   public:
    Hook(Interrupt* interrupt, std::function<void()> callback);
    ~Hook();
    Hook(const Hook&) = delete;
    Hook& operator=(const Hook&) = delete;

   private:
    Interrupt* const interrupt_;
    std::list<std::function<void()>>::iterator position_;
  };

  Interrupt() = default;
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  // Asks everything to stop, because of `signal` (as in <csignal>). The first
  // signal is the one that counts.
  void Trigger(int signal);

  // The signal of the first Trigger; 0 before it.
  int signal() const;
  bool triggered() const { return signal() != 0; }

  // Waits for Trigger, at most `timeout`; whether it came.
  bool WaitFor(absl::Duration timeout) { return came_.WaitFor(timeout); }

 private:
  mutable absl::Mutex mutex_;
  daemon::Event came_;
  int signal_ ABSL_GUARDED_BY(mutex_) = 0;
  std::list<std::function<void()>> callbacks_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace rookery::cli

#endif  // ROOKERY_CLI_INTERRUPT_H_
