// WorkerService over gRPC. Converts and counts; the coordinator decides.
#ifndef ROOKERY_COORDINATOR_SERVICE_WORKER_SERVICE_H_
#define ROOKERY_COORDINATOR_SERVICE_WORKER_SERVICE_H_

#include "coordinator/coordinator.h"
#include "coordinator/metrics.h"
#include "rookery/v1/worker_service.grpc.pb.h"

namespace rookery::coordinator {

// Thread-safe. `coordinator` and `metrics` must outlive it and the server that
// it is registered with.
class WorkerServiceImpl final : public v1::WorkerService::CallbackService {
 public:
  WorkerServiceImpl(Coordinator* coordinator, Metrics* metrics)
      : coordinator_(coordinator), metrics_(metrics) {}

  grpc::ServerUnaryReactor* RegisterWorker(
      grpc::CallbackServerContext* context,
      const v1::RegisterWorkerRequest* request,
      v1::RegisterWorkerResponse* response) override;
  grpc::ServerUnaryReactor* AcquireUnits(
      grpc::CallbackServerContext* context,
      const v1::AcquireUnitsRequest* request,
      v1::AcquireUnitsResponse* response) override;
  grpc::ServerUnaryReactor* Heartbeat(grpc::CallbackServerContext* context,
                                      const v1::HeartbeatRequest* request,
                                      v1::HeartbeatResponse* response) override;
  grpc::ServerUnaryReactor* CompleteUnits(
      grpc::CallbackServerContext* context,
      const v1::CompleteUnitsRequest* request,
      v1::CompleteUnitsResponse* response) override;
  grpc::ServerUnaryReactor* ReleaseUnits(
      grpc::CallbackServerContext* context,
      const v1::ReleaseUnitsRequest* request,
      v1::ReleaseUnitsResponse* response) override;

 private:
  Coordinator* const coordinator_;
  Metrics* const metrics_;
};

}  // namespace rookery::coordinator

#endif  // ROOKERY_COORDINATOR_SERVICE_WORKER_SERVICE_H_
