// A coordinator behind real gRPC, with a clock that the test moves.
//
// Ledger writer, planner and gRPC are real threads, so a test waits for what it
// expects to see (WaitUntil), never for a time. Leases and waiting calls go by
// the fake clock; nothing ticks unless Tick or WaitUntil is called.
#ifndef ROOKERY_TESTS_SERVICE_COORDINATOR_FIXTURE_H_
#define ROOKERY_TESTS_SERVICE_COORDINATOR_FIXTURE_H_

#include <grpcpp/client_context.h>
#include <grpcpp/server.h>
#include <gtest/gtest.h>
#include <prometheus/registry.h>

#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "coordinator/coordinator.h"
#include "coordinator/metrics.h"
#include "coordinator/service/fleet_service.h"
#include "coordinator/service/job_service.h"
#include "coordinator/service/worker_service.h"
#include "proto/support/status.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fake_id_generator.h"
#include "tests/support/fake_ledger.h"
#include "tests/unit/coordinator/ledger/temporary_folder.h"

namespace rookery::coordinator {

inline constexpr char kStartpos[] =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
inline constexpr char kKiwipete[] =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

// Every lease of a test's coordinator lives so long.
inline constexpr absl::Duration kTimeToLive = absl::Seconds(60);

// The plan of kStartpos to depth 3 has 20 positions: four units of these.
inline constexpr uint64_t kUnitItems = 5;

struct CoordinatorSettings {
  bool workers_survive_restart = true;
  uint64_t unit_items = kUnitItems;
  uint64_t max_open_jobs = 1'000;
  uint64_t max_workers = 10'000;
  absl::Duration keep_payloads = absl::InfiniteDuration();
  uint64_t frontier_memory = Coordinator::Options().frontier_memory;
  std::string spill_folder;
};

// A call that the coordinator lets wait.
struct ParkedCall {
  std::unique_ptr<grpc::ClientContext> context;
  std::future<absl::StatusOr<v1::AcquireUnitsResponse>> answer;

  bool answered() const {
    return answer.wait_for(std::chrono::seconds(0)) ==
           std::future_status::ready;
  }
};

class CoordinatorFixture : public testing::Test {
 protected:
  CoordinatorFixture();
  ~CoordinatorFixture() override;

  // Starts a coordinator on this test's ledger file, as a new process would.
  void Start(const CoordinatorSettings& settings = {});
  // Starts one on a ledger that fails when told to. It is valid until Stop.
  FakeLedger* StartOnFakeLedger(const CoordinatorSettings& settings = {});
  void Stop();

  // Lets time pass, and the coordinator notice.
  void Pass(absl::Duration duration);
  // Ticks until `condition` holds; a failure, naming `what`, if it never does.
  bool WaitUntil(const std::string& what,
                 const std::function<bool()>& condition);

  // --- JobService
  // It is to be computed, whatever the ledger knows.
  static v1::SubmitPerftRequest Perft(const std::string& fen, uint32_t depth);
  absl::StatusOr<v1::Job> Submit(const v1::SubmitPerftRequest& request);
  // Submits and waits for the plan. Returns the job's id.
  std::string Run(const v1::SubmitPerftRequest& request);
  absl::StatusOr<v1::Job> Get(const std::string& job_id);
  absl::StatusOr<v1::Job> Cancel(const std::string& job_id);
  absl::StatusOr<v1::ListJobsResponse> List(const v1::ListJobsRequest& request);
  // Waits for the end of a job.
  v1::Job Ended(const std::string& job_id);

  // --- FleetService
  absl::StatusOr<v1::Worker> SetState(const std::string& worker_id,
                                      v1::Worker::State state,
                                      const std::string& reason = "");
  absl::StatusOr<v1::ListWorkersResponse> ListWorkers(
      const v1::ListWorkersRequest& request = {});
  // One worker of that list.
  v1::Worker Worker(const std::string& worker_id);

