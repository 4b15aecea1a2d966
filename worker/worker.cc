#include "worker/worker.h"

#include <prometheus/registry.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <fstream>
#include <random>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"
#include "core/perft/hash_table.h"
#include "core/perft/kernel_registry.h"
#include "core/perft/self_test.h"
#include "core/perft/statistics/self_test.h"
#include "core/perft/statistics/statistics_registry.h"
#include "daemon/build_info.h"
#include "daemon/build_info_metric.h"
#include "daemon/http_endpoint.h"
#include "daemon/id_generator.h"
#include "daemon/logging.h"
#include "daemon/machine_memory.h"
#include "worker/coordinator_client.h"
#include "worker/executor.h"
#include "worker/heartbeater.h"
#include "worker/held_units.h"
#include "worker/lease_loop.h"
#include "worker/metrics.h"
#include "worker/reporter.h"
#include "worker/unit_counter.h"

namespace rookery::worker {
namespace {

constexpr uint64_t kHashMebibytesPerThread = 256;

constexpr int kMaxThreads = 4096;
constexpr size_t kMaxNameBytes = 128;
constexpr size_t kMaxKernelNames = 16;

// Beside each unit that is computed, one more is held, so that no thread waits
// for the network.
constexpr size_t kLeasesPerThread = 2;

// At the end of a drain's grace, the time that is kept for aborting units and
// for handing them back.
constexpr absl::Duration kHandBackReserve = absl::Seconds(2);

std::string HostName() {
  std::array<char, 256> name = {};
  if (gethostname(name.data(), name.size() - 1) != 0 || name[0] == '\0')
    return "worker";
  return std::string(name.data()).substr(0, kMaxNameBytes);
}

std::string ProcessorName() {
  std::ifstream cpuinfo("/proc/cpuinfo");
  for (std::string line; std::getline(cpuinfo, line);) {
    const size_t colon = line.find(':');
    if (line.starts_with("model name") && colon != std::string::npos) {
      return std::string(absl::StripAsciiWhitespace(line.substr(colon + 1)));
    }
  }
  return "unknown";
}

absl::Status Validate(const WorkerOptions& options) {
  if (options.threads < 1 || options.threads > kMaxThreads) {
    return absl::InvalidArgumentError(absl::StrCat(
        "threads ", options.threads, " is not from 1 to ", kMaxThreads));
  }
  if (options.hash_mib > HashTable::kMaxMebibytes) {
    return absl::InvalidArgumentError(
        absl::StrCat("hash size of ", options.hash_mib, " MiB is above ",
                     HashTable::kMaxMebibytes));
  }
  if (options.slow_kernel_delay < absl::ZeroDuration()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "slow kernel delay ", absl::FormatDuration(options.slow_kernel_delay),
        " is negative"));
  }
  const bool is_printable = std::all_of(
      options.name.begin(), options.name.end(),
      [](unsigned char character) { return absl::ascii_isprint(character); });
  if (options.name.size() > kMaxNameBytes || !is_printable) {
    return absl::InvalidArgumentError(absl::StrCat(
        "name '", absl::CHexEscape(options.name), "' is not at most ",
        kMaxNameBytes, " printable ASCII characters"));
  }
  return absl::OkStatus();
}

// The kernels that the worker may use, best first: all that run here, or the
// one that was asked for.
absl::StatusOr<std::vector<const Kernel*>> ChooseKernels(
    const std::string& name) {
  const absl::StatusOr<const Kernel*> kernel = FindKernel(name);
  if (!kernel.ok()) return kernel.status();
  if (!name.empty() && name != "auto")
    return std::vector<const Kernel*>{*kernel};
  const auto available = AvailableKernels();
  return std::vector<const Kernel*>(available.begin(), available.end());
}

uint64_t RandomSeed() {
  std::random_device random;
  return (static_cast<uint64_t>(random()) << 32) | random();
}

}  // namespace

class Worker::Impl {
 public:
  ~Impl() { Stop(); }

