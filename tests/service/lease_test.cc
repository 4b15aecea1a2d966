// Leases over real gRPC: how they end, and what becomes of results that come
// late, twice, differently or never. Time is the fake clock's.
#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/board/position_codec.h"
#include "google/protobuf/util/time_util.h"
#include "proto/support/positions.h"
#include "tests/service/coordinator_fixture.h"

namespace rookery::coordinator {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr char kExpired[] =
    "rookery_coordinator_leases_ended_total{reason=\"expired\"}";
constexpr char kReleased[] =
    "rookery_coordinator_leases_ended_total{reason=\"released\"}";
constexpr char kVoid[] =
    "rookery_coordinator_leases_ended_total{reason=\"void\"}";
constexpr char kCompleted[] =
    "rookery_coordinator_leases_ended_total{reason=\"completed\"}";
constexpr char kGranted[] =
    "rookery_coordinator_leases_granted_total{kind=\"perft\"}";
constexpr char kAcquireAnswers[] =
    "rookery_coordinator_rpcs_total{code=\"OK\",method=\"AcquireUnits\"}";

// How two workers differ in unit 0, where one hands in Count and the other
// Miscount of it.
std::string Difference(const v1::Lease& lease, uint64_t count,
                       const std::string& right, const std::string& wrong) {
  const v1::PerftPayload& work = lease.unit().perft();
  const auto positions =
      DecompressPositions(work.positions(), work.position_count());
  const std::string fen = Unpack(positions->front())->ToFen();
  return absl::StrCat(work.depth(), " plies below position 0 of the plan (",
                      fen, ") worker ", right, " counts ", count,
                      " leaves, worker ", wrong, " ", count + 1);
}

class LeaseTest : public CoordinatorFixture {
 protected:
  void SetUp() override {
    Start();
    a_ = Register("a");
    b_ = Register("b");
    job_ = Run(Perft(kStartpos, 3));
  }

