// A folder for spill files, whose files a test can damage, and a limit on their
// size.
//
// Spill files have no names, but this process has them open, and Linux shows
// what it has open in /proc/self/fd.
#ifndef ROOKERY_TESTS_UNIT_CORE_PERFT_FRONTIER_SPILL_FOLDER_H_
#define ROOKERY_TESTS_UNIT_CORE_PERFT_FRONTIER_SPILL_FOLDER_H_

#include <sys/resource.h>

#include <cstdint>
#include <string>
#include <vector>

namespace rookery {

// A fresh folder, which goes with the object.
class SpillFolder {
 public:
  SpillFolder();
  ~SpillFolder();
  SpillFolder(const SpillFolder&) = delete;
  SpillFolder& operator=(const SpillFolder&) = delete;

  const std::string& path() const { return path_; }

  // The sizes of the files in it that are open.
  std::vector<uint64_t> OpenFileSizes() const;

  // Flips a bit in each open file, in the middle of it.
  void Damage() const;

  // Makes each open file one byte shorter.
  void Shorten() const;

 private:
  // Their paths in /proc.
  std::vector<std::string> OpenFiles() const;

  std::string path_;
};

// For as long as it lives, no file of this process can grow beyond `bytes`, as
// on a disk that is full.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(uint64_t bytes);
  ~FileSizeLimit();
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  rlimit before_;
};

}  // namespace rookery

#endif  // ROOKERY_TESTS_UNIT_CORE_PERFT_FRONTIER_SPILL_FOLDER_H_
