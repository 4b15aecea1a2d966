#include "coordinator/dispatch/fair_share.h"

#include <gtest/gtest.h>

#include <map>

namespace rookery::coordinator {
namespace {

// Serves `turns` units of cost 1 and counts whose they were.
std::map<uint64_t, int> Serve(FairShare& share, int turns) {
  std::map<uint64_t, int> served;
  for (int turn = 0; turn < turns; ++turn) {
    const uint64_t job = share.queue().begin()->second;
    ++served[job];
    share.Charge(job, 1);
  }
  return served;
}

void AddRunnable(FairShare& share, uint64_t job, uint32_t weight) {
  share.Add(job, weight);
  share.SetRunnable(job, true);
}

TEST(FairShareTest, EqualWeightsGetEqualShares) {
  FairShare share;
  AddRunnable(share, 1, 1);
  AddRunnable(share, 2, 1);
  EXPECT_EQ(Serve(share, 100), (std::map<uint64_t, int>{{1, 50}, {2, 50}}));
}

TEST(FairShareTest, SharesFollowWeights) {
  FairShare share;
  AddRunnable(share, 1, 1);
  AddRunnable(share, 2, 3);
  std::map<uint64_t, int> served = Serve(share, 400);
  EXPECT_NEAR(served[1], 100, 1);
  EXPECT_NEAR(served[2], 300, 1);
}

TEST(FairShareTest, CostCountsAndNotTheNumberOfUnits) {
  FairShare share;
  AddRunnable(share, 1, 1);
  AddRunnable(share, 2, 1);
  std::map<uint64_t, double> cost;
  for (int turn = 0; turn < 1'000; ++turn) {
    const uint64_t job = share.queue().begin()->second;
    const double unit = job == 1 ? 10 : 0.5;
    cost[job] += unit;
    share.Charge(job, unit);
  }
  EXPECT_NEAR(cost[1], cost[2], 10.5);
}

TEST(FairShareTest, NewJobIsServedNextButNotForEver) {
  FairShare share;
  AddRunnable(share, 1, 1);
  Serve(share, 1'000'000);
  AddRunnable(share, 2, 1);
  std::map<uint64_t, int> served = Serve(share, 2);
  EXPECT_EQ(served[2], 1);
  served = Serve(share, 100);
  EXPECT_NEAR(served[1], 50, 1);
}

TEST(FairShareTest, JobThatHadNothingGetsNothingBack) {
  FairShare share;
  AddRunnable(share, 1, 1);
  AddRunnable(share, 2, 1);
  share.SetRunnable(2, false);
  Serve(share, 1'000);
  share.SetRunnable(2, true);
  EXPECT_NEAR(Serve(share, 100)[2], 50, 1);
}

TEST(FairShareTest, JobThatWasPassedOverGetsNothingBack) {
  FairShare share;
  AddRunnable(share, 1, 1);
  AddRunnable(share, 2, 1);
  for (int turn = 0; turn < 1'000; ++turn)
    share.Charge(2, 1);  // nothing in job 1 suited
  EXPECT_NEAR(Serve(share, 100)[1], 50, 2);
}

TEST(FairShareTest, UnitsThatCostNothingStillTakeTurns) {
  FairShare share;
  AddRunnable(share, 1, 1);
  AddRunnable(share, 2, 1);
  share.Charge(1, 0);
  EXPECT_EQ(share.queue().begin()->second, 2u);
}

TEST(FairShareTest, RemovedJobIsGone) {
  FairShare share;
  AddRunnable(share, 1, 1);
  share.Remove(1);
  EXPECT_TRUE(share.queue().empty());
  share.Charge(1, 1);
  share.SetRunnable(1, true);
  EXPECT_TRUE(share.queue().empty());
}

}  // namespace
}  // namespace rookery::coordinator
