// A worker: leases units from a coordinator, computes them, hands in what came
// out.
//
// The daemon runs one over a channel to a port; the command line runs one over
// an in-process channel. It has N threads that compute and three that talk to
// the coordinator; it holds at most two units for each computing thread. It
// survives any absence of its coordinator, and a coordinator that has forgotten
// it, without losing a result.
//
// Not a process: it installs no signal handler and never exits. Thread-safe,
// but for its destruction.
#ifndef ROOKERY_WORKER_WORKER_H_
#define ROOKERY_WORKER_WORKER_H_

#include <grpcpp/channel.h>

#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"

namespace rookery::worker {

// The size of the hash table where the user names none: 256 MiB for each
// thread, beyond which a table helps little more, but at most a quarter of the
// machine's memory, as the table takes all of its memory in the long run.
uint64_t DefaultHashMebibytes(int threads);

struct WorkerOptions {
  // Host or pod name, for people: at most 128 printable ASCII characters. Empty
  // means the host's name.
  std::string name;
  // Units computed at once, 1 to 4096.
  int threads = 1;
  // Size of the hash table that all threads share, in MiB; 0 means none.
  // Memory is taken as the table fills. Units that ask for statistics use a
  // table of their own, half as large, beside it.
  uint64_t hash_mib = 0;
  // The kernel that counts; "" or "auto" means the best that this processor
  // runs, and units may ask for any other that it runs.
  std::string kernel;
  // For tests: added to the time of every unit, so that faults land in the
  // middle of a job. A unit that is cancelled does not wait for its end.
  absl::Duration slow_kernel_delay;
  // ADDRESS:PORT for /metrics, /healthz and /readyz; empty: none.
  std::string http_listen;
};

class Worker {
 public:
  // Listens on its HTTP port, checks itself (a short perft with every kernel
  // that it may use) and starts to work through `channel`. It keeps trying
  // while the coordinator cannot be reached. INVALID_ARGUMENT: an option is out
  // of range, or no such kernel runs here. INTERNAL: the self-test failed.
  // RESOURCE_EXHAUSTED: no memory for the table. UNAVAILABLE or
  // PERMISSION_DENIED: the HTTP port cannot be had.
  static absl::StatusOr<std::unique_ptr<Worker>> Start(
      WorkerOptions options, std::shared_ptr<grpc::Channel> channel);

  // Stops at once; leases that are open expire by themselves.
  ~Worker();

  // Is not ready any more, takes no more units, hands those back that no thread
  // has begun, finishes the others (or hands them back, should they take too
  // long) and waits for the acknowledgement of all of it, at most `grace`. Then
  // every thread has ended; a second call does nothing.
  void Drain(absl::Duration grace);

  // The port that is really in use; 0 where there is none.
  int http_port() const;

 private:
  class Impl;
  explicit Worker(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace rookery::worker

#endif  // ROOKERY_WORKER_WORKER_H_
