#include "cli/job_client.h"

#include <google/protobuf/util/message_differencer.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "daemon/id_generator.h"
#include "daemon/retry.h"
#include "proto/support/job_state.h"
#include "proto/support/status.h"

namespace rookery::cli {
namespace {

constexpr int kLargestPage = 1000;

bool SameQuestion(v1::SubmitPerftRequest a, v1::SubmitPerftRequest b) {
  for (v1::SubmitPerftRequest* request : {&a, &b}) {
    request->clear_request_id();
    // How a job is treated is not what it asks.
    request->clear_recompute();
    request->clear_weight();
  }
  return google::protobuf::util::MessageDifferencer::Equals(a, b);
}

}  // namespace

JobClient::JobClient(const std::shared_ptr<grpc::Channel>& channel,
                     Interrupt* interrupt, Patience patience)
    : stub_(v1::JobService::NewStub(channel)),
      interrupt_(interrupt),
      patience_(patience) {}

absl::StatusOr<v1::Job> JobClient::SubmitPerft(v1::SubmitPerftRequest request) {
  if (request.request_id().empty())
    request.set_request_id(daemon::RandomIdGenerator().NewId());
  v1::Job job;
  const absl::Status status = RepeatUntilAnswered(
      [&](grpc::ClientContext* context) {
        return stub_->SubmitPerft(context, request, &job);
      },
      patience_, interrupt_);
  if (!status.ok()) return status;
  return job;
}

absl::StatusOr<std::optional<v1::Job>> JobClient::FindOpenPerft(
    const v1::SubmitPerftRequest& request) {
  for (const v1::Job::State state :
       {v1::Job::STATE_PLANNING, v1::Job::STATE_RUNNING}) {
    absl::StatusOr<std::vector<v1::Job>> jobs = ListJobs(state, kLargestPage);
    if (!jobs.ok()) return jobs.status();
    for (v1::Job& job : *jobs) {
      if (job.has_perft() && SameQuestion(job.perft(), request))
        return std::move(job);
    }
  }
  return std::nullopt;
}

absl::StatusOr<v1::Job> JobClient::GetJob(const std::string& job_id) {
  v1::GetJobRequest request;
  request.set_job_id(job_id);
  v1::Job job;
  const absl::Status status = RepeatUntilAnswered(
      [&](grpc::ClientContext* context) {
        return stub_->GetJob(context, request, &job);
      },
      patience_, interrupt_);
  if (!status.ok()) return status;
  return job;
}

absl::StatusOr<v1::Job> JobClient::CancelJob(const std::string& job_id) {
  v1::CancelJobRequest request;
  request.set_job_id(job_id);
  v1::Job job;
  const absl::Status status = RepeatUntilAnswered(
      [&](grpc::ClientContext* context) {
        return stub_->CancelJob(context, request, &job);
      },
      patience_, interrupt_);
  if (!status.ok()) return status;
  return job;
}

absl::StatusOr<std::vector<v1::Job>> JobClient::ListJobs(v1::Job::State state,
                                                         int limit) {
  v1::ListJobsRequest request;
  request.set_state_filter(state);
  std::vector<v1::Job> jobs;
  while (static_cast<int>(jobs.size()) < limit) {
    request.set_page_size(
        std::min(limit - static_cast<int>(jobs.size()), kLargestPage));
    v1::ListJobsResponse page;
    const absl::Status status = RepeatUntilAnswered(
        [&](grpc::ClientContext* context) {
          return stub_->ListJobs(context, request, &page);
        },
        patience_, interrupt_);
    if (!status.ok()) return status;
    std::move(page.mutable_jobs()->begin(), page.mutable_jobs()->end(),
              std::back_inserter(jobs));
    if (page.next_page_token().empty()) break;
    request.set_page_token(page.next_page_token());
  }
  return jobs;
}

absl::Status JobClient::ExportJob(
    const std::string& job_id,
    const std::function<absl::Status(const std::string&)>& sink) {
  grpc::ClientContext context;
  context.set_wait_for_ready(true);
  const Interrupt::Hook hook(interrupt_, [&context] { context.TryCancel(); });
  v1::ExportJobRequest request;
  request.set_job_id(job_id);
  const std::unique_ptr<grpc::ClientReader<v1::ArchiveChunk>> stream =
      stub_->ExportJob(&context, request);
  v1::ArchiveChunk chunk;
  absl::Status taken;
  while (taken.ok() && stream->Read(&chunk)) taken = sink(chunk.data());
  if (!taken.ok()) context.TryCancel();
  const absl::Status status = FromGrpcStatus(stream->Finish());
  if (interrupt_->triggered()) return absl::CancelledError("interrupted");
  return taken.ok() ? status : taken;
}

absl::StatusOr<v1::Job> JobClient::ImportJob(
    const std::function<void(std::string*)>& source) {
  grpc::ClientContext context;
  context.set_wait_for_ready(true);
  const Interrupt::Hook hook(interrupt_, [&context] { context.TryCancel(); });
  v1::Job job;
  const std::unique_ptr<grpc::ClientWriter<v1::ArchiveChunk>> stream =
      stub_->ImportJob(&context, &job);
  v1::ArchiveChunk chunk;
  do {
    source(chunk.mutable_data());
    // A coordinator that wants no more says why at the end.
  } while (!chunk.data().empty() && stream->Write(chunk));
  stream->WritesDone();
  const absl::Status status = FromGrpcStatus(stream->Finish());
  if (interrupt_->triggered()) return absl::CancelledError("interrupted");
  if (!status.ok()) return status;
  return job;
}

absl::StatusOr<v1::Job> JobClient::WaitForEnd(const std::string& job_id,
                                              const Observer& observer) {
  Patience endless = patience_;
  endless.total = absl::InfiniteDuration();
  daemon::Retries retries;
  bool outage_told = false;
  while (true) {
    bool heard = false;
    absl::Status status = WatchOnce(job_id, observer, &heard);
    if (interrupt_->triggered()) return absl::CancelledError("interrupted");
    if (status.ok()) {
      v1::GetJobRequest request;
      request.set_job_id(job_id);
      v1::Job job;
      status = RepeatUntilAnswered(
          [&](grpc::ClientContext* context) {
            return stub_->GetJob(context, request, &job);
          },
          endless, interrupt_, observer.on_outage);
      if (!status.ok()) return status;
      if (IsFinal(job.state())) return job;
      status = absl::UnavailableError("the end of the job was taken back");
    }
    if (heard) {
      retries.Reset();
      outage_told = false;
    }
    const std::optional<absl::Duration> pause = retries.DelayAfter(status);
    if (!pause) return status;
    if (!outage_told && observer.on_outage) observer.on_outage(status);
    outage_told = true;
    if (interrupt_->WaitFor(*pause)) return absl::CancelledError("interrupted");
  }
}

absl::Status JobClient::WatchOnce(const std::string& job_id,
                                  const Observer& observer, bool* heard) {
  grpc::ClientContext context;
  context.set_wait_for_ready(true);
  const Interrupt::Hook hook(interrupt_, [&context] { context.TryCancel(); });
  v1::WatchJobRequest request;
  request.set_job_id(job_id);
  const std::unique_ptr<grpc::ClientReader<v1::JobProgress>> stream =
      stub_->WatchJob(&context, request);
  v1::JobProgress progress;
  bool ended = false;
  while (!ended && stream->Read(&progress)) {
    *heard = true;
    if (observer.on_progress) observer.on_progress(progress);
    ended = IsFinal(progress.state());
  }
  // The last message is all that was wanted; whatever the stream does then is
  // of no interest.
  if (ended) context.TryCancel();
  const absl::Status status = FromGrpcStatus(stream->Finish());
  if (ended) return absl::OkStatus();
  if (status.ok())
    return absl::UnavailableError(
        "the coordinator ended the watch before the job");
  return status;
}

}  // namespace rookery::cli
