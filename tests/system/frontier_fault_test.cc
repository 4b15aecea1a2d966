// A coordinator that is killed while it plans, and one whose disk is full while
// it does: the answer is exact all the same.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sqlite3.h>

#include <cstdint>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "tests/system/cluster.h"
#include "tests/system/stored_job.h"

namespace rookery {
namespace {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr char kStartpos[] =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

class FrontierFaultTest : public testing::Test {
 protected:
  // A job that a coordinator was killed with after it had planned it: deep, so
  // that making the plan again takes a good part of a second and more than a
  // few MiB, and one ply above the leaves, so that counting is quick.
  void StoreJobWithDeepPlan() {
    cluster_.StartCoordinator();
    job_ = cluster_.Submit(kStartpos, 6);
    cluster_.WatchUntil(job_, [](const v1::JobProgress& progress) {
      return progress.state() == v1::Job::STATE_RUNNING;
    });
    KillCoordinator();
    const CommandResult frontier =
        cluster_.Run({"frontier", "--plies", "5", "--format", "json"});
    ASSERT_EQ(frontier.code, 0) << frontier.err;
    const std::string key = "\"digest\":\"";
    const size_t digest = frontier.out.find(key);
    ASSERT_NE(digest, std::string::npos) << frontier.out;
    sqlite3* ledger = nullptr;
    ASSERT_EQ(sqlite3_open(cluster_.ledger_path().c_str(), &ledger), SQLITE_OK);
    const std::string update = absl::StrCat(
        "UPDATE jobs SET plan = 'frontier version=1 plies=5 positions=",
        kPositions, " digest=", frontier.out.substr(digest + key.size(), 32),
        "'");
    EXPECT_EQ(sqlite3_exec(ledger, update.c_str(), nullptr, nullptr, nullptr),
              SQLITE_OK)
        << sqlite3_errmsg(ledger);
    sqlite3_close(ledger);
  }

  void KillCoordinator() {
    EXPECT_EQ(cluster_.coordinator()->Kill().value_or(-1), 128 + SIGKILL);
  }

  // Has a coordinator keep the plan on disk.
  std::vector<std::string> Spill() const {
    return {"--frontier-memory", "20", "--spill-dir", cluster_.File("")};
  }

  // Waits until the job waits for its plan and says so with `words`.
  std::string WaitForNoPlan(const std::string& words) {
    return cluster_
        .WatchUntil(job_,
                    [&words](const v1::JobProgress& progress) {
                      return progress.waiting_for().starts_with(words) ||
                             progress.units_total() > 0;
                    })
        .waiting_for();
  }

  // Each position was counted once, and they add up to the known perft.
  void ExpectExactAnswer() {
    const v1::Job job = cluster_.WaitForEnd(job_);
    EXPECT_EQ(job.state(), v1::Job::STATE_SUCCEEDED) << job.error();
    EXPECT_EQ(job.perft_result().nodes(), "119060324");
    StopCoordinator();
    const absl::StatusOr<StoredJob> stored =
        ReadStoredJob(cluster_.ledger_path(), job_);
    ASSERT_TRUE(stored.ok()) << stored.status();
    ExpectEachUnitOnce(*stored, kPositions);
  }

  void StopCoordinator() {
    cluster_.coordinator()->Signal(SIGTERM);
    EXPECT_EQ(cluster_.coordinator()->Wait().value_or(-1), 0);
  }

  static constexpr uint64_t kPositions = 822'518;
  // Bytes of a file: less than the plan takes, more than the ledger.
  static constexpr uint64_t kRoomForNoPlan = 512 << 10;

  Cluster cluster_;
  std::string job_;
};

TEST_F(FrontierFaultTest, SurvivesACoordinatorKilledWhileItPlans) {
  // A suite is the plan that takes longest before anything is counted: each of
  // its deep positions is estimated first.
  constexpr char kKings[] = "7k/8/8/8/8/8/8/K7 w - - 0 1";
  const CommandResult known =
      cluster_.Run({"perft", kKings, "--depth", "8", "--kernel", "reference"});
  ASSERT_EQ(known.code, 0) << known.err;
  const std::string start = "perft(8) = ";
  ASSERT_TRUE(known.out.starts_with(start)) << known.out;
  const std::string count =
      known.out.substr(start.size(), known.out.find('\n') - start.size());
  const std::string suite = cluster_.File("suite.epd");
  {
    std::ofstream file(suite);
    for (int line = 0; line < 16; ++line)
      file << kKings << " ;D8 " << count << "\n";
  }

  cluster_.StartCoordinator();
  Process* const command = cluster_.Spawn(
      "rookery",
      {"perft", "--suite", suite, "--coordinator", cluster_.address()});
  job_ = cluster_.WaitForJob();
  KillCoordinator();
  const absl::StatusOr<StoredJob> stored =
      ReadStoredJob(cluster_.ledger_path(), job_);
  ASSERT_TRUE(stored.ok()) << stored.status();
  // A fast machine may have planned it before the signal came.
  EXPECT_THAT(stored->state, AnyOf("PLANNING", "RUNNING"));
  cluster_.StartCoordinator();
  cluster_.StartWorker("worker");
  EXPECT_EQ(command->Wait().value_or(-1), 0) << command->Err();
  EXPECT_THAT(command->Out(), HasSubstr("16 counts"));
}

TEST_F(FrontierFaultTest, SurvivesACoordinatorKilledWhileItPlansAgain) {
  ASSERT_NO_FATAL_FAILURE(StoreJobWithDeepPlan());
  // Twice: what the first one has left must not hinder the second. Neither can
  // come to the end of the plan, for there is no room for it.
  cluster_.LimitFileSize(kRoomForNoPlan);
  for (int time = 0; time < 2; ++time) {
    cluster_.StartCoordinator(Spill());
    EXPECT_THAT(WaitForNoPlan("the plan"), StartsWith("the plan, which "));
    KillCoordinator();
  }
  cluster_.LimitFileSize(std::nullopt);
  cluster_.StartCoordinator(Spill());
  cluster_.StartWorker("worker");
  ExpectExactAnswer();
}

TEST_F(FrontierFaultTest, WaitsWhileTheDiskIsFullAndOthersGoOn) {
  ASSERT_NO_FATAL_FAILURE(StoreJobWithDeepPlan());
  cluster_.LimitFileSize(kRoomForNoPlan);
  cluster_.StartCoordinator(Spill());
  EXPECT_THAT(WaitForNoPlan("the plan, which cannot be made again yet: "),
              AllOf(HasSubstr("cannot write"), HasSubstr(cluster_.File("")),
                    HasSubstr("File too large")));
  cluster_.LimitFileSize(std::nullopt);
  cluster_.StartWorker("worker");
  const v1::Job other = cluster_.WaitForEnd(cluster_.Submit(kStartpos, 3));
  EXPECT_EQ(other.perft_result().nodes(), "8902") << other.error();
  StopCoordinator();
  // There is room again.
  cluster_.StartCoordinator(Spill());
  ExpectExactAnswer();
}

}  // namespace
}  // namespace rookery
