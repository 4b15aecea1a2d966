// A whole coordinator in one object: ledger, planner, dispatcher, gRPC
// services, HTTP.
//
// The daemon runs one behind a port; the command line runs one inside its own
// process and talks to it through an in-process channel. Thread-safe.
#ifndef ROOKERY_COORDINATOR_SERVER_H_
#define ROOKERY_COORDINATOR_SERVER_H_

#include <grpcpp/channel.h>

#include <functional>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "coordinator/dispatch/dispatcher.h"

namespace rookery::coordinator {

// A tebibyte.
inline constexpr int64_t kMaxFrontierMib = 1 << 20;

struct ServerOptions {
  // ADDRESS:PORT for gRPC; port 0 lets the system choose. Empty: no port,
  // in-process channels only.
  std::string listen;
  // ADDRESS:PORT for /metrics, /healthz and /readyz; empty: none.
  std::string http_listen;
  // Where the ledger is: sqlite:PATH. The file is made if it does not exist.
  std::string store;
  // Whether an acknowledged result survives a power cut. False only for a
  // ledger that is thrown away at exit.
  bool durable = true;
  Dispatcher::Options dispatch;
  // At most kMaxFrontierMib: MiB that frontiers may take; 0: a quarter of the
  // machine's memory.
  uint64_t frontier_mib = 0;
  // A folder for frontiers that do not fit that memory. Empty: plans that are
  // made again may use the folder for temporary files, new ones none.
  std::string spill_dir;
  // How long after the end of a job its units, leases and results are kept;
  // may be infinite.
  absl::Duration keep_payloads = absl::Hours(30 * 24);
  // Hears once if another coordinator takes the ledger over: this one then
  // refuses everything and should be stopped. Called on a thread of the server;
  // must not call it back.
  std::function<void(const absl::Status&)> superseded =
      [](const absl::Status&) {};
};

class Server {
 public:
  // Opens the ledger, takes up its open jobs and listens. INVALID_ARGUMENT: an
  // option is malformed. UNAVAILABLE: an address is in use.
  // FAILED_PRECONDITION: another coordinator has the ledger, or no file can be
  // made in the spill folder. PERMISSION_DENIED,
  // DATA_LOSS: the ledger cannot be written or read.
  static absl::StatusOr<std::unique_ptr<Server>> Start(ServerOptions options);

  ~Server();

  // A channel that needs no port. Valid while the server lives.
  std::shared_ptr<grpc::Channel> InProcessChannel();

  // The ports that are really in use; 0 where there is none.
  int port() const;
  int http_port() const;

  // Answers no new calls, lets running ones end within `grace`, stops; does not
  // wait for clients that only keep a connection. Jobs stay in the ledger.
  void Shutdown(absl::Duration grace);

 private:
  class Impl;
  explicit Server(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace rookery::coordinator

#endif  // ROOKERY_COORDINATOR_SERVER_H_
