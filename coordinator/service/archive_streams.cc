#include "coordinator/service/archive_streams.h"

#include <grpcpp/server_context.h>

#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "coordinator/archive/archive_reader.h"
#include "coordinator/archive/archive_writer.h"
#include "coordinator/service/answer.h"
#include "proto/support/status.h"

namespace rookery::coordinator {
namespace {

constexpr char kCutOff[] = "the client left, or nothing moved for too long";

// One archive that is under way, and the call that it belongs to.
class ArchiveCall {
 public:
  ArchiveCall(const char* method, Metrics* metrics, ArchiveCalls* calls,
              grpc::CallbackServerContext* context)
      : method_(method), metrics_(metrics), calls_(calls), context_(context) {}
  ~ArchiveCall() {
    calls_->Leave(context_);
    metrics_->RpcAnswered(method_, code_, SinceArrival(arrived_));
  }

  // RESOURCE_EXHAUSTED: there is no room for it.
  absl::Status Enter() { return calls_->Enter(context_); }
  void Moved() { calls_->Moved(context_); }
  void Busy() { calls_->Busy(context_); }
  bool cancelled() const { return context_->IsCancelled(); }

  // Notes how the call ends.
  grpc::Status End(const absl::Status& status) {
    code_ = status.code();
    return ToGrpcStatus(status);
  }

 private:
  const char* const method_;
  Metrics* const metrics_;
  ArchiveCalls* const calls_;
  grpc::CallbackServerContext* const context_;
  const std::chrono::steady_clock::time_point arrived_ = Arrival();
  absl::StatusCode code_ = absl::StatusCode::kCancelled;
};

class SendReactor final : public grpc::ServerWriteReactor<v1::ArchiveChunk> {
 public:
  SendReactor(Coordinator* coordinator, Metrics* metrics, ArchiveCalls* calls,
              grpc::CallbackServerContext* context, const std::string& job_id)
      : call_("ExportJob", metrics, calls, context) {
    absl::Status status = call_.Enter();
    if (status.ok()) {
      absl::StatusOr<JobRecord> record = coordinator->ExportJob(job_id);
      status = record.ok() ? CheckArchiveSize(*record) : record.status();
      if (status.ok()) writer_.emplace(*std::move(record));
    }
    if (status.ok()) {
      SendNext();
    } else {
      Finish(call_.End(status));
    }
  }

  void OnWriteDone(bool ok) override {
    if (!ok) return Finish(call_.End(absl::CancelledError(kCutOff)));
    call_.Moved();
    SendNext();
  }
  void OnDone() override { delete this; }

 private:
  void SendNext() {
    chunk_.set_data(writer_->Next(kMaxChunkBytes));
    if (chunk_.data().empty()) return Finish(call_.End(absl::OkStatus()));
    StartWrite(&chunk_);
  }

  ArchiveCall call_;
  std::optional<ArchiveWriter> writer_;
  v1::ArchiveChunk chunk_;
};

class ReceiveReactor final : public grpc::ServerReadReactor<v1::ArchiveChunk> {
 public:
  ReceiveReactor(Coordinator* coordinator, Metrics* metrics,
                 ArchiveCalls* calls, grpc::CallbackServerContext* context,
                 v1::Job* response)
      : call_("ImportJob", metrics, calls, context),
        coordinator_(coordinator),
        response_(response) {
    if (absl::Status status = call_.Enter(); status.ok()) {
      StartRead(&chunk_);
    } else {
      Finish(call_.End(status));
    }
  }

  void OnReadDone(bool ok) override {
    if (!ok) return Import();
    call_.Moved();
    absl::Status status =
        chunk_.data().size() <= kMaxChunkBytes
            ? reader_.Add(chunk_.data())
            : absl::InvalidArgumentError(absl::StrCat(
                  "data has ", chunk_.data().size(), " bytes; at most ",
                  kMaxChunkBytes, " are taken"));
    if (!status.ok()) return Finish(call_.End(status));
    StartRead(&chunk_);
  }
  void OnDone() override { delete this; }

 private:
  void Import() {
    call_.Busy();
    if (call_.cancelled())
      return Finish(call_.End(absl::CancelledError(kCutOff)));
    absl::StatusOr<JobRecord> record = reader_.Finish();
    if (!record.ok()) return Finish(call_.End(record.status()));
    coordinator_->ImportJob(*std::move(record),
                            [this](absl::StatusOr<v1::Job> job) {
                              if (job.ok()) *response_ = *std::move(job);
                              Finish(call_.End(job.status()));
                            });
  }

  ArchiveCall call_;
  Coordinator* const coordinator_;
  v1::Job* const response_;
  ArchiveReader reader_;
  v1::ArchiveChunk chunk_;
};

}  // namespace

grpc::ServerWriteReactor<v1::ArchiveChunk>* SendArchive(
    Coordinator* coordinator, Metrics* metrics, ArchiveCalls* calls,
    grpc::CallbackServerContext* context, const std::string& job_id) {
  return new SendReactor(coordinator, metrics, calls, context, job_id);
}

grpc::ServerReadReactor<v1::ArchiveChunk>* ReceiveArchive(
    Coordinator* coordinator, Metrics* metrics, ArchiveCalls* calls,
    grpc::CallbackServerContext* context, v1::Job* response) {
  return new ReceiveReactor(coordinator, metrics, calls, context, response);
}

}  // namespace rookery::coordinator
