// A perft over one coordinator and two workers that are killed in the middle:
// the answer is exact, nothing was counted twice, and the metrics tell what
// happened.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <filesystem>
#include <string>

#include "absl/status/statusor.h"
#include "tests/system/cluster.h"
#include "tests/system/stored_job.h"

namespace rookery {
namespace {

// The fourth of the well-known test positions: two plies from it there are 264
// positions, no two of them alike.
constexpr char kFen[] =
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1";
constexpr uint32_t kDepth = 4;
constexpr char kNodes[] = "422333";
constexpr uint64_t kPositions = 264;

constexpr char kAccepted[] =
    R"(rookery_coordinator_results_total{outcome="accepted"})";
constexpr char kDuplicate[] =
    R"(rookery_coordinator_results_total{outcome="duplicate"})";
constexpr char kCompleted[] =
    R"(rookery_coordinator_leases_ended_total{reason="completed"})";
constexpr char kExpired[] =
    R"(rookery_coordinator_leases_ended_total{reason="expired"})";
constexpr char kReleased[] =
    R"(rookery_coordinator_leases_ended_total{reason="released"})";
constexpr char kGranted[] =
    R"(rookery_coordinator_leases_granted_total{kind="perft"})";

class FaultTest : public testing::Test {
 protected:
  // Units of one position each, which a worker's lease outlives by a few
  // seconds.
  void StartCoordinator() {
    cluster_.StartCoordinator(
        {"--unit-duration", "1ns", "--lease-duration", "3s"});
  }

  Process* StartWorker(const std::string& name) {
    return cluster_.StartWorker(name, {"--slow-kernel-delay", "50ms"});
  }

  void Start() {
    StartCoordinator();
    first_ = StartWorker("first");
    second_ = StartWorker("second");
    job_ = cluster_.Submit(kFen, kDepth);
  }

  void KillAtHalf(Process* process) {
    const v1::JobProgress progress = cluster_.WatchUntilHalf(job_);
    EXPECT_EQ(progress.units_total(), kPositions);
    EXPECT_LT(progress.units_done(), progress.units_total());
    EXPECT_EQ(process->Kill().value_or(-1), 128 + SIGKILL);
  }

  // Results that are stored while no coordinator runs.
  uint64_t StoredResults() {
    const absl::StatusOr<StoredJob> job =
        ReadStoredJob(cluster_.ledger_path(), job_);
    EXPECT_TRUE(job.ok()) << job.status();
    return job.ok() ? job->results : 0;
  }

  // Waits for the answer, reads the coordinator's metrics and stops it.
  void Finish() {
    const v1::Job job = cluster_.WaitForEnd(job_);
    EXPECT_EQ(job.state(), v1::Job::STATE_SUCCEEDED) << job.error();
    EXPECT_EQ(job.perft_result().nodes(), kNodes);
    metrics_ = cluster_.CoordinatorMetrics();
    cluster_.coordinator()->Signal(SIGTERM);
    EXPECT_EQ(cluster_.coordinator()->Wait().value_or(-1), 0);
  }

  void ExpectExactLedger() {
    const absl::StatusOr<StoredJob> stored =
        ReadStoredJob(cluster_.ledger_path(), job_);
    ASSERT_TRUE(stored.ok()) << stored.status();
    EXPECT_EQ(stored->state, "SUCCEEDED");
    EXPECT_EQ(stored->units.size(), kPositions);
    ExpectEachUnitOnce(*stored, kPositions);
  }

  double Metric(const std::string& name) { return Sample(metrics_, name); }

