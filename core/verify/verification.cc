#include "core/verify/verification.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <set>
#include <string_view>
#include <thread>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "core/perft/cancellation.h"
#include "core/verify/bisection.h"
#include "core/verify/minimize.h"
#include "core/verify/shared_root.h"

namespace rookery {
namespace {

// Each of them is a process.
using Programs = std::vector<std::unique_ptr<PerftProgram>>;

// As many as there are threads to ask them, each perhaps a team.
absl::StatusOr<Programs> StartPrograms(const VerificationOptions& options,
                                       size_t checks) {
  const auto jobs = static_cast<size_t>(options.jobs);
  const size_t threads = std::clamp<size_t>(checks, 1, jobs);
  Programs programs;
  for (size_t thread = 0; thread < threads; ++thread) {
    Programs team;
    for (size_t job = thread; job < jobs; job += threads) {
      absl::StatusOr<std::unique_ptr<PerftProgram>> program =
          options.start_program();
      if (!program.ok()) return program.status();
      team.push_back(*std::move(program));
    }
    programs.push_back(team.size() == 1
                           ? std::move(team.front())
                           : std::make_unique<SharedRoot>(std::move(team)));
  }
  return programs;
}

// A program that is asked only for as long as there is time.
class WithinBudget final : public PerftProgram {
 public:
  WithinBudget(PerftProgram* program, const VerificationOptions* options,
               absl::Time end)
      : program_(program), options_(options), end_(end) {}

  absl::StatusOr<PerftAnswer> Ask(const PerftQuestion& question,
                                  absl::Duration timeout) override {
    const absl::Duration left = end_ - options_->now();
    if (left <= absl::ZeroDuration())
      return absl::DeadlineExceededError("the time for the whole run is over");
    return program_->Ask(question, std::min(timeout, left));
  }

 private:
  PerftProgram* const program_;
  const VerificationOptions* const options_;
  const absl::Time end_;
};

class Run {
 public:
  Run(std::span<const Check> checks, const VerificationOptions& options)
      : checks_(checks),
        options_(options),
        has_budget_(options.max_time != absl::InfiniteDuration()),
        end_(options.now() + options.max_time),
        results_(checks.size()),
        last_times_(checks.size()) {
    for (size_t i = 0; i < checks.size(); ++i)
      queue_.push_back({i, has_budget_ ? 0 : checks[i].depths.size() - 1});
  }

  absl::StatusOr<std::vector<CheckResult>> WithPrograms(Programs* programs) {
    std::vector<std::thread> threads;
    for (size_t i = 1; i < programs->size(); ++i) {
      threads.emplace_back([this, program = (*programs)[i].get()] {
        WithinBudget bounded(program, &options_, end_);
        TakeTasks(&bounded);
      });
    }
    WithinBudget own(programs->front().get(), &options_, end_);
    TakeTasks(&own);
    for (std::thread& thread : threads) thread.join();
    if (options_.minimize && Failure().ok()) MinimizeFirstOfEachReason(&own);
    if (const absl::Status failure = Failure(); !failure.ok()) return failure;
    return std::move(results_);
  }

 private:
  // The depth of a check that is next for it.
  struct Task {
    size_t check;
    size_t depth_index;
  };

  Contestants ContestantsOf(PerftProgram* program) const {
    return {.program = program,
            .reference = options_.reference,
            .timeout = options_.timeout,
            .cancelled = options_.cancelled};
  }

  void TakeTasks(PerftProgram* program) {
    while (true) {
      Task task;
      {
        absl::MutexLock lock(&mutex_);
        while (!HasTaskOrEnd()) task_ended_.Wait(&mutex_);
        if (queue_.empty() || !failure_.ok()) return;
        task = queue_.front();
        queue_.pop_front();
        ++running_;
      }
      const bool deeper = Do(task, program);
      absl::MutexLock lock(&mutex_);
      --running_;
      task_ended_.SignalAll();
      if (IsCancelled(options_.cancelled))
        failure_.Update(absl::CancelledError("interrupted"));
      if (deeper) {
        queue_.push_back({task.check, task.depth_index + 1});
      } else {
        ++done_;
        if (options_.on_progress) options_.on_progress(done_);
      }
    }
  }

  bool HasTaskOrEnd() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    return !queue_.empty() || running_ == 0 || !failure_.ok();
  }

