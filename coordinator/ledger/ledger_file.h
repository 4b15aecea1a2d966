// What is done to a ledger's file before SQLite sees it: one coordinator at a
// time, and no new ledger over the remains of an old one. Private to this
// folder.
#ifndef ROOKERY_COORDINATOR_LEDGER_LEDGER_FILE_H_
#define ROOKERY_COORDINATOR_LEDGER_LEDGER_FILE_H_

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace rookery::coordinator {

// The right of this process to one ledger: an flock on PATH.lock, which the
// system releases however the process ends. The file itself stays: removing it
// would let two processes lock two files of one name.
class LedgerLock {
 public:
  // FAILED_PRECONDITION: another process (or this one) holds the lock; the
  // message names the file and the holder. PERMISSION_DENIED, NOT_FOUND: the
  // lock's file cannot be made. RESOURCE_EXHAUSTED: the disk is full.
  static absl::StatusOr<std::unique_ptr<LedgerLock>> Acquire(
      const std::string& ledger_path);

  ~LedgerLock();
  LedgerLock(const LedgerLock&) = delete;
  LedgerLock& operator=(const LedgerLock&) = delete;

  // Whether a ledger was once open under this lock.
  bool used_before() const { return used_before_; }

  // Notes host and process for the message above, and that there is a ledger.
  absl::Status MarkUsed();

 private:
  LedgerLock(std::string path, int descriptor, bool used_before);

  const std::string path_;
  const int descriptor_;
  const bool used_before_;
};

// DATA_LOSS: the file is no SQLite database or was cut short (an empty file
// too, if `used_before`). INVALID_ARGUMENT: not a regular file. OK: it looks
// whole, or there is none. Changes nothing.
absl::Status CheckLedgerFile(const std::string& path, bool used_before);

}  // namespace rookery::coordinator

#endif  // ROOKERY_COORDINATOR_LEDGER_LEDGER_FILE_H_
