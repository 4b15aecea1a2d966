#include "worker/coordinator_client.h"

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/support/status.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/clock.h"
#include "daemon/event.h"
#include "daemon/logging.h"
#include "daemon/retry.h"
#include "proto/support/durations.h"
#include "proto/support/status.h"
#include "rookery/v1/worker_service.grpc.pb.h"

namespace rookery::worker {
namespace {

// How long one attempt may take. A result may be megabytes on a slow link; the
// others are small.
constexpr absl::Duration kCallTimeout = absl::Seconds(10);
constexpr absl::Duration kCompleteTimeout = absl::Seconds(30);

constexpr absl::Duration kDefaultHeartbeatInterval = absl::Seconds(1);

absl::Status Stopped() { return absl::CancelledError("the worker stops"); }

}  // namespace

class CoordinatorClient::Impl {
 public:
  Impl(std::shared_ptr<grpc::Channel> channel,
       v1::RegisterWorkerRequest registration, Metrics* metrics)
      : stub_(v1::WorkerService::NewStub(std::move(channel))),
        registration_(std::move(registration)),
        metrics_(*metrics) {}

  // Calls `method` of the stub under the worker's id until it is answered.
  // `stop` ends it.
  template <typename Request, typename Response>
  absl::StatusOr<Response> Call(const char* name, absl::Duration timeout,
                                daemon::Event& stop, Request request,
                                grpc::Status (v1::WorkerService::Stub::*method)(
                                    grpc::ClientContext*, const Request&,
                                    Response*)) {
    Response response;
    Attempts attempts(name);
    while (true) {
      const absl::StatusOr<std::string> worker_id = Registered(stop);
      if (!worker_id.ok()) return worker_id.status();
      request.set_worker_id(*worker_id);
      const std::optional<absl::Status> end =
          Try(attempts, timeout, stop, *worker_id,
              [&](grpc::ClientContext* context) {
                response.Clear();
                return (stub_.get()->*method)(context, request, &response);
              });
      if (!end) continue;
      if (!end->ok()) return *end;
      return response;
    }
  }

  absl::Duration heartbeat_interval() const {
    absl::MutexLock lock(&mutex_);
    return heartbeat_interval_;
  }

  void CancelAcquire() {
    acquire_stop_.Set();
    Cancel(/*only_acquire=*/true);
  }

  void Stop() {
    acquire_stop_.Set();
    stop_.Set();
    Cancel(/*only_acquire=*/false);
  }

  daemon::Event& stop() { return stop_; }
  daemon::Event& acquire_stop() { return acquire_stop_; }

 private:
  // What is remembered between the attempts of one call.
  struct Attempts {
    explicit Attempts(const char* name_in) : name(name_in) {}
    const char* const name;
    daemon::Retries retries;
    int not_found = 0;
    bool logged = false;
  };

  // One attempt, and the wait after one that failed. Returns how the call
  // ended; nullopt: it is to be repeated.
  std::optional<absl::Status> Try(
      Attempts& attempts, absl::Duration timeout, daemon::Event& stop,
      const std::string& worker_id,
      const std::function<grpc::Status(grpc::ClientContext*)>& send) {
    grpc::ClientContext context;
    // The first attempt fails at once where nobody answers, so that this is
    // logged. The others must not miss for seconds that the coordinator is
    // back.
    context.set_wait_for_ready(attempts.logged);
    context.set_deadline(absl::ToChronoTime(absl::Now() + timeout));
    if (!Begin(&context, stop)) return Stopped();
    const grpc::Status grpc_status = send(&context);
    End(&context);
    const absl::Status status = FromGrpcStatus(grpc_status);
    if (status.ok()) {
      if (attempts.logged)
        daemon::LogInfo("call answered again", {{"method", attempts.name}});
      return status;
    }
    if (stop.IsSet()) return Stopped();

    const std::string code = absl::StatusCodeToString(status.code());
    std::optional<absl::Duration> delay = attempts.retries.DelayAfter(status);
    // A registration names no worker, so it has nothing to register first.
    if (absl::IsNotFound(status) && !worker_id.empty()) {
      Forget(worker_id);
      // The new id is used at once; a coordinator that forgets that too is not
      // to be hammered.
      delay = attempts.not_found++ == 0 ? absl::ZeroDuration()
                                        : attempts.retries.NextDelay();
    }
    if (!delay) return GiveUp(attempts, code, status);
    metrics_.RpcRetried(attempts.name, code);
    const auto log = attempts.logged ? &daemon::LogDebug : &daemon::LogWarning;
    attempts.logged = true;
    log("call is repeated",
        {{"method", attempts.name}, {"delay", *delay}, {"status", status}});
    if (stop.WaitFor(*delay)) return Stopped();
    return std::nullopt;
  }