  // Whether the check goes on with its next depth.
  bool Do(const Task& task, PerftProgram* program) {
    const Check& check = checks_[task.check];
    CheckResult& result = results_[task.check];
    const absl::Duration left = end_ - options_.now();
    if (task.depth_index > 0 && has_budget_ && Predicted(task) > left)
      return false;
    const PerftQuestion question{.position = check.position,
                                 .fen = check.fen,
                                 .depth = check.depths[task.depth_index].depth};
    const absl::Time start = options_.now();
    const absl::StatusOr<PerftAnswer> answer =
        program->Ask(question, options_.timeout);
    last_times_[task.check] = options_.now() - start;
    result.program_time += last_times_[task.check];
    if (!answer.ok()) {
      // The budget ran out, which is nobody's fault.
      if (absl::IsDeadlineExceeded(answer.status()) && left < options_.timeout)
        return false;
      result.verdict = absl::IsUnimplemented(answer.status())
                           ? CheckVerdict::kSkipped
                           : CheckVerdict::kFailed;
      result.depth = question.depth;
      result.failure = answer.status();
      return false;
    }
    Judge(question, check.depths[task.depth_index].expected, *answer, program,
          &result);
    return has_budget_ && result.verdict == CheckVerdict::kAgreed &&
           task.depth_index + 1 < check.depths.size();
  }

  // What the next question will take: as much more as it has more leaves. What
  // is not known beforehand grows as it grew.
  absl::Duration Predicted(const Task& task) const {
    const Check& check = checks_[task.check];
    const CheckResult& result = results_[task.check];
    const auto leaves = [](absl::uint128 count) {
      return std::max(1.0, static_cast<double>(count));
    };
    const std::optional<absl::uint128>& next =
        check.depths[task.depth_index].expected;
    if (next) {
      return last_times_[task.check] * (leaves(*next) / leaves(result.counted));
    }
    const int steps = check.depths[task.depth_index].depth - result.depth;
    const double growth =
        std::pow(leaves(result.counted), 1.0 / std::max(result.depth, 1));
    return last_times_[task.check] * std::pow(growth, steps);
  }

  // Compares an answer with what it should be, and follows a difference.
  void Judge(const PerftQuestion& question,
             std::optional<absl::uint128> expected, const PerftAnswer& answer,
             PerftProgram* program, CheckResult* result) {
    result->depth = question.depth;
    result->counted = answer.leaves;
    if (!expected) {
      const absl::StatusOr<absl::uint128> counted =
          options_.reference->Count(question.position, question.depth);
      if (!counted.ok()) return Fail(counted.status());
      expected = *counted;
    }
    result->expected = *expected;
    const bool right = answer.leaves == *expected;
    result->verdict = CheckVerdict::kAgreed;
    if (right && !options_.divide_always) return;
    absl::StatusOr<std::optional<Difference>> difference =
        Bisect(question, answer, ContestantsOf(program));
    if (!difference.ok()) return Fail(difference.status());
    if (difference->has_value()) {
      result->verdict = CheckVerdict::kDiffered;
      result->expected = (*difference)->noticed.expected;
      result->difference = *std::move(difference);
    } else if (!right) {
      result->verdict = CheckVerdict::kWrongExpectation;
    }
  }

  absl::Status Failure() {
    absl::MutexLock lock(&mutex_);
    return failure_;
  }

  void Fail(const absl::Status& status) {
    absl::MutexLock lock(&mutex_);
    failure_.Update(status);
  }

  void MinimizeFirstOfEachReason(PerftProgram* program) {
    std::set<std::string_view> reasons;
    for (CheckResult& result : results_) {
      if (!result.difference ||
          !reasons.insert(MainReason(*result.difference)).second)
        continue;
      absl::StatusOr<Difference> smallest =
          Minimize(*result.difference, ContestantsOf(program));
      if (!smallest.ok()) return Fail(smallest.status());
      result.difference = *std::move(smallest);
    }
  }

  const std::span<const Check> checks_;
  const VerificationOptions& options_;
  const bool has_budget_;
  const absl::Time end_;
  // An element belongs to the thread that has the check's task.
  std::vector<CheckResult> results_;
  std::vector<absl::Duration> last_times_;
  absl::Mutex mutex_;
  absl::CondVar task_ended_;
  std::deque<Task> queue_ ABSL_GUARDED_BY(mutex_);
  int running_ ABSL_GUARDED_BY(mutex_) = 0;
  size_t done_ ABSL_GUARDED_BY(mutex_) = 0;
  // Of the reference, or CANCELLED: it ends the run.
  absl::Status failure_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace

absl::StatusOr<std::vector<CheckResult>> Verify(
    std::span<const Check> checks, const VerificationOptions& options) {
  absl::StatusOr<Programs> programs = StartPrograms(options, checks.size());
  if (IsCancelled(options.cancelled))
    return absl::CancelledError("interrupted");
  if (!programs.ok()) return programs.status();
  return Run(checks, options).WithPrograms(&*programs);
}

}  // namespace rookery
