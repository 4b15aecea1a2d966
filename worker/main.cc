// rookery-worker: reads the options, starts a worker and drains it when it is
// asked to stop.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "daemon/channel.h"
#include "daemon/error_line.h"
#include "daemon/logging.h"
#include "daemon/options.h"
#include "daemon/signals.h"
#include "worker/worker.h"

namespace {

constexpr int kExitUsage = 2;
constexpr int kExitFailed = 3;

int Fail(const absl::Status& status) {
  std::cerr << rookery::daemon::ErrorLine("rookery-worker",
                                          std::string(status.message()));
  return absl::IsInvalidArgument(status) ? kExitUsage : kExitFailed;
}

}  // namespace

int main(int argc, char** argv) {
  rookery::daemon::BlockTerminationSignals();
  rookery::daemon::KeepGrpcQuiet();

  rookery::worker::WorkerOptions options;
  options.threads =
      static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  options.http_listen = "127.0.0.1:7081";
  std::string coordinator = "127.0.0.1:7070";
  std::optional<uint64_t> hash_mib;
  absl::Duration drain_grace = absl::Seconds(30);

  CLI::App app;
  rookery::daemon::SetUpProgram(
      app, {.name = "rookery-worker",
            .summary = "Computes units of work for a Rookery coordinator until "
                       "it is stopped.",
            .example = "rookery-worker --coordinator 127.0.0.1:7070 --threads "
                       "8 --hash-mib 4096"});
  app.add_option("--coordinator", coordinator, "HOST:PORT of the coordinator");
  app.add_option("--threads", options.threads,
                 "Units computed at once; by default one for each processor")
      ->check(rookery::daemon::CheckDecimal);
  app.add_option("--hash-mib", hash_mib,
                 "Size in MiB of the hash table that all threads share; 0 "
                 "means none. Memory is taken as the table "
                 "fills; statistics take half as much beside it. By default "
                 "256 for each thread, at most a quarter of "
                 "the machine's memory")
      ->check(rookery::daemon::CheckDecimal);
  app.add_option("--kernel", options.kernel,
                 "Perft kernel; by default the best that this processor runs")
      ->default_str("auto");
  app.add_option(
      "--http", options.http_listen,
      "ADDRESS:PORT for /metrics, /healthz and /readyz; port 0: any");
  app.add_option("--name", options.name,
                 "Name of this worker, for people; by default the host's")
      ->default_str("");
  rookery::daemon::AddDurationOption(
      app, "--drain-grace", absl::ZeroDuration(), &drain_grace,
      "How long units may go on after SIGTERM before they are handed "
      "back; a second signal ends at once");
  rookery::daemon::AddDurationOption(
      app, "--slow-kernel-delay", absl::ZeroDuration(),
      &options.slow_kernel_delay,
      "For tests: added to the time of every unit, so that faults land "
      "in the middle of a job");
  rookery::daemon::AddLogLevelOption(app);
  if (const std::optional<int> code =
          rookery::daemon::ParseArguments(app, argc, argv))
    return *code;
  options.hash_mib =
      hash_mib.value_or(rookery::worker::DefaultHashMebibytes(options.threads));

  const absl::StatusOr<std::shared_ptr<grpc::Channel>> channel =
      rookery::daemon::OpenCoordinatorChannel(coordinator);
  if (!channel.ok()) return Fail(channel.status());
  const absl::StatusOr<std::unique_ptr<rookery::worker::Worker>> worker =
      rookery::worker::Worker::Start(std::move(options), *channel);
  if (!worker.ok()) return Fail(worker.status());

  const int signal_number = rookery::daemon::WaitForTerminationSignal();
  rookery::daemon::LogInfo("signal received", {{"signal", signal_number}});
  (*worker)->Drain(drain_grace);
  return 0;
}
