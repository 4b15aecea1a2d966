// How many calls a server is answering, so that it can wait for their end.
//
// gRPC's own shutdown also waits until every client has closed its connection.
// A client that makes no call at the moment may not even notice that it is to.
#ifndef ROOKERY_COORDINATOR_SERVICE_RUNNING_CALLS_H_
#define ROOKERY_COORDINATOR_SERVICE_RUNNING_CALLS_H_

#include <grpcpp/support/server_interceptor.h>

#include <cstdint>
#include <memory>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "daemon/event.h"

namespace rookery::coordinator {

// Thread-safe.
class RunningCalls {
 public:
  RunningCalls() { none_.Set(); }

  // For the builder of the server. The calls of our own services count until
  // their answer was sent; others, such as the watch of a health check, need
  // not end. `calls` must outlive the server.
  static std::unique_ptr<grpc::experimental::ServerInterceptorFactoryInterface>
  CounterOf(RunningCalls* calls);

  // Waits until there is none, at most `timeout`.
  void WaitUntilNone(absl::Duration timeout) { none_.WaitFor(timeout); }

 private:
  class Counter;
  class Call;

  void Add(int64_t calls);

  absl::Mutex mutex_;
  int64_t running_ ABSL_GUARDED_BY(mutex_) = 0;
  daemon::Event none_;
};

}  // namespace rookery::coordinator

#endif  // ROOKERY_COORDINATOR_SERVICE_RUNNING_CALLS_H_