  std::string a_;
  std::string b_;
  std::string job_;
};

TEST_F(LeaseTest, SaysHowLongItLivesAndWhenToRenewIt) {
  const v1::Lease lease = AcquireOne(a_);
  EXPECT_THAT(lease.lease_id(), SizeIs(32));
  EXPECT_EQ(lease.time_to_live().seconds(), 60);
  EXPECT_EQ(lease.renew_after().seconds(), 20);
  EXPECT_EQ(lease.attempt(), 1u);
  EXPECT_EQ(lease.unit().job_id(), job_);
  EXPECT_EQ(lease.unit().perft().position_count(), kUnitItems);
  EXPECT_EQ(lease.unit().perft().depth(), 2u);
}

TEST_F(LeaseTest, ExpiresAtTheEndOfItsTermAndGoesToAnother) {
  const v1::Lease lost = AcquireOne(a_);
  Pass(kTimeToLive - absl::Milliseconds(1));
  EXPECT_EQ(Metric(kExpired), 0);
  Pass(absl::Milliseconds(1));
  EXPECT_EQ(Metric(kExpired), 1);
  const v1::Lease again = AcquireOne(b_);
  EXPECT_EQ(again.unit().number(), lost.unit().number());
  EXPECT_EQ(again.attempt(), 2u);
  EXPECT_NE(again.lease_id(), lost.lease_id());
}

TEST_F(LeaseTest, IsRenewedByHeartbeats) {
  const v1::Lease lease = AcquireOne(a_);
  for (int beat = 0; beat < 10; ++beat) {
    Pass(kTimeToLive / 3);
    EXPECT_THAT(VoidLeases(a_, {lease.lease_id()}), IsEmpty());
  }
  Pass(kTimeToLive - absl::Milliseconds(1));
  EXPECT_EQ(Metric(kExpired), 0);
  EXPECT_EQ(Complete(a_, Count(lease)), v1::OUTCOME_ACCEPTED);
}

TEST_F(LeaseTest, HeartbeatOfAnotherWorkerRenewsNothing) {
  const v1::Lease lease = AcquireOne(a_);
  Pass(kTimeToLive / 2);
  EXPECT_THAT(VoidLeases(b_, {lease.lease_id()}),
              ElementsAre(lease.lease_id()));
  Pass(kTimeToLive / 2);
  EXPECT_EQ(Metric(kExpired), 1);
}

TEST_F(LeaseTest, LateResultIsAcceptedWhileItIsWanted) {
  const v1::Lease late = AcquireOne(a_);
  Pass(kTimeToLive);
  const v1::Lease second = AcquireOne(b_);
  ASSERT_EQ(second.unit().number(), late.unit().number());
  EXPECT_EQ(Complete(a_, Count(late)), v1::OUTCOME_ACCEPTED);
  EXPECT_THAT(VoidLeases(b_, {second.lease_id()}),
              ElementsAre(second.lease_id()));
  EXPECT_EQ(Metric(kVoid), 1);
  EXPECT_EQ(Complete(b_, Count(second)), v1::OUTCOME_DUPLICATE);
  WorkOff({a_, b_});
  const v1::Job job = Ended(job_);
  EXPECT_EQ(job.perft_result().nodes(), "8902");
  EXPECT_EQ(Sql("SELECT count(*) FROM results"),
            Sql("SELECT count(*) FROM units"));
}

TEST_F(LeaseTest, LateResultAfterAnotherOneIsADuplicate) {
  const v1::Lease late = AcquireOne(a_);
  Pass(kTimeToLive);
  const v1::Lease second = AcquireOne(b_);
  EXPECT_EQ(Complete(b_, Count(second)), v1::OUTCOME_ACCEPTED);
  EXPECT_EQ(Complete(a_, Count(late)), v1::OUTCOME_DUPLICATE);
  EXPECT_EQ(Sql(absl::StrCat("SELECT worker FROM results WHERE unit = ",
                             late.unit().number())),
            b_);
}

TEST_F(LeaseTest, RepeatedResultIsADuplicateAndStoredOnce) {
  const v1::UnitResult result = Count(AcquireOne(a_));
  EXPECT_EQ(Complete(a_, result), v1::OUTCOME_ACCEPTED);
  EXPECT_EQ(Complete(a_, result), v1::OUTCOME_DUPLICATE);
  EXPECT_EQ(Sql("SELECT count(*) FROM results"), "1");
  const absl::StatusOr<v1::CompleteUnitsResponse> twice_in_one_call =
      TryComplete(a_, {result, result});
  ASSERT_TRUE(twice_in_one_call.ok());
  EXPECT_THAT(twice_in_one_call->outcomes(),
              ElementsAre(v1::OUTCOME_DUPLICATE, v1::OUTCOME_DUPLICATE));
  WorkOff({b_});
  EXPECT_EQ(Ended(job_).perft_result().nodes(), "8902");
}

TEST_F(LeaseTest, OneCallMayHoldTheSameNewResultTwice) {
  const v1::UnitResult result = Count(AcquireOne(a_));
  const absl::StatusOr<v1::CompleteUnitsResponse> response =
      TryComplete(a_, {result, result});
  ASSERT_TRUE(response.ok());
  EXPECT_THAT(response->outcomes(),
              ElementsAre(v1::OUTCOME_ACCEPTED, v1::OUTCOME_DUPLICATE));
  WorkOff({b_});
  EXPECT_EQ(Ended(job_).perft_result().nodes(), "8902");
}

TEST_F(LeaseTest, ConflictEndsTheJobNamingUnitAndWorkersAndKeepsBoth) {
  const v1::Lease late = AcquireOne(a_);
  Pass(kTimeToLive);
  const v1::Lease second = AcquireOne(b_);
  EXPECT_EQ(Complete(b_, Count(second)), v1::OUTCOME_ACCEPTED);
  EXPECT_EQ(Complete(a_, Miscount(late)), v1::OUTCOME_CONFLICT);
  const v1::Job job = Ended(job_);
  EXPECT_EQ(job.state(), v1::Job::STATE_FAILED);
  EXPECT_THAT(job.error(),
              AllOf(HasSubstr(absl::StrCat("unit ", late.unit().number())),
                    HasSubstr(a_), HasSubstr(b_),
                    HasSubstr(Difference(late, Count(late).perft().counts(0),
                                         b_, a_))));
  EXPECT_FALSE(job.has_perft_result());
  EXPECT_EQ(Sql("SELECT worker FROM results"), b_);
  EXPECT_EQ(Sql("SELECT worker FROM conflicts"), a_);
  EXPECT_THAT(Acquire(b_), IsEmpty());
  EXPECT_EQ(Metric("rookery_coordinator_results_total{outcome=\"conflict\"}"),
            1);
  EXPECT_EQ(Metric("rookery_coordinator_jobs_finished_total{kind=\"perft\","
                   "result=\"failed\"}"),
            1);
}

TEST_F(LeaseTest, CancelledJobVoidsLeasesAndWantsNoResults) {
  const v1::Lease held = AcquireOne(a_);
  const absl::StatusOr<v1::Job> cancelled = Cancel(job_);
  ASSERT_TRUE(cancelled.ok()) << cancelled.status();
  EXPECT_EQ(cancelled->state(), v1::Job::STATE_CANCELLED);
  EXPECT_TRUE(cancelled->has_end_time());
  EXPECT_THAT(VoidLeases(a_, {held.lease_id()}), ElementsAre(held.lease_id()));
  EXPECT_EQ(Complete(a_, Count(held)), v1::OUTCOME_NOT_WANTED);
  EXPECT_THAT(Acquire(b_), IsEmpty());
  const absl::StatusOr<v1::Job> again = Cancel(job_);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again->state(), v1::Job::STATE_CANCELLED);
  EXPECT_EQ(again->end_time().seconds(), cancelled->end_time().seconds());
  EXPECT_EQ(Metric("rookery_coordinator_jobs_finished_total{kind=\"perft\","
                   "result=\"cancelled\"}"),
            1);
}

