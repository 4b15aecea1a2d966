// A temporary file for what does not fit into memory.
//
// It has no name once it is open, so it is gone with the process, however that
// ends. Thread-safe.
#ifndef ROOKERY_CORE_PERFT_FRONTIER_SPILL_FILE_H_
#define ROOKERY_CORE_PERFT_FRONTIER_SPILL_FILE_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace rookery {

class SpillFile {
 public:
  // An empty file in `folder`; `contents`, such as "frontier ply 7", is for
  // messages. FAILED_PRECONDITION, naming the folder, when there can be none.
  static absl::StatusOr<std::unique_ptr<SpillFile>> Create(
      std::string folder, std::string contents);

  ~SpillFile();
  SpillFile(const SpillFile&) = delete;
  SpillFile& operator=(const SpillFile&) = delete;

  // Writes the bytes behind all others and returns where they begin.
  // RESOURCE_EXHAUSTED, naming the folder and what was wanted, when there is no
  // room, UNAVAILABLE when the disk fails otherwise; the file is then useless.
  absl::StatusOr<uint64_t> Append(std::span<const char> bytes);

  // Reads what was written. DATA_LOSS when that is not there any more.
  absl::Status Read(uint64_t offset, std::span<char> bytes) const;

  // The error of a reader to whom the bytes at `offset` make no sense.
  absl::Status Corrupted(uint64_t offset, const std::string& reason) const;

 private:
  SpillFile(int descriptor, std::string folder, std::string contents);

  const int descriptor_;
  const std::string folder_;
  const std::string contents_;
  std::atomic<uint64_t> size_ = 0;
};

}  // namespace rookery

#endif  // ROOKERY_CORE_PERFT_FRONTIER_SPILL_FILE_H_
