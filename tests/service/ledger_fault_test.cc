// A ledger that fails for a while, as on a full disk: nothing is acknowledged
// that is not stored, nothing stored is lost, and all goes on afterwards.
#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "tests/service/coordinator_fixture.h"

namespace rookery::coordinator {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const absl::Status kDiskFull =
    absl::ResourceExhaustedError("database or disk is full");

class LedgerFaultTest : public CoordinatorFixture {
 protected:
  void SetUp() override {
    ledger_ = StartOnFakeLedger();
    a_ = Register("a");
    b_ = Register("b");
  }

  // As when space was made: the ledger takes writes, and is tried again.
  void MakeSpace() {
    ledger_->FailWrites(absl::OkStatus());
    Pass(absl::Seconds(2));
  }

  // All that the plan of kStartpos to depth 3 has.
  void CompleteFourUnits() {
    for (int unit = 0; unit < 4; ++unit)
      EXPECT_EQ(Complete(a_, Count(AcquireOne(a_))), v1::OUTCOME_ACCEPTED);
  }

  FakeLedger* ledger_ = nullptr;
  std::string a_;
  std::string b_;
};

TEST_F(LedgerFaultTest, ResultsAreNotAcknowledgedAndAcceptedWhenRepeated) {
  const std::string job = Run(Perft(kStartpos, 3));
  const v1::UnitResult result = Count(AcquireOne(a_));
  ledger_->FailWrites(kDiskFull);
  for (int attempt = 0; attempt < 3; ++attempt) {
    const absl::Status refused = TryComplete(a_, {result}).status();
    EXPECT_TRUE(absl::IsUnavailable(refused)) << refused;
    EXPECT_THAT(std::string(refused.message()), HasSubstr("disk is full"));
  }
  EXPECT_TRUE(absl::IsResourceExhausted(coordinator_->health()));
  EXPECT_THAT(ledger_->results(), IsEmpty());
  MakeSpace();
  EXPECT_EQ(Complete(a_, result), v1::OUTCOME_ACCEPTED);
  EXPECT_TRUE(coordinator_->health().ok()) << coordinator_->health();
  EXPECT_THAT(ledger_->results(), SizeIs(1));
  WorkOff({a_, b_});
  const v1::Job ended = Ended(job);
  EXPECT_EQ(ended.perft_result().nodes(), "8902");
}

TEST_F(LedgerFaultTest, LeavesOfARepeatedResultAreShownOnce) {
  const std::string job = Run(Perft(kStartpos, 3));
  const v1::UnitResult result = Count(AcquireOne(a_));
  ledger_->FailNextCommit(kDiskFull);
  EXPECT_TRUE(absl::IsUnavailable(TryComplete(a_, {result}).status()));
  EXPECT_EQ(Get(job)->progress().leaves(), "0");
  EXPECT_EQ(Complete(a_, result), v1::OUTCOME_ACCEPTED);
  uint64_t leaves = 0;
  for (const uint64_t count : result.perft().counts()) leaves += count;
  EXPECT_EQ(Get(job)->progress().leaves(), std::to_string(leaves));
}

TEST_F(LedgerFaultTest, GrantsAreTakenBackAndCountAsNoFailures) {
  const std::string job = Run(Perft(kStartpos, 3));
  for (int attempt = 0; attempt < 6; ++attempt) {
    ledger_->FailWrites(kDiskFull);
    const absl::Status refused = TryAcquire(a_).status();
    EXPECT_TRUE(absl::IsUnavailable(refused)) << refused;
    MakeSpace();
    WaitUntil("writing works again",
              [&] { return coordinator_->health().ok(); });
  }
  EXPECT_THAT(ledger_->leases(), IsEmpty());
  const v1::Lease lease = AcquireOne(a_);
  EXPECT_EQ(lease.unit().number(), 0u);
  EXPECT_EQ(lease.attempt(), 1u) << "the worker never heard of the others";
  EXPECT_EQ(ledger_->units().at(0).failures, 0u);
  EXPECT_EQ(Complete(a_, Count(lease)), v1::OUTCOME_ACCEPTED);
  WorkOff({a_, b_});
  EXPECT_EQ(Ended(job).perft_result().nodes(), "8902");
}

TEST_F(LedgerFaultTest, NothingIsGrantedWhileWritesFail) {
  Run(Perft(kStartpos, 3));
  ledger_->FailWrites(kDiskFull);
  EXPECT_TRUE(absl::IsUnavailable(TryAcquire(a_).status()));
  // Until it is time to try again, the ledger is not even asked.
  const size_t commits = ledger_->commit_sizes().size();
  EXPECT_THAT(Acquire(a_), IsEmpty());
  EXPECT_THAT(Acquire(b_), IsEmpty());
  EXPECT_EQ(ledger_->commit_sizes().size(), commits);
  MakeSpace();
  EXPECT_THAT(Acquire(b_), SizeIs(1));
}

TEST_F(LedgerFaultTest, WhatCouldNotBeWrittenDoesNotComeBackWithEveryTick) {
  Run(Perft(kStartpos, 3));
  const v1::Lease lease = AcquireOne(a_);
  ledger_->FailWrites(kDiskFull);
  Pass(kTimeToLive);
  WaitUntil("the lease's end could not be written",
            [&] { return !coordinator_->health().ok(); });
  const size_t commits = ledger_->commit_sizes().size();
  for (int tick = 0; tick < 9; ++tick) Pass(absl::Milliseconds(100));
  // A barrier: what the ticks have queued was tried.
  EXPECT_TRUE(Release(a_, {"no-such-lease"}).ok());
  EXPECT_EQ(ledger_->commit_sizes().size(), commits);
  MakeSpace();
  WaitUntil("it is written", [&] {
    return ledger_->leases().at(0).ended == LeaseEnd::kExpired;
  });
}

TEST_F(LedgerFaultTest, CallThatNeedsNoWriteDoesNotHealTheLedger) {
  Run(Perft(kStartpos, 3));
  ledger_->FailWrites(kDiskFull);
  EXPECT_TRUE(absl::IsUnavailable(TryAcquire(a_).status()));
  // Nothing to write: acknowledged, as soon as no earlier write is under way,
  // but no sign that writing works.
  absl::Status released;
  for (int attempt = 0; attempt < 1'000; ++attempt) {
    released = Release(a_, {"no-such-lease"});
    if (released.ok()) break;
  }
  EXPECT_TRUE(released.ok()) << released;
  EXPECT_TRUE(absl::IsResourceExhausted(coordinator_->health()));
}

TEST_F(LedgerFaultTest, ReadsAndHeartbeatsAreStillServed) {
  const std::string job = Run(Perft(kStartpos, 3));
  const v1::Lease lease = AcquireOne(a_);
  ledger_->FailWrites(kDiskFull);
  EXPECT_TRUE(absl::IsUnavailable(Submit(Perft(kKiwipete, 3)).status()));
  EXPECT_EQ(Get(job)->state(), v1::Job::STATE_RUNNING);
  EXPECT_THAT(List({})->jobs(), SizeIs(1));
  EXPECT_THAT(ListWorkers()->workers(), SizeIs(2));
  // Leases are renewed, so that no work is lost in the meantime.
  for (int beat = 0; beat < 6; ++beat) {
    Pass(kTimeToLive / 3);
    EXPECT_THAT(VoidLeases(a_, {lease.lease_id()}), IsEmpty());
  }
  MakeSpace();
  EXPECT_EQ(Complete(a_, Count(lease)), v1::OUTCOME_ACCEPTED);
}

TEST_F(LedgerFaultTest, RefusedSubmitMayBeRepeated) {
  v1::SubmitPerftRequest request = Perft(kStartpos, 3);
  request.set_request_id("again");
  ledger_->FailWrites(kDiskFull);
  const absl::Status refused = Submit(request).status();
  EXPECT_TRUE(absl::IsUnavailable(refused)) << refused;
  EXPECT_THAT(List({})->jobs(), IsEmpty());
  MakeSpace();
  const std::string job = Run(request);
  WorkOff({a_});
  EXPECT_EQ(Ended(job).perft_result().nodes(), "8902");
}

TEST_F(LedgerFaultTest, PlanIsWrittenWhenThereIsSpaceAgain) {
  ledger_->FailNextCommit(kDiskFull);  // of the plan
  const absl::StatusOr<v1::Job> job = Submit(Perft(kStartpos, 3));
  ASSERT_TRUE(job.ok()) << job.status();
  WaitUntil("the plan could not be written",
            [&] { return !coordinator_->health().ok(); });
  EXPECT_EQ(Get(job->job_id())->state(), v1::Job::STATE_PLANNING);
  Pass(absl::Seconds(2));
  WaitUntil("the job runs", [&] {
    return Get(job->job_id())->state() == v1::Job::STATE_RUNNING;
  });
  WorkOff({a_});
  EXPECT_EQ(Ended(job->job_id()).perft_result().nodes(), "8902");
}

TEST_F(LedgerFaultTest, SumIsRetriedUntilItIsStored) {
  const std::string job = Run(Perft(kStartpos, 3));
  ledger_->FailFinishes(kDiskFull);
  WorkOff({a_});
  WaitUntil("the sum could not be stored",
            [&] { return !coordinator_->health().ok(); });
  EXPECT_EQ(Get(job)->state(), v1::Job::STATE_RUNNING);
  EXPECT_THAT(ledger_->results(), SizeIs(4));
  Pass(absl::Seconds(2));
  EXPECT_EQ(Get(job)->state(), v1::Job::STATE_RUNNING);
  ledger_->FailFinishes(absl::OkStatus());
  Pass(absl::Seconds(2));
  EXPECT_EQ(Ended(job).perft_result().nodes(), "8902");
  EXPECT_TRUE(coordinator_->health().ok());
}

TEST_F(LedgerFaultTest, CancelIsRetriedUntilItIsStored) {
  const std::string job = Run(Perft(kStartpos, 3));
  ledger_->FailNextCommit(kDiskFull);
  EXPECT_TRUE(absl::IsUnavailable(Cancel(job).status()));
  Pass(absl::Seconds(2));
  EXPECT_EQ(Ended(job).state(), v1::Job::STATE_CANCELLED);
}

TEST_F(LedgerFaultTest, DamagedFiguresAreComputedAgain) {
  const std::string job = Run(Perft(kStartpos, 3));
  ledger_->DamageFigures(job, 2, 0);
  CompleteFourUnits();
  WaitUntil("the damage is found",
            [&] { return Get(job)->progress().units_done() == 3; });
  EXPECT_EQ(Get(job)->state(), v1::Job::STATE_RUNNING);
  EXPECT_THAT(ledger_->results(), SizeIs(3));
  const v1::Lease again = AcquireOne(b_);
  EXPECT_EQ(again.unit().number(), 2u);
  EXPECT_EQ(Complete(b_, Count(again)), v1::OUTCOME_ACCEPTED);
  EXPECT_EQ(Ended(job).perft_result().nodes(), "8902");
}

TEST_F(LedgerFaultTest, EndOfADisputeIsRetriedAndStillSaysWhatDiffers) {
  v1::SubmitPerftRequest request = Perft(kStartpos, 3);
  request.set_replicas(2);
  const std::string job = Run(request);
  const v1::Lease first = AcquireOne(a_);
  const v1::Lease second = AcquireOne(b_);
  EXPECT_EQ(Complete(a_, Count(first)), v1::OUTCOME_ACCEPTED);
  ledger_->FailNextCommit(kDiskFull);
  EXPECT_TRUE(
      absl::IsUnavailable(TryComplete(b_, {Miscount(second)}).status()));
  EXPECT_EQ(Get(job)->state(), v1::Job::STATE_RUNNING);
  Pass(absl::Seconds(2));
  const v1::Job ended = Ended(job);
  EXPECT_EQ(ended.state(), v1::Job::STATE_FAILED);
  EXPECT_THAT(ended.error(), HasSubstr("2 plies below position 0 of the plan"));
  EXPECT_THAT(ledger_->results(), SizeIs(2));
}

TEST_F(LedgerFaultTest, SupersededLedgerIsNotTriedAgain) {
  const std::string job = Run(Perft(kStartpos, 3));
  const v1::UnitResult result = Count(AcquireOne(a_));
  ledger_->Supersede();
  EXPECT_TRUE(absl::IsUnavailable(TryComplete(a_, {result}).status()));
  EXPECT_TRUE(absl::IsFailedPrecondition(coordinator_->health()));
  ledger_->FailWrites(absl::OkStatus());
  Pass(absl::Seconds(2));
  EXPECT_TRUE(absl::IsUnavailable(TryComplete(a_, {result}).status()));
  EXPECT_TRUE(absl::IsFailedPrecondition(coordinator_->health()));
  EXPECT_TRUE(Get(job).ok());
}

TEST_F(LedgerFaultTest, ManyCallsShareOneCommit) {
  Run(Perft(kStartpos, 3));
  const std::vector<v1::Lease> leases = Acquire(a_, 64);
  ASSERT_THAT(leases, SizeIs(4));
  ledger_->HoldWrites();
  std::vector<std::future<v1::Outcome>> outcomes;
  for (const v1::Lease& lease : leases) {
    outcomes.push_back(std::async(std::launch::async, [this, lease] {
      return Complete(a_, Count(lease));
    }));
  }
  ledger_->WaitForHeldWrite();
  const size_t commits = ledger_->commit_sizes().size();
  WaitUntil("all results have arrived", [&] {
    return Metric("rookery_coordinator_results_total{outcome=\"accepted\"}") ==
           4;
  });
  ledger_->ReleaseWrites();
  for (auto& outcome : outcomes) EXPECT_EQ(outcome.get(), v1::OUTCOME_ACCEPTED);
  // The first one may have gone alone; the others came while it waited.
  EXPECT_LE(ledger_->commit_sizes().size() - commits, 3u);
}

}  // namespace
}  // namespace rookery::coordinator
