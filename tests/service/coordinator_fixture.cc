#include "tests/service/coordinator_fixture.h"

#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server_builder.h>
#include <prometheus/text_serializer.h>

#include <chrono>
#include <cstdlib>
#include <optional>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "coordinator/ledger/sqlite.h"
#include "coordinator/ledger/sqlite_ledger.h"
#include "core/perft/kernel_registry.h"
#include "daemon/channel.h"
#include "daemon/logging.h"
#include "google/protobuf/util/time_util.h"
#include "proto/support/durations.h"
#include "worker/unit_counter.h"

namespace rookery::coordinator {
namespace {

constexpr absl::Duration kPatience = absl::Seconds(60);

v1::UnitResult ResultOf(const v1::Lease& lease) {
  v1::UnitResult result;
  result.set_lease_id(lease.lease_id());
  result.set_job_id(lease.unit().job_id());
  result.set_number(lease.unit().number());
  result.set_replica(lease.unit().replica());
  *result.mutable_busy_time() = ToProtoDuration(absl::Milliseconds(10));
  return result;
}

}  // namespace

CoordinatorFixture::CoordinatorFixture() {
  // Tests provoke what daemons warn of.
  daemon::SetLogLevel(daemon::LogLevel::kError);
}

CoordinatorFixture::~CoordinatorFixture() { Stop(); }

void CoordinatorFixture::Start(const CoordinatorSettings& settings) {
  absl::StatusOr<std::unique_ptr<SqliteLedger>> ledger = SqliteLedger::Open(
      {.path = folder_.File("ledger.sqlite"), .durable = false});
  ASSERT_TRUE(ledger.ok()) << ledger.status();
  StartOn(*std::move(ledger), settings);
}

FakeLedger* CoordinatorFixture::StartOnFakeLedger(
    const CoordinatorSettings& settings) {
  auto ledger = std::make_unique<FakeLedger>();
  FakeLedger* const borrowed = ledger.get();
  StartOn(std::move(ledger), settings);
  return borrowed;
}

void CoordinatorFixture::StartOn(std::unique_ptr<Ledger> ledger,
                                 const CoordinatorSettings& settings) {
  registry_ = std::make_unique<prometheus::Registry>();
  metrics_ = std::make_unique<Metrics>(*registry_);
  absl::StatusOr<std::unique_ptr<Coordinator>> coordinator =
      Coordinator::Create(
          std::move(ledger), &clock_, &ids_, metrics_.get(),
          {.dispatch = {.lease_time_to_live = kTimeToLive,
                        .max_unit_items = settings.unit_items},
           .tick_interval = absl::ZeroDuration(),
           .workers_survive_restart = settings.workers_survive_restart,
           .frontier_memory = settings.frontier_memory,
           .spill_folder = settings.spill_folder,
           .max_open_jobs = settings.max_open_jobs,
           .max_workers = settings.max_workers,
           .keep_payloads = settings.keep_payloads});
  ASSERT_TRUE(coordinator.ok()) << coordinator.status();
  coordinator_ = *std::move(coordinator);

  grpc::ServerBuilder builder;
  builder.RegisterService(
      &job_service_.emplace(coordinator_.get(), metrics_.get()));
  builder.RegisterService(
      &fleet_service_.emplace(coordinator_.get(), metrics_.get()));
  builder.RegisterService(
      &worker_service_.emplace(coordinator_.get(), metrics_.get()));
  builder.SetMaxReceiveMessageSize(daemon::kMaxMessageBytes);
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(),
                           &port_);
  server_ = builder.BuildAndStart();
  ASSERT_NE(server_, nullptr);
  channel_ = server_->InProcessChannel(daemon::CoordinatorChannelArguments());
  jobs_ = v1::JobService::NewStub(channel_);
  fleet_ = v1::FleetService::NewStub(channel_);
  workers_ = v1::WorkerService::NewStub(channel_);
}

