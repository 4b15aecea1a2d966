// How the services answer a call: convert once, count once.
#ifndef ROOKERY_COORDINATOR_SERVICE_ANSWER_H_
#define ROOKERY_COORDINATOR_SERVICE_ANSWER_H_

#include <grpcpp/support/server_callback.h>

#include <utility>

#include "absl/status/statusor.h"
#include "absl/time/clock.h"
#include "coordinator/coordinator.h"
#include "coordinator/metrics.h"
#include "proto/support/status.h"

namespace rookery::coordinator {

// An Answer that fills `response`, finishes `reactor` and counts the call as
// `method`. Both must live until then.
template <typename Response>
Answer<Response> AnswerTo(grpc::ServerUnaryReactor* reactor, Response* response,
                          Metrics* metrics, const char* method) {
  return [reactor, response, metrics, method,
          arrived = absl::Now()](absl::StatusOr<Response> result) {
    metrics->RpcAnswered(method, result.status().code(), absl::Now() - arrived);
    if (result.ok()) *response = *std::move(result);
    reactor->Finish(ToGrpcStatus(result.status()));
  };
}

}  // namespace rookery::coordinator

#endif  // ROOKERY_COORDINATOR_SERVICE_ANSWER_H_
