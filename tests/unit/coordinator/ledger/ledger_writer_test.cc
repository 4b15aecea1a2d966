#include "coordinator/ledger/ledger_writer.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "absl/synchronization/notification.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/fake_ledger.h"
#include "tests/unit/coordinator/ledger/rows.h"

namespace rookery::coordinator {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

using Writes = std::span<const LedgerWrite>;

const absl::Status kOk = absl::OkStatus();

class LedgerWriterTest : public testing::Test {
 protected:
  LedgerWriterTest() : writer_(std::make_unique<LedgerWriter>(&ledger_)) {}

  // What the destructor of the writer does; all callbacks have run then.
  void Finish() { writer_.reset(); }

  // Keeps the writer in a commit of its own until ReleaseWrites, so that what
  // is queued meanwhile becomes one group.
  void HoldWriter() {
    ledger_.HoldWrites();
    writer_->Enqueue({PutWorker{MakeWorker("first")}},
                     [](const absl::Status&, Writes) {});
    ledger_.WaitForHeldWrite();
  }

  void Enqueue(std::vector<LedgerWrite> writes) {
    size_t index = 0;
    {
      absl::MutexLock lock(&mutex_);
      index = outcomes_.size();
      outcomes_.push_back(absl::UnknownError("not done"));
    }
    writer_->Enqueue(std::move(writes),
                     [this, index](const absl::Status& status, Writes) {
                       absl::MutexLock lock(&mutex_);
                       outcomes_[index] = status;
                       order_.push_back(index);
                     });
  }

  std::vector<LedgerWrite> Worker(const std::string& id) {
    return {PutWorker{MakeWorker(id)}};
  }

  // Fails with NOT_FOUND.
  std::vector<LedgerWrite> BadWrites() { return {SetPlan{"nobody", "plan"}}; }

