#include "coordinator/server.h"

#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/health_check_service_interface.h>
#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>
#include <prometheus/registry.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "coordinator/coordinator.h"
#include "coordinator/ledger/sqlite_ledger.h"
#include "coordinator/metrics.h"
#include "coordinator/service/fleet_service.h"
#include "coordinator/service/job_service.h"
#include "coordinator/service/running_calls.h"
#include "coordinator/service/worker_service.h"
#include "core/perft/frontier/spill_file.h"
#include "daemon/address.h"
#include "daemon/build_info_metric.h"
#include "daemon/channel.h"
#include "daemon/clock.h"
#include "daemon/http_endpoint.h"
#include "daemon/id_generator.h"
#include "daemon/machine_memory.h"
#include "daemon/temporary_folder.h"

namespace rookery::coordinator {
namespace {

constexpr absl::string_view kSqlitePrefix = "sqlite:";

absl::StatusOr<std::unique_ptr<Ledger>> OpenLedger(
    const ServerOptions& options) {
  absl::string_view path = options.store;
  if (!absl::ConsumePrefix(&path, kSqlitePrefix) || path.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("store is '", options.store, "'; it must be sqlite:PATH"));
  }
  return SqliteLedger::Open(
      {.path = std::string(path), .durable = options.durable});
}

// Health checks and reflection are plugins of the process, not of a server.
void SetUpGrpcPlugins() {
  static std::once_flag once;
  std::call_once(once, [] {
    grpc::EnableDefaultHealthCheckService(true);
    grpc::reflection::InitProtoReflectionServerBuilderPlugin();
  });
}

}  // namespace

// Members are destroyed from the last to the first: what listens goes before
// what it calls.
class Server::Impl {
 public:
  ~Impl() {
    Shutdown(absl::ZeroDuration());
    // While it finishes its writes, the coordinator may still report its health
    // to the gRPC server; HTTP asks for that health.
    http_.reset();
    coordinator_.reset();
  }

  absl::Status Start(const ServerOptions& options) {
    // First: a mistyped address must not leave a new ledger behind.
    for (const auto& [field, address] :
         {std::pair("listen", options.listen),
          std::pair("http address", options.http_listen)}) {
      if (address.empty()) continue;
      if (absl::Status status = daemon::ParseAddress(field, address).status();
          !status.ok()) {
        return status;
      }
    }
    // Now, not when a job has been planned for minutes.
    if (!options.spill_dir.empty()) {
      if (absl::Status status =
              SpillFile::Create(options.spill_dir, "frontiers").status();
          !status.ok()) {
        return status;
      }
    }
    absl::StatusOr<std::unique_ptr<Ledger>> ledger = OpenLedger(options);
    if (!ledger.ok()) return ledger.status();
    daemon::AddBuildInfoMetric(*registry_);
    Coordinator::Options coordinator_options{
        .dispatch = options.dispatch,
        .workers_survive_restart = !options.listen.empty(),
        .frontier_memory = options.frontier_mib != 0
                               ? options.frontier_mib << 20
                               : std::max(daemon::MachineMemory() / 4,
                                          PlanOptions().memory_limit),
        .planner_threads =
            static_cast<int>(std::max(std::thread::hardware_concurrency(), 1u)),
        .spill_folder = !options.spill_dir.empty()
                            ? options.spill_dir
                            : daemon::TemporaryFolder().value_or(""),
        .spill_new_plans = !options.spill_dir.empty(),
        .keep_payloads = options.keep_payloads};
    coordinator_options.health_changed =
        [this, superseded = options.superseded](const absl::Status& status) {
          if (grpc::Server* server = reports_to_.load(); server != nullptr)
            server->GetHealthCheckService()->SetServingStatus(status.ok());
          if (absl::IsFailedPrecondition(status)) superseded(status);
        };
    absl::StatusOr<std::unique_ptr<Coordinator>> coordinator =
        Coordinator::Create(*std::move(ledger), &clock_, &ids_, &metrics_,
                            std::move(coordinator_options));
    if (!coordinator.ok()) return coordinator.status();
    coordinator_ = *std::move(coordinator);
    if (absl::Status status = ListenGrpc(options.listen); !status.ok())
      return status;
    return ListenHttp(options.http_listen);
  }

  std::shared_ptr<grpc::Channel> InProcessChannel() {
    return grpc_server_->InProcessChannel(
        daemon::CoordinatorChannelArguments());
  }