TEST_F(LeaseTest, ReleasedUnitsGoOnAtOnceAndCountAsNoFailures) {
  // More often than failures would be forgiven.
  for (int round = 0; round < 6; ++round) {
    const std::string& worker = round % 2 == 0 ? a_ : b_;
    const v1::Lease lease = AcquireOne(worker);
    EXPECT_EQ(lease.unit().number(), 0u);
    EXPECT_EQ(lease.attempt(), static_cast<uint32_t>(round + 1));
    ASSERT_TRUE(Release(worker, {lease.lease_id()}).ok());
    ASSERT_TRUE(Release(worker, {lease.lease_id()}).ok()) << "idempotent";
  }
  EXPECT_EQ(Metric(kReleased), 6);
  EXPECT_EQ(Sql("SELECT failures FROM units WHERE number = 0"), "0");
  WorkOff({a_, b_});
  EXPECT_EQ(Ended(job_).perft_result().nodes(), "8902");
}

TEST_F(LeaseTest, ReleaseByAnotherWorkerDoesNothing) {
  const v1::Lease lease = AcquireOne(a_);
  ASSERT_TRUE(Release(b_, {lease.lease_id(), "no-such-lease"}).ok());
  EXPECT_EQ(Metric(kReleased), 0);
  EXPECT_EQ(Complete(a_, Count(lease)), v1::OUTCOME_ACCEPTED);
}

TEST_F(LeaseTest, EndsAreCountedOnce) {
  WorkOff({a_});
  EXPECT_EQ(Ended(job_).state(), v1::Job::STATE_SUCCEEDED);
  EXPECT_EQ(Metric(kGranted), 4);
  EXPECT_EQ(Metric(kCompleted), 4);
  EXPECT_EQ(Metric(kExpired) + Metric(kReleased) + Metric(kVoid), 0);
  EXPECT_EQ(Metric("rookery_coordinator_results_total{outcome=\"accepted\"}"),
            4);
}

TEST_F(LeaseTest, LeaseOfAnotherWorkerIsInvalid) {
  const v1::Lease lease = AcquireOne(a_);
  EXPECT_EQ(Complete(b_, Count(lease)), v1::OUTCOME_INVALID);
  EXPECT_EQ(Sql("SELECT count(*) FROM results"), "0");
  EXPECT_EQ(Complete(a_, Count(lease)), v1::OUTCOME_ACCEPTED);
}

