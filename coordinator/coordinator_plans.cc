// From a job's request over its plan to units that can be leased; after a
// restart, too.
#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "coordinator/coordinator.h"
#include "coordinator/dispatch/cut_text.h"
#include "coordinator/imported_job.h"
#include "coordinator/perft_request.h"
#include "daemon/logging.h"

namespace rookery::coordinator {
namespace {

// Of the memory for plans, one plan leaves an eighth to others, if it has not
// less itself, and none is begun with less than a sixty-fourth.
constexpr uint64_t kShareKeptOfMemory = 8;
constexpr uint64_t kLeastShareOfMemory = 64;

// Making a plan again takes up to minutes.
constexpr absl::Duration kPlanRetryDelay = absl::Seconds(10);

// A disk that damages two plans of a job within this time is not trusted with a
// third.
constexpr absl::Duration kPlanTrial = absl::Hours(1);

// The plan of a suite is described by a digit for each of its positions.
constexpr size_t kMaxLoggedPlanBytes = 256;

}  // namespace

PlanOptions Coordinator::OptionsOfNextPlan() const {
  FleetSize there{.workers = 0, .slots = 0, .hash_bytes = 0};
  for (const auto& [id, member] : fleet_.members()) {
    if (member.row.state != ModeName(Dispatcher::WorkerMode::kActive) ||
        dispatcher_.SnapshotWorker(id)->lost)
      continue;
    ++there.workers;
    there.slots += member.capabilities.threads();
    there.hash_bytes += member.capabilities.hash_bytes();
  }
  const uint64_t all = options_.frontier_memory;
  uint64_t taken = 0;
  for (const auto& [id, job] : jobs_)
    if (job.plan != nullptr) taken += job.plan->memory_bytes();
  const uint64_t free = all - std::min(all, taken);
  // Something is left for the jobs that come after a large one.
  const uint64_t kept = std::min(all / kShareKeptOfMemory, free / 2);
  return {.fleet = there.workers > 0 ? there : FleetSize(),
          .memory_limit = free < all / kLeastShareOfMemory ? 0 : free - kept,
          .spill_folder = options_.spill_folder,
          .spill_new_plans = options_.spill_new_plans,
          .threads = options_.planner_threads};
}

void Coordinator::RunPlanner() {
  for (;;) {
    std::string job_id;
    {
      absl::MutexLock lock(&mutex_);
      while (!shut_down_ &&
             (to_plan_.empty() || OptionsOfNextPlan().memory_limit == 0))
        planner_wakes_.Wait(&mutex_);
      if (shut_down_) return;
      job_id = to_plan_.front();
      to_plan_.pop_front();
    }
    Plan(job_id);
  }
}

void Coordinator::Plan(const std::string& job_id) {
  v1::SubmitPerftRequest request;
  bool planned = false;  // before, and to be planned the same way again
  std::string description;
  std::shared_ptr<std::atomic<bool>> stop;
  std::shared_ptr<const JobRecord> restored;
  PlanOptions options;
  {
    absl::MutexLock lock(&mutex_);
    const auto open = jobs_.find(job_id);
    if (open == jobs_.end() || open->second.ending) return;
    request = open->second.request;
    planned = open->second.row.state != JobState::kPlanning;
    description = open->second.row.plan;
    stop = open->second.stop_planning;
    restored = open->second.restored;
    options = OptionsOfNextPlan();
  }
  const absl::StatusOr<PerftQuestion> question = ToPerftQuestion(request);
  absl::StatusOr<std::shared_ptr<const PerftPlan>> plan =
      !question.ok()
          ? absl::StatusOr<std::shared_ptr<const PerftPlan>>(question.status())
      : planned
          ? PerftPlan::Rebuild(*question, description, stop.get(), options)
          : PerftPlan::Make(*question, stop.get(), options);
  // Not under the lock either: it takes seconds for millions of positions.
  absl::StatusOr<absl::uint128> leaves = absl::uint128(0);
  if (plan.ok() && restored != nullptr)
    leaves = LeavesOfResults(*restored, **plan);

  absl::MutexLock lock(&mutex_);
  const auto open = jobs_.find(job_id);
  if (open == jobs_.end() || open->second.ending || shut_down_) return;
  if (!plan.ok()) {
    if (absl::IsDataLoss(plan.status()) &&
        MayPlanAgain(open->second, plan.status())) {
      to_plan_.push_back(job_id);
      return;
    }
    // Results wait for this plan; memory, a disk or a folder can come back.
    const bool may_come_back = absl::IsResourceExhausted(plan.status()) ||
                               absl::IsFailedPrecondition(plan.status()) ||
                               absl::IsUnavailable(plan.status());
    if (may_come_back && planned) {
      daemon::LogError(
          "plan cannot be made again yet",
          {{"job", job_id}, {"error", std::string(plan.status().message())}});
      open->second.plan_error = std::string(plan.status().message());
      plans_to_retry_.push_back(
          {clock_->Monotonic() + kPlanRetryDelay, job_id});
      return;
    }
    // A cancelled plan belongs to a job that is being ended by whoever set the
    // flag.
    if (!absl::IsCancelled(plan.status())) {
      CloseJob(job_id, JobState::kFailed,
               absl::StrCat("planning: ", std::string(plan.status().message())),
               nullptr);
    }
    return;
  }
  if (!leaves.ok()) {
    return CloseJob(job_id, JobState::kFailed,
                    std::string(leaves.status().message()), nullptr);
  }
  OpenJob& job = open->second;
  job.plan = *std::move(plan);
  job.plan_error.clear();
  if (job.row.state == JobState::kRunning && restored == nullptr)
    return ResumeJob(job_id);
  job.leaves = *leaves;
  if (job.row.state == JobState::kPlanning) {
    WritePlan(job_id);
  } else {
    StartJob(job_id);
  }
}

bool Coordinator::MayPlanAgain(OpenJob& job, const absl::Status& damage) {
  const absl::Duration now = clock_->Monotonic();
  if (job.plan_damaged_at.has_value() &&
      now - *job.plan_damaged_at < kPlanTrial)
    return false;
  job.plan_damaged_at = now;
  daemon::LogError(
      "damaged plan: it is made again",
      {{"job", job.row.id}, {"error", std::string(damage.message())}});
  return true;
}

void Coordinator::ReplacePlan(const std::string& job_id, const PerftPlan* plan,
                              const absl::Status& damage) {
  const auto open = jobs_.find(job_id);
  if (open == jobs_.end() || open->second.ending ||
      open->second.plan.get() != plan)
    return;
  if (!MayPlanAgain(open->second, damage)) {
    return CloseJob(job_id, JobState::kFailed,
                    absl::StrCat("plan, for the second time: ",
                                 std::string(damage.message())),
                    nullptr);
  }
  open->second.plan.reset();
  dispatcher_.PauseJob(job_id);
  to_plan_.push_back(job_id);
  planner_wakes_.Signal();
}

void Coordinator::ResumeJob(const std::string& job_id) {
  dispatcher_.ResumeJob(job_id);
  wake_ticker_.Set();
  if (std::exchange(jobs_[job_id].fold_when_planned, false)) FinishJob(job_id);
}

void Coordinator::RetryPlans() {
  while (!plans_to_retry_.empty() &&
         plans_to_retry_.front().first <= clock_->Monotonic()) {
    to_plan_.push_back(std::move(plans_to_retry_.front().second));
    plans_to_retry_.pop_front();
    planner_wakes_.Signal();
  }
}

void Coordinator::WritePlan(const std::string& job_id) {
  const auto open = jobs_.find(job_id);
  if (open == jobs_.end() || open->second.ending) return;
  const std::string description = open->second.plan->Description();
  writer_.Enqueue(
      {SetPlan{.job = job_id, .plan = description}},
      [this, job_id, description](const absl::Status& status,
                                  std::span<const LedgerWrite>) {
        absl::MutexLock lock(&mutex_);
        NoteLedgerStatus(status);
        if (!status.ok())
          return RetryLater([this, job_id]() ABSL_NO_THREAD_SAFETY_ANALYSIS {
            WritePlan(job_id);
          });
        const auto planned = jobs_.find(job_id);
        if (planned == jobs_.end() || planned->second.ending) return;
        planned->second.row.plan = description;
        planned->second.row.state = JobState::kRunning;
        StartJob(job_id);
      });
}

void Coordinator::StartJob(const std::string& job_id) {
  OpenJob& job = jobs_[job_id];
  job.running_since = clock_->Monotonic();
  JobSpec spec{.job_id = job_id,
               .sections = {},
               .weight = job.request.weight(),
               .replicas = job.request.replicas(),
               .verify_share = job.request.verify_share()};
  for (const PerftPlan::Section& section : job.plan->sections())
    spec.sections.push_back({section.count, section.seconds_per_position});
  daemon::LogInfo(
      "job running",
      {{"job", job_id}, {"plan", CutText(job.row.plan, kMaxLoggedPlanBytes)}});
  const std::shared_ptr<JobRecord> restored = std::exchange(job.restored, {});
  if (restored != nullptr) --jobs_without_plan_;
  // Every line of the game ends before the frontier: there is nothing to
  // compute.
  if (spec.sections.empty()) return FinishJob(job_id);
  if (restored == nullptr) {
    dispatcher_.AddJob(spec);
  } else {
    Effects effects;
    for (LeaseRow& lease : restored->leases) {
      if (options_.workers_survive_restart || lease.ended != LeaseEnd::kOpen)
        continue;
      lease.ended = LeaseEnd::kReleased;
      effects.writes.push_back(PutLease{lease});
    }
    const absl::Status status = dispatcher_.RestoreJob(
        spec, restored->units, restored->leases, restored->results, &effects);
    if (!status.ok()) {
      return CloseJob(job_id, JobState::kFailed,
                      absl::StrCat("ledger: ", std::string(status.message())),
                      nullptr);
    }
    if (const std::optional<JobSnapshot> snapshot =
            dispatcher_.SnapshotJob(job_id)) {
      job.fraction_done_before = snapshot->fraction_done;
    }
    Commit(std::move(effects), nullptr);
  }
  wake_ticker_.Set();
}

}  // namespace rookery::coordinator