  FakeLedger ledger_;
  // Held where the writer runs; the tests look after Finish.
  absl::Mutex mutex_;
  std::vector<absl::Status> outcomes_;
  std::vector<size_t> order_;  // in which the callbacks ran
  std::unique_ptr<LedgerWriter> writer_;
};

TEST_F(LedgerWriterTest, GivesTheWritesBack) {
  std::vector<std::string> given_back;
  HoldWriter();
  for (const std::string id : {"a", "b"}) {
    writer_->Enqueue(Worker(id), [&](const absl::Status&, Writes writes) {
      for (const LedgerWrite& write : writes) {
        given_back.push_back(std::get<PutWorker>(write).worker.id);
      }
    });
  }
  ledger_.ReleaseWrites();
  Finish();
  EXPECT_THAT(given_back, ElementsAre("a", "b"));
}

TEST_F(LedgerWriterTest, MakesWritesDurable) {
  Enqueue(Worker("a"));
  Finish();
  EXPECT_THAT(outcomes_, ElementsAre(kOk));
  EXPECT_THAT(*ledger_.LoadWorkers(), ElementsAre(MakeWorker("a")));
}

TEST_F(LedgerWriterTest, CommitsAllThatIsQueuedAtOnce) {
  HoldWriter();
  for (int index = 0; index < 100; ++index) {
    Enqueue({PutUnit{MakeUnit("a", index)}, PutUnit{MakeUnit("b", index)}});
  }
  ledger_.ReleaseWrites();
  Finish();
  EXPECT_THAT(ledger_.commit_sizes(), ElementsAre(1, 200));
  EXPECT_EQ(ledger_.units().size(), 200);
  EXPECT_THAT(outcomes_, testing::Each(kOk));
}

TEST_F(LedgerWriterTest, CallsBackInTheOrderOfTheCalls) {
  HoldWriter();
  Enqueue(Worker("a"));
  Enqueue({});
  Enqueue(Worker("b"));
  ledger_.ReleaseWrites();
  Finish();
  EXPECT_THAT(order_, ElementsAre(0, 1, 2));
}

TEST_F(LedgerWriterTest, CallsBackOnlyWhenDurable) {
  HoldWriter();
  Enqueue(Worker("a"));
  {
    absl::MutexLock lock(&mutex_);
    EXPECT_THAT(order_, IsEmpty());
  }
  ledger_.ReleaseWrites();
  Finish();
  EXPECT_THAT(order_, ElementsAre(0));
}

TEST_F(LedgerWriterTest, OneBadWriteDoesNotFailItsNeighbours) {
  HoldWriter();
  Enqueue(Worker("a"));
  Enqueue(BadWrites());
  Enqueue(Worker("b"));
  ledger_.ReleaseWrites();
  Finish();
  EXPECT_EQ(outcomes_[0], kOk);
  EXPECT_TRUE(absl::IsNotFound(outcomes_[1])) << outcomes_[1];
  EXPECT_EQ(outcomes_[2], kOk);
  EXPECT_THAT(ledger_.commit_sizes(), ElementsAre(1, 3, 1, 1, 1));
  EXPECT_THAT(
      *ledger_.LoadWorkers(),
      ElementsAre(MakeWorker("a"), MakeWorker("b"), MakeWorker("first")));
}

TEST_F(LedgerWriterTest, DoesNotRepeatTheWritesOfASingleCaller) {
  HoldWriter();
  Enqueue({});
  Enqueue(BadWrites());
  Enqueue({});
  ledger_.ReleaseWrites();
  Finish();
  EXPECT_THAT(ledger_.commit_sizes(), ElementsAre(1, 1));
}

TEST_F(LedgerWriterTest, FailsAllAlikeOnceSuperseded) {
  HoldWriter();
  Enqueue(Worker("a"));
  Enqueue(Worker("b"));
  ledger_.Supersede();
  ledger_.ReleaseWrites();
  Finish();
  EXPECT_TRUE(absl::IsFailedPrecondition(outcomes_[0])) << outcomes_[0];
  EXPECT_EQ(outcomes_[1], outcomes_[0]);
  EXPECT_THAT(ledger_.commit_sizes(), ElementsAre(1, 2));
}

TEST_F(LedgerWriterTest, FailsAllAlikeWhenTheDiskIsFullAndGoesOnAfterwards) {
  HoldWriter();
  Enqueue(Worker("a"));
  Enqueue(Worker("b"));
  ledger_.FailWrites(absl::ResourceExhaustedError("full"));
  absl::Notification failed;
  writer_->Enqueue({},
                   [&failed](const absl::Status&, Writes) { failed.Notify(); });
  ledger_.ReleaseWrites();
  failed.WaitForNotification();
  ledger_.FailWrites(absl::OkStatus());
  Enqueue(Worker("c"));
  Finish();
  EXPECT_THAT(outcomes_,
              ElementsAre(absl::ResourceExhaustedError("full"),
                          absl::ResourceExhaustedError("full"), kOk));
  EXPECT_THAT(*ledger_.LoadWorkers(), ElementsAre(MakeWorker("c")));
}

TEST_F(LedgerWriterTest, ABarrierNeedsNoCommit) {
  Enqueue({});
  Finish();
  EXPECT_THAT(outcomes_, ElementsAre(kOk));
  EXPECT_THAT(ledger_.commit_sizes(), IsEmpty());
}

TEST_F(LedgerWriterTest, ABarrierFailsWithWhatWasQueuedBeforeIt) {
  HoldWriter();
  Enqueue({});
  Enqueue(BadWrites());
  Enqueue({});
  ledger_.ReleaseWrites();
  Finish();
  EXPECT_EQ(outcomes_[0], kOk);
  EXPECT_TRUE(absl::IsNotFound(outcomes_[1])) << outcomes_[1];
  EXPECT_EQ(outcomes_[2], outcomes_[1]);
}

TEST_F(LedgerWriterTest, ABarrierFailsWithTheGroupThatWasInFlight) {
  ledger_.HoldWrites();
  Enqueue(Worker("a"));
  ledger_.WaitForHeldWrite();
  // Queued when "a" was already being written, by somebody who counts on it.
  Enqueue({});
  ledger_.FailWrites(absl::UnavailableError("broken"));
  ledger_.ReleaseWrites();
  Finish();
  EXPECT_THAT(outcomes_, ElementsAre(absl::UnavailableError("broken"),
                                     absl::UnavailableError("broken")));
}

TEST_F(LedgerWriterTest, ABarrierForgetsFailuresThatWereReported) {
  Enqueue(BadWrites());
  absl::Notification reported;
  writer_->Enqueue(
      {}, [&reported](const absl::Status&, Writes) { reported.Notify(); });
  reported.WaitForNotification();
  Enqueue({});
  Finish();
  EXPECT_TRUE(absl::IsNotFound(outcomes_[0])) << outcomes_[0];
  EXPECT_EQ(outcomes_[1], kOk);
}

TEST_F(LedgerWriterTest, RunsAnOperationBetweenTheWritesAroundIt) {
  HoldWriter();
  Enqueue(Worker("a"));
  std::optional<size_t> seen;
  writer_->RunExclusive(
      [&seen](Ledger& ledger) { seen = ledger.LoadWorkers()->size(); });
  Enqueue(Worker("b"));
  ledger_.ReleaseWrites();
  Finish();
  EXPECT_EQ(seen, 2);  // "first" and "a"
  EXPECT_THAT(ledger_.commit_sizes(), ElementsAre(1, 1, 1));
}

TEST_F(LedgerWriterTest, LetsAnOperationWrite) {
  absl::Status finished = absl::UnknownError("not done");
  writer_->RunExclusive(
      [](Ledger& ledger) { EXPECT_TRUE(ledger.AddJob(MakeJob("a")).ok()); });
  writer_->RunExclusive([&finished](Ledger& ledger) {
    finished = ledger.FinishJob("a", kNow, "1").status();
  });
  Finish();
  EXPECT_EQ(finished, kOk);
  EXPECT_EQ(ledger_.GetJob("a")->outcome, "1");
}

TEST_F(LedgerWriterTest, CompletesWhatCallbacksQueueWhileItStops) {
  bool done = false;
  LedgerWriter* writer = writer_.get();
  HoldWriter();
  writer->Enqueue(
      Worker("a"), [this, writer, &done](const absl::Status&, Writes) {
        writer->Enqueue(Worker("b"),
                        [&done](const absl::Status&, Writes) { done = true; });
      });
  ledger_.ReleaseWrites();
  Finish();
  EXPECT_TRUE(done);
  EXPECT_EQ(ledger_.LoadWorkers()->size(), 3);
}

}  // namespace
}  // namespace rookery::coordinator
