#include "cli/service.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <array>
#include <chrono>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "coordinator/server.h"
#include "core/perft/hash_table.h"
#include "core/perft/kernel_registry.h"
#include "daemon/channel.h"
#include "daemon/clock.h"
#include "daemon/options.h"
#include "worker/worker.h"

namespace rookery::cli {
namespace {

constexpr int64_t kMaxHashMib = static_cast<int64_t>(HashTable::kMaxMebibytes);
constexpr std::array<std::string_view, 6> kComputeOptions = {
    "--threads",   "--hash-mib", "--frontier-memory",
    "--spill-dir", "--kernel",   "--data-dir"};

// gRPC offers no wait that an interrupt could end; so it waits in short turns.
constexpr absl::Duration kConnectTurn = absl::Milliseconds(50);

std::string KernelNames() {
  std::vector<std::string> names;
  for (const Kernel* kernel : AvailableKernels())
    names.emplace_back(kernel->name());
  return absl::StrJoin(names, ", ");
}

}  // namespace

void AddCoordinatorOption(CLI::App* command, std::string* coordinator,
                          const std::string& help) {
  command->add_option("--coordinator", *coordinator, help)
      ->type_name("HOST:PORT");
}

void AddComputeOptions(CLI::App* command, ComputeOptions* options) {
  options->threads =
      std::clamp<int64_t>(std::thread::hardware_concurrency(), 1, kMaxThreads);
  options->kernel = "auto";
  command
      ->add_option("--threads", options->threads,
                   "Threads that compute in this process")
      ->check(daemon::CheckDecimal)
      ->type_name("N");
  command
      ->add_option("--hash-mib", options->hash_mib,
                   "Hash table that they share, in MiB; 0 means none; "
                   "statistics take half as much beside it; by "
                   "default 256 a thread and at most a quarter of the memory")
      ->check(daemon::CheckDecimal)
      ->type_name("M");
  command
      ->add_option("--frontier-memory", options->frontier_mib,
                   "What the positions that a perft is split into may take, in "
                   "MiB; 0 means a quarter of the memory")
      ->check(daemon::CheckDecimal)
      ->type_name("M");
  command
      ->add_option("--spill-dir", options->spill_dir,
                   "Folder for what does not fit into that memory")
      ->type_name("DIR");
  command
      ->add_option("--kernel", options->kernel,
                   absl::StrCat("What counts: auto, ", KernelNames()))
      ->type_name("K");
  command
      ->add_option("--data-dir", options->data_dir,
                   "Keep jobs and results in this directory, across runs")
      ->type_name("DIR");
}

absl::Status CheckComputeOptions(const ComputeOptions& options) {
  absl::Status status =
      daemon::CheckInRange("--threads", options.threads, 1, kMaxThreads);
  status.Update(daemon::CheckInRange("--hash-mib", options.hash_mib.value_or(0),
                                     0, kMaxHashMib));
  status.Update(daemon::CheckInRange("--frontier-memory", options.frontier_mib,
                                     0, coordinator::kMaxFrontierMib));
  if (!status.ok()) return status;
  if (const absl::StatusOr<const Kernel*> kernel = FindKernel(options.kernel);
      !kernel.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat("--kernel: ", kernel.status().message()));
  }
  return absl::OkStatus();
}

EmbeddedOptions ToEmbeddedOptions(const ComputeOptions& options) {
  EmbeddedOptions embedded;
  embedded.data_dir = options.data_dir;
  embedded.threads = static_cast<int>(options.threads);
  embedded.hash_mib = options.hash_mib.has_value()
                          ? static_cast<uint64_t>(*options.hash_mib)
                          : worker::DefaultHashMebibytes(embedded.threads);
  embedded.frontier_mib = static_cast<uint64_t>(options.frontier_mib);
  embedded.spill_dir = options.spill_dir;
  embedded.kernel = options.kernel;
  return embedded;
}

absl::Status CheckNoComputeOptionTyped(const Console& console) {
  std::vector<std::string> typed;
  for (const std::string_view option : kComputeOptions)
    if (WasTyped(console, option)) typed.emplace_back(option);
  if (typed.empty()) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      absl::StrJoin(typed, ", "), typed.size() == 1 ? " is" : " are",
      " for computing in this process and cannot be used with --coordinator; "
      "set up the workers there, or drop it"));
}

absl::StatusOr<Service> StartService(const ComputeOptions& options) {
  absl::StatusOr<std::unique_ptr<Embedded>> embedded =
      Embedded::Start(ToEmbeddedOptions(options));
  if (!embedded.ok()) return embedded.status();
  Service service;
  service.embedded = *std::move(embedded);
  service.channel = service.embedded->channel();
  return service;
}

absl::StatusOr<Service> OpenDataDirectory(const std::string& data_dir) {
  absl::StatusOr<std::unique_ptr<Embedded>> embedded =
      Embedded::Start({.data_dir = data_dir, .threads = 0});
  if (!embedded.ok()) return embedded.status();
  Service service;
  service.embedded = *std::move(embedded);
  service.channel = service.embedded->channel();
  return service;
}

absl::StatusOr<Service> ConnectService(const std::string& coordinator,
                                       Interrupt* interrupt,
                                       absl::Duration patience) {
  absl::StatusOr<std::shared_ptr<grpc::Channel>> channel =
      daemon::OpenCoordinatorChannel(coordinator);
  if (!channel.ok()) return channel.status();
  const daemon::SystemClock clock;
  const absl::Duration end = clock.Monotonic() + patience;
  while (
      !(*channel)->WaitForConnected(std::chrono::system_clock::now() +
                                    absl::ToChronoMilliseconds(kConnectTurn))) {
    if (interrupt->triggered()) return absl::CancelledError("interrupted");
    if (clock.Monotonic() >= end) {
      return absl::UnavailableError(absl::StrCat(
          "no coordinator answers at ", coordinator, " (waited ",
          absl::FormatDuration(patience),
          "); check the address, or start one with: rookery serve"));
    }
  }
  return Service{nullptr, *std::move(channel)};
}

}  // namespace rookery::cli