  // --- WorkerService
  // A request as a process of its own makes it: no two have one instance.
  v1::RegisterWorkerRequest Registration(const std::string& name,
                                         uint32_t threads = 1);
  absl::StatusOr<std::string> TryRegister(
      const v1::RegisterWorkerRequest& request);
  std::string Register(const std::string& name, uint32_t threads = 1);

  absl::StatusOr<v1::AcquireUnitsResponse> TryAcquire(
      const std::string& worker_id, uint32_t max_units = 1);
  // What can be had without waiting.
  std::vector<v1::Lease> Acquire(const std::string& worker_id,
                                 uint32_t max_units = 1);
  // One lease; a failure if there is none.
  v1::Lease AcquireOne(const std::string& worker_id);
  // Returns when the coordinator has the call and lets it wait.
  ParkedCall Park(const std::string& worker_id, absl::Duration max_wait);

  absl::StatusOr<v1::HeartbeatResponse> TryHeartbeat(
      const std::string& worker_id, const std::vector<std::string>& lease_ids);
  // The leases that are void among those named.
  std::vector<std::string> VoidLeases(
      const std::string& worker_id, const std::vector<std::string>& lease_ids);

  absl::StatusOr<v1::CompleteUnitsResponse> TryComplete(
      const std::string& worker_id, const std::vector<v1::UnitResult>& results);
  // The outcome of one result; UNSPECIFIED, and a failure, if the call failed.
  v1::Outcome Complete(const std::string& worker_id,
                       const v1::UnitResult& result);
  absl::Status Release(const std::string& worker_id,
                       const std::vector<std::string>& lease_ids);

  // Computes a unit with a real kernel.
  static v1::UnitResult Count(const v1::Lease& lease);
  // Another answer than Count's, of possible size.
  static v1::UnitResult Miscount(const v1::Lease& lease);
  static v1::UnitResult GiveUp(const v1::Lease& lease,
                               const std::string& message);
  // The workers take turns and compute all that they get.
  void WorkOff(const std::vector<std::string>& worker_ids);

  // The value of a series as /metrics shows it; 0 if it does not exist yet.
  double Metric(const std::string& series) const;

  // Runs one statement on the ledger file beside the coordinator, with the
  // ledger's functions. Returns the first column of its first row, if any.
  std::string Sql(const std::string& statement);

  template <typename Stub, typename Request, typename Response>
  absl::StatusOr<Response> Call(
      const std::unique_ptr<Stub>& stub,
      grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&,
                                   Response*),
      const Request& request) {
    grpc::ClientContext context;
    SetDeadline(context);
    Response response;
    const grpc::Status status =
        (stub.get()->*method)(&context, request, &response);
    if (!status.ok()) return FromGrpcStatus(status);
    return response;
  }

  // So long that only a hang is found.
  static void SetDeadline(grpc::ClientContext& context);

  const TemporaryFolder folder_;
  daemon::FakeClock clock_;
  daemon::FakeIdGenerator ids_;
  std::unique_ptr<prometheus::Registry> registry_;
  std::unique_ptr<Metrics> metrics_;
  std::unique_ptr<Coordinator> coordinator_;
  std::unique_ptr<grpc::Server> server_;
  int port_ = 0;
  std::shared_ptr<grpc::Channel> channel_;
  std::unique_ptr<v1::JobService::Stub> jobs_;
  std::unique_ptr<v1::FleetService::Stub> fleet_;
  std::unique_ptr<v1::WorkerService::Stub> workers_;

 private:
  void StartOn(std::unique_ptr<Ledger> ledger,
               const CoordinatorSettings& settings);

  std::optional<JobServiceImpl> job_service_;
  std::optional<FleetServiceImpl> fleet_service_;
  std::optional<WorkerServiceImpl> worker_service_;
  uint64_t instances_ = 0;
};

}  // namespace rookery::coordinator

#endif  // ROOKERY_TESTS_SERVICE_COORDINATOR_FIXTURE_H_
