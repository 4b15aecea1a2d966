#include "coordinator/archive/archive_reader.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/wire_format_lite.h>
#include <zstd.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"

namespace rookery::coordinator {
namespace {

using google::protobuf::internal::WireFormatLite;
using google::protobuf::io::CodedInputStream;

absl::Time ToTime(const google::protobuf::Timestamp& timestamp) {
  return absl::FromUnixSeconds(timestamp.seconds()) +
         absl::Nanoseconds(timestamp.nanos());
}

}  // namespace

absl::Status ArchiveReader::Damaged(std::string_view how) const {
  return absl::InvalidArgumentError(
      absl::StrCat("archive is damaged in the part at byte ", offset_, ": ",
                   std::string(how), "; nothing was imported"));
}

absl::Status ArchiveReader::Add(std::string_view bytes) {
  if (!status_.ok()) return status_;
  bytes_ += bytes.size();
  if (bytes_ > kMaxArchiveBytes) {
    status_ = absl::InvalidArgumentError(absl::StrCat("archive has more than ",
                                                      kMaxArchiveBytes,
                                                      " bytes, the most that "
                                                      "are taken"));
    return status_;
  }
  buffer_.append(bytes);
  absl::StatusOr<bool> more = true;
  while (more.ok() && *more) more = TakePart();
  status_ = more.status();
  return status_;
}

absl::StatusOr<bool> ArchiveReader::TakePart() {
  const std::string_view buffer = buffer_;
  switch (stage_) {
    case Stage::kHeader: {
      const std::string_view magic = buffer.substr(0, kArchiveMagic.size());
      if (magic != kArchiveMagic.substr(0, magic.size())) {
        return absl::InvalidArgumentError(
            "archive does not begin as one that rookery jobs export writes");
      }
      if (buffer.size() < kHeaderBytes) return false;
      const uint32_t version =
          DecodeNumber(buffer.substr(kArchiveMagic.size()));
      if (version != kArchiveVersion) {
        return absl::FailedPreconditionError(absl::StrCat(
            "archive version is ", version, ", this program knows version ",
            kArchiveVersion, "; use the program that wrote it"));
      }
      Drop(kHeaderBytes);
      stage_ = Stage::kBlocks;
      return true;
    }
    case Stage::kBlocks: {
      if (buffer.size() < kNumberBytes) return false;
      const uint32_t size = DecodeNumber(buffer);
      if (size == 0) {
        Drop(kNumberBytes);
        stage_ = Stage::kDigest;
        return true;
      }
      if (size > kMaxPackedBlockBytes) {
        return Damaged(absl::StrCat("its size is ", size, ", at most ",
                                    kMaxPackedBlockBytes, " are possible"));
      }
      if (buffer.size() < kNumberBytes + size) return false;
      absl::Status status = TakeBlock(buffer.substr(kNumberBytes, size));
      if (!status.ok()) return status;
      Drop(kNumberBytes + size);
      return true;
    }
    case Stage::kDigest:
      if (buffer.size() < kDigestBytes) return false;
      if (buffer.substr(0, kDigestBytes) != digest_.Take())
        return Damaged("the checksum of the whole is another");
      buffer_.erase(0, kDigestBytes);
      offset_ += kDigestBytes;
      stage_ = Stage::kDone;
      return true;
    case Stage::kDone:
      if (buffer.empty()) return false;
      return Damaged("it comes after the end");
  }
  return false;
}

void ArchiveReader::Drop(size_t bytes) {
  digest_.Add(std::string_view(buffer_).substr(0, bytes));
  buffer_.erase(0, bytes);
  offset_ += bytes;
}

absl::Status ArchiveReader::TakeBlock(std::string_view frame) {
  // Of several frames only the first would tell its size.
  if (ZSTD_findFrameCompressedSize(frame.data(), frame.size()) != frame.size())
    return Damaged("it is not one zstd frame");
  const uint64_t size = ZSTD_getFrameContentSize(frame.data(), frame.size());
  if (size == ZSTD_CONTENTSIZE_UNKNOWN || size == ZSTD_CONTENTSIZE_ERROR ||
      size > kMaxBlockBytes) {
    return Damaged(
        absl::StrCat("it does not say how many bytes it unpacks to, "
                     "or more than ",
                     kMaxBlockBytes));
  }
  content_bytes_ += size;
  const uint64_t packed = offset_ + frame.size();
  const uint64_t most = std::min(
      kMaxArchiveBytes, kContentAlwaysTaken + kContentPerByte * packed);
  if (content_bytes_ > most) {
    return Damaged(
        absl::StrCat("the archive unpacks to more than ", most, " bytes"));
  }
  std::string content(size, '\0');
  if (ZSTD_decompress(content.data(), content.size(), frame.data(),
                      frame.size()) != size) {
    return Damaged("it cannot be unpacked");
  }
  return TakeRecords(content);
}

// One by one, as they stand in an ArchiveBlock: objects of all records of a
// block would take many times the memory of its bytes.
absl::Status ArchiveReader::TakeRecords(std::string_view content) {
  constexpr uint32_t kTag =
      WireFormatLite::MakeTag(v1::ArchiveBlock::kRecordsFieldNumber,
                              WireFormatLite::WIRETYPE_LENGTH_DELIMITED);
  CodedInputStream stream(reinterpret_cast<const uint8_t*>(content.data()),
                          static_cast<int>(content.size()));
  v1::ArchiveRecord record;
  while (const uint32_t tag = stream.ReadTag()) {
    uint32_t size = 0;
    if (tag != kTag || !stream.ReadVarint32(&size) ||
        size > content.size() - static_cast<size_t>(stream.CurrentPosition()) ||
        !record.ParseFromArray(content.data() + stream.CurrentPosition(),
                               static_cast<int>(size)) ||
        !stream.Skip(static_cast<int>(size)))
      return Damaged("it cannot be read");
    if (absl::Status status = TakeRecord(record); !status.ok()) return status;
  }
  return stream.ConsumedEntireMessage() ? absl::OkStatus()
                                        : Damaged("it cannot be read");
}

absl::Status ArchiveReader::TakeRecord(v1::ArchiveRecord& record) {
  if (++records_ > kMaxArchiveRecords) {
    return Damaged(absl::StrCat("the archive has more than ",
                                kMaxArchiveRecords, " records"));
  }
  if (record.has_job() != (records_ == 1))
    return Damaged("the job is not the first record, and the only one");
  JobRow& job = record_.job;
  switch (record.record_case()) {
    case v1::ArchiveRecord::kJob: {
      v1::ArchivedJob& archived = *record.mutable_job();
      job.id = std::move(*archived.mutable_job_id());
      job.request_id = std::move(*archived.mutable_request_id());
      job.kind = std::move(*archived.mutable_kind());
      job.request = std::move(*archived.mutable_request());
      job.plan = std::move(*archived.mutable_plan());
      job.state = job.plan.empty() ? JobState::kPlanning : JobState::kRunning;
      job.created_at = ToTime(archived.create_time());
      return absl::OkStatus();
    }
    case v1::ArchiveRecord::kUnit: {
      const v1::ArchivedUnit& archived = record.unit();
      if (!record_.results.empty() ||
          (!record_.units.empty() &&
           archived.number() <= record_.units.back().number)) {
        return Damaged(
            absl::StrCat("unit ", archived.number(), " is out of order"));
      }
      record_.units.push_back({.job = job.id,
                               .number = archived.number(),
                               .first = archived.first(),
                               .count = archived.count(),
                               .replicas = archived.replicas(),
                               .failures = archived.failures()});
      return absl::OkStatus();
    }
    case v1::ArchiveRecord::kResult:
      return TakeResult(*record.mutable_result());
    case v1::ArchiveRecord::RECORD_NOT_SET:
      break;
  }
  return Damaged("a record is of no kind that this program knows");
}

absl::Status ArchiveReader::TakeResult(v1::ArchivedResult& archived) {
  const std::string name = absl::StrCat("the result of unit ", archived.unit(),
                                        ", replica ", archived.replica());
  if (!record_.results.empty()) {
    const ResultRow& last = record_.results.back();
    if (std::tuple(archived.unit(), archived.replica()) <=
        std::tuple(last.unit, last.replica)) {
      return Damaged(absl::StrCat(name, " is out of order"));
    }
  }
  // Both are in order, so the search goes on where it ended.
  while (unit_of_result_ < record_.units.size() &&
         record_.units[unit_of_result_].number < archived.unit()) {
    ++unit_of_result_;
  }
  if (unit_of_result_ == record_.units.size() ||
      record_.units[unit_of_result_].number != archived.unit() ||
      archived.replica() >= record_.units[unit_of_result_].replicas) {
    return Damaged(absl::StrCat(name, " belongs to no unit of the archive"));
  }
  record_.results.push_back(
      {.job = record_.job.id,
       .unit = archived.unit(),
       .replica = archived.replica(),
       .worker = std::move(*archived.mutable_worker()),
       .kernel = std::move(*archived.mutable_kernel()),
       .hash_seed = archived.hash_seed(),
       .revision = std::move(*archived.mutable_revision()),
       .completed_at = ToTime(archived.complete_time()),
       .figures = std::move(*archived.mutable_figures())});
  return absl::OkStatus();
}

absl::StatusOr<JobRecord> ArchiveReader::Finish() {
  if (!status_.ok()) return status_;
  if (stage_ != Stage::kDone) {
    return absl::InvalidArgumentError(
        absl::StrCat("archive ends too early, after ", bytes_,
                     " bytes; nothing was imported"));
  }
  if (records_ == 0) {
    return absl::InvalidArgumentError("archive has no job");
  }
  return std::move(record_);
}

}  // namespace rookery::coordinator
