// rookery-coordinator: the daemon that plans, leases, sums and stores.
#include <signal.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <iostream>
#include <string>

#include "absl/time/time.h"
#include "coordinator/server.h"
#include "daemon/channel.h"
#include "daemon/error_line.h"
#include "daemon/logging.h"
#include "daemon/options.h"
#include "daemon/signals.h"

namespace {

constexpr int kBadUsage = 2;
constexpr int kServiceFailed = 3;
// A worker renews three times in a lease; shorter ones would only measure the
// network.
constexpr absl::Duration kShortestLease = absl::Milliseconds(100);
constexpr absl::Duration kShutdownGrace = absl::Seconds(5);

int ExitCode(const absl::Status& status) {
  return absl::IsInvalidArgument(status) ? kBadUsage : kServiceFailed;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace rookery;  // NOLINT: a program's own file

  daemon::BlockTerminationSignals();
  daemon::KeepGrpcQuiet();
  coordinator::ServerOptions options{.listen = "127.0.0.1:7070",
                                     .http_listen = "127.0.0.1:7080",
                                     .store = "sqlite:rookery.sqlite"};
  absl::Duration unit_duration;
  int64_t frontier_mib = 0;
  CLI::App app;
  daemon::SetUpProgram(
      app, {.name = "rookery-coordinator",
            .summary = "Splits perft jobs into units, hands them to workers, "
                       "and keeps every result in a ledger.",
            .example = "rookery-coordinator --listen 127.0.0.1:7070 --store "
                       "sqlite:/var/lib/rookery/ledger.sqlite"});
  app.add_option("--listen", options.listen,
                 "Where gRPC listens; port 0 lets the system choose")
      ->type_name("ADDRESS:PORT");
  app.add_option("--http", options.http_listen,
                 "Where /metrics, /healthz and /readyz are served")
      ->type_name("ADDRESS:PORT");
  app.add_option("--store", options.store,
                 "The ledger; made if it does not exist")
      ->type_name("sqlite:PATH");
  app.add_option("--frontier-memory", frontier_mib,
                 "MiB that the frontiers of all jobs may take: the more, the "
                 "less is counted twice by different workers; 0 means a "
                 "quarter of the machine's memory")
      ->check(daemon::CheckDecimal)
      ->type_name("MIB");
  app.add_option("--spill-dir", options.spill_dir,
                 "Folder for frontiers that do not fit --frontier-memory; "
                 "without it new ones are kept small enough")
      ->type_name("DIR");
  daemon::AddDurationOption(
      app, "--lease-duration", kShortestLease,
      &options.dispatch.lease_time_to_live,
      "How long a unit is a worker's own without a sign of life");
  daemon::AddDurationOption(
      app, "--keep-payloads", absl::ZeroDuration(), &options.keep_payloads,
      "How long after a job's end its results are kept; the job and its answer "
      "stay",
      daemon::DurationEnd::kMayBeForever);
  daemon::AddDurationOption(
      app, "--unit-duration", absl::ZeroDuration(), &unit_duration,
      "For tests: aim at units of this length; 0 sizes them by cost");
  daemon::AddLogLevelOption(app);
  if (const std::optional<int> code = daemon::ParseArguments(app, argc, argv))
    return *code;
  if (const absl::Status status = daemon::CheckInRange(
          "--frontier-memory", frontier_mib, 0, coordinator::kMaxFrontierMib);
      !status.ok()) {
    std::cerr << daemon::ErrorLine(app.get_name(),
                                   std::string(status.message()));
    return kBadUsage;
  }
  options.frontier_mib = static_cast<uint64_t>(frontier_mib);
  if (unit_duration > absl::ZeroDuration())
    options.dispatch.unit_duration = unit_duration;

  std::atomic<bool> superseded = false;
  options.superseded = [&superseded](const absl::Status& status) {
    daemon::LogError("superseded", {{"error", status}});
    if (!superseded.exchange(true)) kill(getpid(), SIGTERM);
  };
  absl::StatusOr<std::unique_ptr<coordinator::Server>> server =
      coordinator::Server::Start(options);
  if (!server.ok()) {
    std::cerr << daemon::ErrorLine(app.get_name(),
                                   std::string(server.status().message()));
    return ExitCode(server.status());
  }
  daemon::LogInfo("listening", {{"grpc_port", (*server)->port()},
                                {"http_port", (*server)->http_port()},
                                {"store", options.store}});

  const int signal = daemon::WaitForTerminationSignal();
  daemon::LogInfo("stopping", {{"signal", signal}});
  (*server)->Shutdown(kShutdownGrace);
  return superseded ? kServiceFailed : 0;
}
