#include "coordinator/service/job_service.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "coordinator/service/answer.h"
#include "coordinator/service/archive_streams.h"
#include "proto/support/job_state.h"

namespace rookery::coordinator {
namespace {

// What a watch and its reactor share: the coordinator may still call the watch
// after the stream has ended.
//
// One write is under way at a time; meanwhile only the newest progress is kept,
// so a slow client costs one message.
class ProgressStream {
 public:
  explicit ProgressStream(grpc::ServerWriteReactor<v1::JobProgress>* reactor)
      : reactor_(reactor) {}

  void Offer(const v1::JobProgress& progress, bool last) {
    Act([&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
      if (last_seen_) return;
      waiting_ = progress;
      last_seen_ = last;
    });
  }

  void Written(bool ok) {
    Act([&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
      writing_ = false;
      if (!ok) Abandon(grpc::Status::CANCELLED);
    });
  }

  void Fail(const grpc::Status& status) {
    Act([&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { Abandon(status); });
  }

 private:
  // Changes the state under the lock, then does what follows from it without:
  // gRPC may run the reaction to a write, or destroy the reactor, inside the
  // very call. That is safe because a write or an end is decided by one thread
  // only.
  template <typename Change>
  void Act(Change change) ABSL_LOCKS_EXCLUDED(mutex_) {
    bool write = false;
    std::optional<grpc::Status> finish;
    {
      absl::MutexLock lock(&mutex_);
      change();
      if (finished_ || writing_) return;
      if (waiting_.has_value()) {
        message_ = *std::exchange(waiting_, std::nullopt);
        write = writing_ = true;
      } else if (last_seen_) {
        finished_ = true;
        finish = failure_.value_or(
            // The coordinator may shut down before the job ends: the client is
            // to watch again.
            rookery::IsFinal(message_.state())
                ? grpc::Status::OK
                : grpc::Status(grpc::StatusCode::UNAVAILABLE,
                               "coordinator shuts down"));
      }
    }
    if (write) reactor_->StartWrite(&message_);
    if (finish.has_value()) reactor_->Finish(*finish);
  }

  void Abandon(const grpc::Status& status)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    last_seen_ = true;
    waiting_.reset();
    failure_ = status;
  }

  absl::Mutex mutex_;
  grpc::ServerWriteReactor<v1::JobProgress>* const
      reactor_;  // not touched after Finish
  std::optional<v1::JobProgress> waiting_ ABSL_GUARDED_BY(mutex_);
  v1::JobProgress message_;  // belongs to gRPC while a write is under way
  bool writing_ ABSL_GUARDED_BY(mutex_) = false;
  bool last_seen_ ABSL_GUARDED_BY(mutex_) = false;
  std::optional<grpc::Status> failure_ ABSL_GUARDED_BY(mutex_);
  bool finished_ ABSL_GUARDED_BY(mutex_) = false;
};

class WatchReactor final : public grpc::ServerWriteReactor<v1::JobProgress> {
 public:
  WatchReactor(Coordinator* coordinator, Metrics* metrics, std::string job_id)
      : coordinator_(coordinator),
        metrics_(metrics),
        job_id_(std::move(job_id)),
        stream_(std::make_shared<ProgressStream>(this)) {
    const absl::StatusOr<uint64_t> watch = coordinator_->WatchJob(
        job_id_,
        [stream = stream_](const v1::JobProgress& progress, bool last) {
          stream->Offer(progress, last);
        });
    status_ = watch.status();
    if (watch.ok()) {
      watch_ = *watch;
    } else {
      stream_->Fail(ToGrpcStatus(watch.status()));
    }
  }

  void OnWriteDone(bool ok) override { stream_->Written(ok); }
  void OnCancel() override { stream_->Fail(grpc::Status::CANCELLED); }
  void OnDone() override {
    if (watch_ != 0) coordinator_->StopWatching(job_id_, watch_);
    metrics_->RpcAnswered("WatchJob", status_.code(), SinceArrival(arrived_));
    delete this;
  }

 private:
  Coordinator* const coordinator_;
  Metrics* const metrics_;
  const std::string job_id_;
  const std::chrono::steady_clock::time_point arrived_ = Arrival();
  const std::shared_ptr<ProgressStream> stream_;
  absl::Status status_;
  uint64_t watch_ = 0;
};

}  // namespace

grpc::ServerUnaryReactor* JobServiceImpl::SubmitPerft(
    grpc::CallbackServerContext* context, const v1::SubmitPerftRequest* request,
    v1::Job* response) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  coordinator_->SubmitPerft(
      *request, AnswerTo(reactor, response, metrics_, "SubmitPerft"));
  return reactor;
}

grpc::ServerUnaryReactor* JobServiceImpl::GetJob(
    grpc::CallbackServerContext* context, const v1::GetJobRequest* request,
    v1::Job* response) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  AnswerTo(reactor, response, metrics_,
           "GetJob")(coordinator_->GetJob(request->job_id()));
  return reactor;
}

grpc::ServerUnaryReactor* JobServiceImpl::ListJobs(
    grpc::CallbackServerContext* context, const v1::ListJobsRequest* request,
    v1::ListJobsResponse* response) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  AnswerTo(reactor, response, metrics_,
           "ListJobs")(coordinator_->ListJobs(*request));
  return reactor;
}

grpc::ServerWriteReactor<v1::JobProgress>* JobServiceImpl::WatchJob(
    grpc::CallbackServerContext* /*context*/,
    const v1::WatchJobRequest* request) {
  return new WatchReactor(coordinator_, metrics_, request->job_id());
}

grpc::ServerUnaryReactor* JobServiceImpl::CancelJob(
    grpc::CallbackServerContext* context, const v1::CancelJobRequest* request,
    v1::Job* response) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  coordinator_->CancelJob(request->job_id(),
                          AnswerTo(reactor, response, metrics_, "CancelJob"));
  return reactor;
}

grpc::ServerWriteReactor<v1::ArchiveChunk>* JobServiceImpl::ExportJob(
    grpc::CallbackServerContext* context, const v1::ExportJobRequest* request) {
  return SendArchive(coordinator_, metrics_, &archives_, context,
                     request->job_id());
}

grpc::ServerReadReactor<v1::ArchiveChunk>* JobServiceImpl::ImportJob(
    grpc::CallbackServerContext* context, v1::Job* response) {
  return ReceiveArchive(coordinator_, metrics_, &archives_, context, response);
}

}  // namespace rookery::coordinator