  Cluster cluster_;
  Process* first_ = nullptr;
  Process* second_ = nullptr;
  std::string job_;
  Samples metrics_;
};

TEST_F(FaultTest, CountsExactlyWhenNothingHappens) {
  Start();
  Finish();
  ExpectExactLedger();
  EXPECT_EQ(Metric(kAccepted), kPositions);
  EXPECT_EQ(SumOf(metrics_, "rookery_coordinator_results_total"), kPositions);
  EXPECT_EQ(Metric(kGranted), kPositions);
  EXPECT_EQ(Metric(kCompleted), kPositions);
  EXPECT_EQ(SumOf(metrics_, "rookery_coordinator_leases_ended_total"),
            kPositions);
  EXPECT_EQ(
      Metric(
          R"(rookery_coordinator_jobs_finished_total{kind="perft",result="succeeded"})"),
      1);
  // The units were as slow as the scenarios need them.
  const double units =
      SumOf(metrics_, "rookery_coordinator_unit_busy_seconds_count");
  EXPECT_EQ(units, kPositions);
  EXPECT_GE(SumOf(metrics_, "rookery_coordinator_unit_busy_seconds_sum"),
            units * 0.05);
}

TEST_F(FaultTest, SurvivesAKilledWorker) {
  Start();
  KillAtHalf(first_);
  Finish();
  ExpectExactLedger();
  EXPECT_EQ(Metric(kAccepted), kPositions);
  EXPECT_EQ(Metric(kDuplicate), 0);
  EXPECT_EQ(Metric(kCompleted), kPositions);
  EXPECT_GT(Metric(kExpired), 0);
  EXPECT_EQ(Metric(kGranted), kPositions + Metric(kExpired));
  EXPECT_EQ(Metric(R"(rookery_coordinator_workers{state="lost"})"), 1);
  EXPECT_EQ(Metric(R"(rookery_coordinator_workers{state="active"})"), 1);
}

TEST_F(FaultTest, SurvivesAKilledCoordinator) {
  Start();
  KillAtHalf(cluster_.coordinator());
  const uint64_t stored = StoredResults();
  EXPECT_GE(stored * 2, kPositions);
  EXPECT_LT(stored, kPositions);
  StartCoordinator();
  Finish();
  ExpectExactLedger();
  // Nothing that was stored was asked for again.
  EXPECT_EQ(Metric(kAccepted), kPositions - stored);
  for (Process* const worker : {first_, second_}) {
    EXPECT_GT(SumOf(cluster_.WorkerMetrics(worker),
                    "rookery_worker_rpc_retries_total"),
              0);
  }
}

TEST_F(FaultTest, SurvivesBothKilled) {
  Start();
  KillAtHalf(cluster_.coordinator());
  EXPECT_EQ(first_->Kill().value_or(-1), 128 + SIGKILL);
  const uint64_t stored = StoredResults();
  EXPECT_LT(stored, kPositions);
  StartCoordinator();
  Finish();
  ExpectExactLedger();
  EXPECT_EQ(Metric(kAccepted), kPositions - stored);
  // The dead worker's leases lived on over the restart, and then no longer.
  EXPECT_GT(Metric(kExpired), 0);
  EXPECT_GT(SumOf(cluster_.WorkerMetrics(second_),
                  "rookery_worker_rpc_retries_total"),
            0);
}

TEST_F(FaultTest, GoesOnFromAnArchiveWhenTheLedgerIsLost) {
  Start();
  cluster_.WatchUntilHalf(job_);
  const std::string archive = cluster_.File("archive");
  const CommandResult saved =
      cluster_.Run({"jobs", "export", job_, "--out", archive, "--coordinator",
                    cluster_.address()});
  EXPECT_EQ(saved.code, 0) << saved.err;
  EXPECT_EQ(cluster_.coordinator()->Kill().value_or(-1), 128 + SIGKILL);
  for (const char* suffix : {"", "-wal", "-shm", ".lock"})
    std::filesystem::remove(cluster_.ledger_path() + suffix);
  StartCoordinator();
  const CommandResult imported = cluster_.Run(
      {"jobs", "import", archive, "--coordinator", cluster_.address()});
  EXPECT_EQ(imported.code, 0) << imported.err;
  Finish();
  ExpectExactLedger();
  EXPECT_LE(Metric(kAccepted) * 2, kPositions) << "what is in the archive, too";
}

TEST_F(FaultTest, LosesNothingWhenAWorkerDrains) {
  Start();
  cluster_.WatchUntilHalf(job_);
  first_->Signal(SIGTERM);
  EXPECT_EQ(first_->Wait().value_or(-1), 0) << first_->Err();
  Finish();
  ExpectExactLedger();
  EXPECT_EQ(Metric(kAccepted), kPositions);
  EXPECT_EQ(Metric(kCompleted), kPositions);
  EXPECT_EQ(Metric(kExpired), 0);
  EXPECT_EQ(Metric(kGranted), kPositions + Metric(kReleased));
}

TEST_F(FaultTest, ADrainingWorkerHandsBackWhatItCannotFinish) {
  StartCoordinator();
  job_ = cluster_.Submit(kFen, kDepth);
  Process* const stuck = cluster_.StartWorker(
      "stuck", {"--slow-kernel-delay", "1h", "--drain-grace", "1s"});
  // One that it computes, and one beside it.
  cluster_.WatchUntil(job_, [](const v1::JobProgress& progress) {
    return progress.units_leased() == 2;
  });
  cluster_.StartWorker("quick", {"--slow-kernel-delay", "10ms"});
  cluster_.WatchUntilHalf(job_);
  stuck->Signal(SIGTERM);
  EXPECT_EQ(stuck->Wait().value_or(-1), 0) << stuck->Err();
  Finish();
  ExpectExactLedger();
  EXPECT_EQ(Metric(kReleased), 2);
  EXPECT_EQ(Metric(kExpired), 0);
  EXPECT_EQ(Metric(kCompleted), kPositions);
}

TEST_F(FaultTest, ACommandWaitsForACoordinatorThatRestarts) {
  StartCoordinator();
  StartWorker("first");
  StartWorker("second");
  Process* const command =
      cluster_.Spawn("rookery", {"perft", kFen, "--depth", "4", "--format",
                                 "json", "--coordinator", cluster_.address()});
  job_ = cluster_.WaitForJob();
  KillAtHalf(cluster_.coordinator());
  const absl::StatusOr<std::string> outage =
      command->WaitForErrLine("lost the coordinator");
  EXPECT_TRUE(outage.ok()) << outage.status();
  StartCoordinator();
  EXPECT_EQ(command->Wait().value_or(-1), 0) << command->Err();
  EXPECT_THAT(command->Out(),
              testing::HasSubstr(R"("depth":4,"nodes":"422333","seconds":)"));
  Finish();
  ExpectExactLedger();
}

}  // namespace
}  // namespace rookery
