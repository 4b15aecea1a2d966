// The service that a command talks to: a coordinator elsewhere (--coordinator),
// or one inside this process.
#ifndef ROOKERY_CLI_SERVICE_H_
#define ROOKERY_CLI_SERVICE_H_

#include <grpcpp/channel.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "cli/console.h"
#include "cli/embedded.h"

namespace CLI {
class App;
}  // namespace CLI

namespace rookery::cli {

// The most threads that a command computes with.
inline constexpr int64_t kMaxThreads = 4096;

// Where `rookery serve` and rookery-coordinator listen unless told otherwise.
inline constexpr char kDefaultCoordinator[] = "127.0.0.1:7070";

// Adds --coordinator. `coordinator` must outlive `command`; its value is the
// default.
void AddCoordinatorOption(CLI::App* command, std::string* coordinator,
                          const std::string& help);

// How the coordinator and the worker inside this process are set up.
struct ComputeOptions {
  int64_t threads = 1;
  // Unset: by the number of threads and the machine's memory.
  std::optional<int64_t> hash_mib;
  // 0: a quarter of the machine's memory.
  int64_t frontier_mib = 0;
  // Empty: only that memory is used.
  std::string spill_dir;
  std::string kernel;
  std::string data_dir;
};

// Adds --threads, --hash-mib, --frontier-memory, --spill-dir, --kernel and
// --data-dir, with this machine's defaults. `options` must outlive `command`.
void AddComputeOptions(CLI::App* command, ComputeOptions* options);

// INVALID_ARGUMENT, naming option and value, where one is out of range or there
// is no such kernel.
absl::Status CheckComputeOptions(const ComputeOptions& options);

EmbeddedOptions ToEmbeddedOptions(const ComputeOptions& options);

// INVALID_ARGUMENT, naming them, if options that AddComputeOptions added were
// typed: they say nothing to a coordinator elsewhere. What environment or
// config file say of them is passed over: it may be there for other commands.
absl::Status CheckNoComputeOptionTyped(const Console& console);

// A service that is ready. The channel is destroyed before what it leads to.
struct Service {
  std::unique_ptr<Embedded> embedded;  // null: elsewhere
  std::shared_ptr<grpc::Channel> channel;
};

// Starts a coordinator and a worker in this process. Errors: as
// Embedded::Start.
absl::StatusOr<Service> StartService(const ComputeOptions& options);

// Starts a coordinator alone in this process, with its ledger in `data_dir`:
// nothing is computed. Errors: as Embedded::Start.
absl::StatusOr<Service> OpenDataDirectory(const std::string& data_dir);

// Connects to a coordinator elsewhere and waits until it can be reached.
// INVALID_ARGUMENT: not HOST:PORT. UNAVAILABLE: nobody answered there for
// `patience`. CANCELLED: the interrupt came.
absl::StatusOr<Service> ConnectService(
    const std::string& coordinator, Interrupt* interrupt,
    absl::Duration patience = absl::Seconds(5));

}  // namespace rookery::cli

#endif  // ROOKERY_CLI_SERVICE_H_
