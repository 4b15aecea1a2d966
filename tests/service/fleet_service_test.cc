// The fleet over real gRPC: who is listed, and what draining and blocking do.
#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "tests/service/coordinator_fixture.h"

namespace rookery::coordinator {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class FleetServiceTest : public CoordinatorFixture {
 protected:
  void SetUp() override { Start(); }

  std::vector<std::string> ListAll(int32_t page_size) {
    std::vector<std::string> names;
    v1::ListWorkersRequest request;
    request.set_page_size(page_size);
    do {
      const absl::StatusOr<v1::ListWorkersResponse> page = ListWorkers(request);
      EXPECT_TRUE(page.ok()) << page.status();
      if (!page.ok()) break;
      EXPECT_LE(page->workers_size(), page_size);
      for (const v1::Worker& worker : page->workers())
        names.push_back(worker.name());
      request.set_page_token(page->next_page_token());
    } while (!request.page_token().empty());
    return names;
  }
};

TEST_F(FleetServiceTest, ListsByNameInPages) {
  for (const char* name : {"delta", "alpha", "charlie", "bravo", "alpha"})
    Register(name);
  for (const int32_t page_size : {1, 2, 3, 5, 1'000'000}) {
    EXPECT_THAT(ListAll(page_size),
                ElementsAre("alpha", "alpha", "bravo", "charlie", "delta"))
        << page_size;
  }
}

TEST_F(FleetServiceTest, ListRefusesWhatItCannotMean) {
  v1::ListWorkersRequest request;
  request.set_page_size(-5);
  absl::Status refused = ListWorkers(request).status();
  EXPECT_TRUE(absl::IsInvalidArgument(refused)) << refused;
  EXPECT_THAT(std::string(refused.message()), HasSubstr("page_size is -5"));
  request.set_page_size(0);
  request.set_page_token("not one of ours");
  refused = ListWorkers(request).status();
  EXPECT_TRUE(absl::IsInvalidArgument(refused)) << refused;
}

TEST_F(FleetServiceTest, ShowsWhatAWorkerDoes) {
  const std::string id = Register("a", 2);
  EXPECT_EQ(Worker(id).state(), v1::Worker::STATE_ACTIVE);
  EXPECT_EQ(Worker(id).slots(), 2u);
  EXPECT_EQ(Worker(id).slots_busy(), 0u);
  EXPECT_EQ(Worker(id).idle_because(), "nothing waits to be computed");
  Run(Perft(kStartpos, 3));
  Acquire(id, 3);
  EXPECT_EQ(Worker(id).slots_busy(), 2u) << "one is prefetched";
  EXPECT_THAT(Worker(id).idle_because(), IsEmpty());
  Pass(kTimeToLive + absl::Milliseconds(1));
  EXPECT_EQ(Worker(id).state(), v1::Worker::STATE_LOST);
  EXPECT_THAT(VoidLeases(id, {}), IsEmpty());
  EXPECT_EQ(Worker(id).state(), v1::Worker::STATE_ACTIVE);
}

TEST_F(FleetServiceTest, SpeedIsThatOfTheLastHeartbeat) {
  const std::string id = Register("a");
  v1::HeartbeatRequest request;
  request.set_worker_id(id);
  request.set_leaves_counted(1'000);
  ASSERT_TRUE(
      Call(workers_, &v1::WorkerService::Stub::Heartbeat, request).ok());
  EXPECT_EQ(Worker(id).leaves_per_second(), 0);
  clock_.Advance(absl::Seconds(5));
  request.set_leaves_counted(6'000);
  ASSERT_TRUE(
      Call(workers_, &v1::WorkerService::Stub::Heartbeat, request).ok());
  EXPECT_EQ(Worker(id).leaves_per_second(), 1'000);
}

TEST_F(FleetServiceTest, DrainingWorkerFinishesWhatItHolds) {
  const std::string a = Register("a");
  const std::string b = Register("b");
  const std::string job = Run(Perft(kStartpos, 3));
  const v1::Lease held = AcquireOne(a);
  EXPECT_FALSE(TryHeartbeat(a, {held.lease_id()})->drain());
  const absl::StatusOr<v1::Worker> drained =
      SetState(a, v1::Worker::STATE_DRAINING, "upgrade");
  ASSERT_TRUE(drained.ok()) << drained.status();
  EXPECT_EQ(drained->state(), v1::Worker::STATE_DRAINING);
  EXPECT_EQ(drained->reason(), "upgrade");
  const absl::StatusOr<v1::HeartbeatResponse> beat =
      TryHeartbeat(a, {held.lease_id()});
  EXPECT_TRUE(beat->drain());
  EXPECT_THAT(beat->void_lease_ids(), IsEmpty());
  EXPECT_THAT(Acquire(a), IsEmpty());
  EXPECT_EQ(Complete(a, Count(held)), v1::OUTCOME_ACCEPTED);
  WorkOff({a, b});
  EXPECT_EQ(Ended(job).perft_result().nodes(), "8902");
  EXPECT_EQ(Sql("SELECT count(*) FROM results WHERE worker = '" + a + "'"),
            "1");
}

TEST_F(FleetServiceTest, BlockedWorkerGetsNothingUntilItIsUnblocked) {
  const std::string a = Register("a");
  const std::string job = Run(Perft(kStartpos, 3));
  const v1::Lease held = AcquireOne(a);
  ASSERT_TRUE(SetState(a, v1::Worker::STATE_BLOCKED, "overheats").ok());
  EXPECT_THAT(Acquire(a), IsEmpty());
  EXPECT_EQ(Complete(a, Count(held)), v1::OUTCOME_ACCEPTED)
      << "results of leases that it holds are still taken";
  EXPECT_EQ(Get(job)->progress().waiting_for(),
            "all workers are draining or blocked");
  ParkedCall parked = Park(a, absl::Seconds(30));
  EXPECT_FALSE(parked.answered());
  const absl::StatusOr<v1::Worker> active =
      SetState(a, v1::Worker::STATE_ACTIVE, "cooled down");
  ASSERT_TRUE(active.ok());
  EXPECT_THAT(active->reason(), IsEmpty());
  ASSERT_TRUE(WaitUntil("the parked call gets a unit",
                        [&] { return parked.answered(); }));
  const absl::StatusOr<v1::AcquireUnitsResponse> answer = parked.answer.get();
  ASSERT_TRUE(answer.ok() && answer->leases_size() == 1);
  EXPECT_EQ(Complete(a, Count(answer->leases(0))), v1::OUTCOME_ACCEPTED);
  WorkOff({a});
  EXPECT_EQ(Ended(job).perft_result().nodes(), "8902");
}

TEST_F(FleetServiceTest, DrainedRangesGoToOthers) {
  const std::string a = Register("a");
  const std::string b = Register("b");
  const std::string job = Run(Perft(kStartpos, 4));
  EXPECT_EQ(Complete(a, Count(AcquireOne(a))), v1::OUTCOME_ACCEPTED);
  ASSERT_TRUE(SetState(a, v1::Worker::STATE_DRAINING).ok());
  WorkOff({b});
  EXPECT_EQ(Ended(job).perft_result().nodes(), "197281");
}

TEST_F(FleetServiceTest, SetWorkerStateRefusesWhatItCannotDo) {
  const std::string id = Register("a");
  for (const v1::Worker::State state :
       {v1::Worker::STATE_UNSPECIFIED, v1::Worker::STATE_LOST,
        static_cast<v1::Worker::State>(99)}) {
    EXPECT_TRUE(absl::IsInvalidArgument(SetState(id, state).status()));
  }
  const absl::Status without_reason =
      SetState(id, v1::Worker::STATE_BLOCKED).status();
  EXPECT_TRUE(absl::IsInvalidArgument(without_reason)) << without_reason;
  EXPECT_THAT(std::string(without_reason.message()),
              HasSubstr("reason is empty"));
  const absl::Status long_reason =
      SetState(id, v1::Worker::STATE_BLOCKED, std::string(257, 'r')).status();
  EXPECT_TRUE(absl::IsInvalidArgument(long_reason)) << long_reason;
  EXPECT_THAT(std::string(long_reason.message()),
              HasSubstr("reason has 257 bytes; at most 256"));
  EXPECT_TRUE(
      SetState(id, v1::Worker::STATE_BLOCKED, std::string(256, 'r')).ok());
  EXPECT_TRUE(
      absl::IsNotFound(SetState("nobody", v1::Worker::STATE_ACTIVE).status()));
}

TEST_F(FleetServiceTest, GaugesShowTheFleet) {
  const std::string drained = Register("a");
  const std::string blocked = Register("b");
  const std::string lost = Register("c");
  const std::string active = Register("d");
  ASSERT_TRUE(SetState(drained, v1::Worker::STATE_DRAINING).ok());
  ASSERT_TRUE(SetState(blocked, v1::Worker::STATE_BLOCKED, "test").ok());
  Pass(kTimeToLive + absl::Milliseconds(1));
  EXPECT_THAT(VoidLeases(active, {}), IsEmpty());
  coordinator_->Tick();
  for (const char* state : {"active", "draining", "blocked", "lost"}) {
    EXPECT_EQ(Metric(std::string("rookery_coordinator_workers{state=\"") +
                     state + "\"}"),
              1)
        << state;
  }
  EXPECT_EQ(Worker(lost).state(), v1::Worker::STATE_LOST);
}

}  // namespace
}  // namespace rookery::coordinator
