#include "coordinator/archive/archive_writer.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/unit/coordinator/archive/archived_job.h"

namespace rookery::coordinator {
namespace {

TEST(ArchiveWriterTest, GivesTheSameBytesInPiecesOfAnySize) {
  const std::string whole = WriteArchive(MakeRecord(3));
  EXPECT_EQ(WriteArchive(MakeRecord(3), 1), whole);
  EXPECT_EQ(WriteArchive(MakeRecord(3), 7), whole);
}

TEST(ArchiveWriterTest, KeepsPiecesWithinTheirSize) {
  ArchiveWriter writer(MakeRecord(100));
  for (std::string bytes = writer.Next(50); !bytes.empty();
       bytes = writer.Next(50)) {
    EXPECT_LE(bytes.size(), 50u);
  }
  EXPECT_EQ(writer.Next(50), "");
}

TEST(CheckArchiveSizeTest, TakesWhatAReaderTakes) {
  EXPECT_TRUE(CheckArchiveSize(MakeRecord(1000)).ok());
  JobRecord record = MakeRecord(2);
  record.results[0].figures.resize(8 << 20);
  EXPECT_TRUE(CheckArchiveSize(record).ok());
}

TEST(CheckArchiveSizeTest, RefusesWhatNoReaderTakes) {
  JobRecord record = MakeRecord(2);
  record.results[0].figures.resize(kMaxBlockBytes);
  const absl::Status status = CheckArchiveSize(record);
  EXPECT_TRUE(absl::IsOutOfRange(status)) << status;
}

}  // namespace
}  // namespace rookery::coordinator
