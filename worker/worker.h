// A worker: leases units from a coordinator, computes them, hands in what came out.
#ifndef ROOKERY_WORKER_WORKER_H_
#define ROOKERY_WORKER_WORKER_H_

#include <grpcpp/channel.h>

#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"

namespace rookery::worker {

struct WorkerOptions {
  // Host or pod name, for people.
  std::string name;
  // Units computed at once, at least 1.
  int threads = 1;
  // Size of the hash table that all threads share, in MiB; 0 means none.
  uint64_t hash_mib = 0;
  // The kernel that counts; empty means the best that this processor runs.
  std::string kernel;
  // For tests: added to the time of every unit, so that faults land in the middle of a job.
  absl::Duration slow_kernel_delay;
  // ADDRESS:PORT for /metrics, /healthz and /readyz; empty: none.
  std::string http_listen;
};

class Worker {
 public:
  // Checks itself (a short perft with the kernel) and starts to work through `channel`. It keeps trying while the
  // coordinator cannot be reached. INVALID_ARGUMENT: an option is out of range. INTERNAL: the self-test failed.
  static absl::StatusOr<std::unique_ptr<Worker>> Start(WorkerOptions options, std::shared_ptr<grpc::Channel> channel);

  // Stops at once; leases that are open expire by themselves.
  ~Worker();

  // Takes no more units, finishes or hands back what it holds and waits for the acknowledgement, at most `grace`.
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