void CoordinatorFixture::Stop() {
  if (coordinator_ != nullptr) coordinator_->Shutdown();
  if (server_ != nullptr) server_->Shutdown(std::chrono::system_clock::now());
  jobs_.reset();
  fleet_.reset();
  workers_.reset();
  channel_.reset();
  server_.reset();
  coordinator_.reset();
}

void CoordinatorFixture::Pass(absl::Duration duration) {
  clock_.Advance(duration);
  coordinator_->Tick();
}

bool CoordinatorFixture::WaitUntil(const std::string& what,
                                   const std::function<bool()>& condition) {
  const absl::Time deadline = absl::Now() + kPatience;
  while (!condition()) {
    if (absl::Now() > deadline) {
      ADD_FAILURE() << "waited in vain: " << what;
      return false;
    }
    absl::SleepFor(absl::Milliseconds(1));
    coordinator_->Tick();
  }
  return true;
}

v1::SubmitPerftRequest CoordinatorFixture::Perft(const std::string& fen,
                                                 uint32_t depth) {
  v1::SubmitPerftRequest request;
  request.set_fen(fen);
  request.set_depth(depth);
  request.set_recompute(true);
  return request;
}

absl::StatusOr<v1::Job> CoordinatorFixture::Submit(
    const v1::SubmitPerftRequest& request) {
  return Call(jobs_, &v1::JobService::Stub::SubmitPerft, request);
}

std::string CoordinatorFixture::Run(const v1::SubmitPerftRequest& request) {
  const absl::StatusOr<v1::Job> job = Submit(request);
  EXPECT_TRUE(job.ok()) << job.status();
  if (!job.ok()) return "";
  WaitUntil("the job has its plan", [&] {
    const absl::StatusOr<v1::Job> now = Get(job->job_id());
    return now.ok() && now->state() != v1::Job::STATE_PLANNING;
  });
  return job->job_id();
}

absl::StatusOr<v1::Job> CoordinatorFixture::Get(const std::string& job_id) {
  v1::GetJobRequest request;
  request.set_job_id(job_id);
  return Call(jobs_, &v1::JobService::Stub::GetJob, request);
}

absl::StatusOr<v1::Job> CoordinatorFixture::Cancel(const std::string& job_id) {
  v1::CancelJobRequest request;
  request.set_job_id(job_id);
  return Call(jobs_, &v1::JobService::Stub::CancelJob, request);
}

absl::StatusOr<v1::ListJobsResponse> CoordinatorFixture::List(
    const v1::ListJobsRequest& request) {
  return Call(jobs_, &v1::JobService::Stub::ListJobs, request);
}

v1::Job CoordinatorFixture::Ended(const std::string& job_id) {
  absl::StatusOr<v1::Job> job;
  WaitUntil(absl::StrCat("job ", job_id, " ends"), [&] {
    job = Get(job_id);
    return !job.ok() || (job->state() != v1::Job::STATE_PLANNING &&
                         job->state() != v1::Job::STATE_RUNNING);
  });
  EXPECT_TRUE(job.ok()) << job.status();
  return job.ok() ? *job : v1::Job();
}

absl::StatusOr<v1::Worker> CoordinatorFixture::SetState(
    const std::string& worker_id, v1::Worker::State state,
    const std::string& reason) {
  v1::SetWorkerStateRequest request;
  request.set_worker_id(worker_id);
  request.set_state(state);
  request.set_reason(reason);
  return Call(fleet_, &v1::FleetService::Stub::SetWorkerState, request);
}

absl::StatusOr<v1::ListWorkersResponse> CoordinatorFixture::ListWorkers(
    const v1::ListWorkersRequest& request) {
  return Call(fleet_, &v1::FleetService::Stub::ListWorkers, request);
}

v1::Worker CoordinatorFixture::Worker(const std::string& worker_id) {
  const absl::StatusOr<v1::ListWorkersResponse> list = ListWorkers();
  EXPECT_TRUE(list.ok()) << list.status();
  if (list.ok()) {
    for (const v1::Worker& worker : list->workers()) {
      if (worker.worker_id() == worker_id) return worker;
    }
  }
  return {};
}

