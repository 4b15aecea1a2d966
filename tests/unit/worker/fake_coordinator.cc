#include "tests/unit/worker/fake_coordinator.h"

#include <grpcpp/server_builder.h>
#include <grpcpp/support/channel_arguments.h>

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "proto/support/durations.h"
#include "proto/support/status.h"

namespace rookery::worker {
namespace {

constexpr std::chrono::minutes kTestPatience(1);

}  // namespace

FakeCoordinator::FakeCoordinator() {
  grpc::ServerBuilder builder;
  builder.RegisterService(this);
  server_ = builder.BuildAndStart();
}

FakeCoordinator::~FakeCoordinator() {
  {
    const std::lock_guard lock(mutex_);
    shut_down_ = true;
    changed_.notify_all();
  }
  server_->Shutdown();
}

std::shared_ptr<grpc::Channel> FakeCoordinator::Channel() {
  return server_->InProcessChannel({});
}

void FakeCoordinator::AddUnit(v1::Unit unit) {
  const std::lock_guard lock(mutex_);
  v1::Lease lease;
  lease.set_lease_id(absl::StrCat("lease-", leases_made_++));
  *lease.mutable_unit() = std::move(unit);
  *lease.mutable_time_to_live() = ToProtoDuration(absl::Seconds(60));
  *lease.mutable_renew_after() = ToProtoDuration(absl::Milliseconds(20));
  lease.set_attempt(1);
  waiting_.push_back(std::move(lease));
  changed_.notify_all();
}

void FakeCoordinator::Script(const std::string& method, absl::Status status) {
  const std::lock_guard lock(mutex_);
  scripts_[method].push_back(std::move(status));
}

void FakeCoordinator::ForgetWorkersAtNextCompletion() {
  const std::lock_guard lock(mutex_);
  forget_at_completion_ = true;
}

void FakeCoordinator::VoidLease(const std::string& lease_id) {
  const std::lock_guard lock(mutex_);
  void_leases_.insert(lease_id);
}

void FakeCoordinator::SetDrain(bool drain) {
  const std::lock_guard lock(mutex_);
  drain_ = drain;
  changed_.notify_all();
}

void FakeCoordinator::SetGate(bool open) {
  const std::lock_guard lock(mutex_);
  gate_open_ = open;
  changed_.notify_all();
}

bool FakeCoordinator::WaitFor(
    const std::function<bool(const Record&)>& predicate) {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, kTestPatience,
                           [&] { return predicate(record_); });
}

FakeCoordinator::Record FakeCoordinator::record() {
  const std::lock_guard lock(mutex_);
  return record_;
}

std::optional<grpc::Status> FakeCoordinator::Enter(
    const std::string& method, const std::string& worker_id) {
  ++record_.calls[method];
  record_.call_times[method].push_back(std::chrono::steady_clock::now());
  changed_.notify_all();
  if (std::deque<absl::Status>& script = scripts_[method]; !script.empty()) {
    const absl::Status status = script.front();
    script.pop_front();
    return ToGrpcStatus(status);
  }
  if (method != "RegisterWorker" && !known_workers_.contains(worker_id)) {
    return grpc::Status(grpc::StatusCode::NOT_FOUND,
                        absl::StrCat("no worker '", worker_id, "'"));
  }
  return std::nullopt;
}

bool FakeCoordinator::WaitInCall(std::unique_lock<std::mutex>& lock,
                                 grpc::ServerContext* context,
                                 absl::Duration timeout,
                                 const std::function<bool()>& predicate) {
  const auto end =
      std::chrono::steady_clock::now() + absl::ToChronoNanoseconds(timeout);
  // A synchronous handler is not told of a cancellation, so it looks for one.
  while (!predicate()) {
    if (shut_down_ || context->IsCancelled() ||
        std::chrono::steady_clock::now() >= end)
      return false;
    changed_.wait_for(lock, std::chrono::milliseconds(5));
  }
  return true;
}

