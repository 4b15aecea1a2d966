#include "coordinator/service/archive_calls.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "proto/support/status.h"

namespace rookery::coordinator {
namespace {

constexpr absl::Duration kRetryDelayAtLimit = absl::Seconds(5);

}  // namespace

absl::Status ArchiveCalls::Enter(grpc::ServerContextBase* context) {
  const absl::Duration now = clock_->Monotonic();
  absl::MutexLock lock(&mutex_);
  if (calls_.size() >= kMaxArchives) {
    const auto idlest = std::min_element(
        calls_.begin(), calls_.end(), [](const auto& one, const auto& other) {
          return one.second < other.second;
        });
    if (now - idlest->second < kMostArchiveIdleTime) {
      return WithRetryDelay(absl::ResourceExhaustedError(absl::StrCat(
                                kMaxArchives,
                                " archives are under way, the most that "
                                "are; repeat the call")),
                            kRetryDelayAtLimit);
    }
    // With the lock, so that the context lives. gRPC calls nobody back before
    // the callback that this is a part of returns.
    idlest->first->TryCancel();
    calls_.erase(idlest);
  }
  calls_.emplace(context, now);
  return absl::OkStatus();
}

void ArchiveCalls::Moved(grpc::ServerContextBase* context) {
  const absl::Duration now = clock_->Monotonic();
  absl::MutexLock lock(&mutex_);
  if (const auto call = calls_.find(context); call != calls_.end())
    call->second = now;
}

void ArchiveCalls::Busy(grpc::ServerContextBase* context) {
  absl::MutexLock lock(&mutex_);
  if (const auto call = calls_.find(context); call != calls_.end())
    call->second = absl::InfiniteDuration();
}

void ArchiveCalls::Leave(grpc::ServerContextBase* context) {
  absl::MutexLock lock(&mutex_);
  calls_.erase(context);
}

}  // namespace rookery::coordinator
