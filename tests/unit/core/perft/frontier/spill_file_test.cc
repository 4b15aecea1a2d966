#include "core/perft/frontier/spill_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/unit/core/perft/frontier/spill_folder.h"

namespace rookery {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr char kContents[] = "frontier ply 9";

std::string MessageOf(const absl::Status& status) {
  return std::string(status.message());
}

TEST(SpillFileTest, GivesBackWhatItWasGiven) {
  const SpillFolder folder;
  auto file = SpillFile::Create(folder.path(), kContents).value();
  const std::string first = "fianchetto";
  const std::string second(100'000, 'z');
  EXPECT_EQ(file->Append(first).value(), 0u);
  EXPECT_EQ(file->Append(second).value(), first.size());
  std::string read(second.size(), '\0');
  ASSERT_TRUE(file->Read(first.size(), read).ok());
  EXPECT_EQ(read, second);
  read.resize(first.size());
  ASSERT_TRUE(file->Read(0, read).ok());
  EXPECT_EQ(read, first);
}

TEST(SpillFileTest, HasNoNameAndGoesWithTheObject) {
  const SpillFolder folder;
  {
    const auto file = SpillFile::Create(folder.path(), kContents);
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
    EXPECT_THAT(folder.OpenFileSizes(), SizeIs(1));
  }
  EXPECT_THAT(folder.OpenFileSizes(), IsEmpty());
}

TEST(SpillFileTest, NamesAFolderThatCannotBeUsed) {
  const SpillFolder folder;
  const absl::Status status =
      SpillFile::Create(folder.path() + "/missing", kContents).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(MessageOf(status),
              AllOf(HasSubstr(kContents), HasSubstr("/missing'"),
                    HasSubstr("No such file or directory")));
}

TEST(SpillFileTest, SaysThatThereIsNoRoom) {
  const SpillFolder folder;
  auto file = SpillFile::Create(folder.path(), kContents).value();
  const FileSizeLimit limit(1000);
  EXPECT_TRUE(file->Append(std::string(900, 'x')).ok());
  const absl::Status status = file->Append(std::string(777, 'x')).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(MessageOf(status),
              AllOf(HasSubstr("777 bytes"), HasSubstr("beside 900 others"),
                    HasSubstr(folder.path()), HasSubstr(kContents)));
}

TEST(SpillFileTest, SaysThatTheFileGotShorter) {
  const SpillFolder folder;
  auto file = SpillFile::Create(folder.path(), kContents).value();
  std::string bytes(5000, 'x');
  ASSERT_TRUE(file->Append(bytes).ok());
  folder.Shorten();
  const absl::Status status = file->Read(0, bytes);
  EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss);
  EXPECT_THAT(MessageOf(status),
              AllOf(HasSubstr(kContents), HasSubstr("block at byte 0"),
                    HasSubstr("ends there")));
}

}  // namespace
}  // namespace rookery
