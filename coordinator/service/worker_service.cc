#include "coordinator/service/worker_service.h"

#include "coordinator/service/answer.h"

namespace rookery::coordinator {

grpc::ServerUnaryReactor* WorkerServiceImpl::RegisterWorker(
    grpc::CallbackServerContext* context,
    const v1::RegisterWorkerRequest* request,
    v1::RegisterWorkerResponse* response) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  coordinator_->RegisterWorker(
      *request, AnswerTo(reactor, response, metrics_, "RegisterWorker"));
  return reactor;
}

grpc::ServerUnaryReactor* WorkerServiceImpl::AcquireUnits(
    grpc::CallbackServerContext* context,
    const v1::AcquireUnitsRequest* request,
    v1::AcquireUnitsResponse* response) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  // The context lives until the call is answered, and the coordinator asks only
  // before it answers.
  coordinator_->AcquireUnits(
      *request, [context] { return context->IsCancelled(); },
      AnswerTo(reactor, response, metrics_, "AcquireUnits"));
  return reactor;
}

grpc::ServerUnaryReactor* WorkerServiceImpl::Heartbeat(
    grpc::CallbackServerContext* context, const v1::HeartbeatRequest* request,
    v1::HeartbeatResponse* response) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  AnswerTo(reactor, response, metrics_,
           "Heartbeat")(coordinator_->Heartbeat(*request));
  return reactor;
}

grpc::ServerUnaryReactor* WorkerServiceImpl::CompleteUnits(
    grpc::CallbackServerContext* context,
    const v1::CompleteUnitsRequest* request,
    v1::CompleteUnitsResponse* response) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  coordinator_->CompleteUnits(
      *request, AnswerTo(reactor, response, metrics_, "CompleteUnits"));
  return reactor;
}

grpc::ServerUnaryReactor* WorkerServiceImpl::ReleaseUnits(
    grpc::CallbackServerContext* context,
    const v1::ReleaseUnitsRequest* request,
    v1::ReleaseUnitsResponse* response) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  coordinator_->ReleaseUnits(
      *request, AnswerTo(reactor, response, metrics_, "ReleaseUnits"));
  return reactor;
}

}  // namespace rookery::coordinator
