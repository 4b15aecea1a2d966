// How jobs end: with an answer that is folded from their results, or without.
#include <algorithm>
#include <optional>
#include <utility>

#include "coordinator/coordinator.h"
#include "coordinator/damaged_rows.h"
#include "coordinator/imported_job.h"
#include "coordinator/later.h"
#include "coordinator/perft_request.h"
#include "daemon/logging.h"

namespace rookery::coordinator {
namespace {

// How often each unit was computed at least. Requires: ordered by unit.
uint32_t LeastReplicas(std::span<const ResultRow> results) {
  uint32_t least = 0;
  for (auto begin = results.begin(); begin != results.end();) {
    const auto end =
        std::find_if(begin, results.end(), [&begin](const ResultRow& result) {
          return result.unit != begin->unit;
        });
    const auto replicas = static_cast<uint32_t>(end - begin);
    least = least == 0 ? replicas : std::min(least, replicas);
    begin = end;
  }
  return least;
}

}  // namespace

void Coordinator::FinishJob(const std::string& job_id) {
  const auto open = jobs_.find(job_id);
  if (open == jobs_.end()) return;
  if (open->second.plan == nullptr) {
    open->second.fold_when_planned = true;
    return;
  }
  open->second.ending = true;
  to_fold_.push_back(job_id);
  folder_wakes_.Signal();
}

void Coordinator::FinishLater(const std::string& job_id) {
  RetryLater([this, job_id]()
                 ABSL_NO_THREAD_SAFETY_ANALYSIS { FinishJob(job_id); });
}

void Coordinator::RunFolder() {
  for (;;) {
    std::string job_id;
    {
      absl::MutexLock lock(&mutex_);
      while (!shut_down_ && to_fold_.empty()) folder_wakes_.Wait(&mutex_);
      if (shut_down_) return;
      job_id = to_fold_.front();
      to_fold_.pop_front();
    }
    Fold(job_id);
  }
}

// Neither under the lock nor on the ledger's writer, as it takes a while: all
// results are durable, and a stored result never changes.
void Coordinator::Fold(const std::string& job_id) {
  std::shared_ptr<const PerftPlan> plan;
  v1::SubmitPerftRequest request;
  {
    absl::MutexLock lock(&mutex_);
    const auto open = jobs_.find(job_id);
    if (open == jobs_.end()) return;
    plan = open->second.plan;
    request = open->second.request;
  }
  absl::StatusOr<JobRecord> record = ledger_->LoadJob(job_id);
  if (!record.ok()) {
    absl::MutexLock lock(&mutex_);
    if (absl::IsDataLoss(record.status())) {
      return CloseJob(job_id, JobState::kFailed,
                      std::string(record.status().message()), nullptr);
    }
    NoteLedgerStatus(record.status());
    return FinishLater(job_id);
  }
  // The answer to the write that ended it was lost.
  if (IsFinal(record->job.state)) {
    Later later;
    absl::MutexLock lock(&mutex_);
    return JobEnded(job_id, record->job.state, &later);
  }
  if (const absl::Status undamaged = CheckUndamaged(record->job);
      !undamaged.ok()) {
    absl::MutexLock lock(&mutex_);
    return CloseJob(job_id, JobState::kFailed, std::string(undamaged.message()),
                    nullptr);
  }
  if (!record->damaged.empty()) {
    const absl::StatusOr<absl::uint128> leaves =
        LeavesOfResults(*record, *plan);
    if (!leaves.ok()) {
      absl::MutexLock lock(&mutex_);
      return CloseJob(job_id, JobState::kFailed,
                      std::string(leaves.status().message()), nullptr);
    }
    return writer_.RunExclusive([this, record = *std::move(record),
                                 leaves = *leaves](Ledger& ledger) mutable {
      ComputeDamagedAgain(ledger, std::move(record), leaves);
    });
  }
  absl::StatusOr<v1::PerftResult> answer =
      FoldPerft(*plan, request, record->units, record->results);
  if (absl::IsDataLoss(answer.status())) {
    absl::MutexLock lock(&mutex_);
    const auto open = jobs_.find(job_id);
    if (open == jobs_.end()) return;
    open->second.ending = false;
    open->second.fold_when_planned = true;
    return ReplacePlan(job_id, plan.get(), answer.status());
  }
  if (!answer.ok()) {
    absl::MutexLock lock(&mutex_);
    return CloseJob(job_id, JobState::kFailed,
                    std::string(answer.status().message()), nullptr);
  }
  answer->set_replicas(LeastReplicas(record->results));
  writer_.RunExclusive(
      [this, job_id, outcome = answer->SerializeAsString()](Ledger& ledger) {
        const absl::StatusOr<JobRow> row =
            ledger.FinishJob(job_id, clock_->Now(), outcome);
        Later later;
        absl::MutexLock lock(&mutex_);
        NoteLedgerStatus(row.status());
        if (row.ok()) {
          JobEnded(job_id, row->state, &later);
        } else if (absl::IsDataLoss(row.status())) {
          CloseJob(job_id, JobState::kFailed,
                   std::string(row.status().message()), nullptr);
        } else {
          FinishLater(job_id);
        }
      });
}

void Coordinator::ComputeDamagedAgain(Ledger& ledger, JobRecord record,
                                      absl::uint128 leaves) {
  const std::string job_id = record.job.id;
  const absl::Status dropped = DropDamagedResults(ledger, {&record, 1});
  absl::MutexLock lock(&mutex_);
  NoteLedgerStatus(dropped);
  if (!dropped.ok()) return FinishLater(job_id);
  const auto open = jobs_.find(job_id);
  if (open == jobs_.end()) return;
  // As after a restart, but that the plan is there.
  Effects effects;
  dispatcher_.RemoveJob(job_id, &effects);
  Commit(std::move(effects), nullptr);
  open->second.ending = false;
  open->second.leaves = leaves;
  open->second.restored = std::make_shared<JobRecord>(std::move(record));
  ++jobs_without_plan_;
  StartJob(job_id);
}

void Coordinator::CloseJob(const std::string& job_id, JobState state,
                           const std::string& error,
                           std::function<void(const absl::Status&)> done) {
  const auto open = jobs_.find(job_id);
  if (open == jobs_.end()) return;
  open->second.ending = true;
  open->second.row.error = error;
  writer_.Enqueue(
      {EndJob{
          .job = job_id, .state = state, .error = error, .at = clock_->Now()}},
      [this, job_id, state, error, done = std::move(done)](
          const absl::Status& status, std::span<const LedgerWrite>) {
        {
          Later later;
          absl::MutexLock lock(&mutex_);
          NoteLedgerStatus(status);
          const auto closing = jobs_.find(job_id);
          if (status.ok()) {
            JobEnded(job_id, state, &later);
          } else if (closing != jobs_.end() && !closing->second.close_later) {
            // Once, however often a user asks meanwhile.
            closing->second.close_later = true;
            RetryLater(
                [this, job_id, state, error]() ABSL_NO_THREAD_SAFETY_ANALYSIS {
                  if (const auto job = jobs_.find(job_id); job != jobs_.end())
                    job->second.close_later = false;
                  CloseJob(job_id, state, error, nullptr);
                });
          }
        }
        if (done) done(AsUnavailable(status));
      });
}

void Coordinator::JobEnded(const std::string& job_id, JobState state,
                           Later* later) {
  const auto open = jobs_.find(job_id);
  if (open == jobs_.end()) return;
  OpenJob job = std::move(open->second);
  job.stop_planning->store(true);
  if (job.restored != nullptr) --jobs_without_plan_;
  job.row.state = state;
  const v1::JobProgress progress = Progress(job);
  jobs_.erase(open);
  planner_wakes_.Signal();
  Effects effects;
  dispatcher_.RemoveJob(job_id, &effects);
  Commit(std::move(effects), nullptr);
  for (auto& [number, watcher] : job.watchers) {
    later->Add(
        [watcher = std::move(watcher), progress] { watcher(progress, true); });
  }
  const char* result = state == JobState::kSucceeded   ? "succeeded"
                       : state == JobState::kCancelled ? "cancelled"
                                                       : "failed";
  metrics_->JobFinished(job.row.kind, result);
  if (state == JobState::kFailed) {
    daemon::LogWarning(
        "job ended",
        {{"job", job_id}, {"result", result}, {"error", job.row.error}});
  } else {
    daemon::LogInfo("job ended", {{"job", job_id}, {"result", result}});
  }
}

}  // namespace rookery::coordinator