v1::RegisterWorkerRequest CoordinatorFixture::Registration(
    const std::string& name, uint32_t threads) {
  v1::RegisterWorkerRequest request;
  request.set_instance_id(absl::StrFormat("%032x", 0xabc000 + ++instances_));
  request.set_name(name);
  request.mutable_capabilities()->set_threads(threads);
  request.mutable_capabilities()->set_revision("revision-of-the-test");
  return request;
}

absl::StatusOr<std::string> CoordinatorFixture::TryRegister(
    const v1::RegisterWorkerRequest& request) {
  const absl::StatusOr<v1::RegisterWorkerResponse> response =
      Call(workers_, &v1::WorkerService::Stub::RegisterWorker, request);
  if (!response.ok()) return response.status();
  return response->worker_id();
}

std::string CoordinatorFixture::Register(const std::string& name,
                                         uint32_t threads) {
  const absl::StatusOr<std::string> id =
      TryRegister(Registration(name, threads));
  EXPECT_TRUE(id.ok()) << id.status();
  return id.value_or("");
}

absl::StatusOr<v1::AcquireUnitsResponse> CoordinatorFixture::TryAcquire(
    const std::string& worker_id, uint32_t max_units) {
  v1::AcquireUnitsRequest request;
  request.set_worker_id(worker_id);
  request.set_max_units(max_units);
  return Call(workers_, &v1::WorkerService::Stub::AcquireUnits, request);
}

std::vector<v1::Lease> CoordinatorFixture::Acquire(const std::string& worker_id,
                                                   uint32_t max_units) {
  const absl::StatusOr<v1::AcquireUnitsResponse> response =
      TryAcquire(worker_id, max_units);
  EXPECT_TRUE(response.ok()) << response.status();
  if (!response.ok()) return {};
  return {response->leases().begin(), response->leases().end()};
}

v1::Lease CoordinatorFixture::AcquireOne(const std::string& worker_id) {
  const std::vector<v1::Lease> leases = Acquire(worker_id);
  EXPECT_EQ(leases.size(), 1u);
  return leases.empty() ? v1::Lease() : leases.front();
}

ParkedCall CoordinatorFixture::Park(const std::string& worker_id,
                                    absl::Duration max_wait) {
  // The call is seen to be there by the time at which its worker called last.
  clock_.Advance(absl::Milliseconds(1));
  v1::AcquireUnitsRequest request;
  request.set_worker_id(worker_id);
  *request.mutable_max_wait() = ToProtoDuration(max_wait);
  ParkedCall call{.context = std::make_unique<grpc::ClientContext>()};
  SetDeadline(*call.context);
  call.answer = std::async(std::launch::async,
                           [this, request, context = call.context.get()]()
                               -> absl::StatusOr<v1::AcquireUnitsResponse> {
                             v1::AcquireUnitsResponse response;
                             const grpc::Status status = workers_->AcquireUnits(
                                 context, request, &response);
                             if (!status.ok()) return FromGrpcStatus(status);
                             return response;
                           });
  const google::protobuf::Timestamp now =
      google::protobuf::util::TimeUtil::NanosecondsToTimestamp(
          absl::ToUnixNanos(clock_.Now()));
  WaitUntil("the call has arrived", [&] {
    return Worker(worker_id).last_seen_time() == now || call.answered();
  });
  return call;
}

absl::StatusOr<v1::HeartbeatResponse> CoordinatorFixture::TryHeartbeat(
    const std::string& worker_id, const std::vector<std::string>& lease_ids) {
  v1::HeartbeatRequest request;
  request.set_worker_id(worker_id);
  request.mutable_lease_ids()->Assign(lease_ids.begin(), lease_ids.end());
  return Call(workers_, &v1::WorkerService::Stub::Heartbeat, request);
}

std::vector<std::string> CoordinatorFixture::VoidLeases(
    const std::string& worker_id, const std::vector<std::string>& lease_ids) {
  const absl::StatusOr<v1::HeartbeatResponse> response =
      TryHeartbeat(worker_id, lease_ids);
  EXPECT_TRUE(response.ok()) << response.status();
  if (!response.ok()) return {};
  return {response->void_lease_ids().begin(), response->void_lease_ids().end()};
}

