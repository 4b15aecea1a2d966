#include "coordinator/archive/archive_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zstd.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/unit/coordinator/archive/archived_job.h"

namespace rookery::coordinator {
namespace {

using ::testing::HasSubstr;

absl::StatusOr<JobRecord> Read(std::string_view archive,
                               size_t piece = 1 << 20) {
  ArchiveReader reader;
  while (!archive.empty()) {
    const std::string_view bytes = archive.substr(0, piece);
    if (absl::Status status = reader.Add(bytes); !status.ok()) return status;
    archive.remove_prefix(bytes.size());
  }
  return reader.Finish();
}

// What is wrong with an archive that must be refused.
std::string Refusal(std::string_view archive) {
  const absl::Status status = Read(archive).status();
  EXPECT_TRUE(absl::IsInvalidArgument(status)) << status;
  return std::string(status.message());
}

void AppendFrame(const std::string& content, std::string* archive) {
  std::string frame(ZSTD_compressBound(content.size()), '\0');
  frame.resize(ZSTD_compress(frame.data(), frame.size(), content.data(),
                             content.size(), 1));
  *archive += EncodeNumber(static_cast<uint32_t>(frame.size())) + frame;
}

void AppendBlock(const v1::ArchiveBlock& block, std::string* archive) {
  AppendFrame(block.SerializeAsString(), archive);
}

// An archive of these records, its checksum right.
std::string Archive(const std::vector<v1::ArchiveRecord>& records) {
  std::string archive =
      std::string(kArchiveMagic) + EncodeNumber(kArchiveVersion);
  v1::ArchiveBlock block;
  for (const v1::ArchiveRecord& record : records) *block.add_records() = record;
  AppendBlock(block, &archive);
  archive += EncodeNumber(0);
  ArchiveDigest digest;
  digest.Add(archive);
  return archive + digest.Take();
}

v1::ArchiveRecord JobRecordOf() {
  v1::ArchiveRecord record;
  record.mutable_job()->set_job_id("a");
  record.mutable_job()->set_plan("plan");
  return record;
}

v1::ArchiveRecord UnitRecord(uint64_t number) {
  v1::ArchiveRecord record;
  record.mutable_unit()->set_number(number);
  record.mutable_unit()->set_replicas(1);
  return record;
}

v1::ArchiveRecord ResultRecord(uint64_t unit, uint32_t replica = 0) {
  v1::ArchiveRecord record;
  record.mutable_result()->set_unit(unit);
  record.mutable_result()->set_replica(replica);
  return record;
}

TEST(ArchiveReaderTest, ReturnsWhatWasWritten) {
  JobRecord written = MakeRecord(40);
  written.units[5].failures = 2;
  written.units[7].replicas = 2;
  ResultRow replica = MakeResult("a", 7, "figures");
  replica.replica = 1;
  replica.worker = "other";
  written.results.insert(written.results.begin() + 8, replica);
  for (const size_t piece : {size_t{1}, size_t{17}, size_t{1} << 20}) {
    const absl::StatusOr<JobRecord> read = Read(WriteArchive(written), piece);
    ASSERT_TRUE(read.ok()) << read.status();
    EXPECT_TRUE(read->job == written.job);
    EXPECT_EQ(read->units, written.units);
    EXPECT_EQ(read->results, written.results);
    EXPECT_TRUE(read->leases.empty());
  }
}

TEST(ArchiveReaderTest, TakesBlocksWithoutEnd) {
  JobRecord written = MakeRecord(20);
  for (ResultRow& result : written.results) {
    result.figures.resize(100'000);
    for (size_t index = 0; index < result.figures.size(); ++index) {
      result.figures[index] =
          static_cast<char>((index * index + result.unit) >> 5);
    }
  }
  const absl::StatusOr<JobRecord> read = Read(WriteArchive(written), 10'000);
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->results, written.results);
}

TEST(ArchiveReaderTest, MakesAnOpenJobOfEveryJob) {
  JobRecord written = MakeRecord(2);
  written.job.state = JobState::kSucceeded;
  written.job.outcome = "outcome";
  written.job.ended_at = kNow;
  JobRow job = Read(WriteArchive(written))->job;
  EXPECT_EQ(job.state, JobState::kRunning);
  EXPECT_EQ(job.outcome, "");
  EXPECT_FALSE(job.ended_at.has_value());
  written.job.plan.clear();
  EXPECT_EQ(Read(WriteArchive(written))->job.state, JobState::kPlanning);
}

// --- Damage

TEST(ArchiveReaderTest, NoticesEveryByteThatChanges) {
  const std::string whole = WriteArchive(MakeRecord(3));
  ASSERT_TRUE(Read(whole).ok());
  for (size_t index = 0; index < whole.size(); ++index) {
    for (const char change : {'\x01', '\x80', '\xff'}) {
      std::string damaged = whole;
      damaged[index] = static_cast<char>(damaged[index] ^ change);
      EXPECT_FALSE(Read(damaged).ok()) << "byte " << index;
    }
  }
}

TEST(ArchiveReaderTest, NoticesWhereverItIsCutShort) {
  const std::string whole = WriteArchive(MakeRecord(3));
  for (size_t size = 0; size < whole.size(); ++size) {
    EXPECT_THAT(Refusal(whole.substr(0, size)), HasSubstr("ends too early"))
        << size;
  }
}

TEST(ArchiveReaderTest, NoticesWhatFollowsItsEnd) {
  const std::string whole = WriteArchive(MakeRecord(3));
  EXPECT_THAT(Refusal(whole + '\0'), HasSubstr("comes after the end"));
  EXPECT_THAT(Refusal(whole + whole), HasSubstr("comes after the end"));
}

TEST(ArchiveReaderTest, NoticesABlockThatIsMissing) {
  JobRecord written = MakeRecord(3);
  written.results[0].figures = std::string(300'000, 'x');
  const std::string whole = WriteArchive(written);
  const uint32_t size =
      DecodeNumber(std::string_view(whole).substr(kHeaderBytes));
  std::string without = whole;
  without.erase(kHeaderBytes, kNumberBytes + size);
  EXPECT_FALSE(Read(without).ok());
}

TEST(ArchiveReaderTest, SaysWhatIsNoArchive) {
  EXPECT_THAT(Refusal("SQLite format 3"), HasSubstr("does not begin as"));
  EXPECT_THAT(Refusal(""), HasSubstr("ends too early, after 0 bytes"));
}

TEST(ArchiveReaderTest, RefusesAnotherVersion) {
  const absl::Status status =
      Read(std::string(kArchiveMagic) + EncodeNumber(2)).status();
  EXPECT_TRUE(absl::IsFailedPrecondition(status)) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr("version is 2"));
}

TEST(ArchiveReaderTest, RefusesABlockThatIsTooLarge) {
  const std::string begin =
      std::string(kArchiveMagic) + EncodeNumber(kArchiveVersion);
  EXPECT_THAT(Refusal(begin + EncodeNumber(uint32_t{kMaxPackedBlockBytes + 1})),
              HasSubstr("at most"));
  const std::string content(kMaxBlockBytes + 1, '\0');
  std::string frame(ZSTD_compressBound(content.size()), '\0');
  frame.resize(ZSTD_compress(frame.data(), frame.size(), content.data(),
                             content.size(), 1));
  EXPECT_THAT(
      Refusal(begin + EncodeNumber(static_cast<uint32_t>(frame.size())) +
              frame),
      HasSubstr("how many bytes it unpacks to"));
}

// Some kilobytes that would fill 32 MiB.
TEST(ArchiveReaderTest, RefusesMoreContentThanItsBytesAreWorth) {
  std::string archive =
      std::string(kArchiveMagic) + EncodeNumber(kArchiveVersion);
  v1::ArchiveBlock block;
  *block.add_records() = JobRecordOf();
  *block.add_records() = UnitRecord(1);
  AppendBlock(block, &archive);
  block.Clear();
  *block.add_records() = ResultRecord(1);
  block.mutable_records(0)->mutable_result()->set_figures(
      std::string(kMaxBlockBytes - 100, 'x'));
  AppendBlock(block, &archive);
  EXPECT_LT(archive.size(), 4'000u);
  EXPECT_THAT(Refusal(archive), HasSubstr("ends too early"));
  AppendBlock(block, &archive);
  EXPECT_THAT(Refusal(archive), HasSubstr("unpacks to more than"));
}

// So small that a block holds millions: a few kilobytes of them filled half a
// gigabyte before the first was looked at.
TEST(ArchiveReaderTest, LooksAtEachRecordBeforeTheNext) {
  std::string archive =
      std::string(kArchiveMagic) + EncodeNumber(kArchiveVersion);
  std::string content;
  for (int record = 0; record < 4'000'000; ++record)
    content.append("\x0a\0", 2);
  AppendFrame(content, &archive);
  EXPECT_THAT(Refusal(archive), HasSubstr("the job is not the first record"));
}

TEST(ArchiveReaderTest, RefusesABlockThatIsNoRowOfRecords) {
  const std::string begin =
      std::string(kArchiveMagic) + EncodeNumber(kArchiveVersion);
  // Another field, one that is longer than the block, half a number, a record
  // that is none.
  for (const std::string content :
       {"\x12\x01", "\x0a\x7f", "\x0a\xff", "\x0a\x01\x08", "\x0a"}) {
    std::string archive = begin;
    AppendFrame(content, &archive);
    EXPECT_THAT(Refusal(archive), HasSubstr("it cannot be read"));
  }
}

TEST(ArchiveReaderTest, KeepsItsFirstError) {
  ArchiveReader reader;
  const absl::Status status = reader.Add("no archive");
  EXPECT_FALSE(status.ok());
  EXPECT_EQ(reader.Add("more"), status);
  EXPECT_EQ(reader.Finish().status(), status);
}

// --- Records that contradict each other, with a checksum that is right

TEST(ArchiveReaderTest, TakesRecordsInTheirOrder) {
  const absl::StatusOr<JobRecord> read = Read(
      Archive({JobRecordOf(), UnitRecord(1), UnitRecord(4), ResultRecord(4)}));
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->units.size(), 2u);
}

TEST(ArchiveReaderTest, RefusesRecordsOutOfOrder) {
  EXPECT_THAT(Refusal(Archive({JobRecordOf(), UnitRecord(4), UnitRecord(1)})),
              HasSubstr("unit 1 is out of order"));
  EXPECT_THAT(Refusal(Archive({JobRecordOf(), UnitRecord(4), UnitRecord(4)})),
              HasSubstr("unit 4 is out of order"));
  EXPECT_THAT(Refusal(Archive({JobRecordOf(), UnitRecord(1), ResultRecord(1),
                               UnitRecord(2)})),
              HasSubstr("unit 2 is out of order"));
  EXPECT_THAT(Refusal(Archive({JobRecordOf(), UnitRecord(1), UnitRecord(2),
                               ResultRecord(2), ResultRecord(1)})),
              HasSubstr("the result of unit 1, replica 0 is out of order"));
  EXPECT_THAT(Refusal(Archive({JobRecordOf(), UnitRecord(1), ResultRecord(1),
                               ResultRecord(1)})),
              HasSubstr("out of order"));
}

TEST(ArchiveReaderTest, RefusesResultsOfNoUnit) {
  EXPECT_THAT(Refusal(Archive({JobRecordOf(), UnitRecord(1), ResultRecord(3)})),
              HasSubstr("the result of unit 3, replica 0 belongs to no unit"));
  EXPECT_THAT(
      Refusal(Archive({JobRecordOf(), UnitRecord(1), ResultRecord(1, 1)})),
      HasSubstr("replica 1 belongs to no unit"));
}

TEST(ArchiveReaderTest, RefusesAnArchiveWithoutOneJob) {
  EXPECT_THAT(Refusal(Archive({})), HasSubstr("archive has no job"));
  EXPECT_THAT(Refusal(Archive({UnitRecord(1)})),
              HasSubstr("the job is not the first record"));
  EXPECT_THAT(Refusal(Archive({JobRecordOf(), JobRecordOf()})),
              HasSubstr("and the only one"));
}

TEST(ArchiveReaderTest, RefusesRecordsOfAnUnknownKind) {
  EXPECT_THAT(Refusal(Archive({JobRecordOf(), v1::ArchiveRecord()})),
              HasSubstr("no kind that this program knows"));
}

}  // namespace
}  // namespace rookery::coordinator
