// A coordinator of the tests: real gRPC over an in-process channel, and a
// script instead of a plan.
//
// It hands out the units that a test adds, answers as told, and records all it
// is told. Thread-safe.
#ifndef ROOKERY_TESTS_UNIT_WORKER_FAKE_COORDINATOR_H_
#define ROOKERY_TESTS_UNIT_WORKER_FAKE_COORDINATOR_H_

#include <grpcpp/channel.h>
#include <grpcpp/server.h>
#include <grpcpp/server_context.h>

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "rookery/v1/worker_service.grpc.pb.h"

namespace rookery::worker {

class FakeCoordinator final : public v1::WorkerService::Service {
 public:
  // What has happened so far. Read under the lock, in WaitFor.
  struct Record {
    std::vector<v1::RegisterWorkerRequest> registrations;
    // Every call of each method, those that were made to fail included.
    std::map<std::string, int> calls;
    std::map<std::string, std::vector<std::chrono::steady_clock::time_point>>
        call_times;
    // Results that were answered for, by lease.
    std::map<std::string, v1::UnitResult> results;
    // Worker id of each CompleteUnits call that was answered.
    std::vector<std::string> completing_workers;
    std::set<std::string> released;
    std::vector<std::string> granted;
    int CallsOf(const std::string& method) const {
      const auto found = calls.find(method);
      return found == calls.end() ? 0 : found->second;
    }
    // Leases named by the last heartbeat.
    std::set<std::string> renewed;
    // Most leases that were out at the same time.
    size_t most_outstanding = 0;
    size_t largest_batch = 0;
  };

  FakeCoordinator();
  ~FakeCoordinator() override;

  std::shared_ptr<grpc::Channel> Channel();

  // Hands the unit out under the lease id "lease-N", N counting from 0.
  void AddUnit(v1::Unit unit);
  // The next calls of `method` end with these, one after the other.
  void Script(const std::string& method, absl::Status status);
  // The next CompleteUnits call is not known to come from any worker that
  // registered before.
  void ForgetWorkersAtNextCompletion();
  // Heartbeats call this lease void from now on.
  void VoidLease(const std::string& lease_id);
  // Heartbeats ask the worker to drain, and AcquireUnits brings nothing, until
  // it is taken back.
  void SetDrain(bool drain);
  // CompleteUnits and ReleaseUnits are not answered while the gate is closed.
  void SetGate(bool open);

  // Waits, a minute at the most, until `predicate` holds; returns whether it
  // does.
  bool WaitFor(const std::function<bool(const Record&)>& predicate);
  Record record();

 private:
  grpc::Status RegisterWorker(grpc::ServerContext* context,
                              const v1::RegisterWorkerRequest* request,
                              v1::RegisterWorkerResponse* response) override;
  grpc::Status AcquireUnits(grpc::ServerContext* context,
                            const v1::AcquireUnitsRequest* request,
                            v1::AcquireUnitsResponse* response) override;
  grpc::Status Heartbeat(grpc::ServerContext* context,
                         const v1::HeartbeatRequest* request,
                         v1::HeartbeatResponse* response) override;
  grpc::Status CompleteUnits(grpc::ServerContext* context,
                             const v1::CompleteUnitsRequest* request,
                             v1::CompleteUnitsResponse* response) override;
  grpc::Status ReleaseUnits(grpc::ServerContext* context,
                            const v1::ReleaseUnitsRequest* request,
                            v1::ReleaseUnitsResponse* response) override;

  // Counts the call; a status: how it is to end. `lock` is held.
  std::optional<grpc::Status> Enter(const std::string& method,
                                    const std::string& worker_id);
  // Waits in steps until `predicate` holds, the call is cancelled or `timeout`
  // has passed. `lock` is held.
  bool WaitInCall(std::unique_lock<std::mutex>& lock,
                  grpc::ServerContext* context, absl::Duration timeout,
                  const std::function<bool()>& predicate);

  std::mutex mutex_;
  std::condition_variable changed_;
  Record record_;
  std::deque<v1::Lease> waiting_;
  int leases_made_ = 0;
  std::map<std::string, std::deque<absl::Status>> scripts_;
  std::set<std::string> known_workers_;
  std::set<std::string> void_leases_;
  bool forget_at_completion_ = false;
  bool drain_ = false;
  bool gate_open_ = true;
  bool shut_down_ = false;
  std::unique_ptr<grpc::Server> server_;
};

}  // namespace rookery::worker

#endif  // ROOKERY_TESTS_UNIT_WORKER_FAKE_COORDINATOR_H_
