// The coordinator's jobs: from a request over the plan to the answer.
#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "coordinator/coordinator.h"
#include "coordinator/damaged_results.h"
#include "coordinator/dispatch/cut_text.h"
#include "coordinator/imported_job.h"
#include "coordinator/job_view.h"
#include "coordinator/known_answer.h"
#include "coordinator/later.h"
#include "coordinator/perft_request.h"
#include "daemon/logging.h"
#include "google/protobuf/util/time_util.h"
#include "proto/support/status.h"
#include "proto/support/uint128.h"

namespace rookery::coordinator {
namespace {

// Of the memory for plans, one plan leaves an eighth to others, if it has not
// less itself, and none is begun with less than a sixty-fourth.
constexpr uint64_t kShareKeptOfMemory = 8;
constexpr uint64_t kLeastShareOfMemory = 64;

// Making a plan again takes up to minutes.
constexpr absl::Duration kPlanRetryDelay = absl::Seconds(10);

constexpr absl::Duration kRetryDelayAtLimit = absl::Seconds(5);

// A page of jobs is full from so many bytes on, for suites can be large. One
// more job still fits a message.
constexpr size_t kFullPageBytes = size_t{4} << 20;

// What users sent comes back in part: a message must fit the metadata of an
// answer.
constexpr size_t kMaxEchoedBytes = 64;

// The plan of a suite is described by a digit for each of its positions.
constexpr size_t kMaxLoggedPlanBytes = 256;

// Of the jobs that answered a question, so many are looked at; one for each way
// to ask it would do.
constexpr int kMaxKnownAnswers = 100;

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

// Ends `row`, a new job, with an answer that the ledger has; leaves it as it is
// if there is none. Errors: as the ledger's.
absl::Status EndIfKnown(const Ledger& ledger,
                        const v1::SubmitPerftRequest& request, JobRow* row) {
  if (row->question.empty() || request.recompute()) return absl::OkStatus();
  const absl::StatusOr<std::vector<JobRow>> answers =
      ledger.FindAnswers(row->question, kMaxKnownAnswers);
  if (!answers.ok()) return answers.status();
  for (const JobRow& known : *answers) {
    const std::optional<v1::PerftResult> result = KnownAnswer(known, request);
    if (!result.has_value()) continue;
    row->state = JobState::kSucceeded;
    row->outcome = result->SerializeAsString();
    row->ended_at = row->created_at;
    // It repeats an answer and is none itself.
    row->question.clear();
    row->has_payload = false;
    break;
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status Coordinator::NoSuchJob(const absl::Status& status,
                                    const std::string& job_id) {
  if (!absl::IsNotFound(status)) return status;
  return absl::NotFoundError(
      absl::StrCat("job_id '", CutText(job_id, kMaxEchoedBytes),
                   "' is not known; list the jobs to see which are"));
}

absl::Status Coordinator::RoomForAJob() const {
  if (jobs_.size() < options_.max_open_jobs) return absl::OkStatus();
  return WithRetryDelay(
      absl::ResourceExhaustedError(absl::StrCat(
          jobs_.size(),
          " jobs are open, the most that are taken; wait for one to end or "
          "cancel one")),
      kRetryDelayAtLimit);
}

void Coordinator::SubmitPerft(const v1::SubmitPerftRequest& request,
                              Answer<v1::Job> answer) {
  absl::StatusOr<v1::SubmitPerftRequest> normal =
      NormalizePerftRequest(request);
  if (!normal.ok()) return answer(normal.status());
  if (normal->request_id().empty()) normal->set_request_id(ids_->NewId());
  JobRow row{.id = ids_->NewId(),
             .request_id = normal->request_id(),
             .kind = "perft",
             .request = normal->SerializeAsString(),
             .created_at = clock_->Now(),
             .question = QuestionOf(*normal)};
  absl::Status refused;
  {
    absl::MutexLock lock(&mutex_);
    refused = Serving();
    const bool replay =
        std::any_of(jobs_.begin(), jobs_.end(), [&](const auto& job) {
          return job.second.row.request_id == row.request_id;
        });
    if (refused.ok() && !replay) refused = RoomForAJob();
    if (refused.ok()) {
      writer_.RunExclusive(
          [this, row, normal = *normal, answer](Ledger& ledger) mutable {
            const absl::Status known = EndIfKnown(ledger, normal, &row);
            const absl::StatusOr<JobRow> stored =
                known.ok() ? ledger.AddJob(row) : absl::StatusOr<JobRow>(known);
            absl::StatusOr<v1::Job> job;
            {
              absl::MutexLock inner(&mutex_);
              NoteLedgerStatus(stored.status());
              if (!stored.ok()) {
                job = absl::UnavailableError(absl::StrCat(
                    "ledger: ", std::string(stored.status().message())));
              } else if (stored->kind != row.kind ||
                         stored->request != row.request) {
                job = absl::AlreadyExistsError(absl::StrCat(
                    "request_id '", row.request_id, "' belongs to job ",
                    stored->id, ", which asks something else; choose another"));
              } else if (const auto open = jobs_.find(stored->id);
                         open != jobs_.end()) {
                job = Describe(open->second);
              } else if (stored->id != row.id) {
                job = ToJob(*stored);
              } else if (IsFinal(row.state)) {
                job = ToJob(row);
                metrics_->JobFinished(row.kind, "succeeded");
                daemon::LogInfo(
                    "job answered",
                    {{"job", row.id},
                     {"kind", row.kind},
                     {"answered_by", job->perft_result().answered_by()}});
              } else {
                OpenJob& added = jobs_[row.id];
                added.row = row;
                added.request = normal;
                to_plan_.push_back(row.id);
                planner_wakes_.Signal();
                job = Describe(added);
                daemon::LogInfo("job accepted",
                                {{"job", row.id},
                                 {"kind", row.kind},
                                 {"fen", normal.fen()},
                                 {"depth", std::to_string(normal.depth())}});
              }
            }
            answer(std::move(job));
          });
    }
  }
  if (!refused.ok()) answer(refused);
}

absl::StatusOr<v1::Job> Coordinator::GetJob(const std::string& job_id) const {
  {
    absl::MutexLock lock(&mutex_);
    if (const auto open = jobs_.find(job_id); open != jobs_.end())
      return Describe(open->second);
  }
  const absl::StatusOr<JobRow> row = ledger_->GetJob(job_id);
  if (!row.ok()) return NoSuchJob(row.status(), job_id);
  return ToJob(*row);
}

absl::StatusOr<v1::ListJobsResponse> Coordinator::ListJobs(
    const v1::ListJobsRequest& request) const {
  const absl::StatusOr<int> page_size = PageSize(request.page_size());
  if (!page_size.ok()) return page_size.status();
  std::optional<JobState> filter;
  if (request.state_filter() != v1::Job::STATE_UNSPECIFIED) {
    filter = FromProto(request.state_filter());
    if (!filter.has_value()) {
      return absl::InvalidArgumentError(absl::StrCat(
          "state_filter is ", request.state_filter(), ", which is no state"));
    }
  }
  // One more than asked shows whether there is another page.
  absl::StatusOr<std::vector<JobRow>> rows =
      ledger_->ListJobs(filter, request.page_token(), *page_size + 1);
  if (!rows.ok()) {
    if (!absl::IsInvalidArgument(rows.status()) &&
        !absl::IsNotFound(rows.status()))
      return rows.status();
    return absl::InvalidArgumentError(absl::StrCat(
        "page_token '", CutText(request.page_token(), kMaxEchoedBytes),
        "' is not one of ours"));
  }
  v1::ListJobsResponse response;
  if (rows->size() > static_cast<size_t>(*page_size)) {
    rows->resize(static_cast<size_t>(*page_size));
    response.set_next_page_token(rows->back().id);
  }
  absl::MutexLock lock(&mutex_);
  size_t bytes = 0;
  for (const JobRow& row : *rows) {
    if (bytes >= kFullPageBytes) {
      response.set_next_page_token(response.jobs().rbegin()->job_id());
      break;
    }
    const auto open = jobs_.find(row.id);
    v1::Job& job = *response.add_jobs();
    job = open != jobs_.end() ? Describe(open->second) : ToJob(row);
    bytes += job.ByteSizeLong();
  }
  return response;
}

void Coordinator::CancelJob(const std::string& job_id, Answer<v1::Job> answer) {
  bool open = false;
  absl::Status refused;
  {
    absl::MutexLock lock(&mutex_);
    refused = Serving();
    open = refused.ok() && jobs_.contains(job_id);
    if (open) {
      jobs_[job_id].stop_planning->store(true);
      CloseJob(job_id, JobState::kCancelled, "",
               [this, job_id, answer](const absl::Status& status) {
                 if (!status.ok()) return answer(status);
                 answer(GetJob(job_id));
               });
    }
  }
  if (open) return;
  answer(refused.ok() ? GetJob(job_id) : refused);
}

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
  watcher(ToJob(*row).progress(), true);
  return 0;
}

void Coordinator::StopWatching(const std::string& job_id, uint64_t watch) {
  absl::MutexLock lock(&mutex_);
  if (const auto open = jobs_.find(job_id); open != jobs_.end())
    open->second.watchers.erase(watch);
}

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
  std::string description;
  std::shared_ptr<std::atomic<bool>> stop;
  std::shared_ptr<const JobRecord> restored;
  PlanOptions options;
  {
    absl::MutexLock lock(&mutex_);
    const auto open = jobs_.find(job_id);
    if (open == jobs_.end() || open->second.ending) return;
    request = open->second.request;
    description = open->second.row.plan;
    stop = open->second.stop_planning;
    restored = open->second.restored;
    options = OptionsOfNextPlan();
  }
  const absl::StatusOr<PerftQuestion> question = ToPerftQuestion(request);
  absl::StatusOr<std::shared_ptr<const PerftPlan>> plan =
      !question.ok()
          ? absl::StatusOr<std::shared_ptr<const PerftPlan>>(question.status())
      : description.empty()
          ? PerftPlan::Make(*question, stop.get(), options)
          : PerftPlan::Rebuild(*question, description, stop.get(), options);
  // Not under the lock either: it takes seconds for millions of positions.
  absl::StatusOr<absl::uint128> leaves = absl::uint128(0);
  if (plan.ok() && restored != nullptr)
    leaves = LeavesOfResults(*restored, **plan);

  absl::MutexLock lock(&mutex_);
  const auto open = jobs_.find(job_id);
  if (open == jobs_.end() || open->second.ending || shut_down_) return;
  if (!plan.ok()) {
    // Results wait for this plan; memory, a disk or a folder can come back.
    const bool may_come_back = absl::IsResourceExhausted(plan.status()) ||
                               absl::IsFailedPrecondition(plan.status()) ||
                               absl::IsUnavailable(plan.status());
    if (may_come_back && !description.empty()) {
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
  open->second.leaves = *leaves;
  open->second.plan = *std::move(plan);
  if (open->second.row.state == JobState::kPlanning) {
    WritePlan(job_id);
  } else {
    StartJob(job_id);
  }
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

void Coordinator::FinishJob(const std::string& job_id) {
  const auto open = jobs_.find(job_id);
  if (open == jobs_.end()) return;
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
  if (!record->damaged.empty()) {
    return writer_.RunExclusive(
        [this, record = *std::move(record), plan](Ledger& ledger) mutable {
          ComputeDamagedAgain(ledger, std::move(record), *plan);
        });
  }
  absl::StatusOr<v1::PerftResult> answer =
      FoldPerft(*plan, request, record->units, record->results);
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
        } else {
          FinishLater(job_id);
        }
      });
}

void Coordinator::ComputeDamagedAgain(Ledger& ledger, JobRecord record,
                                      const PerftPlan& plan) {
  const std::string job_id = record.job.id;
  const absl::Status dropped = DropDamagedResults(ledger, {&record, 1});
  const absl::StatusOr<absl::uint128> leaves = LeavesOfResults(record, plan);
  absl::MutexLock lock(&mutex_);
  NoteLedgerStatus(dropped);
  if (!dropped.ok()) return FinishLater(job_id);
  const auto open = jobs_.find(job_id);
  if (open == jobs_.end()) return;
  if (!leaves.ok()) {
    return CloseJob(job_id, JobState::kFailed,
                    std::string(leaves.status().message()), nullptr);
  }
  // As after a restart, but that the plan is there.
  Effects effects;
  dispatcher_.RemoveJob(job_id, &effects);
  Commit(std::move(effects), nullptr);
  open->second.ending = false;
  open->second.leaves = *leaves;
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
      progress.set_waiting_for(job.row.plan.empty() ? "the plan"
                               : job.plan_error.empty()
                                   ? "the plan, which is being made again"
                                   : absl::StrCat("the plan, which cannot be "
                                                  "made again yet: ",
                                                  job.plan_error));
    return progress;
  }
  progress.set_units_total(snapshot->units_total);
  progress.set_units_done(snapshot->units_done);
  progress.set_units_leased(snapshot->units_leased);
  progress.set_fraction(snapshot->fraction_done);
  if (job.row.state != JobState::kRunning) return progress;
  progress.set_waiting_for(snapshot->waiting_for);
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
