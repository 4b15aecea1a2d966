// A coordinator and one worker inside this process: what a command uses when it
// is given no --coordinator.
//
// It is the same code as a cluster's (coordinator/server.h, worker/worker.h)
// over gRPC's in-process channel; only the command line links both.
// Thread-safe, but for the destructor.
#ifndef ROOKERY_CLI_EMBEDDED_H_
#define ROOKERY_CLI_EMBEDDED_H_

#include <grpcpp/channel.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"

namespace rookery::coordinator {
class Server;
}  // namespace rookery::coordinator
namespace rookery::worker {
class Worker;
}  // namespace rookery::worker

namespace rookery::cli {

class TemporaryDirectory;

struct EmbeddedOptions {
  // Where the ledger (ledger.sqlite) is kept; made if it does not exist. Empty:
  // a temporary directory, which goes with the process, and nothing waits for a
  // disk.
  std::string data_dir;
  // ADDRESS:PORT for gRPC and for HTTP; empty: none.
  std::string listen;
  std::string http_listen;
  // As in coordinator::ServerOptions.
  uint64_t frontier_mib = 0;
  std::string spill_dir;
  absl::Duration keep_payloads = absl::Hours(30 * 24);
  // The worker's; see WorkerOptions. No threads: there is no worker.
  int threads = 1;
  uint64_t hash_mib = 0;
  std::string kernel;
  // Hears once if another coordinator takes the ledger over: nothing can be
  // done here any more. Called on some thread; must not call back.
  std::function<void(const absl::Status&)> superseded =
      [](const absl::Status&) {};
};

class Embedded {
 public:
  // Starts both, and logs where it listens. FAILED_PRECONDITION: one of them
  // did not start, or the data directory cannot be made. Requires: the options
  // are in their bounds.
  static absl::StatusOr<std::unique_ptr<Embedded>> Start(
      const EmbeddedOptions& options);

  // Stops at once. With a data directory, what is not finished goes on at the
  // next start.
  ~Embedded();

  // Valid while this object lives.
  std::shared_ptr<grpc::Channel> channel() const { return channel_; }

  // The ports that are really in use; 0 where there is none.
  int port() const;
  int http_port() const;

  // Finishes or hands back what the worker holds and lets running calls end,
  // within `grace`. Nothing works afterwards.
  void Drain(absl::Duration grace);

 private:
  Embedded(std::unique_ptr<TemporaryDirectory> directory,
           std::unique_ptr<coordinator::Server> server);

  // Destroyed from the last to the first: worker, channel, server, directory.
  const std::unique_ptr<TemporaryDirectory> directory_;
  const std::unique_ptr<coordinator::Server> server_;
  const std::shared_ptr<grpc::Channel> channel_;
  std::unique_ptr<worker::Worker> worker_;
};

}  // namespace rookery::cli

#endif  // ROOKERY_CLI_EMBEDDED_H_
