#include "coordinator/dispatch/dispatcher.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "tests/unit/coordinator/dispatch/dispatcher_fixture.h"

namespace rookery::coordinator {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;

class DispatcherTest : public DispatcherFixture {
 protected:
  void AddWorkers(std::initializer_list<const char*> workers) {
    for (const char* worker : workers) dispatcher_->AddWorker(worker, 1);
  }

  // Leases the only unit there is and lets the worker's attempt fail.
  void FailOn(const std::string& worker) {
    EXPECT_EQ(Complete(worker, Failure(AcquireOne(worker))),
              ReportOutcome::kAccepted);
  }
};

TEST_F(DispatcherTest, JobEndsWhenItsLastResultIsDurable) {
  AddWorkers({"a"});
  dispatcher_->AddJob(TenItemUnits("job", 2));
  const Grant first = AcquireOne("a");
  const Grant second = AcquireOne("a");
  EXPECT_EQ(first.first, 0u);
  EXPECT_EQ(first.count, 10u);
  EXPECT_EQ(first.attempt, 1u);
  EXPECT_EQ(second.first, 10u);
  EXPECT_THAT(Acquire("a"), IsEmpty());
  clock_.Advance(absl::Seconds(1));
  EXPECT_EQ(Complete("a", Figures(first)), ReportOutcome::kAccepted);
  EXPECT_THAT(ended_, IsEmpty());
  EXPECT_EQ(Complete("a", Figures(second)), ReportOutcome::kAccepted);
  ASSERT_EQ(ended_.size(), 1u);
  EXPECT_EQ(ended_[0].job_id, "job");
  EXPECT_TRUE(ended_[0].status.ok());
  EXPECT_EQ(ledger_.Results("job").size(), 2u);
  EXPECT_EQ(observer_.ended[LeaseEnd::kCompleted], 2);
  EXPECT_EQ(observer_.succeeded_busy, absl::Seconds(2));
}

TEST_F(DispatcherTest, EveryGrantCarriesItsUnitAndItsLease) {
  AddWorkers({"a", "b"});
  dispatcher_->AddJob(TenItemUnits("job", 1));
  Effects effects;
  const std::vector<Grant> grants = dispatcher_->Acquire("a", 1, &effects);
  ASSERT_EQ(grants.size(), 1u);
  ASSERT_EQ(effects.writes.size(), 2u);
  const UnitRow unit = std::get<PutUnit>(effects.writes[0]).unit;
  EXPECT_EQ(unit.number, grants[0].unit);
  EXPECT_EQ(unit.count, 10u);
  const LeaseRow lease = std::get<PutLease>(effects.writes[1]).lease;
  EXPECT_EQ(lease.id, grants[0].lease_id);
  EXPECT_EQ(lease.worker, "a");
  EXPECT_EQ(lease.ended, LeaseEnd::kOpen);
  Commit(std::move(effects));
  Release("a", {grants[0].lease_id});
  Effects again;
  ASSERT_EQ(dispatcher_->Acquire("b", 1, &again).size(), 1u);
  ASSERT_EQ(again.writes.size(), 2u);
  EXPECT_EQ(std::get<PutUnit>(again.writes[0]).unit.number, unit.number);
}

TEST_F(DispatcherTest, UnitIsImmutableFromItsFirstLeaseOn) {
  AddWorkers({"a", "b"});
  JobSpec spec = TenItemUnits("job", 10);
  dispatcher_->AddJob(spec);
  const Grant first = AcquireOne("a");
  // Measurements say now that items are a hundred times cheaper.
  const Grant other = AcquireOne("b");
  Report report = Figures(other);
  report.busy_time = absl::Milliseconds(10);
  clock_.Advance(report.busy_time);
  Complete("b", report);
  EXPECT_EQ(AcquireOne("b").count, 35u);
  Release("a", {first.lease_id});
  const Grant retried = AcquireOne("b");
  EXPECT_EQ(retried.unit, first.unit);
  EXPECT_EQ(retried.first, first.first);
  EXPECT_EQ(retried.count, first.count);
  EXPECT_EQ(retried.attempt, 2u);
  EXPECT_EQ(dispatcher_->FindUnit("job", first.unit)->count, 10u);
  EXPECT_FALSE(dispatcher_->FindUnit("job", 99).has_value());
  EXPECT_FALSE(dispatcher_->FindUnit("other", 0).has_value());
}

TEST_F(DispatcherTest, ABusyTimeThatCannotBeIsNotBelieved) {
  AddWorkers({"a"});
  dispatcher_->AddJob(TenItemUnits("job", 100));
  for (const absl::Duration busy :
       {absl::Hours(24 * 365), absl::InfiniteDuration(),
        -absl::InfiniteDuration(), absl::Milliseconds(1001)}) {
    Report report = Figures(AcquireOne("a"));
    report.busy_time = busy;
    clock_.Advance(absl::Seconds(1));
    EXPECT_EQ(Complete("a", report), ReportOutcome::kAccepted);
    EXPECT_EQ(AcquireOne("a").count, 10u) << busy;
  }
  EXPECT_EQ(observer_.succeeded_busy, absl::Seconds(3));
}

TEST_F(DispatcherTest, EachWorkerWalksItsOwnRange) {
  AddWorkers({"a", "b"});
  dispatcher_->AddJob(TenItemUnits("job", 10));
  EXPECT_EQ(AcquireOne("a").first, 0u);
  EXPECT_EQ(AcquireOne("b").first, 55u);
  EXPECT_EQ(AcquireOne("a").first, 10u);
  EXPECT_EQ(AcquireOne("b").first, 65u);
}

TEST_F(DispatcherTest, NoUnitCrossesASectionAndEachHasItsOwnCost) {
  AddWorkers({"a"});
  JobSpec spec = TenItemUnits("job", 1);
  spec.sections = {{15, 0.1}, {250, 0.01}};
  dispatcher_->AddJob(spec);
  std::vector<std::pair<uint64_t, uint64_t>> ranges;
  for (const Grant& grant : Acquire("a", 3))
    ranges.emplace_back(grant.first, grant.count);
  EXPECT_THAT(ranges, ElementsAre(Pair(0, 10), Pair(10, 5), Pair(15, 100)));
}

// --- Leases

TEST_F(DispatcherTest, LeaseExpiresAndItsUnitIsLeasedAgain) {
  AddWorkers({"a", "b"});
  dispatcher_->AddJob(TenItemUnits("job", 1));
  const Grant grant = AcquireOne("a");
  Pass(kTimeToLive - absl::Milliseconds(1));
  EXPECT_EQ(observer_.ended[LeaseEnd::kExpired], 0);
  Pass(absl::Milliseconds(1));
  EXPECT_EQ(observer_.ended[LeaseEnd::kExpired], 1);
  EXPECT_EQ(ledger_.Lease(grant.lease_id).ended, LeaseEnd::kExpired);
  EXPECT_EQ(ledger_.Units("job")[0].failures, 1u);
  Heartbeat("b");
  const Grant again = AcquireOne("b");
  EXPECT_EQ(again.unit, grant.unit);
  EXPECT_EQ(again.attempt, 2u);
}

TEST_F(DispatcherTest, HeartbeatRenewsTheLeasesItNames) {
  AddWorkers({"a"});
  dispatcher_->AddJob(TenItemUnits("job", 2));
  const Grant kept = AcquireOne("a");
  const Grant dropped = AcquireOne("a");
  Pass(kTimeToLive / 2);
  EXPECT_THAT(Heartbeat("a", {kept.lease_id}), IsEmpty());
  Pass(kTimeToLive / 2);
  EXPECT_EQ(ledger_.Lease(kept.lease_id).ended, LeaseEnd::kOpen);
  EXPECT_EQ(ledger_.Lease(dropped.lease_id).ended, LeaseEnd::kExpired);
}

TEST_F(DispatcherTest, HeartbeatCannotRenewAnotherWorkersLease) {
  AddWorkers({"a", "b"});
  dispatcher_->AddJob(TenItemUnits("job", 2));
  const Grant grant = AcquireOne("a");
  Pass(kTimeToLive / 2);
  EXPECT_THAT(Heartbeat("b", {grant.lease_id, "unknown"}),
              ElementsAre(grant.lease_id, "unknown"));
  Pass(kTimeToLive / 2);
  EXPECT_EQ(ledger_.Lease(grant.lease_id).ended, LeaseEnd::kExpired);
}

TEST_F(DispatcherTest, WallClockSetBackOrForwardChangesNothing) {
  AddWorkers({"a"});
  dispatcher_->AddJob(TenItemUnits("job", 1));
  const Grant grant = AcquireOne("a");
  clock_.SetNow(clock_.Now() + absl::Hours(24 * 365));
  Pass(kTimeToLive / 2);
  EXPECT_EQ(ledger_.Lease(grant.lease_id).ended, LeaseEnd::kOpen);
  clock_.SetNow(clock_.Now() - absl::Hours(24 * 365 * 10));
  Pass(kTimeToLive / 2);
  EXPECT_EQ(ledger_.Lease(grant.lease_id).ended, LeaseEnd::kExpired);
}

TEST_F(DispatcherTest, TermBeginsWhenTheGrantIsDurable) {
  AddWorkers({"a"});
  dispatcher_->AddJob(TenItemUnits("job", 1));
  Effects grant_effects;
  const Grant grant = dispatcher_->Acquire("a", 1, &grant_effects)[0];
  Pass(kTimeToLive * 2);  // the ledger is slow
  Commit(std::move(grant_effects));
  EXPECT_EQ(observer_.ended[LeaseEnd::kExpired], 0);
  Pass(kTimeToLive);
  EXPECT_EQ(ledger_.Lease(grant.lease_id).ended, LeaseEnd::kExpired);
}

TEST_F(DispatcherTest, ReleaseFreesAtOnceAndIsNoFailure) {
  AddWorkers({"a", "b"});
  dispatcher_->AddJob(TenItemUnits("job", 1));
  for (int i = 0; i < 100; ++i) {
    const std::string worker = i % 2 == 0 ? "a" : "b";
    const Grant grant = AcquireOne(worker);
    Release(worker, {grant.lease_id, grant.lease_id, "unknown"});
    EXPECT_EQ(ledger_.Lease(grant.lease_id).ended, LeaseEnd::kReleased);
  }
  EXPECT_EQ(ledger_.Units("job")[0].failures, 0u);
  EXPECT_EQ(observer_.ended[LeaseEnd::kReleased], 100);
  EXPECT_EQ(observer_.ended[LeaseEnd::kExpired], 0);
  EXPECT_EQ(Complete("a", Figures(AcquireOne("a"))), ReportOutcome::kAccepted);
}

TEST_F(DispatcherTest, ReleaseOfAnotherWorkersLeaseIsIgnored) {
  AddWorkers({"a", "b"});
  dispatcher_->AddJob(TenItemUnits("job", 1));
  const Grant grant = AcquireOne("a");
  Release("b", {grant.lease_id});
  EXPECT_EQ(ledger_.Lease(grant.lease_id).ended, LeaseEnd::kOpen);
}

// --- Outcomes

TEST_F(DispatcherTest, LateResultIsAcceptedWhileItIsWanted) {
  AddWorkers({"a"});
  dispatcher_->AddJob(TenItemUnits("job", 1));
  const Grant grant = AcquireOne("a");
  Pass(kTimeToLive);
  EXPECT_THAT(Heartbeat("a", {grant.lease_id}), IsEmpty());
  EXPECT_EQ(Complete("a", Figures(grant)), ReportOutcome::kAccepted);
  EXPECT_EQ(ledger_.Lease(grant.lease_id).ended, LeaseEnd::kExpired);
  ASSERT_EQ(ended_.size(), 1u);
  EXPECT_TRUE(ended_[0].status.ok());
}

TEST_F(DispatcherTest, LateResultMakesTheNewerLeaseVoid) {
  AddWorkers({"a", "b"});
  dispatcher_->AddJob(TenItemUnits("job", 2));
  const Grant old_grant = AcquireOne("a");
  Pass(kTimeToLive);
  const Grant new_grant = AcquireOne("b");
  ASSERT_EQ(new_grant.unit, old_grant.unit);
  EXPECT_EQ(Complete("a", Figures(old_grant)), ReportOutcome::kAccepted);
  EXPECT_EQ(ledger_.Lease(new_grant.lease_id).ended, LeaseEnd::kVoid);
  EXPECT_EQ(observer_.ended[LeaseEnd::kVoid], 1);
  EXPECT_THAT(Heartbeat("b", {new_grant.lease_id}),
              ElementsAre(new_grant.lease_id));
  EXPECT_EQ(Complete("b", Figures(new_grant)), ReportOutcome::kDuplicate);
  EXPECT_EQ(ledger_.Results("job")[0].worker, "a");
  EXPECT_THAT(ended_, IsEmpty());
}

TEST_F(DispatcherTest, ResultUnderAReleasedLeaseIsStillTaken) {
  AddWorkers({"a"});
  dispatcher_->AddJob(TenItemUnits("job", 2));
  const Grant grant = AcquireOne("a");
  Release("a", {grant.lease_id});
  EXPECT_EQ(Complete("a", Figures(grant)), ReportOutcome::kAccepted);
}

TEST_F(DispatcherTest, SameFiguresAgainAreADuplicate) {
  AddWorkers({"a"});
  dispatcher_->AddJob(TenItemUnits("job", 2));
  const Grant grant = AcquireOne("a");
  clock_.Advance(absl::Seconds(1));
  EXPECT_EQ(Complete("a", Figures(grant)), ReportOutcome::kAccepted);
  EXPECT_EQ(Complete("a", Figures(grant)), ReportOutcome::kDuplicate);
  EXPECT_EQ(dispatcher_->SnapshotJob("job")->fraction_done, 0.5);
  EXPECT_EQ(observer_.succeeded_busy, absl::Seconds(1));
  EXPECT_EQ(observer_.judged[ReportOutcome::kDuplicate], 1);
}

TEST_F(DispatcherTest, OtherFiguresAreAConflictAndFailTheJob) {
  AddWorkers({"a", "b"});
  dispatcher_->AddJob(TenItemUnits("job", 3));
  const Grant old_grant = AcquireOne("a");
  Pass(kTimeToLive);
  const Grant new_grant = AcquireOne("b");
  const Grant bystander = AcquireOne("b");
  EXPECT_EQ(Complete("b", Figures(new_grant, "right")),
            ReportOutcome::kAccepted);
  EXPECT_EQ(Complete("a", Figures(old_grant, "wrong")),
            ReportOutcome::kConflict);
  ASSERT_EQ(ended_.size(), 1u);
  EXPECT_EQ(ended_[0].status.code(), absl::StatusCode::kDataLoss);
  EXPECT_EQ(ended_[0].status.message(),
            "results of unit 0 (10 items from 0 on) by workers b and a "
            "disagree");
  EXPECT_EQ(ended_[0].disputed_unit, 0u);
  ASSERT_EQ(ledger_.conflicts().size(), 1u);
  EXPECT_EQ(ledger_.conflicts()[0].figures, "wrong");
  EXPECT_EQ(ledger_.Results("job")[0].figures, "right");
  // The job is over for everybody.
  EXPECT_THAT(Heartbeat("b", {bystander.lease_id}),
              ElementsAre(bystander.lease_id));
  EXPECT_EQ(ledger_.Lease(bystander.lease_id).ended, LeaseEnd::kVoid);
  EXPECT_EQ(Complete("b", Figures(bystander)), ReportOutcome::kNotWanted);
  EXPECT_THAT(Acquire("b"), IsEmpty());
  EXPECT_EQ(ended_.size(), 1u);
}

TEST_F(DispatcherTest, ReplicasThatDisagreeAreAConflictAndBothAreKept) {
  AddWorkers({"a", "b"});
  JobSpec spec = TenItemUnits("job", 1);
  spec.replicas = 2;
  dispatcher_->AddJob(spec);
  EXPECT_EQ(Complete("a", Figures(AcquireOne("a"), "right")),
            ReportOutcome::kAccepted);
  EXPECT_EQ(Complete("b", Figures(AcquireOne("b"), "wrong")),
            ReportOutcome::kConflict);
  ASSERT_EQ(ended_.size(), 1u);
  EXPECT_FALSE(ended_[0].status.ok());
  EXPECT_EQ(ended_[0].disputed_unit, 0u);
  EXPECT_EQ(ledger_.Results("job").size(), 2u);
  EXPECT_THAT(ledger_.conflicts(), IsEmpty());
}

TEST_F(DispatcherTest, RemovedJobIsNotWanted) {
  AddWorkers({"a"});
  dispatcher_->AddJob(TenItemUnits("job", 2));
  const Grant grant = AcquireOne("a");
  Remove("job");
  EXPECT_EQ(ledger_.Lease(grant.lease_id).ended, LeaseEnd::kVoid);
  EXPECT_THAT(Heartbeat("a", {grant.lease_id}), ElementsAre(grant.lease_id));
  EXPECT_EQ(Complete("a", Figures(grant)), ReportOutcome::kNotWanted);
  EXPECT_FALSE(dispatcher_->SnapshotJob("job").has_value());
  EXPECT_EQ(dispatcher_->SnapshotWorker("a")->leases, 0u);
  EXPECT_THAT(Acquire("a"), IsEmpty());
}

TEST_F(DispatcherTest, LeaseThatDoesNotFitIsInvalid) {
  AddWorkers({"a", "b"});
  dispatcher_->AddJob(TenItemUnits("job", 3));
  dispatcher_->AddJob(TenItemUnits("other", 3));
  const Grant grant = AcquireOne("a");
  Report unknown = Figures(grant);
  unknown.lease_id = "unknown";
  EXPECT_EQ(Complete("a", unknown), ReportOutcome::kInvalid);
  EXPECT_EQ(Complete("b", Figures(grant)), ReportOutcome::kInvalid);
  Report other_unit = Figures(grant);
  other_unit.unit = 1;
  EXPECT_EQ(Complete("a", other_unit), ReportOutcome::kInvalid);
  Report other_replica = Figures(grant);
  other_replica.replica = 1;
  EXPECT_EQ(Complete("a", other_replica), ReportOutcome::kInvalid);
  Report other_job = Figures(grant);
  other_job.job_id = grant.job_id == "job" ? "other" : "job";
  EXPECT_EQ(Complete("a", other_job), ReportOutcome::kInvalid);
  EXPECT_EQ(Complete("nobody", Figures(grant)), ReportOutcome::kInvalid);
  EXPECT_EQ(observer_.judged[ReportOutcome::kInvalid], 6);
  // None of that cost the worker its lease.
  EXPECT_EQ(Complete("a", Figures(grant)), ReportOutcome::kAccepted);
}

TEST_F(DispatcherTest, StrangerToAFinishedUnitIsInvalid) {
  AddWorkers({"a", "b"});
  dispatcher_->AddJob(TenItemUnits("job", 2));
  const Grant grant = AcquireOne("a");
  Complete("a", Figures(grant));
  EXPECT_EQ(Complete("b", Figures(grant)), ReportOutcome::kInvalid);
  EXPECT_EQ(Complete("b", Figures(grant, "wrong")), ReportOutcome::kInvalid);
  EXPECT_THAT(ended_, IsEmpty());
}

TEST_F(DispatcherTest, InvalidFiguresAreAFailedAttempt) {
  AddWorkers({"a", "b"});
  dispatcher_->AddJob(TenItemUnits("job", 1));
  const Grant grant = AcquireOne("a");
  Report report = Figures(grant, "");
  report.kind = Report::Kind::kInvalidFigures;
  report.failure = "9 counts for 10 positions";
  clock_.Advance(absl::Seconds(1));
  EXPECT_EQ(Complete("a", report), ReportOutcome::kInvalid);
  EXPECT_EQ(Complete("a", report), ReportOutcome::kInvalid);
  EXPECT_EQ(ledger_.Lease(grant.lease_id).ended, LeaseEnd::kFailed);
  EXPECT_EQ(ledger_.Units("job")[0].failures, 1u);
  EXPECT_EQ(observer_.failed_busy, absl::Seconds(1));
  EXPECT_EQ(AcquireOne("b").unit, grant.unit);
}

TEST_F(DispatcherTest, FailureReportIsAFailedAttemptOnce) {
  AddWorkers({"a"});
  dispatcher_->AddJob(TenItemUnits("job", 1));
  const Grant grant = AcquireOne("a");
  EXPECT_EQ(Complete("a", Failure(grant)), ReportOutcome::kAccepted);
  EXPECT_EQ(Complete("a", Failure(grant)), ReportOutcome::kAccepted);
  EXPECT_EQ(ledger_.Units("job")[0].failures, 1u);
  EXPECT_EQ(observer_.ended[LeaseEnd::kFailed], 1);
}

// --- Writes

TEST_F(DispatcherTest, DuplicateOfAResultThatIsNotDurableRepeatsItsWrite) {
  AddWorkers({"a"});
  dispatcher_->AddJob(TenItemUnits("job", 1));
  const Grant grant = AcquireOne("a");
  Effects first;
  EXPECT_EQ(dispatcher_->Complete("a", Figures(grant), &first),
            ReportOutcome::kAccepted);
  Effects second;
  EXPECT_EQ(dispatcher_->Complete("a", Figures(grant), &second),
            ReportOutcome::kDuplicate);
  const auto* put = std::get_if<PutResult>(&second.writes.back());
  ASSERT_NE(put, nullptr);
  EXPECT_EQ(put->result.figures, "right");
  // The first write fails, the second one does not: the result is there.
  dispatcher_->WritesFailed(first.writes);
  EXPECT_THAT(Acquire("a"), IsEmpty());
  Commit(std::move(second));
  ASSERT_EQ(ended_.size(), 1u);
  EXPECT_TRUE(ended_[0].status.ok());
  EXPECT_EQ(ledger_.Lease(grant.lease_id).ended, LeaseEnd::kCompleted);
}

TEST_F(DispatcherTest, ResultThatCouldNotBeWrittenIsWantedAgain) {
  AddWorkers({"a", "b"});
  dispatcher_->AddJob(TenItemUnits("job", 1));
  const Grant grant = AcquireOne("a");
  Effects lost;
  EXPECT_EQ(dispatcher_->Complete("a", Figures(grant), &lost),
            ReportOutcome::kAccepted);
  EXPECT_EQ(dispatcher_->SnapshotWorker("a")->leases, 0u);
  EXPECT_THAT(Heartbeat("a", {grant.lease_id}),
              IsEmpty());  // not void: the worker must not drop it
  dispatcher_->WritesFailed(lost.writes);
  EXPECT_EQ(dispatcher_->SnapshotWorker("a")->leases, 1u);
  EXPECT_THAT(Acquire("b"), IsEmpty());  // the worker still has the result
  EXPECT_EQ(Complete("a", Figures(grant)), ReportOutcome::kAccepted);
  ASSERT_EQ(ended_.size(), 1u);
  EXPECT_EQ(ledger_.Units("job")[0].failures, 0u);
  EXPECT_EQ(observer_.ended[LeaseEnd::kCompleted], 1);
}

TEST_F(DispatcherTest, LateResultThatCouldNotBeWrittenIsWantedOfAnybody) {
  AddWorkers({"a", "b"});
  dispatcher_->AddJob(TenItemUnits("job", 1));
  const Grant grant = AcquireOne("a");
  Pass(kTimeToLive);
  Effects lost;
  EXPECT_EQ(dispatcher_->Complete("a", Figures(grant), &lost),
            ReportOutcome::kAccepted);
  dispatcher_->WritesFailed(lost.writes);
  EXPECT_EQ(AcquireOne("b").unit, grant.unit);
}

TEST_F(DispatcherTest, GrantThatCouldNotBeWrittenIsTakenBackWithoutAFailure) {
  AddWorkers({"a", "b"});
  dispatcher_->AddJob(TenItemUnits("job", 1));
  for (int i = 0; i < 10; ++i) {
    Effects lost;
    ASSERT_EQ(dispatcher_->Acquire(i % 2 == 0 ? "a" : "b", 1, &lost).size(),
              1u);
    dispatcher_->WritesFailed(lost.writes);
  }
  EXPECT_EQ(dispatcher_->SnapshotWorker("a")->leases, 0u);
  EXPECT_EQ(dispatcher_->Totals().units_leased, 0u);
  const Grant grant = AcquireOne("a");
  EXPECT_EQ(grant.first, 0u);
  EXPECT_EQ(grant.count, 10u);
  EXPECT_EQ(grant.attempt, 1u);
  Complete("a", Figures(grant));
  ASSERT_EQ(ended_.size(), 1u);
  EXPECT_EQ(ledger_.Units("job")[0].failures, 0u);
}

TEST_F(DispatcherTest, WorkerWhoseGrantWasTakenBackMayComputeAnotherReplica) {
  AddWorkers({"a", "b"});
  JobSpec spec = TenItemUnits("job", 1);
  spec.replicas = 2;
  dispatcher_->AddJob(spec);
  Effects lost;
  ASSERT_EQ(dispatcher_->Acquire("a", 1, &lost).size(), 1u);
  const Grant other = AcquireOne("b");
  dispatcher_->WritesFailed(lost.writes);
  const Grant mine = AcquireOne("a");
  EXPECT_NE(mine.replica, other.replica);
}

TEST_F(DispatcherTest, EndsOfLeasesThatCouldNotBeWrittenAreWrittenAgain) {
  AddWorkers({"a"});
  dispatcher_->AddJob(TenItemUnits("job", 1));
  const Grant grant = AcquireOne("a");
  clock_.Advance(kTimeToLive);
  Effects lost;
  dispatcher_->Tick(&lost);
  dispatcher_->WritesFailed(lost.writes);
  EXPECT_EQ(ledger_.Lease(grant.lease_id).ended, LeaseEnd::kOpen);
  // Not before the caller thinks that the ledger works again.
  Effects nothing;
  dispatcher_->Tick(&nothing);
  EXPECT_THAT(nothing.writes, IsEmpty());
  Pass(absl::Milliseconds(100));
  EXPECT_EQ(ledger_.Lease(grant.lease_id).ended, LeaseEnd::kExpired);
  EXPECT_EQ(ledger_.Units("job")[0].failures, 1u);
  EXPECT_EQ(observer_.ended[LeaseEnd::kExpired], 1);
}

TEST_F(DispatcherTest, JobEndsExactlyOnce) {
  AddWorkers({"a"});
  dispatcher_->AddJob(TenItemUnits("job", 1));
  const Grant grant = AcquireOne("a");
  Effects first;
  dispatcher_->Complete("a", Figures(grant), &first);
  Effects second;
  dispatcher_->Complete("a", Figures(grant), &second);
  Commit(std::move(first));
  Commit(std::move(second));
  Pass(kTimeToLive);
  EXPECT_EQ(ended_.size(), 1u);
}

TEST_F(DispatcherTest, WritesOfARemovedJobAreIgnored) {
  AddWorkers({"a"});
  dispatcher_->AddJob(TenItemUnits("job", 2));
  Effects result;
  dispatcher_->Complete("a", Figures(AcquireOne("a")), &result);
  Effects grant;
  dispatcher_->Acquire("a", 1, &grant);
  Remove("job");
  Effects after;
  dispatcher_->WritesDurable(result.writes, &after);
  dispatcher_->WritesFailed(grant.writes);
  EXPECT_THAT(after.ended_jobs, IsEmpty());
  EXPECT_EQ(observer_.ended[LeaseEnd::kCompleted], 1);
  EXPECT_EQ(observer_.ended[LeaseEnd::kVoid], 1);
}

// --- Replicas

TEST_F(DispatcherTest, WorkerNeverGetsAnotherReplicaOfAUnit) {
  AddWorkers({"a", "b"});
  JobSpec spec = TenItemUnits("job", 1);
  spec.replicas = 2;
  dispatcher_->AddJob(spec);
  const Grant first = AcquireOne("a");
  EXPECT_FALSE(dispatcher_->HasWorkFor("a"));
  EXPECT_THAT(Acquire("a"), IsEmpty());
  Complete("a", Figures(first));
  EXPECT_FALSE(dispatcher_->HasWorkFor("a"));
  EXPECT_THAT(Acquire("a"), IsEmpty());
  EXPECT_THAT(ended_, IsEmpty());
  const Grant second = AcquireOne("b");
  EXPECT_EQ(second.unit, first.unit);
  EXPECT_EQ(second.first, first.first);
  EXPECT_NE(second.replica, first.replica);
  EXPECT_EQ(second.attempt, 1u);
  EXPECT_EQ(Complete("b", Figures(second)), ReportOutcome::kAccepted);
  EXPECT_EQ(ended_.size(), 1u);
}

TEST_F(DispatcherTest, ReleasedLeaseStillBarsFromOtherReplicas) {
  AddWorkers({"a", "b", "c"});
  JobSpec spec = TenItemUnits("job", 1);
  spec.replicas = 2;
  dispatcher_->AddJob(spec);
  Release("a", {AcquireOne("a").lease_id});
  const Grant of_b = AcquireOne("b");
  const Grant of_c = AcquireOne("c");
  EXPECT_NE(of_b.replica, of_c.replica);
  Release("c", {of_c.lease_id});
  dispatcher_->SetWorkerMode("c", Dispatcher::WorkerMode::kDraining);
  // The replica of c waits; a may have it only if it is the one that a had
  // before.
  EXPECT_EQ(Acquire("a").size(), of_c.replica == 0 ? 1u : 0u);
}

TEST_F(DispatcherTest, SameWorkerRetriesOnlyWhenNobodyElseCould) {
  AddWorkers({"a", "b"});
  dispatcher_->AddJob(TenItemUnits("job", 1));
  FailOn("a");
  EXPECT_FALSE(dispatcher_->HasWorkFor("a"));
  EXPECT_THAT(Acquire("a"), IsEmpty());
  dispatcher_->SetWorkerMode("b", Dispatcher::WorkerMode::kDraining);
  EXPECT_TRUE(dispatcher_->HasWorkFor("a"));
  dispatcher_->SetWorkerMode("b", Dispatcher::WorkerMode::kActive);
  EXPECT_FALSE(dispatcher_->HasWorkFor("a"));
  for (int i = 0; i < 3; ++i) {  // b is silent until it is lost
    Pass(kTimeToLive / 2);
    Heartbeat("a");
  }
  EXPECT_EQ(AcquireOne("a").attempt, 2u);
}

TEST_F(DispatcherTest, VerifyShareAddsReplicasToChosenUnitsOnly) {
  AddWorkers({"a", "b"});
  JobSpec spec = TenItemUnits("job", 200);
  spec.verify_share = 0.25;
  dispatcher_->AddJob(spec);
  while (ended_.empty()) {
    for (const char* worker : {"a", "b"}) {
      for (const Grant& grant : Acquire(worker))
        Complete(worker, Figures(grant));
    }
  }
  std::set<std::pair<std::string, uint64_t>> seen;
  for (const ResultRow& result : ledger_.Results("job")) {
    EXPECT_TRUE(seen.emplace(result.worker, result.unit).second);
  }
  int verified = 0;
  for (const UnitRow& unit : ledger_.Units("job"))
    verified += unit.replicas == 2;
  EXPECT_NEAR(verified, 50, 25);
  EXPECT_EQ(ledger_.Results("job").size(),
            ledger_.Units("job").size() + verified);
}

// --- Poison

TEST_F(DispatcherTest, PoisonUnitRunsAloneOnceMoreAndThenFailsTheJob) {
  AddWorkers({"a", "b", "c", "d"});
  dispatcher_->AddJob(TenItemUnits("job", 1));
  FailOn("a");
  FailOn("b");
  FailOn("c");
  EXPECT_THAT(ended_, IsEmpty());
  const Grant last = AcquireOne("d");
  EXPECT_EQ(last.attempt, 4u);
  EXPECT_EQ(Complete("d", Failure(last, "killed by signal 11")),
            ReportOutcome::kAccepted);
  ASSERT_EQ(ended_.size(), 1u);
  EXPECT_EQ(ended_[0].status.message(),
            "unit 0 (10 items from 0 on) failed 4 times in a row, the last "
            "time run alone: worker d could not compute "
            "it: killed by signal 11");
}

TEST_F(DispatcherTest, SuspectIsLeasedOnlyToAWorkerThatHoldsNothingElse) {
  AddWorkers({"a", "b", "c", "d"});
  dispatcher_->AddJob(TenItemUnits("job", 1));
  FailOn("a");
  FailOn("b");
  FailOn("c");
  const Grant suspect = AcquireOne("d");
  dispatcher_->AddJob(TenItemUnits("other", 100));
  // It gets nothing beside it.
  EXPECT_FALSE(dispatcher_->HasWorkFor("d"));
  EXPECT_THAT(Acquire("d", 5), IsEmpty());
  EXPECT_EQ(AcquireOne("a").job_id, "other");
  Complete("d", Figures(suspect));
  EXPECT_EQ(AcquireOne("d").job_id, "other");
}

TEST_F(DispatcherTest, BusyWorkerIsKeptForASuspectUntilItIsFree) {
  AddWorkers({"a"});
  dispatcher_->AddJob(TenItemUnits("other", 100));
  std::vector<Grant> held = Acquire("a", 2);
  dispatcher_->AddJob(TenItemUnits("job", 1));
  Grant suspect;
  for (int i = 0; i < 3; ++i) {
    while (suspect = AcquireOne("a"), suspect.job_id != "job")
      Complete("a", Figures(suspect));
    Complete("a", Failure(suspect));
  }
  // When it is the job's turn, the worker is kept: nothing more comes until all
  // that it holds is done.
  for (std::vector<Grant> more = Acquire("a", 5); !more.empty();
       more = Acquire("a", 5)) {
    held.insert(held.end(), more.begin(), more.end());
    ASSERT_LT(held.size(), 10u);
  }
  for (const Grant& grant : held) {
    EXPECT_EQ(grant.job_id, "other");
    EXPECT_FALSE(dispatcher_->HasWorkFor("a"));
    EXPECT_THAT(Acquire("a", 5), IsEmpty());
    Complete("a", Figures(grant));
  }
  EXPECT_TRUE(dispatcher_->HasWorkFor("a"));
  const std::vector<Grant> alone = Acquire("a", 5);
  ASSERT_EQ(alone.size(), 1u);
  EXPECT_EQ(alone[0].job_id, "job");
  EXPECT_EQ(Complete("a", Figures(alone[0])), ReportOutcome::kAccepted);
  EXPECT_EQ(ended_.size(), 1u);
  EXPECT_EQ(AcquireOne("a").job_id, "other");
}

TEST_F(DispatcherTest, FreeWorkerTakesASuspectThatABusyOneIsKeptFor) {
  AddWorkers({"a", "b"});
  dispatcher_->AddJob(TenItemUnits("other", 100));
  const Grant held = AcquireOne("a");
  dispatcher_->AddJob(TenItemUnits("job", 1));
  for (int i = 0; i < 3; ++i) {
    for (const char* worker : {"a", "b"}) {
      Grant grant = AcquireOne(worker);
      if (grant.job_id == "job") {
        Complete(worker, Failure(grant));
      } else {
        Complete(worker, Figures(grant));
      }
    }
  }
  while (ledger_.Units("job")[0].failures < 3) {
    const Grant grant = AcquireOne("b");
    Complete("b", grant.job_id == "job" ? Failure(grant) : Figures(grant));
  }
  int more = 0;
  while (!Acquire("a").empty()) ASSERT_LT(++more, 10);  // until it is kept
  EXPECT_EQ(AcquireOne("b").job_id, "job");
  EXPECT_EQ(AcquireOne("a").job_id, "other");  // not kept any more
  Complete("a", Figures(held));
}

TEST_F(DispatcherTest, ReservationEndsWithTheWorkerThatIsKept) {
  AddWorkers({"a", "b"});
  dispatcher_->AddJob(TenItemUnits("job", 3));
  const Grant held = AcquireOne("a");
  Grant suspect = AcquireOne("a");
  for (int i = 0; i < 3; ++i) {
    const char* worker = i % 2 == 0 ? "a" : "b";
    if (i > 0) suspect = AcquireOne(worker);
    ASSERT_EQ(suspect.unit, 1u);
    Complete(worker, Failure(suspect));
  }
  EXPECT_THAT(Acquire("a"), IsEmpty());
  dispatcher_->SetWorkerMode("a", Dispatcher::WorkerMode::kBlocked);
  EXPECT_EQ(AcquireOne("b").unit, 1u);
  dispatcher_->SetWorkerMode("a", Dispatcher::WorkerMode::kActive);
  EXPECT_NE(AcquireOne("a").unit, 1u);
  Complete("a", Figures(held));
}

TEST_F(DispatcherTest, BystandersOfABadNeighbourAreNotPoisoned) {
  // Unit 0 kills whichever worker computes it, and all that the worker holds
  // goes with it.
  dispatcher_->AddJob(TenItemUnits("job", 8));
  for (int generation = 0; ended_.empty(); ++generation) {
    ASSERT_LT(generation, 50);
    const std::string worker = "worker" + std::to_string(generation);
    dispatcher_->AddWorker(worker, 8);
    bool killed = false;
    while (!killed && ended_.empty()) {
      const std::vector<Grant> grants = Acquire(worker, 8);
      ASSERT_FALSE(grants.empty());
      for (const Grant& grant : grants) killed = killed || grant.unit == 0;
      if (killed) break;
      for (const Grant& grant : grants)
        EXPECT_EQ(Complete(worker, Figures(grant)), ReportOutcome::kAccepted);
    }
    Pass(kTimeToLive * 1.01);
  }
  ASSERT_EQ(ended_.size(), 1u);
  EXPECT_THAT(std::string(ended_[0].status.message()),
              HasSubstr("unit 0 (10 items from 0 on) failed 4 times"));
  EXPECT_THAT(std::string(ended_[0].status.message()),
              HasSubstr("was not heard of until its lease expired"));
}

TEST_F(DispatcherTest, SuccessStartsTheCountOfFailuresAnew) {
  AddWorkers({"a", "b", "c"});
  JobSpec spec = TenItemUnits("job", 1);
  spec.replicas = 2;
  dispatcher_->AddJob(spec);
  const Grant good = AcquireOne("a");
  FailOn("b");
  FailOn("c");
  EXPECT_EQ(ledger_.Units("job")[0].failures, 2u);
  Complete("a", Figures(good));
  EXPECT_EQ(ledger_.Units("job")[0].failures, 0u);
}

TEST_F(DispatcherTest, ReleasedSuspectStillRunsAlone) {
  AddWorkers({"a", "b", "c", "d", "e"});
  dispatcher_->AddJob(TenItemUnits("job", 1));
  FailOn("a");
  FailOn("b");
  FailOn("c");
  Release("d", {AcquireOne("d").lease_id});
  EXPECT_THAT(ended_, IsEmpty());
  EXPECT_EQ(AcquireOne("e").job_id, "job");
  dispatcher_->AddJob(TenItemUnits("other", 10));
  EXPECT_THAT(Acquire("e"), IsEmpty());
}

// --- Workers

TEST_F(DispatcherTest, LostWorkersRangeIsFreed) {
  AddWorkers({"a", "b"});
  dispatcher_->AddJob(TenItemUnits("job", 10));
  EXPECT_EQ(AcquireOne("a").first, 0u);
  EXPECT_EQ(AcquireOne("b").first, 55u);
  Pass(kTimeToLive);
  Heartbeat("a");
  Pass(absl::Milliseconds(1));
  EXPECT_TRUE(dispatcher_->SnapshotWorker("b")->lost);
  EXPECT_FALSE(dispatcher_->SnapshotWorker("a")->lost);
  // Both units were lost; then a goes on in its own range, a third worker takes
  // that of b whole.
  dispatcher_->AddWorker("c", 1);
  EXPECT_EQ(Acquire("c", 2).size(), 2u);
  EXPECT_EQ(AcquireOne("c").first, 65u);
  EXPECT_EQ(AcquireOne("a").first, 10u);
}

TEST_F(DispatcherTest, LostWorkerIsAliveAgainWithItsNextCall) {
  AddWorkers({"a"});
  dispatcher_->SetWorkerMode("a", Dispatcher::WorkerMode::kDraining);
  Pass(kTimeToLive + absl::Milliseconds(1));
  EXPECT_TRUE(dispatcher_->SnapshotWorker("a")->lost);
  Heartbeat("a");
  EXPECT_FALSE(dispatcher_->SnapshotWorker("a")->lost);
  EXPECT_EQ(dispatcher_->SnapshotWorker("a")->last_seen, clock_.Monotonic());
  EXPECT_EQ(dispatcher_->SnapshotWorker("a")->idle_because,
            "it is draining");  // the mode was kept
}

TEST_F(DispatcherTest, LostWorkerThatAsksGetsWork) {
  AddWorkers({"a"});
  dispatcher_->AddJob(TenItemUnits("job", 1));
  Pass(kTimeToLive * 2);
  EXPECT_TRUE(dispatcher_->HasWorkFor("a"));
  EXPECT_EQ(Acquire("a").size(), 1u);
}

TEST_F(DispatcherTest, DrainingOrBlockedWorkerGetsNothingButMayFinish) {
  for (const auto mode :
       {Dispatcher::WorkerMode::kDraining, Dispatcher::WorkerMode::kBlocked}) {
    Restart();
    AddWorkers({"a", "b"});
    dispatcher_->AddJob(TenItemUnits("job", 10));
    const Grant grant = AcquireOne("a");
    dispatcher_->SetWorkerMode("a", mode);
    EXPECT_FALSE(dispatcher_->HasWorkFor("a"));
    EXPECT_THAT(Acquire("a"), IsEmpty());
    Pass(kTimeToLive / 2);
    EXPECT_THAT(Heartbeat("a", {grant.lease_id}), IsEmpty());
    Pass(kTimeToLive / 2);
    EXPECT_EQ(AcquireOne("b").first, 10u);  // the range was freed
    EXPECT_EQ(Complete("a", Figures(grant)), ReportOutcome::kAccepted);
    dispatcher_->SetWorkerMode("a", Dispatcher::WorkerMode::kActive);
    EXPECT_EQ(Acquire("a").size(), 1u);
  }
}

TEST_F(DispatcherTest, OnlyLostWorkersWithoutPartInAJobCanBeRemoved) {
  AddWorkers({"a", "b"});
  dispatcher_->AddJob(TenItemUnits("job", 1));
  Complete("a", Figures(AcquireOne("a")));
  EXPECT_FALSE(dispatcher_->RemoveWorker("b"));
  Pass(kTimeToLive * 2);
  EXPECT_TRUE(dispatcher_->RemoveWorker("b"));
  EXPECT_FALSE(dispatcher_->RemoveWorker("b"));
  EXPECT_FALSE(dispatcher_->SnapshotWorker("b").has_value());
  EXPECT_FALSE(dispatcher_->RemoveWorker("a"));
  Remove("job");
  EXPECT_TRUE(dispatcher_->RemoveWorker("a"));
  dispatcher_->AddWorker("c", 1);
  dispatcher_->AddJob(TenItemUnits("next", 1));
  EXPECT_EQ(Complete("c", Figures(AcquireOne("c"))), ReportOutcome::kAccepted);
}

// --- Stragglers

TEST_F(DispatcherTest, NothingOfAPausedJobIsLeasedAndItsLeasesGoOn) {
  AddWorkers({"a", "b"});
  dispatcher_->AddJob(TenItemUnits("job", 2));
  const Grant held = AcquireOne("a");
  const Grant released = AcquireOne("b");
  dispatcher_->PauseJob("job");
  Release("b", {released.lease_id});
  Pass(absl::Seconds(3));  // the other one is overdue
  EXPECT_FALSE(dispatcher_->HasWorkFor("b"));
  EXPECT_THAT(Acquire("b", 5), IsEmpty());
  EXPECT_THAT(Heartbeat("a", {held.lease_id}), IsEmpty());
  EXPECT_EQ(Complete("a", Figures(held)), ReportOutcome::kAccepted);
  dispatcher_->ResumeJob("job");
  const Grant again = AcquireOne("a");
  EXPECT_EQ(again.unit, released.unit);
  EXPECT_EQ(Complete("a", Figures(again)), ReportOutcome::kAccepted);
}

TEST_F(DispatcherTest, NobodyIsKeptForAPausedJob) {
  AddWorkers({"a"});
  dispatcher_->AddJob(TenItemUnits("job", 2));
  const Grant held = AcquireOne("a");
  for (int i = 0; i < 3; ++i) Complete("a", Failure(AcquireOne("a")));
  EXPECT_THAT(Acquire("a"), IsEmpty());  // it is kept for the suspect
  dispatcher_->PauseJob("job");
  Complete("a", Figures(held));
  EXPECT_FALSE(dispatcher_->HasWorkFor("a"));
  dispatcher_->AddJob(TenItemUnits("other", 1));
  const Grant other = AcquireOne("a");
  EXPECT_EQ(other.job_id, "other");
  Complete("a", Figures(other));
  dispatcher_->ResumeJob("job");
  EXPECT_EQ(AcquireOne("a").job_id, "job");
}

// A unit of ten items should take a second, so its lease is overdue after two.

TEST_F(DispatcherTest, OverdueUnitIsLeasedToAnotherWorkerToo) {
  AddWorkers({"a", "b"});
  dispatcher_->AddJob(TenItemUnits("job", 1));
  const Grant slow = AcquireOne("a");
  Pass(absl::Milliseconds(1999));
  EXPECT_THAT(Acquire("b"), IsEmpty());
  EXPECT_EQ(dispatcher_->SnapshotWorker("b")->idle_because,
            "nothing waits to be computed");
  Pass(absl::Milliseconds(1));
  EXPECT_EQ(dispatcher_->SnapshotWorker("b")->idle_because, "");
  EXPECT_FALSE(dispatcher_->HasWorkFor("a"));
  const Grant second = AcquireOne("b");
  EXPECT_EQ(second.unit, slow.unit);
  EXPECT_EQ(second.replica, slow.replica);
  EXPECT_EQ(second.attempt, 2u);
  EXPECT_EQ(observer_.granted, 1);
  EXPECT_EQ(observer_.duplicated, 1);
  EXPECT_EQ(dispatcher_->SnapshotJob("job")->units_leased, 2u);
  EXPECT_THAT(Heartbeat("a", {slow.lease_id}), IsEmpty());
}

TEST_F(DispatcherTest, FirstResultOfTwoLeasesWins) {
  for (const bool duplicate_wins : {true, false}) {
    Restart();
    AddWorkers({"a", "b"});
    const std::string job = duplicate_wins ? "job" : "other";
    dispatcher_->AddJob(TenItemUnits(job, 1));
    const Grant slow = AcquireOne("a");
    Pass(absl::Seconds(3));
    const Grant second = AcquireOne("b");
    const Grant& first_in = duplicate_wins ? second : slow;
    const Grant& loser = duplicate_wins ? slow : second;
    ended_.clear();
    Effects effects;
    EXPECT_EQ(dispatcher_->Complete(duplicate_wins ? "b" : "a",
                                    Figures(first_in), &effects),
              ReportOutcome::kAccepted);
    EXPECT_THAT(Heartbeat(duplicate_wins ? "a" : "b", {loser.lease_id}),
                ElementsAre(loser.lease_id));
    Commit(std::move(effects));
    EXPECT_EQ(ledger_.Lease(first_in.lease_id).ended, LeaseEnd::kCompleted);
    EXPECT_EQ(ledger_.Lease(loser.lease_id).ended, LeaseEnd::kVoid);
    ASSERT_EQ(ended_.size(), 1u);
    EXPECT_TRUE(ended_[0].status.ok());
    EXPECT_EQ(Complete(duplicate_wins ? "a" : "b", Figures(loser)),
              ReportOutcome::kNotWanted);
    EXPECT_EQ(ledger_.Results(job).size(), 1u);
    Remove(job);
  }
}

TEST_F(DispatcherTest, ResultOfTheLoserIsADuplicateOrAConflict) {
  AddWorkers({"a", "b"});
  dispatcher_->AddJob(TenItemUnits("job", 2));
  const Grant slow = AcquireOne("a");
  const Grant other = AcquireOne("a");
  Pass(absl::Seconds(3));
  const Grant second = AcquireOne("b");
  ASSERT_EQ(second.unit, slow.unit);
  EXPECT_EQ(Complete("b", Figures(second)), ReportOutcome::kAccepted);
  EXPECT_EQ(Complete("a", Figures(slow)), ReportOutcome::kDuplicate);
  EXPECT_EQ(Complete("a", Figures(slow, "wrong")), ReportOutcome::kConflict);
  EXPECT_EQ(ledger_.Lease(other.lease_id).ended, LeaseEnd::kVoid);
}

TEST_F(DispatcherTest, EndOfOneOfTwoLeasesLeavesTheOtherInHand) {
  AddWorkers({"a", "b", "c"});
  dispatcher_->AddJob(TenItemUnits("job", 1));
  const Grant slow = AcquireOne("a");
  Pass(absl::Seconds(3));
  Release("b", {AcquireOne("b").lease_id});
  EXPECT_EQ(dispatcher_->SnapshotJob("job")->units_leased, 1u);
  EXPECT_FALSE(dispatcher_->HasWorkFor("b"));  // it had the unit
  const Grant third = AcquireOne("c");
  EXPECT_EQ(third.unit, slow.unit);
  EXPECT_EQ(Complete("a", Failure(slow)), ReportOutcome::kAccepted);
  EXPECT_EQ(ledger_.Units("job")[0].failures, 1u);
  EXPECT_EQ(dispatcher_->SnapshotJob("job")->units_leased, 1u);
  EXPECT_THAT(Acquire("a"), IsEmpty());
  Heartbeat("c", {third.lease_id});
  EXPECT_EQ(Complete("c", Figures(third)), ReportOutcome::kAccepted);
  ASSERT_EQ(ended_.size(), 1u);
  EXPECT_TRUE(ended_[0].status.ok());
}

TEST_F(DispatcherTest, UnitWaitsAgainOnlyWhenBothLeasesHaveEnded) {
  AddWorkers({"a", "b", "c"});
  dispatcher_->AddJob(TenItemUnits("job", 1));
  AcquireOne("a");
  Pass(absl::Seconds(3));
  AcquireOne("b");
  Pass(kTimeToLive - absl::Seconds(3));  // the first one expires
  EXPECT_EQ(ledger_.Units("job")[0].failures, 1u);
  EXPECT_EQ(dispatcher_->SnapshotJob("job")->units_leased, 1u);
  Pass(absl::Seconds(3));
  EXPECT_EQ(ledger_.Units("job")[0].failures, 2u);
  EXPECT_EQ(dispatcher_->SnapshotJob("job")->units_leased, 0u);
  EXPECT_EQ(AcquireOne("c").attempt, 3u);
}

TEST_F(DispatcherTest, NoReplicaIsLeasedThreeTimesAtOnce) {
  AddWorkers({"a", "b", "c"});
  dispatcher_->AddJob(TenItemUnits("job", 1));
  AcquireOne("a");
  Pass(absl::Seconds(3));
  AcquireOne("b");
  Pass(absl::Seconds(30));
  EXPECT_FALSE(dispatcher_->HasWorkFor("c"));
  EXPECT_THAT(Acquire("c"), IsEmpty());
}

TEST_F(DispatcherTest, NothingIsDuplicatedWhileThereIsOtherWork) {
  AddWorkers({"a", "b"});
  dispatcher_->AddJob(TenItemUnits("job", 3));
  const Grant slow = AcquireOne("a");
  Pass(absl::Seconds(3));
  for (const Grant& grant : Acquire("b", 9)) EXPECT_NE(grant.unit, slow.unit);
  EXPECT_EQ(observer_.duplicated, 0);  // no slot of the worker is free now
}

TEST_F(DispatcherTest, UnitThatNeedsFurtherReplicasIsNotDuplicated) {
  AddWorkers({"a", "b", "c"});
  JobSpec spec = TenItemUnits("job", 1);
  spec.replicas = 2;
  dispatcher_->AddJob(spec);
  const Grant first = AcquireOne("a");
  AcquireOne("b");
  Pass(absl::Seconds(10));
  EXPECT_THAT(Acquire("c"), IsEmpty());
  Complete("a", Figures(first));
  EXPECT_THAT(Acquire("a"), IsEmpty());  // it has the other replica
  EXPECT_EQ(AcquireOne("c").replica, 1u);
}

TEST_F(DispatcherTest, SuspectIsNotDuplicated) {
  AddWorkers({"a", "b", "c", "d"});
  dispatcher_->AddJob(TenItemUnits("job", 1));
  FailOn("a");
  FailOn("b");
  AcquireOne("c");
  Pass(absl::Seconds(10));
  EXPECT_THAT(Acquire("d"), IsEmpty());
}

TEST_F(DispatcherTest, QueuedUnitsAreGivenTheTimeOfThoseBeforeThem) {
  AddWorkers({"a", "b"});
  dispatcher_->AddJob(TenItemUnits("job", 2));
  const std::vector<Grant> held = Acquire("a", 2);  // one slot: one after one
  Pass(absl::Milliseconds(3999));
  EXPECT_EQ(AcquireOne("b").unit, held[0].unit);
  EXPECT_THAT(Acquire("b"), IsEmpty());  // no slot is free
  dispatcher_->AddWorker("c", 1);
  EXPECT_THAT(Acquire("c"), IsEmpty());
  Pass(absl::Milliseconds(1));
  EXPECT_EQ(AcquireOne("c").unit, held[1].unit);
}

TEST_F(DispatcherTest, DuplicateWhoseGrantCouldNotBeWrittenNeverWas) {
  AddWorkers({"a", "b"});
  dispatcher_->AddJob(TenItemUnits("job", 1));
  const Grant slow = AcquireOne("a");
  Pass(absl::Seconds(3));
  Effects lost;
  ASSERT_EQ(dispatcher_->Acquire("b", 1, &lost).size(), 1u);
  dispatcher_->WritesFailed(lost.writes);
  EXPECT_EQ(dispatcher_->SnapshotJob("job")->units_leased, 1u);
  EXPECT_EQ(AcquireOne("b").unit, slow.unit);
  EXPECT_EQ(Complete("a", Figures(slow)), ReportOutcome::kAccepted);
  EXPECT_EQ(ended_.size(), 1u);
}

// --- Fairness and sizes

TEST_F(DispatcherTest, ShortJobDoesNotWaitBehindALongOne) {
  AddWorkers({"a"});
  dispatcher_->AddJob(TenItemUnits("long", 100'000));
  for (int i = 0; i < 1'000; ++i) Complete("a", Figures(AcquireOne("a")));
  dispatcher_->AddJob(TenItemUnits("short", 5));
  int turns = 0;
  while (ended_.empty()) {
    Complete("a", Figures(AcquireOne("a")));
    ++turns;
  }
  EXPECT_EQ(ended_[0].job_id, "short");
  EXPECT_LE(turns, 11);
}

TEST_F(DispatcherTest, WeightsDivideTheFleet) {
  AddWorkers({"a"});
  dispatcher_->AddJob(TenItemUnits("light", 1'000));
  JobSpec heavy = TenItemUnits("heavy", 1'000);
  heavy.weight = 4;
  dispatcher_->AddJob(heavy);
  for (int i = 0; i < 500; ++i) Complete("a", Figures(AcquireOne("a")));
  EXPECT_NEAR(dispatcher_->SnapshotJob("light")->units_done, 100, 2);
  EXPECT_NEAR(dispatcher_->SnapshotJob("heavy")->units_done, 400, 2);
}

TEST_F(DispatcherTest, SizesFollowTheSlotsOfLiveActiveWorkers) {
  Dispatcher dispatcher(&clock_, &ids_, &observer_,
                        {.lease_time_to_live = kTimeToLive});
  JobSpec spec = TenItemUnits("job", 1);
  spec.sections = {{1'600'000, 0.0001}};  // 160 s in all
  dispatcher.AddJob(spec);
  dispatcher.AddWorker("a", 1);
  dispatcher.AddWorker("b", 4);
  dispatcher.SetWorkerMode("b", Dispatcher::WorkerMode::kBlocked);
  Effects effects;
  EXPECT_EQ(dispatcher.Acquire("a", 1, &effects)[0].count, 100'000u);  // 10 s
  dispatcher.SetWorkerMode("b", Dispatcher::WorkerMode::kActive);
  EXPECT_EQ(dispatcher.Acquire("a", 1, &effects)[0].count,
            18'750u);  // 150 s / (16 x 5)
  clock_.Advance(kTimeToLive + absl::Seconds(1));
  dispatcher.Heartbeat("a", {});
  dispatcher.Tick(&effects);
  EXPECT_EQ(dispatcher.Acquire("a", 1, &effects)[0].count,
            92'578u);  // 148.125 s / 16
}

// --- Looking in

TEST_F(DispatcherTest, SnapshotsCount) {
  AddWorkers({"a"});
  dispatcher_->AddJob(TenItemUnits("job", 4));
  clock_.Advance(absl::Seconds(7));
  const Grant grant = AcquireOne("a");
  EXPECT_EQ(observer_.waited, absl::Seconds(7));
  AcquireOne("a");
  Complete("a", Figures(grant));
  const JobSnapshot job = *dispatcher_->SnapshotJob("job");
  EXPECT_EQ(job.units_total, 4u);
  EXPECT_EQ(job.units_done, 1u);
  EXPECT_EQ(job.units_leased, 1u);
  EXPECT_EQ(job.fraction_done, 0.25);
  EXPECT_EQ(job.waiting_for, "");
  const WorkerSnapshot worker = *dispatcher_->SnapshotWorker("a");
  EXPECT_EQ(worker.slots, 1u);
  EXPECT_EQ(worker.leases, 1u);
  EXPECT_EQ(worker.idle_because, "");
  EXPECT_FALSE(dispatcher_->SnapshotWorker("nobody").has_value());
  const DispatchTotals totals = dispatcher_->Totals();
  EXPECT_EQ(totals.units_waiting, 2u);
  EXPECT_EQ(totals.units_leased, 1u);
  EXPECT_EQ(totals.units_done, 1u);
  EXPECT_EQ(totals.oldest_wait, absl::Seconds(7));
}

TEST_F(DispatcherTest, OldestWaitIsThatOfTheUnitThatWaits) {
  AddWorkers({"a"});
  dispatcher_->AddJob(TenItemUnits("job", 1));
  clock_.Advance(absl::Seconds(5));
  const Grant grant = AcquireOne("a");
  EXPECT_EQ(dispatcher_->Totals().oldest_wait, absl::ZeroDuration());
  Release("a", {grant.lease_id});
  clock_.Advance(absl::Seconds(3));
  EXPECT_EQ(dispatcher_->Totals().oldest_wait, absl::Seconds(3));
}

TEST_F(DispatcherTest, SaysWhyAJobStandsStill) {
  JobSpec spec = TenItemUnits("job", 1);
  spec.replicas = 2;
  dispatcher_->AddJob(spec);
  EXPECT_EQ(WaitingFor("job"), "no worker is there");
  AddWorkers({"a"});
  EXPECT_EQ(WaitingFor("job"), "");
  dispatcher_->SetWorkerMode("a", Dispatcher::WorkerMode::kDraining);
  EXPECT_EQ(WaitingFor("job"), "all workers are draining or blocked");
  dispatcher_->SetWorkerMode("a", Dispatcher::WorkerMode::kActive);
  const Grant grant = AcquireOne("a");
  EXPECT_EQ(WaitingFor("job"), "");
  Complete("a", Figures(grant));
  EXPECT_EQ(WaitingFor("job"), "replica 1 of unit 0 needs another worker");
  EXPECT_EQ(dispatcher_->SnapshotWorker("a")->idle_because,
            "what waits must be computed by other workers");
  Pass(kTimeToLive * 2);
  EXPECT_EQ(WaitingFor("job"), "no worker is there");
  EXPECT_EQ(dispatcher_->SnapshotWorker("a")->idle_because,
            "it has not called for longer than a lease lives");
}

TEST_F(DispatcherTest, SaysWhyAWorkerIsIdle) {
  AddWorkers({"a", "b"});
  EXPECT_EQ(dispatcher_->SnapshotWorker("a")->idle_because,
            "nothing waits to be computed");
  EXPECT_FALSE(dispatcher_->SnapshotWorker("a")->last_seen.has_value());
  dispatcher_->SetWorkerMode("b", Dispatcher::WorkerMode::kBlocked);
  EXPECT_EQ(dispatcher_->SnapshotWorker("b")->idle_because, "it is blocked");
}

TEST_F(DispatcherTest, SaysThatOtherJobsHaveAllWorkers) {
  AddWorkers({"a"});
  dispatcher_->AddJob(TenItemUnits("first", 1));
  AcquireOne("a");
  dispatcher_->AddJob(TenItemUnits("second", 1));
  EXPECT_EQ(WaitingFor("second"), "all workers are busy with other jobs");
}

TEST_F(DispatcherTest, ServesAHundredThousandUnitsAndAThousandWorkers) {
  constexpr int kWorkers = 1'000;
  JobSpec spec = TenItemUnits("job", 100'000);
  spec.verify_share = 0.1;
  dispatcher_->AddJob(spec);
  std::vector<std::string> workers;
  for (int i = 0; i < kWorkers; ++i) {
    workers.push_back("worker" + std::to_string(i));
    dispatcher_->AddWorker(workers.back(), 16);
  }
  std::vector<LedgerWrite> results;
  Effects effects;
  for (int round = 0; effects.ended_jobs.empty(); ++round) {
    ASSERT_LT(round, 1'000);
    for (const std::string& worker : workers) {
      if (!dispatcher_->HasWorkFor(worker)) continue;
      effects.writes.clear();
      const std::vector<Grant> grants =
          dispatcher_->Acquire(worker, 8, &effects);
      for (const Grant& grant : grants)
        dispatcher_->Complete(worker, Figures(grant), &effects);
      const std::vector<LedgerWrite> writes = std::move(effects.writes);
      dispatcher_->WritesDurable(writes, &effects);
    }
  }
  EXPECT_TRUE(effects.ended_jobs[0].status.ok());
  EXPECT_EQ(dispatcher_->SnapshotJob("job")->fraction_done, 1);
}

}  // namespace
}  // namespace rookery::coordinator
