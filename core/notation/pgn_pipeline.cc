#include "core/notation/pgn_pipeline.h"

#include <algorithm>
#include <cstdint>
#include <system_error>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

namespace rookery {
namespace {

class Pipeline {
 public:
  explicit Pipeline(PgnBlockReader& reader) : reader_(reader) {}

  void Run(PgnBlockWorker& worker) {
    PgnBlock block;
    uint64_t number = 0;
    for (;;) {
      const absl::StatusOr<bool> more = Read(block, number);
      if (more.ok() && !*more) return;
      if (more.ok()) worker.Work(block);
      const auto deliver = [&] {
        return more.ok() ? worker.Deliver() : more.status();
      };
      if (!InTurn(number, deliver)) return;
    }
  }

  absl::Status status() {
    absl::MutexLock lock(&delivering_);
    return status_;
  }

 private:
  // The next block and its number, or false behind the last one. An error has a
  // number too: its turn comes after the blocks before it.
  absl::StatusOr<bool> Read(PgnBlock& block, uint64_t& number) {
    absl::MutexLock lock(&reading_);
    if (ended_) return false;
    number = blocks_++;
    const absl::StatusOr<bool> more = reader_.Next(block);
    ended_ = !more.ok() || !*more;
    return more;
  }

  // Waits for the turn of that block and delivers; false where the reading has
  // stopped.
  template <typename Delivery>
  bool InTurn(uint64_t number, Delivery deliver) {
    absl::MutexLock lock(&delivering_);
    while (delivered_ != number && status_.ok())
      delivered_one_.Wait(&delivering_);
    if (!status_.ok()) return false;
    status_ = deliver();
    ++delivered_;
    delivered_one_.SignalAll();
    return status_.ok();
  }

  absl::Mutex reading_;
  PgnBlockReader& reader_ ABSL_GUARDED_BY(reading_);
  uint64_t blocks_ ABSL_GUARDED_BY(reading_) = 0;
  bool ended_ ABSL_GUARDED_BY(reading_) = false;

  absl::Mutex delivering_;
  absl::CondVar delivered_one_;
  uint64_t delivered_ ABSL_GUARDED_BY(delivering_) = 0;
  absl::Status status_ ABSL_GUARDED_BY(delivering_);
};

}  // namespace

absl::Status ReadBlocks(
    PgnBlockReader& reader, int threads,
    const std::function<std::unique_ptr<PgnBlockWorker>()>& make_worker) {
  Pipeline pipeline(reader);
  std::vector<std::thread> others;
  for (int index = 1; index < std::clamp(threads, 1, 1024); ++index) {
    try {
      others.emplace_back(
          [&pipeline, worker = make_worker()] { pipeline.Run(*worker); });
    } catch (const std::system_error&) {
      break;  // The system gives no more threads; fewer do the same work.
    }
  }
  pipeline.Run(*make_worker());
  for (std::thread& thread : others) thread.join();
  return pipeline.status();
}

}  // namespace rookery
