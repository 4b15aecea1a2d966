// The program `rookery`.
#include <pthread.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <csignal>
#include <iostream>
#include <thread>

#include "cli/console.h"
#include "cli/interrupt.h"
#include "cli/run.h"
#include "daemon/channel.h"
#include "daemon/signals.h"

namespace {

constexpr int kUsualColumns = 80;

int TerminalColumns(int descriptor) {
  if (isatty(descriptor) == 0) return 0;
  winsize size = {};
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0
             ? size.ws_col
             : kUsualColumns;
}

// Ends the process as the signal would have, so that a shell stops its loop or
// script too.
void DieOf(int signal_number) {
  std::signal(signal_number, SIG_DFL);
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, signal_number);
  std::raise(signal_number);
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
}

}  // namespace

int main(int argc, char** argv) {
  rookery::daemon::BlockTerminationSignals();
  rookery::daemon::KeepGrpcQuiet();
  // Never destroyed: the thread that waits for signals outlives main.
  auto* const interrupt = new rookery::cli::Interrupt;
  std::thread([interrupt] {
    interrupt->Trigger(rookery::daemon::WaitForTerminationSignal());
    // This thread takes a second signal, which ends a process that does not
    // want to stop.
    while (true) pause();
  }).detach();

  rookery::cli::Console console;
  console.arguments.assign(argv + 1, argv + argc);
  console.out = &std::cout;
  console.err = &std::cerr;
  console.err_columns = TerminalColumns(STDERR_FILENO);
  console.interrupt = interrupt;
  const int code = rookery::cli::Run(console);
  if (!std::cout.flush()) {
    std::cerr << "rookery: cannot write to standard output" << std::endl;
    return 3;
  }
  if (const int signal_number = interrupt->signal();
      signal_number != 0 && code == 128 + signal_number) {
    DieOf(signal_number);
  }
  return code;
}
