// JobService over gRPC. Converts and counts; the coordinator decides.
#ifndef ROOKERY_COORDINATOR_SERVICE_JOB_SERVICE_H_
#define ROOKERY_COORDINATOR_SERVICE_JOB_SERVICE_H_

#include "coordinator/coordinator.h"
#include "coordinator/metrics.h"
#include "coordinator/service/archive_calls.h"
#include "rookery/v1/job_service.grpc.pb.h"

namespace rookery::coordinator {

// Thread-safe. `coordinator` and `metrics` must outlive it and the server that
// it is registered with.
class JobServiceImpl final : public v1::JobService::CallbackService {
 public:
  JobServiceImpl(Coordinator* coordinator, Metrics* metrics)
      : coordinator_(coordinator),
        metrics_(metrics),
        archives_(coordinator->clock()) {}

  grpc::ServerUnaryReactor* SubmitPerft(grpc::CallbackServerContext* context,
                                        const v1::SubmitPerftRequest* request,
                                        v1::Job* response) override;
  grpc::ServerUnaryReactor* GetJob(grpc::CallbackServerContext* context,
                                   const v1::GetJobRequest* request,
                                   v1::Job* response) override;
  grpc::ServerUnaryReactor* ListJobs(grpc::CallbackServerContext* context,
                                     const v1::ListJobsRequest* request,
                                     v1::ListJobsResponse* response) override;
  grpc::ServerWriteReactor<v1::JobProgress>* WatchJob(
      grpc::CallbackServerContext* context,
      const v1::WatchJobRequest* request) override;
  grpc::ServerUnaryReactor* CancelJob(grpc::CallbackServerContext* context,
                                      const v1::CancelJobRequest* request,
                                      v1::Job* response) override;
  grpc::ServerWriteReactor<v1::ArchiveChunk>* ExportJob(
      grpc::CallbackServerContext* context,
      const v1::ExportJobRequest* request) override;
  grpc::ServerReadReactor<v1::ArchiveChunk>* ImportJob(
      grpc::CallbackServerContext* context, v1::Job* response) override;

 private:
  Coordinator* const coordinator_;
  Metrics* const metrics_;
  ArchiveCalls archives_;
};

}  // namespace rookery::coordinator

#endif  // ROOKERY_COORDINATOR_SERVICE_JOB_SERVICE_H_
