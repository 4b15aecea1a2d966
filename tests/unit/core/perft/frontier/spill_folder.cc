#include "tests/unit/core/perft/frontier/spill_folder.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace rookery {

namespace fs = std::filesystem;

SpillFolder::SpillFolder() : path_(testing::TempDir() + "/spill-XXXXXX") {
  EXPECT_NE(mkdtemp(path_.data()), nullptr) << path_;
  path_ = fs::canonical(path_).string();
}

SpillFolder::~SpillFolder() {
  EXPECT_TRUE(fs::is_empty(path_)) << path_;
  fs::remove_all(path_);
}

std::vector<std::string> SpillFolder::OpenFiles() const {
  std::vector<std::string> files;
  for (const fs::directory_entry& entry :
       fs::directory_iterator("/proc/self/fd")) {
    std::error_code ignored;
    const std::string target = fs::read_symlink(entry, ignored).string();
    if (target.starts_with(path_ + "/")) files.push_back(entry.path().string());
  }
  return files;
}

std::vector<uint64_t> SpillFolder::OpenFileSizes() const {
  std::vector<uint64_t> sizes;
  for (const std::string& file : OpenFiles())
    sizes.push_back(fs::file_size(file));
  return sizes;
}

void SpillFolder::Damage() const {
  for (const std::string& path : OpenFiles()) {
    const auto middle = static_cast<std::streamoff>(fs::file_size(path) / 2);
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekg(middle);
    const int byte = file.get();
    file.seekp(middle);
    file.put(static_cast<char>(byte ^ 4));
    EXPECT_TRUE(file.flush()) << path;
  }
}

void SpillFolder::Shorten() const {
  for (const std::string& path : OpenFiles())
    fs::resize_file(path, fs::file_size(path) - 1);
}

FileSizeLimit::FileSizeLimit(uint64_t bytes) {
  // What is too much is then an error instead of the end.
  std::signal(SIGXFSZ, SIG_IGN);
  EXPECT_EQ(getrlimit(RLIMIT_FSIZE, &before_), 0);
  rlimit limited = before_;
  limited.rlim_cur = bytes;
  EXPECT_EQ(setrlimit(RLIMIT_FSIZE, &limited), 0);
}

FileSizeLimit::~FileSizeLimit() {
  EXPECT_EQ(setrlimit(RLIMIT_FSIZE, &before_), 0);
}

}  // namespace rookery
