// A new dispatcher takes up what the ledger has.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/coordinator/dispatch/dispatcher_fixture.h"

namespace rookery::coordinator {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

class RestartTest : public DispatcherFixture {
 protected:
  void AddWorkers(std::initializer_list<const char*> workers) {
    for (const char* worker : workers) dispatcher_->AddWorker(worker, 1);
  }

  std::string RestoreError(const JobSpec& spec, std::vector<UnitRow> units,
                           std::vector<LeaseRow> leases = {},
                           std::vector<ResultRow> results = {}) {
    Effects effects;
    const absl::Status status =
        dispatcher_->RestoreJob(spec, units, leases, results, &effects);
    EXPECT_EQ(status.code(), absl::StatusCode::kInternal);
    EXPECT_FALSE(dispatcher_->SnapshotJob(spec.job_id).has_value());
    EXPECT_THAT(effects.writes, IsEmpty());
    return std::string(status.message());
  }

  static UnitRow Unit(uint64_t number, uint64_t first, uint64_t count) {
    return {.job = "job",
            .number = number,
            .first = first,
            .count = count,
            .replicas = 1,
            .failures = 0};
  }
};

TEST_F(RestartTest, GoesOnWithWhatIsMissing) {
  const JobSpec spec = TenItemUnits("job", 4);
  AddWorkers({"a", "b"});
  dispatcher_->AddJob(spec);
  const Grant done = AcquireOne("a");
  const Grant open = AcquireOne("a");
  Complete("a", Figures(done));
  Restart();
  AddWorkers({"a", "b"});
  ASSERT_TRUE(RestoreFromLedger(spec).ok());
  EXPECT_EQ(dispatcher_->SnapshotJob("job")->fraction_done, 0.25);
  EXPECT_EQ(dispatcher_->SnapshotJob("job")->units_leased, 1u);
  EXPECT_EQ(dispatcher_->SnapshotWorker("a")->leases, 1u);
  EXPECT_EQ(Complete("a", Figures(open)), ReportOutcome::kAccepted);
  const Grant next = AcquireOne("a");
  EXPECT_EQ(next.unit, 2u);
  EXPECT_EQ(next.first, 20u);  // next to its last
  Complete("a", Figures(next));
  Complete("a", Figures(AcquireOne("a")));
  ASSERT_EQ(ended_.size(), 1u);
  EXPECT_TRUE(ended_[0].status.ok());
}

TEST_F(RestartTest, OpenLeaseGetsOneFullNewTerm) {
  const JobSpec spec = TenItemUnits("job", 2);
  AddWorkers({"a"});
  dispatcher_->AddJob(spec);
  const Grant grant = AcquireOne("a");
  Pass(kTimeToLive - absl::Seconds(1));
  Restart();
  AddWorkers({"a"});
  ASSERT_TRUE(RestoreFromLedger(spec).ok());
  Pass(kTimeToLive - absl::Milliseconds(1));
  EXPECT_EQ(ledger_.Lease(grant.lease_id).ended, LeaseEnd::kOpen);
  Pass(absl::Milliseconds(1));
  EXPECT_EQ(ledger_.Lease(grant.lease_id).ended, LeaseEnd::kExpired);
}

TEST_F(RestartTest, LateResultOfALeaseFromBeforeIsAccepted) {
  const JobSpec spec = TenItemUnits("job", 2);
  AddWorkers({"a"});
  dispatcher_->AddJob(spec);
  const Grant grant = AcquireOne("a");
  Pass(kTimeToLive);
  Restart();
  AddWorkers({"a"});
  ASSERT_TRUE(RestoreFromLedger(spec).ok());
  EXPECT_EQ(Complete("a", Figures(grant)), ReportOutcome::kAccepted);
}

TEST_F(RestartTest, ResultFromBeforeIsComparedByItsFigures) {
  const JobSpec spec = TenItemUnits("job", 2);
  AddWorkers({"a"});
  dispatcher_->AddJob(spec);
  const Grant grant = AcquireOne("a");
  Complete("a", Figures(grant));
  Restart();
  AddWorkers({"a"});
  ASSERT_TRUE(RestoreFromLedger(spec).ok());
  EXPECT_EQ(Complete("a", Figures(grant)), ReportOutcome::kDuplicate);
  EXPECT_EQ(Complete("a", Figures(grant, "wrong")), ReportOutcome::kConflict);
  ASSERT_EQ(ended_.size(), 1u);
  EXPECT_FALSE(ended_[0].status.ok());
}

TEST_F(RestartTest, WorkerStillNeverGetsAnotherReplica) {
  JobSpec spec = TenItemUnits("job", 1);
  spec.replicas = 2;
  AddWorkers({"a"});
  dispatcher_->AddJob(spec);
  Complete("a", Figures(AcquireOne("a")));
  Restart();
  AddWorkers({"a", "b"});
  ASSERT_TRUE(RestoreFromLedger(spec).ok());
  EXPECT_FALSE(dispatcher_->HasWorkFor("a"));
  EXPECT_THAT(Acquire("a"), IsEmpty());
  EXPECT_EQ(AcquireOne("b").replica, 1u);
}

TEST_F(RestartTest, FailuresAreRemembered) {
  const JobSpec spec = TenItemUnits("job", 1);
  AddWorkers({"a", "b", "c", "d"});
  dispatcher_->AddJob(spec);
  for (const char* worker : {"a", "b", "c"})
    Complete(worker, Failure(AcquireOne(worker)));
  Restart();
  AddWorkers({"d"});
  ASSERT_TRUE(RestoreFromLedger(spec).ok());
  dispatcher_->AddJob(TenItemUnits("other", 10));
  const Grant grant = AcquireOne("d");
  EXPECT_EQ(grant.job_id, "job");
  EXPECT_EQ(grant.attempt, 4u);
  EXPECT_THAT(Acquire("d"), IsEmpty());  // it runs alone
  Restart();
  AddWorkers({"d"});
  ASSERT_TRUE(RestoreFromLedger(spec).ok());
  dispatcher_->AddJob(TenItemUnits("other", 10));
  EXPECT_THAT(Acquire("d"), IsEmpty());  // it still does
  Complete("d", Failure(grant));
  ASSERT_EQ(ended_.size(), 1u);
  EXPECT_THAT(std::string(ended_[0].status.message()),
              HasSubstr("failed 4 times in a row"));
}

TEST_F(RestartTest, FinishedJobEndsAtOnce) {
  const JobSpec spec = TenItemUnits("job", 1);
  AddWorkers({"a"});
  dispatcher_->AddJob(spec);
  Complete("a", Figures(AcquireOne("a")));
  ended_.clear();
  Restart();
  ASSERT_TRUE(RestoreFromLedger(spec).ok());
  ASSERT_EQ(ended_.size(), 1u);
  EXPECT_TRUE(ended_[0].status.ok());
  EXPECT_FALSE(dispatcher_->HasWorkFor("a"));
}

TEST_F(RestartTest, StoredReplicasThatDisagreeFailTheJob) {
  JobSpec spec = TenItemUnits("job", 1);
  spec.replicas = 2;
  AddWorkers({"a", "b"});
  dispatcher_->AddJob(spec);
  Complete("a", Figures(AcquireOne("a"), "right"));
  Complete("b", Figures(AcquireOne("b"), "wrong"));
  ended_.clear();
  Restart();
  ASSERT_TRUE(RestoreFromLedger(spec).ok());
  ASSERT_EQ(ended_.size(), 1u);
  EXPECT_EQ(ended_[0].status.code(), absl::StatusCode::kDataLoss);
  EXPECT_EQ(ended_[0].disputed_unit, 0u);
}

TEST_F(RestartTest, OpenLeaseOfAStoredResultBecomesVoid) {
  const JobSpec spec = TenItemUnits("job", 2);
  const LeaseRow lease{.id = "l",
                       .job = "job",
                       .unit = 0,
                       .replica = 0,
                       .worker = "a",
                       .ended = LeaseEnd::kOpen};
  const ResultRow result{
      .job = "job", .unit = 0, .replica = 0, .worker = "a", .figures = "right"};
  AddWorkers({"a"});
  Effects effects;
  ASSERT_TRUE(dispatcher_
                  ->RestoreJob(spec, std::vector{Unit(0, 0, 10)},
                               std::vector{lease}, std::vector{result},
                               &effects)
                  .ok());
  ASSERT_EQ(effects.writes.size(), 1u);
  EXPECT_EQ(std::get<PutLease>(effects.writes[0]).lease.ended, LeaseEnd::kVoid);
  EXPECT_THAT(Heartbeat("a", {"l"}), ElementsAre("l"));
}

TEST_F(RestartTest, BothLeasesOfAReplicaAreRestored) {
  const JobSpec spec = TenItemUnits("job", 1);
  AddWorkers({"a", "b"});
  dispatcher_->AddJob(spec);
  const Grant slow = AcquireOne("a");
  Pass(absl::Seconds(3));
  const Grant second = AcquireOne("b");
  Restart();
  AddWorkers({"a", "b", "c"});
  ASSERT_TRUE(RestoreFromLedger(spec).ok());
  EXPECT_EQ(dispatcher_->SnapshotJob("job")->units_leased, 2u);
  Pass(absl::Seconds(3));
  EXPECT_THAT(Acquire("c"), IsEmpty());
  EXPECT_THAT(Heartbeat("a", {slow.lease_id}), IsEmpty());
  EXPECT_THAT(Heartbeat("b", {second.lease_id}), IsEmpty());
  EXPECT_EQ(Complete("b", Figures(second)), ReportOutcome::kAccepted);
  EXPECT_EQ(ledger_.Lease(slow.lease_id).ended, LeaseEnd::kVoid);
  EXPECT_EQ(ended_.size(), 1u);
}

TEST_F(RestartTest, ThreeOpenLeasesOfOneReplicaLeaveTwoOpen) {
  const JobSpec spec = TenItemUnits("job", 2);
  LeaseRow first{.id = "l",
                 .job = "job",
                 .unit = 0,
                 .replica = 0,
                 .worker = "a",
                 .ended = LeaseEnd::kOpen};
  LeaseRow second = first;
  second.id = "m";
  second.worker = "b";
  LeaseRow third = first;
  third.id = "n";
  third.worker = "c";
  AddWorkers({"a", "b", "c"});
  Effects effects;
  ASSERT_TRUE(dispatcher_
                  ->RestoreJob(spec, std::vector{Unit(0, 0, 10)},
                               std::vector{first, second, third}, {}, &effects)
                  .ok());
  EXPECT_EQ(dispatcher_->SnapshotJob("job")->units_leased, 2u);
  ASSERT_EQ(effects.writes.size(), 1u);
  EXPECT_EQ(std::get<PutLease>(effects.writes[0]).lease.id, "n");
}

TEST_F(RestartTest, GapsBetweenUnitsAreCutAnew) {
  const JobSpec spec = TenItemUnits("job", 10);
  AddWorkers({"a"});
  Effects effects;
  ASSERT_TRUE(dispatcher_
                  ->RestoreJob(spec,
                               std::vector{Unit(4, 20, 10), Unit(1, 90, 10)},
                               {}, {}, &effects)
                  .ok());
  std::vector<std::pair<uint64_t, uint64_t>> ranges;
  for (const Grant& grant : Acquire("a", 100))
    ranges.emplace_back(grant.first, grant.first + grant.count);
  std::sort(ranges.begin(), ranges.end());
  ASSERT_EQ(ranges.size(), 10u);
  uint64_t next = 0;
  for (const auto& [first, end] : ranges) {
    EXPECT_EQ(first, next);
    next = end;
  }
  EXPECT_EQ(next, 100u);
  EXPECT_TRUE(dispatcher_->FindUnit("job", 5).has_value());
  EXPECT_FALSE(dispatcher_->FindUnit("job", 3).has_value());
}

TEST_F(RestartTest, GapsEndWhereASectionEnds) {
  JobSpec spec = TenItemUnits("job", 1);
  spec.sections = {{5, 0.1}, {20, 0.1}, {3, 0.1}};
  AddWorkers({"a"});
  Effects effects;
  ASSERT_TRUE(
      dispatcher_
          ->RestoreJob(spec, std::vector{Unit(0, 10, 10)}, {}, {}, &effects)
          .ok());
  EXPECT_EQ(AcquireOne("a").unit, 0u);
  std::vector<std::pair<uint64_t, uint64_t>> ranges;
  for (const Grant& grant : Acquire("a", 100))
    ranges.emplace_back(grant.first, grant.count);
  EXPECT_THAT(ranges, UnorderedElementsAre(Pair(0, 5), Pair(5, 5), Pair(20, 5),
                                           Pair(25, 3)));
}

TEST_F(RestartTest, LeasesOfUnknownWorkersExpire) {
  const JobSpec spec = TenItemUnits("job", 1);
  const LeaseRow lease{.id = "l",
                       .job = "job",
                       .unit = 0,
                       .replica = 0,
                       .worker = "gone",
                       .ended = LeaseEnd::kOpen};
  ledger_.Apply(
      std::vector<LedgerWrite>{PutUnit{Unit(0, 0, 10)}, PutLease{lease}});
  AddWorkers({"a"});
  ASSERT_TRUE(RestoreFromLedger(spec).ok());
  EXPECT_FALSE(dispatcher_->SnapshotWorker("gone").has_value());
  EXPECT_THAT(Acquire("a"), IsEmpty());
  Pass(kTimeToLive);
  Complete("a", Figures(AcquireOne("a")));
  EXPECT_EQ(ended_.size(), 1u);
  Remove("job");
}

TEST_F(RestartTest, RowsThatContradictEachOtherAreRefused) {
  const JobSpec spec = TenItemUnits("job", 2);
  EXPECT_THAT(RestoreError(spec, {Unit(0, 0, 10), Unit(1, 9, 5)}),
              HasSubstr("units 0 and 1 overlap at item 9"));
  EXPECT_THAT(RestoreError(spec, {Unit(0, 15, 10)}),
              HasSubstr("unit 0 has 10 items from 15 on, the plan has 20"));
  EXPECT_THAT(RestoreError(spec, {Unit(0, 15, ~0ull)}),
              HasSubstr("the plan has 20"));
  JobSpec of_two_sections = spec;
  of_two_sections.sections = {{8, 0.1}, {12, 0.1}};
  EXPECT_THAT(RestoreError(of_two_sections, {Unit(0, 0, 8), Unit(1, 5, 10)}),
              HasSubstr("unit 1 has 10 items from 5 on, across the end of a "
                        "section at item 8"));
  EXPECT_THAT(RestoreError(spec, {Unit(0, 5, 0)}),
              HasSubstr("unit 0 has 0 items"));
  EXPECT_THAT(RestoreError(spec, {Unit(0, 0, 5), Unit(0, 5, 5)}),
              HasSubstr("two units 0"));
  UnitRow row = Unit(0, 0, 5);
  row.job = "other";
  EXPECT_THAT(RestoreError(spec, {row}), HasSubstr("is of job other"));
  row = Unit(0, 0, 5);
  row.replicas = 0;
  EXPECT_THAT(RestoreError(spec, {row}), HasSubstr("unit 0 has 0 replicas"));
  LeaseRow lease{
      .id = "l", .job = "job", .unit = 1, .replica = 0, .worker = "a"};
  EXPECT_THAT(RestoreError(spec, {Unit(0, 0, 5)}, {lease}),
              HasSubstr("a lease is of unit 1, which is not there"));
  lease.unit = 0;
  EXPECT_THAT(RestoreError(spec, {Unit(0, 0, 5)}, {lease, lease}),
              HasSubstr("two leases l"));
  ResultRow result{.job = "job", .unit = 0, .replica = 1, .worker = "a"};
  EXPECT_THAT(RestoreError(spec, {Unit(0, 0, 5)}, {}, {result}),
              HasSubstr("a result is of replica 1 of unit 0"));
  result.replica = 0;
  EXPECT_THAT(RestoreError(spec, {Unit(0, 0, 5)}, {}, {result, result}),
              HasSubstr("has two results"));
}

TEST_F(RestartTest, JobIsNotRestoredTwice) {
  const JobSpec spec = TenItemUnits("job", 2);
  dispatcher_->AddJob(spec);
  Effects effects;
  EXPECT_EQ(dispatcher_->RestoreJob(spec, {}, {}, {}, &effects).code(),
            absl::StatusCode::kInternal);
}

}  // namespace
}  // namespace rookery::coordinator