TEST_F(LeaseTest, UnknownLeaseUnitReplicaOrJobIsRefused) {
  const v1::UnitResult good = Count(AcquireOne(a_));
  v1::UnitResult result = good;
  result.set_lease_id("00000000000000000000000000000bad");
  EXPECT_EQ(Complete(a_, result), v1::OUTCOME_INVALID);
  result = good;
  result.set_number(77);
  EXPECT_EQ(Complete(a_, result), v1::OUTCOME_INVALID);
  result = good;
  result.set_replica(1);
  EXPECT_EQ(Complete(a_, result), v1::OUTCOME_INVALID);
  result = good;
  result.set_job_id("00000000000000000000000000000bad");
  EXPECT_EQ(Complete(a_, result), v1::OUTCOME_NOT_WANTED);
  EXPECT_EQ(Complete(a_, good), v1::OUTCOME_ACCEPTED);
}

TEST_F(LeaseTest, ParkedCallGetsUnitsThatAreReleased) {
  const std::vector<v1::Lease> all = Acquire(a_, 64);
  ASSERT_THAT(all, SizeIs(4));
  ParkedCall parked = Park(b_, absl::Seconds(30));
  ASSERT_TRUE(Release(a_, {all[2].lease_id()}).ok());
  ASSERT_TRUE(WaitUntil("b has a unit", [&] { return parked.answered(); }));
  const absl::StatusOr<v1::AcquireUnitsResponse> answer = parked.answer.get();
  ASSERT_TRUE(answer.ok()) << answer.status();
  ASSERT_THAT(answer->leases(), SizeIs(1));
  EXPECT_EQ(answer->leases(0).unit().number(), all[2].unit().number());
}

TEST_F(LeaseTest, ParkedCallEndsEmptyAtItsDeadline) {
  Acquire(a_, 64);
  // Nothing is left for this one: another worker would get overdue units.
  ParkedCall parked = Park(a_, absl::Seconds(10));
  const double answered = Metric(kAcquireAnswers);
  Pass(absl::Seconds(10) - absl::Milliseconds(1));
  EXPECT_EQ(Metric(kAcquireAnswers), answered);
  Pass(absl::Milliseconds(1));
  EXPECT_EQ(Metric(kAcquireAnswers), answered + 1);
  const absl::StatusOr<v1::AcquireUnitsResponse> answer = parked.answer.get();
  ASSERT_TRUE(answer.ok()) << answer.status();
  EXPECT_THAT(answer->leases(), IsEmpty());
  EXPECT_GT(google::protobuf::util::TimeUtil::DurationToMilliseconds(
                answer->retry_after()),
            0);
}

TEST_F(LeaseTest, WaitsAreBounded) {
  std::vector<std::string> held;
  for (const v1::Lease& lease : Acquire(a_, 64))
    held.push_back(lease.lease_id());
  ParkedCall parked = Park(a_, absl::Hours(24));
  Pass(absl::Seconds(30));
  EXPECT_THAT(VoidLeases(a_, held), IsEmpty());
  Pass(absl::Seconds(30));
  const absl::StatusOr<v1::AcquireUnitsResponse> answer = parked.answer.get();
  ASSERT_TRUE(answer.ok()) << answer.status();
  EXPECT_THAT(answer->leases(), IsEmpty());
}

TEST_F(LeaseTest, NewCallOfAWorkerEndsItsOlderOne) {
  Acquire(a_, 64);
  ParkedCall older = Park(b_, absl::Seconds(30));
  ParkedCall newer = Park(b_, absl::Seconds(30));
  const absl::StatusOr<v1::AcquireUnitsResponse> answer = older.answer.get();
  ASSERT_TRUE(answer.ok()) << answer.status();
  EXPECT_THAT(answer->leases(), IsEmpty());
  Pass(absl::Seconds(30));
  EXPECT_TRUE(newer.answer.get().ok());
}

TEST_F(LeaseTest, CallOfAClientThatCancelledGetsNoLease) {
  const std::vector<v1::Lease> all = Acquire(a_, 64);
  ParkedCall parked = Park(b_, absl::Seconds(30));
  const double granted = Metric(kGranted);
  const double answered = Metric(kAcquireAnswers);
  parked.context->TryCancel();
  EXPECT_TRUE(absl::IsCancelled(parked.answer.get().status()));
  WaitUntil("the coordinator gave the call up",
            [&] { return Metric(kAcquireAnswers) == answered + 1; });
  ASSERT_TRUE(Release(a_, {all[0].lease_id()}).ok());
  coordinator_->Tick();
  EXPECT_EQ(Metric(kGranted), granted);
}