  absl::Status GiveUp(const Attempts& attempts, const std::string& code,
                      const absl::Status& status) {
    metrics_.RpcGivenUp(attempts.name, code);
    daemon::LogError("call refused",
                     {{"method", attempts.name}, {"status", status}});
    return status;
  }

  // The worker's id; registers where there is none. Of several callers one
  // registers and the others wait for it.
  absl::StatusOr<std::string> Registered(daemon::Event& stop) {
    {
      absl::MutexLock lock(&mutex_);
      while (registering_ && !stop.IsSet()) registration_changed_.Wait(&mutex_);
      if (stop.IsSet()) return Stopped();
      if (!worker_id_.empty()) return worker_id_;
      registering_ = true;
    }
    v1::RegisterWorkerResponse response;
    Attempts attempts("RegisterWorker");
    std::optional<absl::Status> end;
    while (!end) {
      end =
          Try(attempts, kCallTimeout, stop, /*worker_id=*/"",
              [&](grpc::ClientContext* context) {
                response.Clear();
                return stub_->RegisterWorker(context, registration_, &response);
              });
    }
    if (end->ok() && response.worker_id().empty()) {
      end = absl::InternalError(
          "worker_id in the answer to RegisterWorker is empty");
    }
    absl::MutexLock lock(&mutex_);
    registering_ = false;
    registration_changed_.SignalAll();
    if (!end->ok()) return *end;
    worker_id_ = response.worker_id();
    const absl::Duration interval =
        FromProtoDuration(response.heartbeat_interval());
    heartbeat_interval_ =
        interval > absl::ZeroDuration() ? interval : kDefaultHeartbeatInterval;
    daemon::LogInfo(
        "worker registered",
        {{"worker", worker_id_}, {"heartbeat_interval", heartbeat_interval_}});
    return worker_id_;
  }

  // The coordinator does not know `worker_id`. Nothing happens where another
  // call has registered anew meanwhile.
  void Forget(const std::string& worker_id) {
    absl::MutexLock lock(&mutex_);
    if (worker_id_ == worker_id) worker_id_.clear();
  }

  bool Begin(grpc::ClientContext* context, const daemon::Event& stop) {
    absl::MutexLock lock(&mutex_);
    // Checked under the lock: Cancel, which follows the event, either finds the
    // context or was before this.
    if (stop.IsSet()) return false;
    (&stop == &acquire_stop_ ? active_acquires_ : active_calls_)
        .insert(context);
    return true;
  }

  void End(grpc::ClientContext* context) {
    absl::MutexLock lock(&mutex_);
    active_acquires_.erase(context);
    active_calls_.erase(context);
  }

  void Cancel(bool only_acquire) {
    absl::MutexLock lock(&mutex_);
    registration_changed_.SignalAll();
    for (grpc::ClientContext* context : active_acquires_) context->TryCancel();
    if (only_acquire) return;
    for (grpc::ClientContext* context : active_calls_) context->TryCancel();
  }

  const std::unique_ptr<v1::WorkerService::Stub> stub_;
  const v1::RegisterWorkerRequest registration_;
  Metrics& metrics_;
  daemon::Event stop_;
  daemon::Event acquire_stop_;

