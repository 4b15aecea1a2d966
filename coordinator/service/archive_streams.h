// Archives of jobs over gRPC: one piece at a time, as fast as the other end
// takes or sends them, and no thread that waits for it.
//
// The reactors delete themselves at the end of their call. What is passed in
// must outlive them.
#ifndef ROOKERY_COORDINATOR_SERVICE_ARCHIVE_STREAMS_H_
#define ROOKERY_COORDINATOR_SERVICE_ARCHIVE_STREAMS_H_

#include <grpcpp/support/server_callback.h>

#include <atomic>
#include <string>

#include "coordinator/coordinator.h"
#include "coordinator/metrics.h"
#include "rookery/v1/job_service.pb.h"

namespace rookery::coordinator {

// Each holds its job in memory: `archives` counts those under way, in either
// direction, and beyond so many a call is refused with RESOURCE_EXHAUSTED.
inline constexpr int kMaxArchives = 4;

// Of one message, as sent.
inline constexpr size_t kMaxChunkBytes = 1 << 20;

// Answers ExportJob.
grpc::ServerWriteReactor<v1::ArchiveChunk>* SendArchive(
    Coordinator* coordinator, Metrics* metrics, std::atomic<int>* archives,
    const std::string& job_id);

// Answers ImportJob.
grpc::ServerReadReactor<v1::ArchiveChunk>* ReceiveArchive(
    Coordinator* coordinator, Metrics* metrics, std::atomic<int>* archives,
    grpc::CallbackServerContext* context, v1::Job* response);

}  // namespace rookery::coordinator

#endif  // ROOKERY_COORDINATOR_SERVICE_ARCHIVE_STREAMS_H_
