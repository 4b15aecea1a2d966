#include "cli/export_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace rookery::cli {
namespace {

namespace fs = std::filesystem;

class ExportFileTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) /
              ("rookery_export_" + std::to_string(getpid()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    path_ = (folder_ / "export.tsv").string();
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string Contents() const {
    std::ostringstream bytes;
    bytes << std::ifstream(path_).rdbuf();
    return bytes.str();
  }

  fs::path folder_;
  std::string path_;
};

TEST_F(ExportFileTest, AppearsWhenItIsComplete) {
  std::ofstream(path_) << "old";
  auto file = ExportFile::Create(path_).value();
  EXPECT_TRUE(file->Write("new ").ok());
  EXPECT_TRUE(file->Write("words").ok());
  EXPECT_EQ(Contents(), "old");
  EXPECT_TRUE(file->Commit().ok());
  EXPECT_EQ(Contents(), "new words");
}

TEST_F(ExportFileTest, TakesThePlaceOfNothingButFiles) {
  for (const std::string& path : {folder_.string(), std::string("/dev/null")}) {
    EXPECT_EQ(ExportFile::Create(path).status().code(),
              absl::StatusCode::kFailedPrecondition)
        << path;
  }
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST_F(ExportFileTest, LeavesNothingBehindWithoutCommit) {
  {
    auto file = ExportFile::Create(path_).value();
    EXPECT_TRUE(file->Write("words").ok());
  }
  EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_F(ExportFileTest, SaysThatTheDiskIsFull) {
  // As on a full disk, writing is an error; by default it would end the
  // process.
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit before;
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  rlimit limited = before;
  limited.rlim_cur = 1000;
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &limited), 0);
  {
    auto file = ExportFile::Create(path_).value();
    absl::Status status = file->Write(std::string(100'000, 'x'));
    if (status.ok()) status = file->Commit();
    EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
    EXPECT_THAT(std::string(status.message()), testing::HasSubstr(path_));
  }
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
  EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_F(ExportFileTest, NamesAPathWhereNoneCanBe) {
  const std::string path = path_ + "/below";
  const absl::Status status = ExportFile::Create(path).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()), testing::HasSubstr(path));
}

}  // namespace
}  // namespace rookery::cli
