// Reads an archive of a job, piece by piece as its bytes come, and believes
// nothing of it: only an archive that is whole, to the last bit, gives a job.
//
// It knows no chess: whether request and figures make sense is for others to
// say. Memory: the job, and one block, which are in proportion to the bytes
// that came. Thread-safety: none.
#ifndef ROOKERY_COORDINATOR_ARCHIVE_ARCHIVE_READER_H_
#define ROOKERY_COORDINATOR_ARCHIVE_ARCHIVE_READER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "coordinator/archive/archive_format.h"
#include "coordinator/ledger/ledger.h"
#include "rookery/v1/archive.pb.h"

namespace rookery::coordinator {

class ArchiveReader {
 public:
  // Takes the next bytes. INVALID_ARGUMENT: this is no archive, or it is
  // damaged, out of order or too large; the message says which, and where.
  // FAILED_PRECONDITION: a newer program wrote it. After an error every further
  // call returns it.
  absl::Status Add(std::string_view bytes);

  // All bytes were added: the job, to be gone on with: PLANNING, or RUNNING if
  // it has a plan; without leases. INVALID_ARGUMENT: the archive ends too
  // early. Errors of Add come again. To be called once.
  absl::StatusOr<JobRecord> Finish();

 private:
  // Takes one part off buffer_; false: it is not there yet.
  absl::StatusOr<bool> TakePart();
  absl::Status TakeBlock(std::string_view frame);
  absl::Status TakeRecords(std::string_view content);
  absl::Status TakeRecord(v1::ArchiveRecord& record);
  absl::Status TakeResult(v1::ArchivedResult& result);
  absl::Status Damaged(std::string_view how) const;
  // The first bytes of buffer_ were understood and belong to the digest.
  void Drop(size_t bytes);

  JobRecord record_;
  ArchiveDigest digest_;
  std::string buffer_;
  uint64_t offset_ = 0;  // of buffer_ in the archive
  uint64_t bytes_ = 0;   // that were added
  uint64_t content_bytes_ = 0;
  uint64_t records_ = 0;
  size_t unit_of_result_ = 0;  // index of the last result's unit
  enum class Stage { kHeader, kBlocks, kDigest, kDone } stage_ = Stage::kHeader;
  absl::Status status_;
};

}  // namespace rookery::coordinator

#endif  // ROOKERY_COORDINATOR_ARCHIVE_ARCHIVE_READER_H_