TEST_F(LeaseTest, ZeroUnitsMeansOneAndTooManyAreClamped) {
  EXPECT_THAT(Acquire(a_, 0), SizeIs(1));
  EXPECT_THAT(Acquire(a_, 1'000'000), SizeIs(3));
  EXPECT_THAT(Acquire(a_, 1), IsEmpty());
}

class ParkedCallTest : public CoordinatorFixture {};

TEST_F(ParkedCallTest, GetsUnitsAsSoonAsAJobIsThere) {
  Start();
  const std::string worker = Register("a");
  ParkedCall parked = Park(worker, absl::Seconds(60));
  EXPECT_FALSE(parked.answered());
  const absl::StatusOr<v1::Job> job = Submit(Perft(kStartpos, 3));
  ASSERT_TRUE(job.ok()) << job.status();
  ASSERT_TRUE(WaitUntil("units come", [&] { return parked.answered(); }));
  const absl::StatusOr<v1::AcquireUnitsResponse> answer = parked.answer.get();
  ASSERT_TRUE(answer.ok()) << answer.status();
  ASSERT_THAT(answer->leases(), SizeIs(1));
  EXPECT_EQ(answer->leases(0).unit().job_id(), job->job_id());
}

TEST_F(ParkedCallTest, EndsWhenTheCoordinatorShutsDown) {
  Start();
  const std::string worker = Register("a");
  ParkedCall parked = Park(worker, absl::Seconds(60));
  coordinator_->Shutdown();
  EXPECT_TRUE(absl::IsUnavailable(parked.answer.get().status()));
  EXPECT_TRUE(absl::IsUnavailable(TryAcquire(worker).status()));
}

