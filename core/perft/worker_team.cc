#include "core/perft/worker_team.h"

#include <cassert>
#include <utility>

namespace rookery {

WorkerTeam::WorkerTeam(int threads) {
  assert(threads > 0);
  helpers_.reserve(static_cast<size_t>(threads) - 1);
  for (int thread = 1; thread < threads; ++thread)
    helpers_.emplace_back([this, thread] { Help(thread); });
}

WorkerTeam::~WorkerTeam() {
  task_ = nullptr;
  ++step_;
  step_.notify_all();
  for (std::thread& helper : helpers_) helper.join();
}

void WorkerTeam::Run(size_t count, const Task& task) {
  task_ = &task;
  task_count_ = count;
  next_task_ = 0;
  busy_helpers_ = static_cast<int>(helpers_.size());
  ++step_;
  step_.notify_all();
  TakeTasks(/*thread=*/0);
  while (const int busy = busy_helpers_) busy_helpers_.wait(busy);
  if (failed_.exchange(false))
    std::rethrow_exception(std::exchange(failure_, nullptr));
}

void WorkerTeam::Help(int thread) {
  for (uint64_t step = 0;; ++step) {
    step_.wait(step);
    if (task_ == nullptr) return;
    TakeTasks(thread);
    if (--busy_helpers_ == 0) busy_helpers_.notify_one();
  }
}

void WorkerTeam::TakeTasks(int thread) {
  try {
    for (size_t task; (task = next_task_++) < task_count_;)
      (*task_)(thread, task);
  } catch (...) {
    next_task_ = task_count_;
    if (!failed_.exchange(true)) failure_ = std::current_exception();
  }
}

}  // namespace rookery
