// Threads that share the steps of one computation.
//
// The owner describes a step as numbered tasks; the team and the owner's own
// thread take them, each as soon as it is free, and the step is over when all
// are done. A team of one starts no threads. Thread-safety: only its owner may
// call it, from one thread.
#ifndef ROOKERY_CORE_PERFT_WORKER_TEAM_H_
#define ROOKERY_CORE_PERFT_WORKER_TEAM_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <thread>
#include <vector>

namespace rookery {

class WorkerTeam {
 public:
  // Runs one task on the thread of that number, 0 to threads() - 1.
  using Task = std::function<void(int thread, size_t task)>;

  // Requires: threads is positive.
  explicit WorkerTeam(int threads);
  ~WorkerTeam();
  WorkerTeam(const WorkerTeam&) = delete;
  WorkerTeam& operator=(const WorkerTeam&) = delete;

  int threads() const { return static_cast<int>(helpers_.size()) + 1; }

  // Runs the tasks 0 to count - 1 in any order and waits for them. What they
  // wrote is then visible to the caller and to later tasks. Where a task
  // throws, those that have not begun are left out, and the first exception
  // goes on to the caller.
  void Run(size_t count, const Task& task);

 private:
  void Help(int thread);
  void TakeTasks(int thread);

  // Counts steps; helpers wait for the next one. The last step has no task.
  std::atomic<uint64_t> step_ = 0;
  std::atomic<int> busy_helpers_ = 0;
  std::atomic<size_t> next_task_ = 0;
  std::atomic<bool> failed_ = false;
  // Written by the one who set failed_.
  std::exception_ptr failure_;
  size_t task_count_ = 0;
  const Task* task_ = nullptr;
  std::vector<std::thread> helpers_;
};

}  // namespace rookery

#endif  // ROOKERY_CORE_PERFT_WORKER_TEAM_H_
