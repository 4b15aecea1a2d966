#include "worker/heartbeater.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "daemon/logging.h"

namespace rookery::worker {
namespace {

// Leases shorter than this belong to tests; more heartbeats would only be load.
constexpr absl::Duration kMinInterval = absl::Milliseconds(20);

}  // namespace

Heartbeater::Heartbeater(CoordinatorClient* client, HeldUnits* held,
                         const Executor* executor)
    : client_(*client),
      held_(*held),
      executor_(*executor),
      thread_([this] { Run(); }) {}

Heartbeater::~Heartbeater() {
  {
    absl::MutexLock lock(&mutex_);
    stopping_ = true;
  }
  wake_.Set();
  thread_.join();
}

void Heartbeater::RenewWithin(absl::Duration renew_after) {
  if (renew_after <= absl::ZeroDuration()) return;
  absl::MutexLock lock(&mutex_);
  if (renew_after >= renew_within_) return;
  renew_within_ = renew_after;
  wake_.Set();
}

absl::Duration Heartbeater::Interval() const {
  const absl::Duration asked_for = client_.heartbeat_interval();
  absl::MutexLock lock(&mutex_);
  return std::max(std::min(asked_for, renew_within_), kMinInterval);
}

void Heartbeater::Run() {
  while (true) {
    Beat();
    wake_.WaitFor(Interval());
    absl::MutexLock lock(&mutex_);
    if (stopping_) return;
    wake_.Reset();
  }
}

void Heartbeater::Beat() {
  std::vector<std::string> lease_ids = held_.LeaseIds();
  size_t sent = 0;
  // At least one call, with no lease in it if need be: it is the sign of life.
  do {
    const size_t end =
        std::min(sent + HeldUnits::kMaxLeasesPerCall, lease_ids.size());
    const absl::StatusOr<v1::HeartbeatResponse> answer =
        client_.Heartbeat(std::vector<std::string>(lease_ids.begin() + sent,
                                                   lease_ids.begin() + end),
                          executor_.leaves_counted());
    if (!answer.ok()) return;
    const std::vector<std::string> void_leases(answer->void_lease_ids().begin(),
                                               answer->void_lease_ids().end());
    if (const size_t dropped = held_.Void(void_leases); dropped > 0) {
      daemon::LogInfo("leases void", {{"dropped", dropped}});
    }
    held_.SetPaused(answer->drain());
    sent = end;
  } while (sent < lease_ids.size());
}

}  // namespace rookery::worker