  mutable absl::Mutex mutex_;
  absl::CondVar registration_changed_;
  std::string worker_id_ ABSL_GUARDED_BY(mutex_);  // empty: not registered
  bool registering_ ABSL_GUARDED_BY(mutex_) = false;
  absl::Duration heartbeat_interval_ ABSL_GUARDED_BY(mutex_) =
      kDefaultHeartbeatInterval;
  absl::flat_hash_set<grpc::ClientContext*> active_acquires_
      ABSL_GUARDED_BY(mutex_);
  absl::flat_hash_set<grpc::ClientContext*> active_calls_
      ABSL_GUARDED_BY(mutex_);
};

CoordinatorClient::CoordinatorClient(std::shared_ptr<grpc::Channel> channel,
                                     v1::RegisterWorkerRequest registration,
                                     Metrics* metrics)
    : impl_(std::make_unique<Impl>(std::move(channel), std::move(registration),
                                   metrics)) {}

CoordinatorClient::~CoordinatorClient() = default;

absl::StatusOr<v1::AcquireUnitsResponse> CoordinatorClient::AcquireUnits(
    size_t max_units, absl::Duration max_wait) {
  v1::AcquireUnitsRequest request;
  request.set_max_units(static_cast<uint32_t>(max_units));
  *request.mutable_max_wait() = ToProtoDuration(max_wait);
  return impl_->Call("AcquireUnits", max_wait + kCallTimeout,
                     impl_->acquire_stop(), std::move(request),
                     &v1::WorkerService::Stub::AcquireUnits);
}

absl::StatusOr<v1::HeartbeatResponse> CoordinatorClient::Heartbeat(
    std::vector<std::string> lease_ids, uint64_t leaves_counted) {
  v1::HeartbeatRequest request;
  for (std::string& lease_id : lease_ids)
    request.add_lease_ids(std::move(lease_id));
  request.set_leaves_counted(leaves_counted);
  return impl_->Call("Heartbeat", kCallTimeout, impl_->stop(),
                     std::move(request), &v1::WorkerService::Stub::Heartbeat);
}

absl::StatusOr<v1::CompleteUnitsResponse> CoordinatorClient::CompleteUnits(
    std::vector<v1::UnitResult> results) {
  v1::CompleteUnitsRequest request;
  for (v1::UnitResult& result : results)
    *request.add_results() = std::move(result);
  absl::StatusOr<v1::CompleteUnitsResponse> response =
      impl_->Call("CompleteUnits", kCompleteTimeout, impl_->stop(),
                  std::move(request), &v1::WorkerService::Stub::CompleteUnits);
  if (response.ok() &&
      static_cast<size_t>(response->outcomes_size()) != results.size()) {
    const absl::Status status = absl::InternalError(
        absl::StrCat("outcomes in the answer to CompleteUnits are ",
                     response->outcomes_size(), ", not ", results.size(),
                     "; run coordinator and worker of one release"));
    daemon::LogError("call refused",
                     {{"method", "CompleteUnits"}, {"status", status}});
    return status;
  }
  return response;
}

absl::Status CoordinatorClient::ReleaseUnits(std::vector<std::string> lease_ids,
                                             const std::string& reason) {
  v1::ReleaseUnitsRequest request;
  for (std::string& lease_id : lease_ids)
    request.add_lease_ids(std::move(lease_id));
  request.set_reason(reason);
  return impl_
      ->Call("ReleaseUnits", kCallTimeout, impl_->stop(), std::move(request),
             &v1::WorkerService::Stub::ReleaseUnits)
      .status();
}

absl::Duration CoordinatorClient::heartbeat_interval() const {
  return impl_->heartbeat_interval();
}

void CoordinatorClient::CancelAcquire() { impl_->CancelAcquire(); }

void CoordinatorClient::Stop() { impl_->Stop(); }

}  // namespace rookery::worker
