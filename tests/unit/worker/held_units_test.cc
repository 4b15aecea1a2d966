#include "worker/held_units.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

namespace rookery::worker {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

v1::Lease LeaseOf(const std::string& lease_id) {
  v1::Lease lease;
  lease.set_lease_id(lease_id);
  return lease;
}

std::vector<v1::Lease> Leases(const std::vector<std::string>& lease_ids) {
  std::vector<v1::Lease> leases;
  for (const std::string& lease_id : lease_ids)
    leases.push_back(LeaseOf(lease_id));
  return leases;
}

v1::UnitResult ResultOf(const std::string& lease_id, int count = 1) {
  v1::UnitResult result;
  result.set_lease_id(lease_id);
  result.mutable_perft()->mutable_counts()->Resize(count, 1);
  return result;
}

void Finish(HeldUnits& held, int count = 1) {
  const std::shared_ptr<HeldUnit> unit = held.TakeNext();
  held.Finish(*unit, ResultOf(unit->lease.lease_id(), count));
}

TEST(HeldUnitsTest, AsksForWhatItHasRoomFor) {
  HeldUnits held(4);
  EXPECT_EQ(held.WaitForRoom(), 4u);
  held.Add(Leases({"a", "b", "c"}));
  EXPECT_EQ(held.WaitForRoom(), 1u);
}

TEST(HeldUnitsTest, AsksForNoMoreThanACallMayBring) {
  HeldUnits held(1000);
  EXPECT_EQ(held.WaitForRoom(), HeldUnits::kMaxUnitsPerAcquire);
}

TEST(HeldUnitsTest, CountsALeaseUntilItIsAcknowledged) {
  HeldUnits held(2);
  held.Add(Leases({"a", "b"}));
  Finish(held);
  EXPECT_EQ(held.size(), 2u);
  const Outbox outbox = held.TakeOutbox();
  ASSERT_EQ(outbox.results.size(), 1u);
  EXPECT_EQ(held.size(), 2u);
  held.Acknowledge(std::vector<std::string>{"a"});
  EXPECT_EQ(held.WaitForRoom(), 1u);
}

TEST(HeldUnitsTest, IgnoresALeaseThatItHolds) {
  HeldUnits held(4);
  EXPECT_EQ(held.Add(Leases({"a"})), 1u);
  EXPECT_EQ(held.Add(Leases({"a", "b"})), 1u);
  EXPECT_EQ(held.size(), 2u);
}

TEST(HeldUnitsTest, HandsUnitsOutInOrder) {
  HeldUnits held(4);
  held.Add(Leases({"b", "a"}));
  EXPECT_EQ(held.TakeNext()->lease.lease_id(), "b");
  EXPECT_EQ(held.TakeNext()->lease.lease_id(), "a");
}

TEST(HeldUnitsTest, DropsAQueuedUnitThatIsVoid) {
  HeldUnits held(4);
  held.Add(Leases({"a", "b"}));
  EXPECT_EQ(held.Void(std::vector<std::string>{"a", "never held"}), 1u);
  EXPECT_THAT(held.LeaseIds(), ElementsAre("b"));
  EXPECT_EQ(held.TakeNext()->lease.lease_id(), "b");
}

TEST(HeldUnitsTest, CancelsARunningUnitThatIsVoidAndForgetsIt) {
  HeldUnits held(4);
  held.Add(Leases({"a"}));
  const std::shared_ptr<HeldUnit> unit = held.TakeNext();
  EXPECT_EQ(held.Void(std::vector<std::string>{"a"}), 1u);
  EXPECT_TRUE(unit->cancelled.IsSet());
  EXPECT_FALSE(held.WaitUntilNoneRunning(absl::ZeroDuration()));
  held.Abandon(*unit);
  EXPECT_TRUE(held.WaitUntilNoneRunning(absl::ZeroDuration()));
  EXPECT_TRUE(held.WaitUntilEmpty(absl::ZeroDuration()));
}

TEST(HeldUnitsTest, ForgetsAVoidUnitThatFinishedAllTheSame) {
  HeldUnits held(4);
  held.Add(Leases({"a"}));
  const std::shared_ptr<HeldUnit> unit = held.TakeNext();
  held.Void(std::vector<std::string>{"a"});
  held.Finish(*unit, ResultOf("a"));
  EXPECT_EQ(held.size(), 0u);
}

TEST(HeldUnitsTest, StillHandsInAResultThatBecameVoid) {
  HeldUnits held(4);
  held.Add(Leases({"a"}));
  Finish(held);
  EXPECT_EQ(held.Void(std::vector<std::string>{"a"}), 0u);
  EXPECT_EQ(held.TakeOutbox().results.size(), 1u);
}

TEST(HeldUnitsTest, BatchesByCount) {
  HeldUnits held(100);
  for (int i = 0; i < 70; ++i) {
    held.Add({LeaseOf(std::to_string(i))});
    Finish(held);
  }
  EXPECT_EQ(held.TakeOutbox().results.size(), HeldUnits::kMaxResultsPerCall);
  EXPECT_EQ(held.TakeOutbox().results.size(), 6u);
}

TEST(HeldUnitsTest, BatchesByBytes) {
  HeldUnits held(100);
  for (int i = 0; i < 3; ++i) {
    held.Add({LeaseOf(std::to_string(i))});
    Finish(held, 200'000);  // 1.6 MB each
  }
  const Outbox first = held.TakeOutbox();
  EXPECT_EQ(first.results.size(), 2u);
  v1::CompleteUnitsRequest request;
  for (const v1::UnitResult& result : first.results)
    *request.add_results() = result;
  EXPECT_LE(request.ByteSizeLong(), HeldUnits::kMaxResultBytesPerCall);
  EXPECT_EQ(held.TakeOutbox().results.size(), 1u);
}

TEST(HeldUnitsTest, HandsBackWhatIsQueuedAndGivesOutNoMore) {
  HeldUnits held(4);
  held.Add(Leases({"a", "b", "c"}));
  const std::shared_ptr<HeldUnit> running = held.TakeNext();
  held.HandBackQueued();
  EXPECT_EQ(held.TakeNext(), nullptr);
  EXPECT_FALSE(running->cancelled.IsSet());
  EXPECT_THAT(held.TakeOutbox().handed_back, ElementsAre("b", "c"));
  EXPECT_THAT(held.LeaseIds(), UnorderedElementsAre("a", "b", "c"))
      << "not yet acknowledged";
}

TEST(HeldUnitsTest, HandsBackLeasesThatArriveDuringADrain) {
  HeldUnits held(4);
  held.HandBackQueued();
  held.Add(Leases({"late"}));
  EXPECT_THAT(held.TakeOutbox().handed_back, ElementsAre("late"));
}

TEST(HeldUnitsTest, HandsBackRunningUnitsOnceTheyAreAbandoned) {
  HeldUnits held(4);
  held.Add(Leases({"a"}));
  const std::shared_ptr<HeldUnit> unit = held.TakeNext();
  held.HandBackRunning();
  EXPECT_TRUE(unit->cancelled.IsSet());
  held.Abandon(*unit);
  EXPECT_THAT(held.TakeOutbox().handed_back, ElementsAre("a"));
  EXPECT_FALSE(held.WaitUntilEmpty(absl::ZeroDuration()));
  held.Acknowledge(std::vector<std::string>{"a"});
  EXPECT_TRUE(held.WaitUntilEmpty(absl::ZeroDuration()));
}

TEST(HeldUnitsTest, StopAddingEndsTheWaitForRoom) {
  HeldUnits held(1);
  held.Add(Leases({"a"}));
  std::thread lease_loop([&] { EXPECT_EQ(held.WaitForRoom(), 0u); });
  held.StopAdding();
  lease_loop.join();
}

TEST(HeldUnitsTest, APauseEndsWhenItIsTakenBack) {
  HeldUnits held(1);
  held.SetPaused(true);
  std::thread lease_loop([&] { EXPECT_EQ(held.WaitForRoom(), 1u); });
  held.SetPaused(false);
  lease_loop.join();
}

TEST(HeldUnitsTest, CloseEndsEveryWaitAndCancelsWhatRuns) {
  HeldUnits held(1);
  held.Add(Leases({"a"}));
  const std::shared_ptr<HeldUnit> unit = held.TakeNext();
  std::thread lease_loop([&] { EXPECT_EQ(held.WaitForRoom(), 0u); });
  std::thread executor([&] { EXPECT_EQ(held.TakeNext(), nullptr); });
  std::thread reporter([&] {
    const Outbox outbox = held.TakeOutbox();
    EXPECT_THAT(outbox.results, IsEmpty());
    EXPECT_THAT(outbox.handed_back, IsEmpty());
  });
  held.Close();
  lease_loop.join();
  executor.join();
  reporter.join();
  EXPECT_TRUE(unit->cancelled.IsSet());
}

}  // namespace
}  // namespace rookery::worker
