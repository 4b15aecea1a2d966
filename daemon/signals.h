// How a daemon learns that it is to stop: SIGTERM (Kubernetes, systemd) or
// SIGINT (Ctrl-C), received by one thread that waits for them.
//
// No handler runs, so nothing has to be async-signal-safe.
#ifndef ROOKERY_DAEMON_SIGNALS_H_
#define ROOKERY_DAEMON_SIGNALS_H_

namespace rookery::daemon {

// Keeps SIGTERM and SIGINT from the calling thread and from every thread that
// it starts later, and ignores SIGPIPE and SIGXFSZ: a peer that goes away, or a
// file that reaches `ulimit -f`, is an error of the write, not of the process.
// To be called first thing in main(), before any thread is started. A child
// process inherits all of it.
void BlockTerminationSignals();

// Waits for SIGTERM or SIGINT and returns which one came. From then on the
// calling thread takes them as usual, so that a second Ctrl-C ends a process
// that drains too long. Requires: BlockTerminationSignals was called.
int WaitForTerminationSignal();

}  // namespace rookery::daemon

#endif  // ROOKERY_DAEMON_SIGNALS_H_
