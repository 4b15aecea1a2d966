// How far jobs are, for those who ask and those who watch.
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "coordinator/coordinator.h"
#include "coordinator/damaged_rows.h"
#include "coordinator/job_view.h"
#include "coordinator/later.h"
#include "google/protobuf/util/time_util.h"
#include "proto/support/uint128.h"

namespace rookery::coordinator {
namespace {

// What a running job without a plan waits for. `error`: why it cannot be made
// again yet, if so.
std::string ThePlanAgain(const std::string& error) {
  if (error.empty()) return "the plan, which is being made again";
  return absl::StrCat("the plan, which cannot be made again yet: ", error);
}

}  // namespace

absl::StatusOr<uint64_t> Coordinator::WatchJob(const std::string& job_id,
                                               Watcher watcher) {
  {
    Later later;
    absl::MutexLock lock(&mutex_);
    if (absl::Status status = Serving(); !status.ok()) return status;
    if (const auto open = jobs_.find(job_id); open != jobs_.end()) {
      const uint64_t number = next_watch_++;
      later.Add([watcher, progress = Progress(open->second)] {
        watcher(progress, false);
      });
      open->second.watchers.emplace(number, std::move(watcher));
      return number;
    }
  }
  const absl::StatusOr<JobRow> row = ledger_->GetJob(job_id);
  if (!row.ok()) return NoSuchJob(row.status(), job_id);
  if (absl::Status status = CheckUndamaged(*row); !status.ok()) return status;
  watcher(ToJob(*row).progress(), true);
  return 0;
}

void Coordinator::StopWatching(const std::string& job_id, uint64_t watch) {
  absl::MutexLock lock(&mutex_);
  if (const auto open = jobs_.find(job_id); open != jobs_.end())
    open->second.watchers.erase(watch);
}

v1::JobProgress Coordinator::Progress(const OpenJob& job) const {
  v1::JobProgress progress;
  progress.set_state(ToProto(job.row.state));
  progress.set_leaves(ToDecimal(job.leaves));
  if (job.row.state == JobState::kPlanning) {
    progress.set_waiting_for("the plan");
    return progress;
  }
  const std::optional<JobSnapshot> snapshot =
      dispatcher_.SnapshotJob(job.row.id);
  if (!snapshot.has_value()) {
    if (job.row.state == JobState::kSucceeded) progress.set_fraction(1);
    if (job.row.state == JobState::kRunning)
      progress.set_waiting_for(
          job.row.plan.empty() ? "the plan" : ThePlanAgain(job.plan_error));
    return progress;
  }
  progress.set_units_total(snapshot->units_total);
  progress.set_units_done(snapshot->units_done);
  progress.set_units_leased(snapshot->units_leased);
  progress.set_fraction(snapshot->fraction_done);
  if (job.row.state != JobState::kRunning) return progress;
  progress.set_waiting_for(job.plan == nullptr ? ThePlanAgain(job.plan_error)
                                               : snapshot->waiting_for);
  // By the rate of this process; before the first result by what the plan says.
  double seconds_left = snapshot->seconds_left;
  const double done = snapshot->fraction_done - job.fraction_done_before;
  if (done > 0) {
    seconds_left =
        absl::ToDoubleSeconds(clock_->Monotonic() - job.running_since) *
        (1 - snapshot->fraction_done) / done;
  }
  if (seconds_left > 0) {
    *progress.mutable_time_left() =
        google::protobuf::util::TimeUtil::MillisecondsToDuration(
            static_cast<int64_t>(1000 * seconds_left));
  }
  return progress;
}

v1::Job Coordinator::Describe(const OpenJob& job) const {
  v1::Job described = ToJob(job.row);
  *described.mutable_progress() = Progress(job);
  return described;
}

void Coordinator::NotifyWatchers(Later* later) {
  for (auto& [id, job] : jobs_) {
    if (job.watchers.empty()) continue;
    v1::JobProgress progress = Progress(job);
    // The time left changes with every tick; only what really happened is news.
    v1::JobProgress news = progress;
    news.clear_time_left();
    std::string serialized = news.SerializeAsString();
    if (serialized == job.last_progress) continue;
    job.last_progress = std::move(serialized);
    for (const auto& [number, watcher] : job.watchers) {
      later->Add([watcher = watcher, progress] { watcher(progress, false); });
    }
  }
}

}  // namespace rookery::coordinator
