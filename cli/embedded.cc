#include "cli/embedded.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "cli/temporary_directory.h"
#include "coordinator/server.h"
#include "daemon/logging.h"
#include "worker/worker.h"

namespace rookery::cli {
namespace {

absl::Status MakeDataDirectory(const std::string& directory) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  // A path that ends in a slash is no error of create_directories even where a
  // file is in the way.
  if (!error && !std::filesystem::is_directory(directory, error) && !error) {
    error = std::make_error_code(std::errc::not_a_directory);
  }
  if (!error) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat("data directory '", directory, "' cannot be made (",
                   error.message(), ")"));
}

// What a user typed was checked before. What a file system or a port refuses
// now is not bad usage, whatever its code says.
absl::Status NotStarted(const absl::Status& status) {
  return absl::FailedPreconditionError(status.message());
}

}  // namespace

absl::StatusOr<std::unique_ptr<Embedded>> Embedded::Start(
    const EmbeddedOptions& options) {
  std::unique_ptr<TemporaryDirectory> temporary;
  std::filesystem::path directory = options.data_dir;
  if (options.data_dir.empty()) {
    absl::StatusOr<std::unique_ptr<TemporaryDirectory>> made =
        TemporaryDirectory::Create();
    if (!made.ok()) return made.status();
    temporary = *std::move(made);
    directory = temporary->path();
  } else if (absl::Status made = MakeDataDirectory(options.data_dir);
             !made.ok()) {
    return made;
  }

  coordinator::ServerOptions server_options;
  server_options.listen = options.listen;
  server_options.http_listen = options.http_listen;
  server_options.store =
      absl::StrCat("sqlite:", (directory / "ledger.sqlite").string());
  server_options.durable = temporary == nullptr;
  server_options.frontier_mib = options.frontier_mib;
  server_options.spill_dir = options.spill_dir;
  server_options.keep_payloads = options.keep_payloads;
  server_options.superseded = options.superseded;
  absl::StatusOr<std::unique_ptr<coordinator::Server>> server =
      coordinator::Server::Start(std::move(server_options));
  if (!server.ok()) return NotStarted(server.status());

  daemon::LogInfo(
      "listening",
      {{"grpc_port", (*server)->port()},
       {"http_port", (*server)->http_port()},
       {"ledger", temporary == nullptr ? directory.string() : "temporary"}});

  auto embedded = std::unique_ptr<Embedded>(
      new Embedded(std::move(temporary), *std::move(server)));
  if (options.threads == 0) return embedded;
  worker::WorkerOptions worker_options;
  worker_options.threads = options.threads;
  worker_options.hash_mib = options.hash_mib;
  worker_options.kernel = options.kernel;
  absl::StatusOr<std::unique_ptr<worker::Worker>> worker =
      worker::Worker::Start(std::move(worker_options), embedded->channel_);
  if (!worker.ok()) return NotStarted(worker.status());
  embedded->worker_ = *std::move(worker);
  return embedded;
}

Embedded::Embedded(std::unique_ptr<TemporaryDirectory> directory,
                   std::unique_ptr<coordinator::Server> server)
    : directory_(std::move(directory)),
      server_(std::move(server)),
      channel_(server_->InProcessChannel()) {}

Embedded::~Embedded() {
  worker_.reset();
  server_->Shutdown(absl::ZeroDuration());
}

int Embedded::port() const { return server_->port(); }

int Embedded::http_port() const { return server_->http_port(); }

void Embedded::Drain(absl::Duration grace) {
  const absl::Time end = absl::Now() + grace;
  if (worker_ != nullptr) worker_->Drain(grace);
  server_->Shutdown(std::max(end - absl::Now(), absl::ZeroDuration()));
}

}  // namespace rookery::cli
