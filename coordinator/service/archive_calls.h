// The calls by which archives come and go. Each holds its job in memory, so
// there may be only so many at once; one that does not move, because its client
// sends or takes nothing, must not keep others out.
//
// Thread-safe.
#ifndef ROOKERY_COORDINATOR_SERVICE_ARCHIVE_CALLS_H_
#define ROOKERY_COORDINATOR_SERVICE_ARCHIVE_CALLS_H_

#include <grpcpp/server_context.h>

#include <map>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "daemon/clock.h"

namespace rookery::coordinator {

// At once, in either direction.
inline constexpr int kMaxArchives = 4;

// A call that has not moved for so long is cancelled when another one needs its
// place.
inline constexpr absl::Duration kMostArchiveIdleTime = absl::Seconds(30);

class ArchiveCalls {
 public:
  // `clock` must outlive the object.
  explicit ArchiveCalls(const daemon::Clock* clock) : clock_(clock) {}

  // A call begins; its context must live until Leave. RESOURCE_EXHAUSTED, with
  // a delay: there is no room. Then it is not among the calls. Requires: a
  // callback of gRPC calls this.
  absl::Status Enter(grpc::ServerContextBase* context);

  // The client has sent or taken something. A call that is not among the calls
  // (any more) is ignored, here and below.
  void Moved(grpc::ServerContextBase* context);

  // The client has sent all, and from now on it is the one that waits: however
  // long that takes, the call is not idle.
  void Busy(grpc::ServerContextBase* context);

  // The call ends.
  void Leave(grpc::ServerContextBase* context);

 private:
  const daemon::Clock* const clock_;
  absl::Mutex mutex_;
  // When each moved last (monotonic); infinite: it is busy.
  std::map<grpc::ServerContextBase*, absl::Duration> calls_
      ABSL_GUARDED_BY(mutex_);
};

}  // namespace rookery::coordinator

#endif  // ROOKERY_COORDINATOR_SERVICE_ARCHIVE_CALLS_H_
