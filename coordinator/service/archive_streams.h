// Archives of jobs over gRPC: one piece at a time, as fast as the other end
// takes or sends them, and no thread that waits for it.
//
// The reactors delete themselves at the end of their call. What is passed in
// must outlive them.
#ifndef ROOKERY_COORDINATOR_SERVICE_ARCHIVE_STREAMS_H_
#define ROOKERY_COORDINATOR_SERVICE_ARCHIVE_STREAMS_H_

#include <grpcpp/support/server_callback.h>

#include <string>

#include "coordinator/coordinator.h"
#include "coordinator/metrics.h"
#include "coordinator/service/archive_calls.h"
#include "rookery/v1/job_service.pb.h"

namespace rookery::coordinator {

// Of one message, as sent.
inline constexpr size_t kMaxChunkBytes = 1 << 20;

// Answers ExportJob.
grpc::ServerWriteReactor<v1::ArchiveChunk>* SendArchive(
    Coordinator* coordinator, Metrics* metrics, ArchiveCalls* calls,
    grpc::CallbackServerContext* context, const std::string& job_id);

// Answers ImportJob.
grpc::ServerReadReactor<v1::ArchiveChunk>* ReceiveArchive(
    Coordinator* coordinator, Metrics* metrics, ArchiveCalls* calls,
    grpc::CallbackServerContext* context, v1::Job* response);

}  // namespace rookery::coordinator

#endif  // ROOKERY_COORDINATOR_SERVICE_ARCHIVE_STREAMS_H_