class PoisonTest : public CoordinatorFixture {
 protected:
  void SetUp() override {
    // The whole job is one unit.
    Start({.unit_items = 1'000});
    job_ = Run(Perft(kStartpos, 3));
  }
  std::string job_;
};

TEST_F(PoisonTest, UnitThatFailsOnEveryWorkerEndsTheJobAndIsNamed) {
  const std::string a = Register("a");
  const std::string b = Register("b");
  const std::string c = Register("c");
  EXPECT_EQ(Complete(a, GiveUp(AcquireOne(a), "no memory")),
            v1::OUTCOME_ACCEPTED);
  // Whoever failed is not asked again while others are there.
  EXPECT_THAT(Acquire(a), IsEmpty());
  AcquireOne(b);
  Pass(kTimeToLive);
  v1::UnitResult nonsense = Count(AcquireOne(c));
  nonsense.mutable_perft()->add_counts(1);
  EXPECT_EQ(Complete(c, nonsense), v1::OUTCOME_INVALID);
  EXPECT_EQ(Get(job_)->state(), v1::Job::STATE_RUNNING);
  // Three attempts came to nothing, each in another way. The last one is alone.
  const v1::Lease alone = AcquireOne(a);
  EXPECT_EQ(alone.attempt(), 4u);
  EXPECT_EQ(Complete(a, GiveUp(alone, "still no memory")),
            v1::OUTCOME_ACCEPTED);
  const v1::Job job = Ended(job_);
  EXPECT_EQ(job.state(), v1::Job::STATE_FAILED);
  EXPECT_THAT(job.error(),
              AllOf(HasSubstr("unit 0"), HasSubstr("still no memory")));
}

TEST_F(PoisonTest, UnitThatKillsItsWorkersEndsTheJob) {
  const std::vector<std::string> workers = {Register("a"), Register("b"),
                                            Register("c"), Register("d")};
  for (const std::string& worker : workers) {
    AcquireOne(worker);
    Pass(kTimeToLive);
  }
  const v1::Job job = Ended(job_);
  EXPECT_EQ(job.state(), v1::Job::STATE_FAILED);
  EXPECT_THAT(job.error(), HasSubstr("unit 0"));
  EXPECT_EQ(Metric(kExpired), 4);
}

TEST_F(PoisonTest, AResultOfTheAttemptAloneSavesTheJob) {
  const std::string a = Register("a");
  for (int attempt = 0; attempt < 3; ++attempt) {
    EXPECT_EQ(Complete(a, GiveUp(AcquireOne(a), "once more")),
              v1::OUTCOME_ACCEPTED);
  }
  EXPECT_EQ(Complete(a, Count(AcquireOne(a))), v1::OUTCOME_ACCEPTED);
  EXPECT_EQ(Ended(job_).perft_result().nodes(), "8902");
}

TEST_F(PoisonTest, FailureInAnyScriptIsCutBetweenCharacters) {
  // However long the words around it are, some cut falls into a character.
  std::string message;
  for (int i = 0; i < 2'000; ++i) message += "\u0436\u0444\u20ac";
  const std::string a = Register("a");
  for (int attempt = 0; attempt < 4; ++attempt) {
    EXPECT_EQ(
        Complete(a, GiveUp(AcquireOne(a), std::string(attempt, 'x') + message)),
        v1::OUTCOME_ACCEPTED);
  }
  const v1::Job job = Ended(job_);
  EXPECT_EQ(job.state(), v1::Job::STATE_FAILED);
  EXPECT_THAT(job.error(), HasSubstr("\u0436\u0444\u20ac"));
  EXPECT_LE(job.error().size(), 1'024u);
}

class ReplicaTest : public CoordinatorFixture {
 protected:
  void SetUp() override {
    Start();
    a_ = Register("a");
    b_ = Register("b");
  }
  std::string a_;
  std::string b_;
};

TEST_F(ReplicaTest, NoWorkerGetsTwoReplicasOfAUnit) {
  v1::SubmitPerftRequest request = Perft(kStartpos, 3);
  request.set_replicas(2);
  const std::string job = Run(request);
  WorkOff({a_});
  EXPECT_EQ(Get(job)->state(), v1::Job::STATE_RUNNING);
  EXPECT_EQ(Get(job)->progress().units_done(), 0u);
  EXPECT_THAT(Get(job)->progress().waiting_for(), IsEmpty())
      << "b could take what is left";
  EXPECT_THAT(Acquire(a_, 64), IsEmpty());
  EXPECT_EQ(Worker(a_).idle_because(),
            "what waits must be computed by other workers");
  WorkOff({b_});
  const v1::Job ended = Ended(job);
  EXPECT_EQ(ended.state(), v1::Job::STATE_SUCCEEDED) << ended.error();
  EXPECT_EQ(ended.perft_result().nodes(), "8902");
  EXPECT_EQ(Sql("SELECT count(*) FROM results"), "8");
  EXPECT_EQ(Sql("SELECT max(n) FROM (SELECT count(*) AS n FROM leases GROUP "
                "BY unit, worker)"),
            "1");
}

TEST_F(ReplicaTest, DisagreementEndsTheJobNamingTheUnit) {
  v1::SubmitPerftRequest request = Perft(kStartpos, 3);
  request.set_replicas(2);
  const std::string job = Run(request);
  const v1::Lease first = AcquireOne(a_);
  const v1::Lease second = AcquireOne(b_);
  ASSERT_EQ(first.unit().number(), second.unit().number());
  ASSERT_NE(first.unit().replica(), second.unit().replica());
  EXPECT_EQ(Complete(a_, Count(first)), v1::OUTCOME_ACCEPTED);
  EXPECT_EQ(Complete(b_, Miscount(second)), v1::OUTCOME_CONFLICT);
  const v1::Job ended = Ended(job);
  EXPECT_EQ(ended.state(), v1::Job::STATE_FAILED);
  EXPECT_THAT(ended.error(),
              AllOf(HasSubstr("unit 0"),
                    HasSubstr(Difference(first, Count(first).perft().counts(0),
                                         a_, b_))));
  EXPECT_EQ(Sql("SELECT count(*) FROM results"), "2") << "both are kept";
}

TEST_F(ReplicaTest, VerifyShareOfOneComputesEverythingTwice) {
  v1::SubmitPerftRequest request = Perft(kStartpos, 3);
  request.set_verify_share(1);
  const std::string job = Run(request);
  WorkOff({a_, b_});
  EXPECT_EQ(Ended(job).perft_result().nodes(), "8902");
  EXPECT_EQ(Sql("SELECT count(*) FROM results"), "8");
}

}  // namespace
}  // namespace rookery::coordinator
