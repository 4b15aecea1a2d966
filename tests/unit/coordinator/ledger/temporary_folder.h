// A folder of one test's own, removed at its end.
#ifndef ROOKERY_TESTS_UNIT_COORDINATOR_LEDGER_TEMPORARY_FOLDER_H_
#define ROOKERY_TESTS_UNIT_COORDINATOR_LEDGER_TEMPORARY_FOLDER_H_

#include <stdlib.h>

#include <filesystem>
#include <string>

#include "gtest/gtest.h"

namespace rookery::coordinator {

class TemporaryFolder {
 public:
  TemporaryFolder()
      : path_(std::filesystem::canonical(testing::TempDir()) /
              "ledger-XXXXXX") {
    EXPECT_NE(mkdtemp(path_.data()), nullptr) << path_;
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }
  std::string File(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

}  // namespace rookery::coordinator

#endif  // ROOKERY_TESTS_UNIT_COORDINATOR_LEDGER_TEMPORARY_FOLDER_H_