absl::StatusOr<v1::CompleteUnitsResponse> CoordinatorFixture::TryComplete(
    const std::string& worker_id, const std::vector<v1::UnitResult>& results) {
  v1::CompleteUnitsRequest request;
  request.set_worker_id(worker_id);
  request.mutable_results()->Assign(results.begin(), results.end());
  return Call(workers_, &v1::WorkerService::Stub::CompleteUnits, request);
}

v1::Outcome CoordinatorFixture::Complete(const std::string& worker_id,
                                         const v1::UnitResult& result) {
  const absl::StatusOr<v1::CompleteUnitsResponse> response =
      TryComplete(worker_id, {result});
  EXPECT_TRUE(response.ok()) << response.status();
  if (!response.ok() || response->outcomes_size() != 1)
    return v1::OUTCOME_UNSPECIFIED;
  return response->outcomes(0);
}

absl::Status CoordinatorFixture::Release(
    const std::string& worker_id, const std::vector<std::string>& lease_ids) {
  v1::ReleaseUnitsRequest request;
  request.set_worker_id(worker_id);
  request.mutable_lease_ids()->Assign(lease_ids.begin(), lease_ids.end());
  request.set_reason("test");
  return Call(workers_, &v1::WorkerService::Stub::ReleaseUnits, request)
      .status();
}

v1::UnitResult CoordinatorFixture::Count(const v1::Lease& lease) {
  v1::UnitResult result = ResultOf(lease);
  const worker::UnitCounter counter({AvailableKernels().front()}, nullptr);
  const std::optional<worker::CountedUnit> counted =
      counter.Count(lease.unit(), /*cancelled=*/false);
  EXPECT_TRUE(counted.has_value() && counted->result.has_perft());
  if (!counted.has_value()) return result;
  result.set_kernel(counted->result.kernel());
  *result.mutable_perft() = counted->result.perft();
  return result;
}

v1::UnitResult CoordinatorFixture::Miscount(const v1::Lease& lease) {
  v1::UnitResult result = Count(lease);
  result.mutable_perft()->set_counts(0, result.perft().counts(0) + 1);
  return result;
}

v1::UnitResult CoordinatorFixture::GiveUp(const v1::Lease& lease,
                                          const std::string& message) {
  v1::UnitResult result = ResultOf(lease);
  result.mutable_failure()->set_code(8);
  result.mutable_failure()->set_message(message);
  return result;
}

void CoordinatorFixture::WorkOff(const std::vector<std::string>& worker_ids) {
  bool found = true;
  while (found) {
    found = false;
    for (const std::string& worker : worker_ids) {
      for (const v1::Lease& lease : Acquire(worker)) {
        found = true;
        EXPECT_EQ(Complete(worker, Count(lease)), v1::OUTCOME_ACCEPTED);
      }
    }
  }
}

double CoordinatorFixture::Metric(const std::string& series) const {
  const std::string page =
      prometheus::TextSerializer().Serialize(registry_->Collect());
  for (const absl::string_view line : absl::StrSplit(page, '\n')) {
    if (line.substr(0, series.size() + 1) != absl::StrCat(series, " "))
      continue;
    double value = 0;
    EXPECT_TRUE(absl::SimpleAtod(line.substr(series.size() + 1), &value));
    return value;
  }
  return 0;
}

std::string CoordinatorFixture::Sql(const std::string& statement) {
  const auto connection =
      sqlite::Connection::Open(folder_.File("ledger.sqlite"));
  EXPECT_TRUE(connection.ok()) << connection.status();
  sqlite::Query query(**connection, statement.c_str());
  const std::string answer = query.Step() ? query.Bytes(0) : "";
  EXPECT_TRUE(query.status().ok()) << query.status();
  return answer;
}

void CoordinatorFixture::SetDeadline(grpc::ClientContext& context) {
  context.set_deadline(std::chrono::system_clock::now() +
                       absl::ToChronoSeconds(kPatience));
}

}  // namespace rookery::coordinator