  int port() const { return port_; }
  int http_port() const { return http_ == nullptr ? 0 : http_->port(); }

  void Shutdown(absl::Duration grace) {
    reports_to_ = nullptr;
    if (coordinator_ != nullptr) coordinator_->Shutdown();
    if (grpc_server_ == nullptr) return;
    grpc_server_->GetHealthCheckService()->SetServingStatus(false);
    running_calls_.WaitUntilNone(grace);
    grpc_server_->Shutdown(absl::ToChronoTime(absl::Now()));
  }

 private:
  absl::Status ListenGrpc(const std::string& listen) {
    SetUpGrpcPlugins();
    grpc::ServerBuilder builder;
    builder.RegisterService(
        &job_service_.emplace(coordinator_.get(), &metrics_));
    builder.RegisterService(
        &fleet_service_.emplace(coordinator_.get(), &metrics_));
    builder.RegisterService(
        &worker_service_.emplace(coordinator_.get(), &metrics_));
    builder.SetMaxReceiveMessageSize(daemon::kMaxMessageBytes);
    builder.SetMaxSendMessageSize(daemon::kMaxMessageBytes);
    // Workers ping idle connections; without this the server would take the
    // pings for abuse and close.
    builder.AddChannelArgument(
        GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS,
        daemon::kKeepaliveTimeMilliseconds / 2);
    builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
    // Two coordinators on one port would split the workers between them.
    builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
    std::vector<
        std::unique_ptr<grpc::experimental::ServerInterceptorFactoryInterface>>
        interceptors;
    interceptors.push_back(RunningCalls::CounterOf(&running_calls_));
    builder.experimental().SetInterceptorCreators(std::move(interceptors));
    if (!listen.empty()) {
      const absl::StatusOr<daemon::Address> address =
          daemon::ParseAddress("listen", listen);
      if (!address.ok()) return address.status();
      builder.AddListeningPort(daemon::FormatAddress(*address),
                               grpc::InsecureServerCredentials(), &port_);
    }
    grpc_server_ = builder.BuildAndStart();
    if (grpc_server_ == nullptr || (!listen.empty() && port_ == 0)) {
      return absl::UnavailableError(
          absl::StrCat("listen: cannot listen on ", listen,
                       "; is another program using the port?"));
    }
    reports_to_ = grpc_server_.get();
    if (!coordinator_->health().ok())
      grpc_server_->GetHealthCheckService()->SetServingStatus(false);
    return absl::OkStatus();
  }

  absl::Status ListenHttp(const std::string& listen) {
    if (listen.empty()) return absl::OkStatus();
    absl::StatusOr<std::unique_ptr<daemon::HttpEndpoint>> http =
        daemon::HttpEndpoint::Start(
            {.listen = listen, .metrics = {registry_}, .readiness = [this] {
               return coordinator_->health();
             }});
    if (!http.ok()) return http.status();
    http_ = *std::move(http);
    return absl::OkStatus();
  }

  const daemon::SystemClock clock_;
  daemon::RandomIdGenerator ids_;
  const std::shared_ptr<prometheus::Registry> registry_ =
      std::make_shared<prometheus::Registry>();
  Metrics metrics_{*registry_};
  std::unique_ptr<Coordinator> coordinator_;
  std::optional<JobServiceImpl> job_service_;
  std::optional<FleetServiceImpl> fleet_service_;
  std::optional<WorkerServiceImpl> worker_service_;
  RunningCalls running_calls_;
  std::unique_ptr<grpc::Server> grpc_server_;
  // The same, once it is there: the coordinator runs before.
  std::atomic<grpc::Server*> reports_to_ = nullptr;
  int port_ = 0;
  std::unique_ptr<daemon::HttpEndpoint> http_;
};

absl::StatusOr<std::unique_ptr<Server>> Server::Start(ServerOptions options) {
  auto impl = std::make_unique<Impl>();
  if (absl::Status status = impl->Start(options); !status.ok()) return status;
  return std::unique_ptr<Server>(new Server(std::move(impl)));
}

Server::Server(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Server::~Server() = default;
std::shared_ptr<grpc::Channel> Server::InProcessChannel() {
  return impl_->InProcessChannel();
}
int Server::port() const { return impl_->port(); }
int Server::http_port() const { return impl_->http_port(); }
void Server::Shutdown(absl::Duration grace) { impl_->Shutdown(grace); }

}  // namespace rookery::coordinator
