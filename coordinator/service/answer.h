// How the services answer a call: convert once, count once.
#ifndef ROOKERY_COORDINATOR_SERVICE_ANSWER_H_
#define ROOKERY_COORDINATOR_SERVICE_ANSWER_H_

#include <grpcpp/support/server_callback.h>

#include <chrono>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "coordinator/coordinator.h"
#include "coordinator/metrics.h"
#include "proto/support/status.h"

namespace rookery::coordinator {

// Of a call, by the monotonic clock: a wall clock that is set back would take
// time off a histogram.
inline std::chrono::steady_clock::time_point Arrival() {
  return std::chrono::steady_clock::now();
}
inline absl::Duration SinceArrival(
    std::chrono::steady_clock::time_point arrived) {
  return absl::FromChrono(Arrival() - arrived);
}

// An Answer that fills `response`, finishes `reactor` and counts the call as
// `method`. Both must live until then.
template <typename Response>
Answer<Response> AnswerTo(grpc::ServerUnaryReactor* reactor, Response* response,
                          Metrics* metrics, const char* method) {
  return [reactor, response, metrics, method,
          arrived = Arrival()](absl::StatusOr<Response> result) {
    metrics->RpcAnswered(method, result.status().code(), SinceArrival(arrived));
    if (result.ok()) *response = *std::move(result);
    reactor->Finish(ToGrpcStatus(result.status()));
  };
}

}  // namespace rookery::coordinator

#endif  // ROOKERY_COORDINATOR_SERVICE_ANSWER_H_
