// FleetService over gRPC. Converts and counts; the coordinator decides.
#ifndef ROOKERY_COORDINATOR_SERVICE_FLEET_SERVICE_H_
#define ROOKERY_COORDINATOR_SERVICE_FLEET_SERVICE_H_

#include "coordinator/coordinator.h"
#include "coordinator/metrics.h"
#include "rookery/v1/fleet_service.grpc.pb.h"

namespace rookery::coordinator {

// Thread-safe. `coordinator` and `metrics` must outlive it and the server that
// it is registered with.
class FleetServiceImpl final : public v1::FleetService::CallbackService {
 public:
  FleetServiceImpl(Coordinator* coordinator, Metrics* metrics)
      : coordinator_(coordinator), metrics_(metrics) {}

  grpc::ServerUnaryReactor* ListWorkers(
      grpc::CallbackServerContext* context,
      const v1::ListWorkersRequest* request,
      v1::ListWorkersResponse* response) override;
  grpc::ServerUnaryReactor* SetWorkerState(
      grpc::CallbackServerContext* context,
      const v1::SetWorkerStateRequest* request, v1::Worker* response) override;

 private:
  Coordinator* const coordinator_;
  Metrics* const metrics_;
};

}  // namespace rookery::coordinator

#endif  // ROOKERY_COORDINATOR_SERVICE_FLEET_SERVICE_H_
