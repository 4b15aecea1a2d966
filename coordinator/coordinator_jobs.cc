// The calls about jobs: submit, get, list, cancel.
#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "coordinator/coordinator.h"
#include "coordinator/damaged_rows.h"
#include "coordinator/dispatch/cut_text.h"
#include "coordinator/job_view.h"
#include "coordinator/known_answer.h"
#include "coordinator/perft_request.h"
#include "daemon/logging.h"
#include "proto/support/status.h"

namespace rookery::coordinator {
namespace {

constexpr absl::Duration kRetryDelayAtLimit = absl::Seconds(5);

// A page of jobs is full from so many bytes on, for suites can be large. One
// more job still fits a message.
constexpr size_t kFullPageBytes = size_t{4} << 20;

// What users sent comes back in part: a message must fit the metadata of an
// answer.
constexpr size_t kMaxEchoedBytes = 64;

// Of the jobs that answered a question, so many are looked at; one for each way
// to ask it would do.
constexpr int kMaxKnownAnswers = 100;

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
              } else if (absl::Status undamaged = CheckUndamaged(*stored);
                         !undamaged.ok()) {
                job = undamaged;
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
  if (absl::Status status = CheckUndamaged(*row); !status.ok()) return status;
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

}  // namespace rookery::coordinator
