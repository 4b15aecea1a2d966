#include "cli/serve.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <atomic>
#include <csignal>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "cli/embedded.h"
#include "cli/exit_code.h"
#include "cli/service.h"
#include "daemon/address.h"
#include "daemon/logging.h"
#include "daemon/options.h"

namespace rookery::cli {
namespace {

struct ServeOptions {
  std::string listen = kDefaultCoordinator;
  std::string http = "127.0.0.1:7080";
  absl::Duration drain_grace = absl::Seconds(30);
  absl::Duration keep_payloads = EmbeddedOptions().keep_payloads;
  ComputeOptions compute;
};

absl::Status CheckServeOptions(const ServeOptions& options) {
  if (const auto address = daemon::ParseAddress("--listen", options.listen);
      !address.ok())
    return address.status();
  if (!options.http.empty()) {
    if (const auto address = daemon::ParseAddress("--http", options.http);
        !address.ok())
      return address.status();
  }
  return CheckComputeOptions(options.compute);
}

int RunServe(const ServeOptions& options, const Console& console) {
  if (const absl::Status status = CheckServeOptions(options); !status.ok())
    return Fail(*console.err, status);
  std::atomic<bool> superseded = false;
  EmbeddedOptions embedded_options = ToEmbeddedOptions(options.compute);
  embedded_options.listen = options.listen;
  embedded_options.http_listen = options.http;
  embedded_options.keep_payloads = options.keep_payloads;
  embedded_options.superseded = [&](const absl::Status& status) {
    superseded = true;
    daemon::LogError("superseded", {{"error", status}});
    console.interrupt->Trigger(SIGTERM);
  };
  const absl::StatusOr<std::unique_ptr<Embedded>> embedded =
      Embedded::Start(embedded_options);
  if (!embedded.ok()) return Fail(*console.err, embedded.status());
  console.interrupt->WaitFor(absl::InfiniteDuration());
  daemon::LogInfo("draining", {{"signal", console.interrupt->signal()},
                               {"grace", options.drain_grace}});
  (*embedded)->Drain(options.drain_grace);
  daemon::LogInfo("stopped");
  return superseded ? kServiceFailed : kSuccess;
}

}  // namespace

void AddServeCommand(CLI::App* program, const Console* console,
                     Command* chosen) {
  CLI::App* command = program->add_subcommand(
      "serve",
      "Run a coordinator and a worker in one process until it is ended");
  const auto options = std::make_shared<ServeOptions>();
  command
      ->add_option(
          "--listen", options->listen,
          "Where to serve commands and workers; port 0: the system chooses")
      ->type_name("ADDRESS:PORT");
  command
      ->add_option(
          "--http", options->http,
          "Where to serve /metrics, /healthz and /readyz; '' for nowhere")
      ->type_name("ADDRESS:PORT");
  daemon::AddDurationOption(
      *command, "--drain-grace", absl::ZeroDuration(), &options->drain_grace,
      "How long units may go on after SIGTERM or Ctrl-C; a second signal ends "
      "at once");
  daemon::AddDurationOption(
      *command, "--keep-payloads", absl::ZeroDuration(),
      &options->keep_payloads,
      "How long after a job's end its results are kept; the job and its answer "
      "stay",
      daemon::DurationEnd::kMayBeForever);
  AddComputeOptions(command, &options->compute);
  daemon::SetExample(*command,
                     "rookery serve --data-dir ~/rookery --threads 2");
  // Nobody reads the logs of a command that ends with an answer; of one that
  // stays they are all there is to see.
  command->preparse_callback(
      [](size_t) { daemon::SetLogLevel(daemon::LogLevel::kInfo); });
  command->callback([options, console, chosen] {
    *chosen = [=] { return RunServe(*options, *console); };
  });
}

}  // namespace rookery::cli
