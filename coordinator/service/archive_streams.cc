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

constexpr absl::Duration kRetryDelayAtLimit = absl::Seconds(5);

// One archive among those under way, and the call that it belongs to.
class ArchiveCall {
 public:
  ArchiveCall(const char* method, Metrics* metrics, std::atomic<int>* archives)
      : method_(method), metrics_(metrics), archives_(archives) {
    ++*archives_;
  }
  ~ArchiveCall() {
    --*archives_;
    metrics_->RpcAnswered(method_, code_, SinceArrival(arrived_));
  }

  absl::Status CheckRoom() const {
    if (archives_->load() <= kMaxArchives) return absl::OkStatus();
    return WithRetryDelay(absl::ResourceExhaustedError(absl::StrCat(
                              kMaxArchives,
                              " archives are under way, the most that "
                              "are; repeat the call")),
                          kRetryDelayAtLimit);
  }

  // Notes how the call ends.
  grpc::Status End(const absl::Status& status) {
    code_ = status.code();
    return ToGrpcStatus(status);
  }

 private:
  const char* const method_;
  Metrics* const metrics_;
  std::atomic<int>* const archives_;
  const std::chrono::steady_clock::time_point arrived_ = Arrival();
  absl::StatusCode code_ = absl::StatusCode::kCancelled;
};

class SendReactor final : public grpc::ServerWriteReactor<v1::ArchiveChunk> {
 public:
  SendReactor(Coordinator* coordinator, Metrics* metrics,
              std::atomic<int>* archives, const std::string& job_id)
      : call_("ExportJob", metrics, archives) {
    absl::Status status = call_.CheckRoom();
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
    if (!ok) return Finish(call_.End(absl::CancelledError("the client left")));
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
                 std::atomic<int>* archives,
                 grpc::CallbackServerContext* context, v1::Job* response)
      : call_("ImportJob", metrics, archives),
        coordinator_(coordinator),
        context_(context),
        response_(response) {
    if (absl::Status status = call_.CheckRoom(); status.ok()) {
      StartRead(&chunk_);
    } else {
      Finish(call_.End(status));
    }
  }

  void OnReadDone(bool ok) override {
    if (!ok) return Import();
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
    if (context_->IsCancelled())
      return Finish(call_.End(absl::CancelledError("the client left")));
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
  grpc::CallbackServerContext* const context_;
  v1::Job* const response_;
  ArchiveReader reader_;
  v1::ArchiveChunk chunk_;
};

}  // namespace

grpc::ServerWriteReactor<v1::ArchiveChunk>* SendArchive(
    Coordinator* coordinator, Metrics* metrics, std::atomic<int>* archives,
    const std::string& job_id) {
  return new SendReactor(coordinator, metrics, archives, job_id);
}

grpc::ServerReadReactor<v1::ArchiveChunk>* ReceiveArchive(
    Coordinator* coordinator, Metrics* metrics, std::atomic<int>* archives,
    grpc::CallbackServerContext* context, v1::Job* response) {
  return new ReceiveReactor(coordinator, metrics, archives, context, response);
}

}  // namespace rookery::coordinator
