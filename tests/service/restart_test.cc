// What survives the coordinator: restarts on one ledger file, a successor that
// took the ledger over, and clocks that somebody sets.
#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/service/coordinator_fixture.h"

namespace rookery::coordinator {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr char kExpired[] =
    "rookery_coordinator_leases_ended_total{reason=\"expired\"}";

class RestartTest : public CoordinatorFixture {
 protected:
  void SetUp() override { Start(); }

  // Waits until the plan of a job is there again.
  void Planned(const std::string& job) {
    WaitUntil("the plan is made again", [&] {
      const absl::StatusOr<v1::Job> now = Get(job);
      return now.ok() && (now->state() != v1::Job::STATE_RUNNING ||
                          now->progress().units_total() > 0);
    });
  }
};

TEST_F(RestartTest, GoesOnWithTheSameUnitsAndTheAnswerIsExact) {
  const std::string a = Register("a");
  const std::string job = Run(Perft(kStartpos, 3));
  const v1::Lease done = AcquireOne(a);
  EXPECT_EQ(Complete(a, Count(done)), v1::OUTCOME_ACCEPTED);
  const v1::Lease open = AcquireOne(a);
  const std::string plan = Sql("SELECT plan FROM jobs");

  Stop();
  Start();
  Planned(job);
  EXPECT_EQ(Sql("SELECT plan FROM jobs"), plan);
  EXPECT_EQ(Get(job)->progress().units_done(), 1u);
  EXPECT_EQ(Get(job)->progress().units_leased(), 1u);
  EXPECT_NE(Get(job)->progress().leaves(), "0");
  // The worker noticed nothing but a pause: its id, its lease and its result
  // are known.
  EXPECT_THAT(VoidLeases(a, {open.lease_id()}), IsEmpty());
  EXPECT_EQ(Complete(a, Count(open)), v1::OUTCOME_ACCEPTED);
  EXPECT_EQ(Complete(a, Count(done)), v1::OUTCOME_DUPLICATE);
  const std::string b = Register("b");
  WorkOff({a, b});
  EXPECT_EQ(Ended(job).perft_result().nodes(), "8902");
  EXPECT_EQ(Sql("SELECT count(*) FROM results"),
            Sql("SELECT count(*) FROM units"));
  EXPECT_EQ(Sql("SELECT sum(count) FROM units"), "20");
}

TEST_F(RestartTest, APlanThatHasNoRoomWaitsAndNothingIsLost) {
  const std::string a = Register("a");
  // Its frontier is larger than the least that a plan is given.
  const std::string job = Run(Perft(kStartpos, 9));
  EXPECT_EQ(Complete(a, Count(AcquireOne(a))), v1::OUTCOME_ACCEPTED);
  Stop();
  Start({.frontier_memory = 20 << 20, .spill_folder = "/not/there"});
  WaitUntil("the plan is refused", [&] {
    return Get(job)->progress().waiting_for().starts_with(
        "the plan, which cannot be made again yet: ");
  });
  EXPECT_EQ(Get(job)->state(), v1::Job::STATE_RUNNING);
  Stop();
  Start({.frontier_memory = 20 << 20, .spill_folder = testing::TempDir()});
  Planned(job);
  EXPECT_EQ(Get(job)->progress().units_done(), 1u);
  // On disk it takes no memory from the plans of others.
  const std::string other = Run(Perft(kStartpos, 2));
  EXPECT_EQ(Get(other)->state(), v1::Job::STATE_RUNNING);
}

TEST_F(RestartTest, GivesOpenLeasesOneFullNewTerm) {
  const std::string a = Register("a");
  const std::string job = Run(Perft(kStartpos, 3));
  const v1::Lease open = AcquireOne(a);
  Pass(kTimeToLive - absl::Seconds(1));
  Stop();
  Start();
  Planned(job);
  Pass(kTimeToLive - absl::Milliseconds(1));
  EXPECT_EQ(Metric(kExpired), 0);
  Pass(absl::Milliseconds(1));
  EXPECT_EQ(Metric(kExpired), 1);
  EXPECT_EQ(Complete(a, Count(open)), v1::OUTCOME_ACCEPTED) << "late, wanted";
}

TEST_F(RestartTest, ReleasesLeasesOfWorkersThatCannotBeAlive) {
  const std::string a = Register("a");
  const std::string job = Run(Perft(kStartpos, 3));
  AcquireOne(a);
  Stop();
  Start({.workers_survive_restart = false});
  Planned(job);
  EXPECT_EQ(Get(job)->progress().units_leased(), 0u);
  // No time passes, and yet all of the plan can be leased.
  const std::string b = Register("b");
  WorkOff({b});
  EXPECT_EQ(Ended(job).perft_result().nodes(), "8902");
  EXPECT_EQ(Sql("SELECT count(*) FROM leases WHERE ended = 'released'"), "1");
}

TEST_F(RestartTest, AsksWorkersToWaitWhileThePlanIsMadeAgain) {
  const std::string a = Register("a");
  const std::string job = Run(Perft(kStartpos, 3));
  const v1::Lease open = AcquireOne(a);
  Stop();
  Start();
  // From the first moment on: either the plan is there, or the worker is told
  // to repeat the call. Its lease is never said to be void.
  EXPECT_THAT(VoidLeases(a, {open.lease_id()}), IsEmpty());
  absl::StatusOr<v1::CompleteUnitsResponse> response =
      TryComplete(a, {Count(open)});
  WaitUntil("the result is taken", [&] {
    if (response.ok()) return true;
    EXPECT_TRUE(absl::IsUnavailable(response.status())) << response.status();
    response = TryComplete(a, {Count(open)});
    return false;
  });
  ASSERT_TRUE(response.ok());
  EXPECT_THAT(response->outcomes(), ElementsAre(v1::OUTCOME_ACCEPTED));
}

TEST_F(RestartTest, IdleWorkerRegistersAgainAndKeepsItsId) {
  const v1::RegisterWorkerRequest registration = Registration("idle");
  const absl::StatusOr<std::string> id = TryRegister(registration);
  ASSERT_TRUE(id.ok());
  Stop();
  Start();
  EXPECT_TRUE(absl::IsNotFound(TryAcquire(*id).status()));
  EXPECT_TRUE(absl::IsNotFound(TryHeartbeat(*id, {}).status()));
  EXPECT_TRUE(absl::IsNotFound(TryComplete(*id, {}).status()));
  EXPECT_TRUE(absl::IsNotFound(Release(*id, {})));
  const absl::StatusOr<std::string> again = TryRegister(registration);
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ(*again, *id);
  const std::string job = Run(Perft(kStartpos, 3));
  WorkOff({*again});
  EXPECT_EQ(Ended(job).perft_result().nodes(), "8902");
}

TEST_F(RestartTest, RepeatedRegistrationOfOneProcessKeepsItsId) {
  const v1::RegisterWorkerRequest registration = Registration("a");
  const absl::StatusOr<std::string> id = TryRegister(registration);
  ASSERT_TRUE(id.ok());
  EXPECT_EQ(*TryRegister(registration), *id);
  EXPECT_NE(Register("a"), *id) << "another process of the same name";
}

TEST_F(RestartTest, KeepsAnOperatorsWord) {
  const std::string blocked = Register("blocked");
  const std::string draining = Register("draining");
  ASSERT_TRUE(SetState(blocked, v1::Worker::STATE_BLOCKED, "bad memory").ok());
  ASSERT_TRUE(SetState(draining, v1::Worker::STATE_DRAINING, "upgrade").ok());
  Stop();
  Start();
  Run(Perft(kStartpos, 3));
  EXPECT_EQ(Worker(blocked).state(), v1::Worker::STATE_BLOCKED);
  EXPECT_EQ(Worker(blocked).reason(), "bad memory");
  EXPECT_FALSE(Worker(blocked).has_last_seen_time());
  EXPECT_EQ(Worker(draining).state(), v1::Worker::STATE_DRAINING);
  EXPECT_THAT(Acquire(blocked), IsEmpty());
  EXPECT_THAT(Acquire(draining), IsEmpty());
}

TEST_F(RestartTest, EndedJobsAndReplaysSurvive) {
  const std::string a = Register("a");
  v1::SubmitPerftRequest request = Perft(kStartpos, 3);
  request.set_request_id("my-question");
  const std::string job = Run(request);
  WorkOff({a});
  Ended(job);
  Stop();
  Start();
  EXPECT_EQ(Get(job)->perft_result().nodes(), "8902");
  const absl::StatusOr<v1::Job> replay = Submit(request);
  ASSERT_TRUE(replay.ok()) << replay.status();
  EXPECT_EQ(replay->job_id(), job);
  EXPECT_EQ(replay->perft_result().nodes(), "8902");
}

TEST_F(RestartTest, PlansAJobThatHadNoPlanYet) {
  const std::string job = Run(Perft(kStartpos, 3));
  Stop();
  Sql("UPDATE jobs SET state = 'PLANNING', plan = x''");
  Start();
  const std::string a = Register("a");
  WaitUntil("the job is planned",
            [&] { return Get(job)->state() == v1::Job::STATE_RUNNING; });
  WorkOff({a});
  EXPECT_EQ(Ended(job).perft_result().nodes(), "8902");
}

TEST_F(RestartTest, SumsAJobOfWhichAllResultsAreThere) {
  const std::string a = Register("a");
  const std::string job = Run(Perft(kStartpos, 3));
  WorkOff({a});
  Ended(job);
  Stop();
  // Killed just before the answer became durable.
  Sql("UPDATE jobs SET state = 'RUNNING', outcome = x'', ended_at = NULL, "
      "crc32 = crc32(id, ',', length(request), ',', request)");
  Start();
  EXPECT_EQ(Ended(job).perft_result().nodes(), "8902");
}

TEST_F(RestartTest, ComputesDamagedFiguresAgain) {
  const std::string a = Register("a");
  const std::string job = Run(Perft(kStartpos, 3));
  for (int unit = 0; unit < 3; ++unit)
    EXPECT_EQ(Complete(a, Count(AcquireOne(a))), v1::OUTCOME_ACCEPTED);
  Stop();
  Sql("UPDATE figures SET bytes = x'00' || substr(bytes, 2) WHERE id = "
      "(SELECT figures_id FROM results WHERE unit = 1)");
  Start();
  Planned(job);
  EXPECT_EQ(Get(job)->progress().units_done(), 2u);
  EXPECT_EQ(Sql("SELECT count(*) FROM results"), "2");
  const std::string b = Register("b");
  WorkOff({b});
  EXPECT_EQ(Ended(job).perft_result().nodes(), "8902");
  EXPECT_EQ(Sql("SELECT sum(count) FROM units"), "20");
}

TEST_F(RestartTest, NeverTakesTheFiguresOfAnotherUnit) {
  const std::string a = Register("a");
  const std::string job = Run(Perft(kStartpos, 3));
  for (int unit = 0; unit < 3; ++unit)
    EXPECT_EQ(Complete(a, Count(AcquireOne(a))), v1::OUTCOME_ACCEPTED);
  Stop();
  // Both whole, and of as many positions.
  Sql("UPDATE results SET figures_id = (SELECT sum(figures_id) FROM results "
      "WHERE unit < 2) - figures_id WHERE unit < 2");
  Start();
  Planned(job);
  EXPECT_EQ(Get(job)->progress().units_done(), 1u);
  const std::string b = Register("b");
  WorkOff({b});
  EXPECT_EQ(Ended(job).perft_result().nodes(), "8902");
}

TEST_F(RestartTest, NeverTakesFiguresForAnotherRange) {
  const std::string a = Register("a");
  const std::string job = Run(Perft(kStartpos, 3));
  EXPECT_EQ(Complete(a, Count(AcquireOne(a))), v1::OUTCOME_ACCEPTED);
  Stop();
  // Into a part of the plan that was not cut yet.
  Sql("UPDATE units SET first = first + 10 WHERE number = 0");
  Start();
  Planned(job);
  EXPECT_EQ(Get(job)->progress().units_done(), 0u);
  EXPECT_EQ(Sql("SELECT count(*) FROM results"), "0");
  const std::string b = Register("b");
  WorkOff({b});
  EXPECT_EQ(Ended(job).perft_result().nodes(), "8902");
  EXPECT_EQ(Sql("SELECT sum(count) FROM units"), "20");
}

TEST_F(RestartTest, EndsAJobOfWhichTheQuestionIsDamagedAndNoOther) {
  const std::string damaged = Run(Perft(kStartpos, 3));
  const std::string other = Run(Perft(kStartpos, 2));
  Stop();
  Sql("UPDATE jobs SET request = (SELECT request FROM jobs WHERE number = 2) "
      "WHERE number = 1");
  Start();
  EXPECT_EQ(Get(damaged).status().code(), absl::StatusCode::kDataLoss);
  EXPECT_EQ(Sql("SELECT state FROM jobs WHERE number = 1"), "FAILED");
  Planned(other);
  WorkOff({Register("a")});
  EXPECT_EQ(Ended(other).perft_result().nodes(), "400");
}

TEST_F(RestartTest, RefusesFiguresThatNoPositionCanHave) {
  const std::string a = Register("a");
  const std::string job = Run(Perft(kStartpos, 3));
  EXPECT_EQ(Complete(a, Count(AcquireOne(a))), v1::OUTCOME_ACCEPTED);
  Stop();
  // One count for five positions, under a checksum that is right.
  Sql("UPDATE figures SET bytes = x'0a080100000000000000', crc32 = "
      "crc32(results.job, ',', unit, ',', first, ',', count, ',', replica, "
      "',', worker, ',', x'0a080100000000000000') "
      "FROM results JOIN units ON number = unit");
  Start();
  const v1::Job ended = Ended(job);
  EXPECT_EQ(ended.state(), v1::Job::STATE_FAILED);
  EXPECT_THAT(ended.error(), HasSubstr("result of unit 0, replica 0"));
}

TEST_F(RestartTest, RefusesAPlanThatCannotBeRebuiltAsItWas) {
  const std::string job = Run(Perft(kStartpos, 3));
  Stop();
  Sql("UPDATE jobs SET plan = CAST(replace(plan, 'digest=', 'digest=f') AS "
      "BLOB)");
  Start();
  const v1::Job ended = Ended(job);
  EXPECT_EQ(ended.state(), v1::Job::STATE_FAILED);
  EXPECT_THAT(ended.error(), HasSubstr("plan was rebuilt as"));
}

TEST_F(RestartTest, RefusesARunningJobOfWhichThePlanIsGone) {
  const std::string a = Register("a");
  const std::string job = Run(Perft(kStartpos, 3));
  EXPECT_EQ(Complete(a, Count(AcquireOne(a))), v1::OUTCOME_ACCEPTED);
  Stop();
  Sql("UPDATE jobs SET plan = x''");
  Start();
  const v1::Job ended = Ended(job);
  EXPECT_EQ(ended.state(), v1::Job::STATE_FAILED);
  EXPECT_EQ(ended.error(),
            "planning: plan '' is malformed; submit the job again");
}

TEST_F(RestartTest, RefusesUnitsThatContradictEachOther) {
  const std::string a = Register("a");
  const std::string job = Run(Perft(kStartpos, 3));
  Acquire(a, 2);
  Stop();
  Sql("UPDATE units SET first = 0");
  Start();
  const v1::Job ended = Ended(job);
  EXPECT_EQ(ended.state(), v1::Job::STATE_FAILED);
  EXPECT_THAT(ended.error(), HasSubstr("overlap"));
}

TEST_F(RestartTest, ReplicasOfBeforeStayApart) {
  const std::string a = Register("a");
  const std::string b = Register("b");
  v1::SubmitPerftRequest request = Perft(kStartpos, 3);
  request.set_replicas(2);
  const std::string job = Run(request);
  WorkOff({a});
  Stop();
  Start();
  Planned(job);
  EXPECT_THAT(Acquire(a, 64), IsEmpty());
  // The ledger holds nothing of b in an open job, so it has to register again.
  EXPECT_TRUE(absl::IsNotFound(TryAcquire(b).status()));
  const std::string c = Register("c");
  WorkOff({c});
  EXPECT_EQ(Ended(job).perft_result().nodes(), "8902");
}

TEST_F(RestartTest, WatchEndsUnavailableWhenTheCoordinatorShutsDown) {
  const std::string job = Run(Perft(kStartpos, 3));
  grpc::ClientContext context;
  SetDeadline(context);
  v1::WatchJobRequest request;
  request.set_job_id(job);
  const auto reader = jobs_->WatchJob(&context, request);
  v1::JobProgress progress;
  ASSERT_TRUE(reader->Read(&progress));
  coordinator_->Shutdown();
  while (reader->Read(&progress)) {
    EXPECT_EQ(progress.state(), v1::Job::STATE_RUNNING);
  }
  EXPECT_EQ(reader->Finish().error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_TRUE(absl::IsUnavailable(coordinator_->health()));
  EXPECT_TRUE(absl::IsUnavailable(Submit(Perft(kStartpos, 3)).status()));
}

TEST_F(RestartTest, ShutdownRightAfterTheLastResultLosesNothing) {
  for (int round = 0; round < 5; ++round) {
    const std::string a = Register("a");
    const std::string job = Run(Perft(kStartpos, 3));
    WorkOff({a});
    // The job may be in the middle of being summed.
    Stop();
    Start();
    EXPECT_EQ(Ended(job).perft_result().nodes(), "8902");
  }
}

TEST_F(RestartTest, SupersededCoordinatorRefusesEverythingForGood) {
  const std::string a = Register("a");
  const std::string job = Run(Perft(kStartpos, 3));
  const v1::Lease lease = AcquireOne(a);
  EXPECT_TRUE(coordinator_->health().ok());
  Sql("UPDATE meta SET value = value + 1 WHERE key = 'epoch'");

  const absl::StatusOr<v1::CompleteUnitsResponse> refused =
      TryComplete(a, {Count(lease)});
  EXPECT_TRUE(absl::IsUnavailable(refused.status())) << refused.status();
  EXPECT_TRUE(absl::IsFailedPrecondition(coordinator_->health()))
      << coordinator_->health();
  EXPECT_TRUE(absl::IsUnavailable(Submit(Perft(kKiwipete, 2)).status()));
  EXPECT_TRUE(absl::IsUnavailable(Cancel(job).status()));
  EXPECT_TRUE(absl::IsUnavailable(TryAcquire(a).status()));
  EXPECT_TRUE(absl::IsUnavailable(TryHeartbeat(a, {}).status()));
  EXPECT_TRUE(absl::IsUnavailable(TryComplete(a, {Count(lease)}).status()));
  EXPECT_TRUE(absl::IsUnavailable(Release(a, {lease.lease_id()})));
  EXPECT_TRUE(absl::IsUnavailable(TryRegister(Registration("b")).status()));
  EXPECT_TRUE(
      absl::IsUnavailable(SetState(a, v1::Worker::STATE_DRAINING).status()));
  // Time does not mend it.
  Pass(absl::Hours(1));
  EXPECT_TRUE(absl::IsFailedPrecondition(coordinator_->health()));
  // Nothing of it reached the ledger; its successor accepts the result.
  EXPECT_EQ(Sql("SELECT count(*) FROM results"), "0");
  Stop();
  Start();
  Planned(job);
  EXPECT_EQ(Complete(a, Count(lease)), v1::OUTCOME_ACCEPTED);
  WorkOff({a});
  EXPECT_EQ(Ended(job).perft_result().nodes(), "8902");
}

TEST_F(RestartTest, SupersededCoordinatorStillShowsJobs) {
  const std::string job = Run(Perft(kStartpos, 3));
  Sql("UPDATE meta SET value = value + 1 WHERE key = 'epoch'");
  EXPECT_TRUE(absl::IsUnavailable(Cancel(job).status()));
  EXPECT_TRUE(Get(job).ok());
  EXPECT_TRUE(List({}).ok());
}

TEST_F(RestartTest, ClockSetBackChangesNothing) {
  const std::string a = Register("a");
  const std::string b = Register("b");
  const std::string job = Run(Perft(kStartpos, 3));
  const v1::Lease lease = AcquireOne(a);
  clock_.SetNow(clock_.Now() - absl::Hours(1));
  coordinator_->Tick();
  EXPECT_EQ(Metric(kExpired), 0);
  EXPECT_THAT(VoidLeases(a, {lease.lease_id()}), IsEmpty());
  Pass(kTimeToLive - absl::Milliseconds(1));
  EXPECT_EQ(Metric(kExpired), 0);
  EXPECT_EQ(Complete(a, Count(lease)), v1::OUTCOME_ACCEPTED);
  WorkOff({a, b});
  const v1::Job ended = Ended(job);
  EXPECT_EQ(ended.perft_result().nodes(), "8902");
  EXPECT_LT(ended.end_time().seconds(), ended.create_time().seconds());
}

TEST_F(RestartTest, ClockSetForwardExpiresNothing) {
  const std::string a = Register("a");
  const std::string job = Run(Perft(kStartpos, 3));
  const v1::Lease lease = AcquireOne(a);
  clock_.SetNow(clock_.Now() + absl::Hours(24 * 365));
  coordinator_->Tick();
  EXPECT_EQ(Metric(kExpired), 0);
  EXPECT_EQ(Worker(a).state(), v1::Worker::STATE_ACTIVE);
  EXPECT_EQ(Complete(a, Count(lease)), v1::OUTCOME_ACCEPTED);
  WorkOff({a});
  EXPECT_EQ(Ended(job).perft_result().nodes(), "8902");
}

}  // namespace
}  // namespace rookery::coordinator
