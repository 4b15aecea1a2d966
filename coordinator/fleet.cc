#include "coordinator/fleet.h"

#include <algorithm>
#include <tuple>

#include "absl/strings/str_cat.h"
#include "google/protobuf/util/time_util.h"

namespace rookery::coordinator {
namespace {

constexpr size_t kIdLength = 32;
constexpr size_t kMaxNameLength = 128;
constexpr uint32_t kMaxThreads = 4096;
constexpr int kMaxKernels = 16;
constexpr int kMaxEngines = 64;
// Engines tell their options, of which some have a hundred.
constexpr size_t kMaxCapabilitiesBytes = 256 << 10;

bool IsId(const std::string& id) {
  return id.size() == kIdLength &&
         id.find_first_not_of("0123456789abcdef") == std::string::npos;
}

}  // namespace

absl::Status CheckRegistration(const v1::RegisterWorkerRequest& request) {
  if (!IsId(request.instance_id())) {
    return absl::InvalidArgumentError(
        "instance_id must be 32 lower-case hexadecimal digits");
  }
  if (request.name().size() > kMaxNameLength) {
    return absl::InvalidArgumentError(
        absl::StrCat("name has ", request.name().size(), " bytes; at most ",
                     kMaxNameLength, " are taken"));
  }
  const v1::Capabilities& capabilities = request.capabilities();
  if (capabilities.threads() < 1 || capabilities.threads() > kMaxThreads) {
    return absl::InvalidArgumentError(
        absl::StrCat("capabilities.threads is ", capabilities.threads(),
                     "; it must be 1 to ", kMaxThreads));
  }
  if (capabilities.kernels_size() > kMaxKernels) {
    return absl::InvalidArgumentError(
        absl::StrCat("capabilities.kernels has ", capabilities.kernels_size(),
                     " entries; at most ", kMaxKernels));
  }
  if (capabilities.engines_size() > kMaxEngines) {
    return absl::InvalidArgumentError(
        absl::StrCat("capabilities.engines has ", capabilities.engines_size(),
                     " entries; at most ", kMaxEngines));
  }
  if (capabilities.ByteSizeLong() > kMaxCapabilitiesBytes) {
    return absl::InvalidArgumentError(
        absl::StrCat("capabilities has ", capabilities.ByteSizeLong(),
                     " bytes; at most ", kMaxCapabilitiesBytes, " are taken"));
  }
  if (capabilities.revision().size() > kMaxNameLength) {
    return absl::InvalidArgumentError(absl::StrCat(
        "capabilities.revision has ", capabilities.revision().size(),
        " bytes; at most ", kMaxNameLength, " are taken"));
  }
  return absl::OkStatus();
}

void Fleet::Restore(const WorkerRow& row) {
  Remember(row);
  FleetMember member{.row = row};
  if (!member.capabilities.ParseFromString(row.capabilities)) return;
  members_[row.id] = std::move(member);
}

void Fleet::Remember(const WorkerRow& row) {
  id_by_instance_[row.instance] = row.id;
}

std::optional<std::string> Fleet::IdOf(const std::string& instance_id) const {
  const auto it = id_by_instance_.find(instance_id);
  if (it == id_by_instance_.end()) return std::nullopt;
  return it->second;
}

FleetMember* Fleet::FindInstance(const std::string& instance_id) {
  const auto it = id_by_instance_.find(instance_id);
  return it == id_by_instance_.end() ? nullptr : Find(it->second);
}

FleetMember* Fleet::Find(const std::string& worker_id) {
  const auto it = members_.find(worker_id);
  return it == members_.end() ? nullptr : &it->second;
}

const FleetMember* Fleet::Find(const std::string& worker_id) const {
  const auto it = members_.find(worker_id);
  return it == members_.end() ? nullptr : &it->second;
}

FleetMember& Fleet::Add(const std::string& worker_id,
                        const v1::RegisterWorkerRequest& request) {
  FleetMember member{
      .row = {.id = worker_id,
              .instance = request.instance_id(),
              .name = request.name(),
              .capabilities = request.capabilities().SerializeAsString(),
              .state = ModeName(Dispatcher::WorkerMode::kActive)},
      .capabilities = request.capabilities()};
  id_by_instance_[request.instance_id()] = worker_id;
  return members_[worker_id] = std::move(member);
}

void Fleet::Remove(const std::string& worker_id) { members_.erase(worker_id); }

void Fleet::Counted(FleetMember& member, uint64_t leaves,
                    absl::Duration monotonic) {
  const double seconds = absl::ToDoubleSeconds(monotonic - member.counted_at);
  if (leaves >= member.leaves_counted &&
      member.counted_at != absl::ZeroDuration() && seconds > 0) {
    member.leaves_per_second =
        static_cast<double>(leaves - member.leaves_counted) / seconds;
  }
  member.leaves_counted = leaves;
  member.counted_at = monotonic;
}

std::vector<const FleetMember*> Fleet::Sorted() const {
  std::vector<const FleetMember*> sorted;
  sorted.reserve(members_.size());
  for (const auto& [id, member] : members_) sorted.push_back(&member);
  std::sort(sorted.begin(), sorted.end(),
            [](const FleetMember* a, const FleetMember* b) {
              return std::tie(a->row.name, a->row.id) <
                     std::tie(b->row.name, b->row.id);
            });
  return sorted;
}

const char* ModeName(Dispatcher::WorkerMode mode) {
  switch (mode) {
    case Dispatcher::WorkerMode::kActive:
      return "active";
    case Dispatcher::WorkerMode::kDraining:
      return "draining";
    case Dispatcher::WorkerMode::kBlocked:
      return "blocked";
  }
  return "active";
}

std::optional<Dispatcher::WorkerMode> ParseMode(const std::string& name) {
  for (const auto mode :
       {Dispatcher::WorkerMode::kActive, Dispatcher::WorkerMode::kDraining,
        Dispatcher::WorkerMode::kBlocked}) {
    if (name == ModeName(mode)) return mode;
  }
  return std::nullopt;
}

v1::Worker DescribeWorker(const FleetMember& member,
                          const std::optional<WorkerSnapshot>& snapshot) {
  v1::Worker worker;
  worker.set_worker_id(member.row.id);
  worker.set_name(member.row.name);
  worker.set_reason(member.row.reason);
  worker.set_slots(member.capabilities.threads());
  worker.set_leaves_per_second(member.leaves_per_second);
  if (member.last_seen.has_value()) {
    *worker.mutable_last_seen_time() =
        google::protobuf::util::TimeUtil::NanosecondsToTimestamp(
            absl::ToUnixNanos(*member.last_seen));
  }
  const std::optional<Dispatcher::WorkerMode> mode =
      ParseMode(member.row.state);
  worker.set_state(
      mode == Dispatcher::WorkerMode::kBlocked    ? v1::Worker::STATE_BLOCKED
      : mode == Dispatcher::WorkerMode::kDraining ? v1::Worker::STATE_DRAINING
                                                  : v1::Worker::STATE_ACTIVE);
  if (snapshot.has_value()) {
    worker.set_slots_busy(std::min(snapshot->leases, snapshot->slots));
    worker.set_idle_because(snapshot->idle_because);
    if (snapshot->lost && worker.state() == v1::Worker::STATE_ACTIVE)
      worker.set_state(v1::Worker::STATE_LOST);
  }
  return worker;
}

}  // namespace rookery::coordinator
