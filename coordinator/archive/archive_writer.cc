#include "coordinator/archive/archive_writer.h"

#include <zstd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"

namespace rookery::coordinator {
namespace {

// A block is closed when it has so much.
constexpr size_t kBlockBytes = 256 << 10;

// More than a record takes beside its figures.
constexpr uint64_t kRecordBytes = 1024;

constexpr int kCompressionLevel = 3;

void SetTimestamp(absl::Time time, google::protobuf::Timestamp* timestamp) {
  const int64_t seconds = absl::ToUnixSeconds(time);
  timestamp->set_seconds(seconds);
  timestamp->set_nanos(static_cast<int32_t>(
      absl::ToInt64Nanoseconds(time - absl::FromUnixSeconds(seconds))));
}

void Fill(const JobRow& row, v1::ArchivedJob* job) {
  job->set_job_id(row.id);
  job->set_request_id(row.request_id);
  job->set_kind(row.kind);
  job->set_request(row.request);
  job->set_plan(row.plan);
  SetTimestamp(row.created_at, job->mutable_create_time());
}

void Fill(const UnitRow& row, v1::ArchivedUnit* unit) {
  unit->set_number(row.number);
  unit->set_first(row.first);
  unit->set_count(row.count);
  unit->set_replicas(row.replicas);
  unit->set_failures(row.failures);
}

void Fill(const ResultRow& row, v1::ArchivedResult* result) {
  result->set_unit(row.unit);
  result->set_replica(row.replica);
  result->set_worker(row.worker);
  result->set_kernel(row.kernel);
  result->set_hash_seed(row.hash_seed);
  result->set_revision(row.revision);
  SetTimestamp(row.completed_at, result->mutable_complete_time());
  result->set_figures(row.figures);
}

std::string Compress(const std::string& content) {
  std::string frame(ZSTD_compressBound(content.size()), '\0');
  const size_t size = ZSTD_compress(frame.data(), frame.size(), content.data(),
                                    content.size(), kCompressionLevel);
  // It fails only where there is no memory, as the allocation above might.
  if (ZSTD_isError(size)) std::abort();
  frame.resize(size);
  return frame;
}

}  // namespace

absl::Status CheckArchiveSize(const JobRecord& record) {
  const uint64_t records = 1 + record.units.size() + record.results.size();
  uint64_t bytes = record.job.request.size() + record.job.plan.size() +
                   records * kRecordBytes;
  uint64_t largest = 0;
  for (const ResultRow& result : record.results) {
    bytes += result.figures.size();
    largest = std::max<uint64_t>(largest, result.figures.size());
  }
  if (records <= kMaxArchiveRecords && bytes <= kMaxArchiveBytes &&
      kBlockBytes + kRecordBytes + largest <= kMaxBlockBytes) {
    return absl::OkStatus();
  }
  return absl::OutOfRangeError(absl::StrCat(
      "job ", record.job.id, " has ", records, " units and results and about ",
      bytes, " bytes, too many for an archive; copy the ledger instead"));
}

std::string ArchiveWriter::Next(size_t most) {
  while (pending_.size() < most && stage_ != Stage::kDone) WriteMore();
  std::string bytes = pending_.substr(0, most);
  pending_.erase(0, bytes.size());
  return bytes;
}

void ArchiveWriter::WriteMore() {
  switch (stage_) {
    case Stage::kHeader:
      Write(std::string(kArchiveMagic));
      Write(EncodeNumber(kArchiveVersion));
      stage_ = Stage::kBlocks;
      return;
    case Stage::kBlocks: {
      v1::ArchiveBlock block;
      size_t bytes = 0;
      v1::ArchiveRecord record;
      while (bytes < kBlockBytes && NextRecord(&record)) {
        bytes += record.ByteSizeLong();
        *block.add_records() = std::move(record);
      }
      if (block.records_size() == 0) {
        stage_ = Stage::kEnd;
        return;
      }
      const std::string frame = Compress(block.SerializeAsString());
      Write(EncodeNumber(static_cast<uint32_t>(frame.size())));
      Write(frame);
      return;
    }
    case Stage::kEnd:
      Write(EncodeNumber(0));
      pending_ += digest_.Take();
      stage_ = Stage::kDone;
      return;
    case Stage::kDone:
      return;
  }
}

void ArchiveWriter::Write(const std::string& bytes) {
  digest_.Add(bytes);
  pending_ += bytes;
}

bool ArchiveWriter::NextRecord(v1::ArchiveRecord* record) {
  record->Clear();
  if (!job_written_) {
    Fill(record_.job, record->mutable_job());
    job_written_ = true;
  } else if (units_written_ < record_.units.size()) {
    Fill(record_.units[units_written_++], record->mutable_unit());
  } else if (results_written_ < record_.results.size()) {
    Fill(record_.results[results_written_++], record->mutable_result());
  } else {
    return false;
  }
  return true;
}

}  // namespace rookery::coordinator
