// Group commit: many callers, one thread that writes, one fsync for all that
// came meanwhile.
//
// While one transaction waits for the disk, callers queue; the next transaction
// takes the whole queue. The more there is to write, the larger the groups, so
// the disk's latency never limits the rate.
#ifndef ROOKERY_COORDINATOR_LEDGER_LEDGER_WRITER_H_
#define ROOKERY_COORDINATOR_LEDGER_LEDGER_WRITER_H_

#include <cstdint>
#include <deque>
#include <functional>
#include <span>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "coordinator/ledger/ledger.h"

namespace rookery::coordinator {

// Thread-safe. What is queued is done in the order of the calls, on one thread;
// callbacks run on that thread, in the same order, without a lock: they may
// queue more, and must not block, as all writing waits for them.
class LedgerWriter {
 public:
  // Hears what came of its writes, which it gets back for the duration of the
  // call.
  using Done =
      std::function<void(const absl::Status&, std::span<const LedgerWrite>)>;

  // `ledger` must outlive the writer. Nobody else should write to it meanwhile.
  explicit LedgerWriter(Ledger* ledger);

  // Completes everything that is queued, what callbacks queue meanwhile
  // included, then stops. No other thread may still call.
  ~LedgerWriter();

  LedgerWriter(const LedgerWriter&) = delete;
  LedgerWriter& operator=(const LedgerWriter&) = delete;

  // Makes `writes` durable, all or none, and calls `done` with what came of it.
  // OK: durable. Otherwise, as Ledger::Commit says, nothing of `writes` is
  // stored.
  //
  // An error that one caller's writes may have caused is not spread: each of
  // the group is tried once more alone.
  //
  // No writes: a barrier. OK then means that whatever the caller saw as queued
  // before is durable: it fails if anything failed whose `done` had not
  // returned when the barrier was queued, even that of another caller.
  void Enqueue(std::vector<LedgerWrite> writes, Done done);

  // Calls `operation` with the ledger after everything queued before and before
  // everything queued after, for what is not a LedgerWrite (AddJob, FinishJob).
  // Returns at once. An error of `operation` is its own; barriers do not see
  // it.
  void RunExclusive(std::function<void(Ledger&)> operation);

 private:
  // Either `operation` or `done` is set.
  struct Item {
    std::vector<LedgerWrite> writes;
    Done done;
    std::function<void(Ledger&)> operation;
    uint64_t failures_known = 0;  // failures_ when it was queued
  };

  void Add(Item item);
  void Run();
  // Takes what one step does: one operation, or all before the next operation.
  std::vector<Item> NextGroup() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void CommitGroup(std::vector<Item> group);

  Ledger* const ledger_;
  absl::Mutex mutex_;
  absl::CondVar changed_;
  std::deque<Item> queue_ ABSL_GUARDED_BY(mutex_);
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  // Items that failed and whose `done` has returned.
  uint64_t failures_ ABSL_GUARDED_BY(mutex_) = 0;
  // The last failure; of the thread alone.
  absl::Status last_failure_;
  std::thread thread_;  // last: it uses all of the above
};

}  // namespace rookery::coordinator

#endif  // ROOKERY_COORDINATOR_LEDGER_LEDGER_WRITER_H_