  absl::Status Start(WorkerOptions options,
                     std::shared_ptr<grpc::Channel> channel);
  void Drain(absl::Duration grace);
  int http_port() const { return http_ == nullptr ? 0 : http_->port(); }

 private:
  enum class Phase { kStarting, kReady, kDraining };

  absl::Status Readiness() const;
  v1::RegisterWorkerRequest Registration(
      const WorkerOptions& options,
      const std::vector<const Kernel*>& kernels) const;
  // Ends all calls and waits; the threads end.
  void Stop();

  std::atomic<Phase> phase_ = Phase::kStarting;
  absl::Mutex drain_mutex_;
  bool drained_ ABSL_GUARDED_BY(drain_mutex_) = false;

  // In the order in which they need each other.
  const std::shared_ptr<prometheus::Registry> registry_ =
      std::make_shared<prometheus::Registry>();
  Metrics metrics_{registry_.get()};
  std::unique_ptr<HashTable> table_;
  std::unique_ptr<UnitCounter> counter_;
  std::unique_ptr<CoordinatorClient> client_;
  std::unique_ptr<HeldUnits> held_;
  std::unique_ptr<Executor> executor_;
  std::unique_ptr<Heartbeater> heartbeater_;
  std::unique_ptr<LeaseLoop> lease_loop_;
  std::unique_ptr<Reporter> reporter_;
  std::unique_ptr<daemon::HttpEndpoint> http_;
};

absl::Status Worker::Impl::Start(WorkerOptions options,
                                 std::shared_ptr<grpc::Channel> channel) {
  if (absl::Status status = Validate(options); !status.ok()) return status;
  if (options.name.empty()) options.name = HostName();
  const absl::StatusOr<std::vector<const Kernel*>> kernels =
      ChooseKernels(options.kernel);
  if (!kernels.ok()) return kernels.status();

  daemon::AddBuildInfoMetric(*registry_);
  if (!options.http_listen.empty()) {
    absl::StatusOr<std::unique_ptr<daemon::HttpEndpoint>> http =
        daemon::HttpEndpoint::Start(
            {.listen = options.http_listen,
             .metrics = {registry_},
             .readiness = [this] { return Readiness(); }});
    if (!http.ok()) return http.status();
    http_ = *std::move(http);
    daemon::LogInfo("listening", {{"http_address", http_->host()},
                                  {"http_port", http_->port()}});
  }
  for (const Kernel* kernel : *kernels) {
    if (absl::Status status = SelfTest(*kernel); !status.ok()) return status;
  }
  for (const StatisticsKernel* kernel : AvailableStatisticsKernels()) {
    if (absl::Status status = SelfTest(*kernel); !status.ok()) return status;
  }
  if (options.hash_mib > 0) {
    absl::StatusOr<std::unique_ptr<HashTable>> table =
        HashTable::Create(options.hash_mib, RandomSeed());
    if (!table.ok()) return table.status();
    table_ = *std::move(table);
  }

  // From the start, so that a rate over it exists before the first unit ends.
  for (const Kernel* kernel : *kernels) {
    metrics_.LeavesCounted(std::string(kernel->name()), 0);
  }
  counter_ = std::make_unique<UnitCounter>(*kernels, table_.get());
  client_ = std::make_unique<CoordinatorClient>(
      std::move(channel), Registration(options, *kernels), &metrics_);
  held_ = std::make_unique<HeldUnits>(kLeasesPerThread *
                                      static_cast<size_t>(options.threads));
  executor_ =
      std::make_unique<Executor>(options.threads, options.slow_kernel_delay,
                                 counter_.get(), held_.get(), &metrics_);
  heartbeater_ = std::make_unique<Heartbeater>(client_.get(), held_.get(),
                                               executor_.get());
  lease_loop_ = std::make_unique<LeaseLoop>(client_.get(), held_.get(),
                                            heartbeater_.get(), &metrics_);
  reporter_ = std::make_unique<Reporter>(client_.get(), held_.get(), &metrics_);
  phase_ = Phase::kReady;
  daemon::LogInfo("worker started", {{"name", options.name},
                                     {"threads", options.threads},
                                     {"hash_mib", options.hash_mib},
                                     {"kernel", kernels->front()->name()}});
  return absl::OkStatus();
}

