// Makes an archive of a job: everything that is needed to go on with it
// elsewhere.
//
// Leases are not in it: they end with the coordinator that granted them. The
// bytes come piece by piece, so that a file or a stream takes them as fast as
// it can. Thread-safety: none.
#ifndef ROOKERY_COORDINATOR_ARCHIVE_ARCHIVE_WRITER_H_
#define ROOKERY_COORDINATOR_ARCHIVE_ARCHIVE_WRITER_H_

#include <cstddef>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "coordinator/archive/archive_format.h"
#include "coordinator/ledger/ledger.h"
#include "rookery/v1/archive.pb.h"

namespace rookery::coordinator {

// OUT_OF_RANGE: the job is larger than what ArchiveReader takes.
absl::Status CheckArchiveSize(const JobRecord& record);

class ArchiveWriter {
 public:
  // Requires: CheckArchiveSize passed; units and results are in their order.
  explicit ArchiveWriter(JobRecord record) : record_(std::move(record)) {}

  // The next bytes of the archive, at most `most` (at least 1); empty at its
  // end.
  std::string Next(size_t most);

 private:
  // Appends to pending_ what comes next; nothing at the end.
  void WriteMore();
  void Write(const std::string& bytes);
  bool NextRecord(v1::ArchiveRecord* record);

  const JobRecord record_;
  ArchiveDigest digest_;
  std::string pending_;
  enum class Stage { kHeader, kBlocks, kEnd, kDone } stage_ = Stage::kHeader;
  bool job_written_ = false;
  size_t units_written_ = 0;
  size_t results_written_ = 0;
};

}  // namespace rookery::coordinator

#endif  // ROOKERY_COORDINATOR_ARCHIVE_ARCHIVE_WRITER_H_
