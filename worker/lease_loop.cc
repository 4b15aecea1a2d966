#include "worker/lease_loop.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "daemon/logging.h"
#include "daemon/retry.h"
#include "proto/support/durations.h"

namespace rookery::worker {
namespace {

// How long the coordinator may hold a call back until there is work.
constexpr absl::Duration kMaxWait = absl::Seconds(20);

// A call that is to be cancelled gets so long to end by itself: leases that the
// coordinator has just granted would otherwise be lost on their way and stay
// out until they expire.
constexpr absl::Duration kCancelGrace = absl::Milliseconds(50);

// An empty answer is followed by a pause of at least so long, whatever the
// coordinator asks for.
constexpr absl::Duration kMinPause = absl::Milliseconds(10);

}  // namespace

LeaseLoop::LeaseLoop(CoordinatorClient* client, HeldUnits* held,
                     Heartbeater* heartbeater, Metrics* metrics)
    : client_(*client),
      held_(*held),
      heartbeater_(*heartbeater),
      metrics_(*metrics),
      thread_([this] { Run(); }) {}

LeaseLoop::~LeaseLoop() { Stop(); }

void LeaseLoop::Stop() {
  stop_.Set();
  held_.StopAdding();
  if (!ended_.WaitFor(kCancelGrace)) client_.CancelAcquire();
  if (thread_.joinable()) thread_.join();
}

void LeaseLoop::Run() {
  while (!stop_.IsSet()) {
    const size_t room = held_.WaitForRoom();
    if (room == 0) break;
    absl::StatusOr<v1::AcquireUnitsResponse> answer =
        client_.AcquireUnits(room, kMaxWait);
    if (!answer.ok()) {
      // Refused: the client has logged why. The reason may go away (a
      // coordinator of another release), so go on asking.
      stop_.WaitFor(daemon::Backoff::kLastCeiling);
      continue;
    }
    if (answer->leases_size() == 0) {
      stop_.WaitFor(
          std::max(FromProtoDuration(answer->retry_after()), kMinPause));
      continue;
    }
    metrics_.LeaseReceived(absl::Now());
    for (const v1::Lease& lease : answer->leases()) {
      daemon::LogDebug("lease received", {{"job", lease.unit().job_id()},
                                          {"unit", lease.unit().number()},
                                          {"replica", lease.unit().replica()},
                                          {"attempt", lease.attempt()},
                                          {"lease", lease.lease_id()}});
      if (lease.has_renew_after())
        heartbeater_.RenewWithin(FromProtoDuration(lease.renew_after()));
    }
    held_.Add(std::vector<v1::Lease>(
        std::make_move_iterator(answer->mutable_leases()->begin()),
        std::make_move_iterator(answer->mutable_leases()->end())));
  }
  ended_.Set();
}

}  // namespace rookery::worker