grpc::Status FakeCoordinator::RegisterWorker(
    grpc::ServerContext*, const v1::RegisterWorkerRequest* request,
    v1::RegisterWorkerResponse* response) {
  const std::lock_guard lock(mutex_);
  if (const auto end = Enter("RegisterWorker", "")) return *end;
  record_.registrations.push_back(*request);
  const std::string worker_id =
      absl::StrCat("worker-", record_.registrations.size());
  known_workers_.insert(worker_id);
  response->set_worker_id(worker_id);
  *response->mutable_heartbeat_interval() =
      ToProtoDuration(absl::Milliseconds(20));
  changed_.notify_all();
  return grpc::Status::OK;
}

grpc::Status FakeCoordinator::AcquireUnits(
    grpc::ServerContext* context, const v1::AcquireUnitsRequest* request,
    v1::AcquireUnitsResponse* response) {
  std::unique_lock lock(mutex_);
  if (const auto end = Enter("AcquireUnits", request->worker_id())) return *end;
  WaitInCall(lock, context, FromProtoDuration(request->max_wait()),
             [&] { return drain_ || !waiting_.empty(); });
  if (drain_ || waiting_.empty() || context->IsCancelled()) {
    *response->mutable_retry_after() = ToProtoDuration(absl::Milliseconds(10));
    return grpc::Status::OK;
  }
  for (uint32_t i = 0;
       i < std::max(request->max_units(), 1U) && !waiting_.empty(); ++i) {
    record_.granted.push_back(waiting_.front().lease_id());
    *response->add_leases() = std::move(waiting_.front());
    waiting_.pop_front();
  }
  record_.most_outstanding =
      std::max(record_.most_outstanding, record_.granted.size() -
                                             record_.results.size() -
                                             record_.released.size());
  changed_.notify_all();
  return grpc::Status::OK;
}

grpc::Status FakeCoordinator::Heartbeat(grpc::ServerContext*,
                                        const v1::HeartbeatRequest* request,
                                        v1::HeartbeatResponse* response) {
  const std::lock_guard lock(mutex_);
  if (const auto end = Enter("Heartbeat", request->worker_id())) return *end;
  record_.renewed = std::set<std::string>(request->lease_ids().begin(),
                                          request->lease_ids().end());
  for (const std::string& lease_id : record_.renewed) {
    if (void_leases_.contains(lease_id)) response->add_void_lease_ids(lease_id);
  }
  changed_.notify_all();
  response->set_drain(drain_);
  *response->mutable_time_to_live() = ToProtoDuration(absl::Seconds(60));
  return grpc::Status::OK;
}

grpc::Status FakeCoordinator::CompleteUnits(
    grpc::ServerContext* context, const v1::CompleteUnitsRequest* request,
    v1::CompleteUnitsResponse* response) {
  std::unique_lock lock(mutex_);
  if (std::exchange(forget_at_completion_, false)) known_workers_.clear();
  if (const auto end = Enter("CompleteUnits", request->worker_id()))
    return *end;
  if (!WaitInCall(lock, context, absl::Hours(1), [&] { return gate_open_; })) {
    return grpc::Status::CANCELLED;
  }
  for (const v1::UnitResult& result : request->results()) {
    const bool is_new =
        record_.results.emplace(result.lease_id(), result).second;
    response->add_outcomes(is_new ? v1::OUTCOME_ACCEPTED
                                  : v1::OUTCOME_DUPLICATE);
  }
  record_.completing_workers.push_back(request->worker_id());
  record_.largest_batch = std::max(
      record_.largest_batch, static_cast<size_t>(request->results_size()));
  changed_.notify_all();
  return grpc::Status::OK;
}

grpc::Status FakeCoordinator::ReleaseUnits(
    grpc::ServerContext* context, const v1::ReleaseUnitsRequest* request,
    v1::ReleaseUnitsResponse*) {
  std::unique_lock lock(mutex_);
  if (const auto end = Enter("ReleaseUnits", request->worker_id())) return *end;
  if (!WaitInCall(lock, context, absl::Hours(1), [&] { return gate_open_; })) {
    return grpc::Status::CANCELLED;
  }
  record_.released.insert(request->lease_ids().begin(),
                          request->lease_ids().end());
  changed_.notify_all();
  return grpc::Status::OK;
}

}  // namespace rookery::worker
