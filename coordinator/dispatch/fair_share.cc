#include "coordinator/dispatch/fair_share.h"

#include <algorithm>

namespace rookery::coordinator {
namespace {

// Even a unit that is said to cost nothing moves its job on, or it would be
// served for ever.
constexpr double kSmallestCost = 1e-6;

}  // namespace

void FairShare::Add(uint64_t job, uint32_t weight) {
  shares_[job] = {
      .pass = now_, .weight = std::max<uint32_t>(weight, 1), .runnable = false};
}

void FairShare::Remove(uint64_t job) {
  SetRunnable(job, false);
  shares_.erase(job);
}

void FairShare::SetRunnable(uint64_t job, bool runnable) {
  auto found = shares_.find(job);
  if (found == shares_.end() || found->second.runnable == runnable) return;
  Share& share = found->second;
  share.runnable = runnable;
  if (runnable) {
    share.pass = std::max(share.pass, now_);
    queue_.emplace(share.pass, job);
  } else {
    queue_.erase({share.pass, job});
  }
}

void FairShare::Charge(uint64_t job, double cost) {
  auto found = shares_.find(job);
  if (found == shares_.end()) return;
  Share& share = found->second;
  // A job may be passed over because nothing in it suits the worker that asks;
  // the clockwork never goes back for it.
  now_ = std::max(now_, share.pass);
  if (share.runnable) queue_.erase({share.pass, job});
  share.pass =
      std::max(share.pass, now_) + std::max(cost, kSmallestCost) / share.weight;
  if (share.runnable) queue_.emplace(share.pass, job);
}

}  // namespace rookery::coordinator
