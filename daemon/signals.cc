#include "daemon/signals.h"

#include <pthread.h>
#include <signal.h>

namespace rookery::daemon {
namespace {

sigset_t TerminationSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  return signals;
}

}  // namespace

void BlockTerminationSignals() {
  const sigset_t signals = TerminationSignals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
}

int WaitForTerminationSignal() {
  const sigset_t signals = TerminationSignals();
  int signal_number = 0;
  sigwait(&signals, &signal_number);
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  return signal_number;
}

}  // namespace rookery::daemon
