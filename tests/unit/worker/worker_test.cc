#include "worker/worker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "absl/strings/str_cat.h"
#include "daemon/channel.h"
#include "daemon/clock.h"
#include "proto/support/status.h"
#include "tests/support/held_port.h"
#include "tests/support/http_get.h"
#include "tests/unit/worker/fake_coordinator.h"
#include "tests/unit/worker/test_units.h"

namespace rookery::worker {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

using Record = FakeCoordinator::Record;

constexpr absl::Duration kForever = absl::Hours(1);

WorkerOptions Options(int threads = 1) {
  WorkerOptions options;
  options.name = "test";
  options.threads = threads;
  return options;
}

std::unique_ptr<Worker> StartWorker(FakeCoordinator& coordinator,
                                    const WorkerOptions& options) {
  absl::StatusOr<std::unique_ptr<Worker>> worker =
      Worker::Start(options, coordinator.Channel());
  EXPECT_TRUE(worker.ok()) << worker.status();
  return *std::move(worker);
}

absl::Status Away() { return absl::UnavailableError("away"); }

TEST(WorkerTest, CountsExactly) {
  FakeCoordinator coordinator;
  coordinator.AddUnit(PerftUnit(0, {"startpos"}, 4));
  coordinator.AddUnit(PerftUnit(1, {kKiwipete, "startpos"}, 3));
  coordinator.AddUnit(PerftUnit(2, {"startpos"}, 0));
  WorkerOptions options = Options(2);
  options.hash_mib = 1;
  const auto worker = StartWorker(coordinator, options);
  ASSERT_TRUE(coordinator.WaitFor(
      [](const Record& record) { return record.results.size() == 3; }));
  const Record record = coordinator.record();
  EXPECT_THAT(Counts(record.results.at("lease-0")), ElementsAre(197281));
  EXPECT_THAT(Counts(record.results.at("lease-1")), ElementsAre(97862, 8902));
  EXPECT_THAT(Counts(record.results.at("lease-2")), ElementsAre(1));
  EXPECT_EQ(record.results.at("lease-1").number(), 1u);
  EXPECT_GT(record.results.at("lease-0").busy_time().nanos(), 0);
}

TEST(WorkerTest, SaysWhoItIs) {
  FakeCoordinator coordinator;
  WorkerOptions options = Options(3);
  options.hash_mib = 2;
  const auto worker = StartWorker(coordinator, options);
  ASSERT_TRUE(coordinator.WaitFor(
      [](const Record& record) { return !record.registrations.empty(); }));
  const v1::RegisterWorkerRequest registration =
      coordinator.record().registrations.front();
  EXPECT_EQ(registration.instance_id().size(), 32u);
  EXPECT_EQ(registration.name(), "test");
  EXPECT_EQ(registration.capabilities().threads(), 3u);
  EXPECT_EQ(registration.capabilities().hash_bytes(), 2u << 20);
  EXPECT_THAT(registration.capabilities().kernels(), Contains("reference"));
}

TEST(WorkerTest, ReportsTheHashSeedItRegisteredAndTheKernel) {
  FakeCoordinator coordinator;
  coordinator.AddUnit(PerftUnit(0, {"startpos"}, 3));
  WorkerOptions options = Options();
  options.hash_mib = 1;
  options.kernel = "reference";
  const auto worker = StartWorker(coordinator, options);
  ASSERT_TRUE(coordinator.WaitFor(
      [](const Record& record) { return record.results.size() == 1; }));
  const Record record = coordinator.record();
  const v1::Capabilities& capabilities =
      record.registrations.front().capabilities();
  EXPECT_NE(capabilities.hash_seed(), 0u);
  EXPECT_EQ(record.results.at("lease-0").hash_seed(), capabilities.hash_seed());
  EXPECT_EQ(record.results.at("lease-0").kernel(), "reference");
  EXPECT_THAT(capabilities.kernels(), ElementsAre("reference"));
}

TEST(WorkerTest, RepeatsEveryCallWhileTheCoordinatorIsAway) {
  FakeCoordinator coordinator;
  for (const char* method :
       {"RegisterWorker", "AcquireUnits", "Heartbeat", "CompleteUnits"}) {
    coordinator.Script(method, Away());
    coordinator.Script(method, absl::DeadlineExceededError("slow"));
  }
  coordinator.AddUnit(PerftUnit(0, {"startpos"}, 3));
  const auto worker = StartWorker(coordinator, Options());
  ASSERT_TRUE(coordinator.WaitFor(
      [](const Record& record) { return record.results.size() == 1; }));
  const Record record = coordinator.record();
  EXPECT_THAT(Counts(record.results.at("lease-0")), ElementsAre(8902));
  EXPECT_EQ(record.CallsOf("RegisterWorker"), 3);
  EXPECT_EQ(record.CallsOf("CompleteUnits"), 3);
}

TEST(WorkerTest, WaitsAsLongAsABusyCoordinatorAsks) {
  FakeCoordinator coordinator;
  const absl::Duration delay = absl::Milliseconds(300);
  coordinator.Script(
      "CompleteUnits",
      WithRetryDelay(absl::ResourceExhaustedError("busy"), delay));
  coordinator.AddUnit(PerftUnit(0, {"startpos"}, 3));
  const auto worker = StartWorker(coordinator, Options());
  ASSERT_TRUE(coordinator.WaitFor(
      [](const Record& record) { return record.results.size() == 1; }));
  const auto times = coordinator.record().call_times.at("CompleteUnits");
  ASSERT_EQ(times.size(), 2u);
  EXPECT_GE(absl::FromChrono(times[1] - times[0]), delay);
}

TEST(WorkerTest, RegistersAgainAndResubmitsWhereItWasForgotten) {
  FakeCoordinator coordinator;
  coordinator.ForgetWorkersAtNextCompletion();
  coordinator.AddUnit(PerftUnit(0, {"startpos"}, 3));
  const auto worker = StartWorker(coordinator, Options());
  ASSERT_TRUE(coordinator.WaitFor(
      [](const Record& record) { return record.results.size() == 1; }));
  const Record record = coordinator.record();
  EXPECT_THAT(Counts(record.results.at("lease-0")), ElementsAre(8902));
  ASSERT_GE(record.registrations.size(), 2u);
  EXPECT_EQ(record.registrations[0].instance_id(),
            record.registrations[1].instance_id());
  EXPECT_THAT(record.completing_workers, Not(Contains("worker-1")));
  EXPECT_THAT(record.granted, ElementsAre("lease-0"));
}

TEST(WorkerTest, DropsACallThatIsRefusedAndGoesOn) {
  FakeCoordinator coordinator;
  coordinator.Script("CompleteUnits", absl::InvalidArgumentError("no"));
  coordinator.AddUnit(PerftUnit(0, {"startpos"}, 2));
  const auto worker = StartWorker(coordinator, Options());
  ASSERT_TRUE(coordinator.WaitFor([](const Record& record) {
    return record.CallsOf("CompleteUnits") > 0 && record.renewed.empty();
  }));
  coordinator.AddUnit(PerftUnit(1, {"startpos"}, 3));
  ASSERT_TRUE(coordinator.WaitFor(
      [](const Record& record) { return record.results.contains("lease-1"); }));
  EXPECT_FALSE(coordinator.record().results.contains("lease-0"));
}

TEST(WorkerTest, RenewsWhatItHolds) {
  FakeCoordinator coordinator;
  coordinator.AddUnit(PerftUnit(0, {"startpos"}, 1));
  coordinator.AddUnit(PerftUnit(1, {"startpos"}, 1));
  WorkerOptions options = Options();
  options.slow_kernel_delay = kForever;
  const auto worker = StartWorker(coordinator, options);
  EXPECT_TRUE(coordinator.WaitFor([](const Record& record) {
    return record.renewed == std::set<std::string>{"lease-0", "lease-1"};
  }));
}

TEST(WorkerTest, AbortsVoidLeasesAndGoesOn) {
  FakeCoordinator coordinator;
  for (int i = 0; i < 4; ++i)
    coordinator.AddUnit(PerftUnit(i, {"startpos"}, 1));
  WorkerOptions options = Options();
  options.slow_kernel_delay = kForever;  // Only an abort frees the thread.
  const auto worker = StartWorker(coordinator, options);
  ASSERT_TRUE(coordinator.WaitFor(
      [](const Record& record) { return record.granted.size() == 2; }));
  coordinator.VoidLease("lease-0");
  coordinator.VoidLease("lease-1");
  ASSERT_TRUE(coordinator.WaitFor([](const Record& record) {
    return record.renewed == std::set<std::string>{"lease-2", "lease-3"};
  }));
  EXPECT_TRUE(coordinator.record().results.empty());
  EXPECT_TRUE(coordinator.record().released.empty());
}

TEST(WorkerTest, HoldsAtMostTwoUnitsAThread) {
  FakeCoordinator coordinator;
  for (int i = 0; i < 60; ++i)
    coordinator.AddUnit(PerftUnit(i, {"startpos"}, 2));
  const auto worker = StartWorker(coordinator, Options(2));
  ASSERT_TRUE(coordinator.WaitFor(
      [](const Record& record) { return record.results.size() == 60; }));
  EXPECT_LE(coordinator.record().most_outstanding, 4u);
}

TEST(WorkerTest, BatchesWhatPilesUpWhileACallIsUnderWay) {
  FakeCoordinator coordinator;
  coordinator.SetGate(false);
  for (int i = 0; i < 8; ++i)
    coordinator.AddUnit(PerftUnit(i, {"startpos"}, 1));
  const auto worker = StartWorker(coordinator, Options(4));
  ASSERT_TRUE(coordinator.WaitFor([](const Record& record) {
    return record.granted.size() == 8 && record.CallsOf("CompleteUnits") > 0;
  }));
  coordinator.SetGate(true);
  ASSERT_TRUE(coordinator.WaitFor(
      [](const Record& record) { return record.results.size() == 8; }));
  EXPECT_LE(coordinator.record().CallsOf("CompleteUnits"), 8);
}

TEST(WorkerTest, ReportsAUnitThatItCannotComputeAndGoesOn) {
  FakeCoordinator coordinator;
  v1::Unit garbage = PerftUnit(0, {"startpos"}, 2);
  garbage.mutable_perft()->set_positions("\xfe garbage");
  coordinator.AddUnit(garbage);
  coordinator.AddUnit(PerftUnit(1, {"startpos"}, 2));
  const auto worker = StartWorker(coordinator, Options());
  ASSERT_TRUE(coordinator.WaitFor(
      [](const Record& record) { return record.results.size() == 2; }));
  const Record record = coordinator.record();
  EXPECT_NE(record.results.at("lease-0").failure().code(), 0);
  EXPECT_NE(record.results.at("lease-0").failure().message(), "");
  EXPECT_THAT(Counts(record.results.at("lease-1")), ElementsAre(400));
}

TEST(WorkerTest, TakesNothingWhileTheCoordinatorWantsItToDrain) {
  FakeCoordinator coordinator;
  const auto worker = StartWorker(coordinator, Options());
  const auto wait_for_beats = [&](int beats) {
    const int before = coordinator.record().CallsOf("Heartbeat");
    return coordinator.WaitFor([&](const Record& record) {
      return record.CallsOf("Heartbeat") >= before + beats;
    });
  };
  coordinator.SetDrain(true);
  // The answer to a heartbeat has been obeyed when the next one comes.
  ASSERT_TRUE(wait_for_beats(3));
  coordinator.AddUnit(PerftUnit(0, {"startpos"}, 1));
  const int acquired = coordinator.record().CallsOf("AcquireUnits");
  ASSERT_TRUE(wait_for_beats(6));
  // One call may have been on its way.
  EXPECT_LE(coordinator.record().CallsOf("AcquireUnits"), acquired + 1);
  coordinator.SetDrain(false);
  EXPECT_TRUE(coordinator.WaitFor(
      [](const Record& record) { return record.results.size() == 1; }));
}

TEST(WorkerTest, DrainHandsBackWhatNoThreadHasBegunAndAbortsWhatTakesTooLong) {
  FakeCoordinator coordinator;
  coordinator.AddUnit(PerftUnit(0, {"startpos"}, 1));
  coordinator.AddUnit(PerftUnit(1, {"startpos"}, 1));
  WorkerOptions options = Options();
  options.slow_kernel_delay = kForever;
  const auto worker = StartWorker(coordinator, options);
  ASSERT_TRUE(coordinator.WaitFor(
      [](const Record& record) { return record.renewed.size() == 2; }));
  std::thread drain([&] { worker->Drain(absl::Seconds(2)); });
  // The prefetched one is free at once, while the other still runs.
  EXPECT_TRUE(coordinator.WaitFor([](const Record& record) {
    return record.released.contains("lease-1");
  }));
  drain.join();
  const Record record = coordinator.record();
  EXPECT_THAT(record.released, ElementsAre("lease-0", "lease-1"));
  EXPECT_TRUE(record.results.empty());
}

TEST(WorkerTest, DrainFinishesWhatRunsAndWaitsForTheAcknowledgement) {
  FakeCoordinator coordinator;
  coordinator.SetGate(false);
  coordinator.AddUnit(PerftUnit(0, {"startpos"}, 3));
  const auto worker = StartWorker(coordinator, Options());
  ASSERT_TRUE(coordinator.WaitFor([](const Record& record) {
    return record.CallsOf("CompleteUnits") > 0;
  }));
  std::atomic<bool> drained = false;
  std::thread drain([&] {
    worker->Drain(absl::Minutes(1));
    drained = true;
  });
  const int beats = coordinator.record().CallsOf("Heartbeat");
  EXPECT_TRUE(coordinator.WaitFor([&](const Record& record) {
    return record.CallsOf("Heartbeat") >= beats + 3;
  })) << "it must renew its leases while it drains";
  EXPECT_FALSE(drained);
  coordinator.SetGate(true);
  drain.join();
  const Record record = coordinator.record();
  EXPECT_THAT(Counts(record.results.at("lease-0")), ElementsAre(8902));
  EXPECT_TRUE(record.released.empty());
}

TEST(WorkerTest, DrainEndsWithItsGraceEvenWithoutAnAnswer) {
  FakeCoordinator coordinator;
  coordinator.SetGate(false);
  coordinator.AddUnit(PerftUnit(0, {"startpos"}, 1));
  const auto worker = StartWorker(coordinator, Options());
  ASSERT_TRUE(coordinator.WaitFor([](const Record& record) {
    return record.CallsOf("CompleteUnits") > 0;
  }));
  worker->Drain(absl::Milliseconds(50));
  EXPECT_TRUE(coordinator.record().results.empty());
  worker->Drain(absl::Hours(1));
}

TEST(WorkerTest, StopsAtOnceInTheMiddleOfWork) {
  FakeCoordinator coordinator;
  coordinator.AddUnit(PerftUnit(0, {"startpos"}, 1));
  WorkerOptions options = Options();
  options.slow_kernel_delay = kForever;
  auto worker = StartWorker(coordinator, options);
  ASSERT_TRUE(coordinator.WaitFor(
      [](const Record& record) { return record.renewed.size() == 1; }));
  worker.reset();
  EXPECT_TRUE(coordinator.record().results.empty());
}

TEST(WorkerTest, StopsAtOnceWhileTheCoordinatorIsAway) {
  FakeCoordinator coordinator;
  for (int i = 0; i < 1000; ++i) coordinator.Script("RegisterWorker", Away());
  auto worker = StartWorker(coordinator, Options());
  ASSERT_TRUE(coordinator.WaitFor([](const Record& record) {
    return record.CallsOf("RegisterWorker") > 0;
  }));
  worker.reset();
}

TEST(WorkerTest, IsReadyWithoutACoordinatorAndNotAfterADrain) {
  FakeCoordinator coordinator;
  for (int i = 0; i < 1000; ++i) coordinator.Script("RegisterWorker", Away());
  WorkerOptions options = Options();
  options.http_listen = "127.0.0.1:0";
  const auto worker = StartWorker(coordinator, options);
  const auto get = [&](const std::string& path) {
    return daemon::HttpGet("127.0.0.1", worker->http_port(), path).value();
  };
  EXPECT_EQ(get("/readyz").code, 200);
  EXPECT_THAT(get("/metrics").body, HasSubstr("rookery_worker_slots 1\n"));
  worker->Drain(absl::ZeroDuration());
  EXPECT_EQ(get("/readyz").code, 503);
  EXPECT_EQ(get("/healthz").code, 200);
}

TEST(WorkerTest, SaysAtOnceThatNobodyAnswers) {
  const HeldPort nobody;
  WorkerOptions options = Options();
  options.http_listen = "127.0.0.1:0";
  const auto worker =
      Worker::Start(options, *daemon::OpenCoordinatorChannel(
                                 absl::StrCat("127.0.0.1:", nobody.port())));
  ASSERT_TRUE(worker.ok()) << worker.status();
  const daemon::SystemClock clock;
  const absl::Duration end = clock.Monotonic() + absl::Seconds(8);
  std::string metrics;
  do {
    metrics = daemon::HttpGet("127.0.0.1", (*worker)->http_port(), "/metrics")
                  .value()
                  .body;
  } while (metrics.find("method=\"RegisterWorker\"") == std::string::npos &&
           clock.Monotonic() < end);
  EXPECT_THAT(metrics, HasSubstr("rookery_worker_rpc_retries_total{code="
                                 "\"UNAVAILABLE\",method=\"RegisterWorker\"}"));
}

TEST(WorkerTest, RefusesOptionsOutOfRange) {
  FakeCoordinator coordinator;
  const auto code_of = [&](const WorkerOptions& options) {
    return Worker::Start(options, coordinator.Channel()).status().code();
  };
  WorkerOptions options = Options(0);
  EXPECT_EQ(code_of(options), absl::StatusCode::kInvalidArgument);
  options = Options(4097);
  EXPECT_EQ(code_of(options), absl::StatusCode::kInvalidArgument);
  options = Options();
  options.hash_mib = (uint64_t{1} << 20) + 1;
  EXPECT_EQ(code_of(options), absl::StatusCode::kInvalidArgument);
  options = Options();
  options.kernel = "no such kernel";
  EXPECT_EQ(code_of(options), absl::StatusCode::kInvalidArgument);
  options = Options();
  options.name = std::string(129, 'x');
  EXPECT_EQ(code_of(options), absl::StatusCode::kInvalidArgument);
  options = Options();
  options.http_listen = "nonsense";
  EXPECT_EQ(code_of(options), absl::StatusCode::kInvalidArgument);
  EXPECT_TRUE(coordinator.record().calls.empty());
}

}  // namespace
}  // namespace rookery::worker