absl::Status Worker::Impl::Readiness() const {
  // Not whether the coordinator can be reached: restarting workers would not
  // bring it back.
  switch (phase_.load()) {
    case Phase::kReady:
      return absl::OkStatus();
    case Phase::kStarting:
      return absl::UnavailableError("the worker tests itself");
    case Phase::kDraining:
      return absl::UnavailableError("the worker drains");
  }
  return absl::InternalError("unknown phase");
}

v1::RegisterWorkerRequest Worker::Impl::Registration(
    const WorkerOptions& options,
    const std::vector<const Kernel*>& kernels) const {
  v1::RegisterWorkerRequest registration;
  registration.set_instance_id(daemon::RandomIdGenerator().NewId());
  registration.set_name(options.name);
  v1::Capabilities& capabilities = *registration.mutable_capabilities();
  capabilities.set_threads(static_cast<uint32_t>(options.threads));
  if (table_ != nullptr) {
    capabilities.set_hash_bytes(table_->mebibytes() << 20);
    capabilities.set_hash_seed(table_->seed());
  }
  for (size_t i = 0; i < std::min(kernels.size(), kMaxKernelNames); ++i) {
    capabilities.add_kernels(std::string(kernels[i]->name()));
  }
  capabilities.set_revision(daemon::GetBuildInfo().revision);
  capabilities.set_cpu(ProcessorName());
  return registration;
}

void Worker::Impl::Drain(absl::Duration grace) {
  absl::MutexLock lock(&drain_mutex_);
  if (drained_) return;
  drained_ = true;
  const auto start = std::chrono::steady_clock::now();
  const auto left = [&] {
    return grace - absl::FromChrono(std::chrono::steady_clock::now() - start);
  };
  phase_ = Phase::kDraining;
  daemon::LogInfo("drain began", {{"leases", held_->size()}, {"grace", grace}});
  held_->StopAdding();
  held_->HandBackQueued();
  lease_loop_->Stop();
  if (!held_->WaitUntilNoneRunning(left() -
                                   std::min(kHandBackReserve, grace / 4)))
    held_->HandBackRunning();
  if (held_->WaitUntilEmpty(left())) {
    daemon::LogInfo("drain ended");
  } else {
    daemon::LogWarning("drain ran out of time; the leases left will expire",
                       {{"leases", held_->size()}});
  }
  Stop();
}

void Worker::Impl::Stop() {
  if (held_ == nullptr) return;
  client_->Stop();
  held_->Close();
  reporter_.reset();
  lease_loop_.reset();
  heartbeater_.reset();
  executor_.reset();
}

Worker::Worker(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Worker::~Worker() = default;

uint64_t DefaultHashMebibytes(int threads) {
  const uint64_t wanted =
      kHashMebibytesPerThread * static_cast<uint64_t>(std::max(threads, 1));
  const uint64_t machine = daemon::MachineMemory() >> 20;
  return machine == 0 ? wanted : std::clamp<uint64_t>(machine / 4, 1, wanted);
}

absl::StatusOr<std::unique_ptr<Worker>> Worker::Start(
    WorkerOptions options, std::shared_ptr<grpc::Channel> channel) {
  auto impl = std::make_unique<Impl>();
  if (absl::Status status = impl->Start(std::move(options), std::move(channel));
      !status.ok())
    return status;
  return std::unique_ptr<Worker>(new Worker(std::move(impl)));
}

void Worker::Drain(absl::Duration grace) { impl_->Drain(grace); }

int Worker::http_port() const { return impl_->http_port(); }

}  // namespace rookery::worker
