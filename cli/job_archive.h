// Archives of jobs as files: from a coordinator to the disk and back.
//
// Stateless. Both block, and end early with CANCELLED when the client's
// interrupt is triggered.
#ifndef ROOKERY_CLI_JOB_ARCHIVE_H_
#define ROOKERY_CLI_JOB_ARCHIVE_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "cli/job_client.h"

namespace rookery::cli {

// Writes an archive of the job to the file `path` and returns its size. The
// file is there when it is whole, and replaces an older one; whatever goes
// wrong, that one stays. FAILED_PRECONDITION: it cannot be written.
// RESOURCE_EXHAUSTED: the disk is full. Others: as JobClient::ExportJob.
absl::StatusOr<uint64_t> SaveArchive(JobClient* client,
                                     const std::string& job_id,
                                     const std::string& path);

// Sends the archive in the file `path` and returns its job. NOT_FOUND: the file
// cannot be read. Others: as JobClient::ImportJob.
absl::StatusOr<v1::Job> SendArchive(JobClient* client, const std::string& path);

}  // namespace rookery::cli

#endif  // ROOKERY_CLI_JOB_ARCHIVE_H_
