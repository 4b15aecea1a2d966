#include "coordinator/service/fleet_service.h"

#include "coordinator/service/answer.h"

namespace rookery::coordinator {

grpc::ServerUnaryReactor* FleetServiceImpl::ListWorkers(
    grpc::CallbackServerContext* context, const v1::ListWorkersRequest* request,
    v1::ListWorkersResponse* response) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  AnswerTo(reactor, response, metrics_,
           "ListWorkers")(coordinator_->ListWorkers(*request));
  return reactor;
}

grpc::ServerUnaryReactor* FleetServiceImpl::SetWorkerState(
    grpc::CallbackServerContext* context,
    const v1::SetWorkerStateRequest* request, v1::Worker* response) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  coordinator_->SetWorkerState(
      *request, AnswerTo(reactor, response, metrics_, "SetWorkerState"));
  return reactor;
}

}  // namespace rookery::coordinator
