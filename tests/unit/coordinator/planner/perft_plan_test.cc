#include "coordinator/planner/perft_plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <numeric>
#include <string>
#include <vector>

#include "core/board/position_codec.h"
#include "core/perft/kernel_registry.h"

namespace rookery::coordinator {
namespace {

constexpr char kKiwipete[] =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
constexpr char kMate[] = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";

PerftQuestion Question(const std::string& fen, int depth, bool divide = false) {
  return {
      .root = Position::FromFen(fen).value(), .depth = depth, .divide = divide};
}

// Counts the whole plan as workers would.
std::vector<uint64_t> CountAll(const PerftPlan& plan) {
  std::vector<uint64_t> counts(plan.size());
  const Kernel* kernel = FindKernel("auto").value();
  EXPECT_EQ(kernel->Count({.positions = plan.Positions(0, plan.size()),
                           .depth = plan.remaining_depth(),
                           .table = nullptr,
                           .cancelled = nullptr,
                           .counts = counts}),
            CountResult::kDone);
  return counts;
}

TEST(PerftPlanTest, SumsToThePerftOfTheRoot) {
  const auto plan = PerftPlan::Make(Question(kKiwipete, 4), nullptr).value();
  EXPECT_EQ(plan->Sum(CountAll(*plan))->total, 4085603);
}

TEST(PerftPlanTest, DepthZeroIsOneUnitOfTheRoot) {
  const auto plan = PerftPlan::Make(Question(kKiwipete, 0), nullptr).value();
  EXPECT_EQ(plan->size(), 1);
  EXPECT_EQ(plan->remaining_depth(), 0);
  EXPECT_EQ(plan->Sum(CountAll(*plan))->total, 1);
}

TEST(PerftPlanTest, DivideAlwaysSplitsAtTheRoot) {
  const auto plan =
      PerftPlan::Make(Question(kKiwipete, 1, /*divide=*/true), nullptr).value();
  const auto sum = plan->Sum(CountAll(*plan));
  EXPECT_EQ(sum->total, 48);
  EXPECT_EQ(sum->divide.size(), 48);
}

TEST(PerftPlanTest, LeavesAPlyToStatistics) {
  for (int depth = 0; depth <= 5; ++depth) {
    PerftQuestion question = Question(kKiwipete, depth, depth >= 2);
    question.statistics = true;
    const auto plan = PerftPlan::Make(question, nullptr).value();
    EXPECT_TRUE(plan->statistics());
    EXPECT_GE(plan->remaining_depth(), std::min(depth, 1));
    EXPECT_EQ(plan->WeightedSum(CountAll(*plan)).value(),
              plan->Sum(CountAll(*plan))->total);
  }
}

TEST(PerftPlanTest, LeavesTwoPliesToTheKernel) {
  const auto plan = PerftPlan::Make(Question(kKiwipete, 4), nullptr).value();
  EXPECT_EQ(plan->remaining_depth(), 2);
}

TEST(PerftPlanTest, SplitsDeeperWhenPositionsAreExpensive) {
  const auto shallow = PerftPlan::Make(Question(kKiwipete, 6), nullptr).value();
  const auto deep = PerftPlan::Make(Question(kKiwipete, 9), nullptr).value();
  EXPECT_GT(deep->size(), shallow->size());
}

TEST(PerftPlanTest, MatedRootHasAnEmptyPlanOnceSplit) {
  const auto plan = PerftPlan::Make(Question(kMate, 9), nullptr).value();
  EXPECT_EQ(plan->Sum(CountAll(*plan))->total, 0);
}

TEST(PerftPlanTest, RebuildsWhatItsDescriptionSays) {
  const PerftQuestion question = Question(kKiwipete, 5);
  const auto plan = PerftPlan::Make(question, nullptr).value();
  const auto rebuilt =
      PerftPlan::Rebuild(question, plan->Description(), nullptr).value();
  EXPECT_EQ(rebuilt->Description(), plan->Description());
  EXPECT_EQ(rebuilt->remaining_depth(), plan->remaining_depth());
}

TEST(PerftPlanTest, RefusesADescriptionOfAnotherPosition) {
  const auto plan = PerftPlan::Make(Question(kKiwipete, 5), nullptr).value();
  const auto other =
      PerftPlan::Rebuild(Question(kMate, 5), plan->Description(), nullptr);
  EXPECT_EQ(other.status().code(), absl::StatusCode::kDataLoss);
}

TEST(PerftPlanTest, RefusesAMalformedDescription) {
  for (const char* description :
       {"frontier", "frontier version=1 plies=-1", "frontier version=1 plies=9",
        "frontier version=99 plies=1 positions=48 digest=0"}) {
    EXPECT_EQ(PerftPlan::Rebuild(Question(kKiwipete, 5), description, nullptr)
                  .status()
                  .code(),
              absl::StatusCode::kDataLoss)
        << description;
  }
}

TEST(PerftPlanTest, StopsWhenCancelled) {
  const std::atomic<bool> cancelled = true;
  EXPECT_EQ(PerftPlan::Make(Question(kKiwipete, 9), &cancelled).status().code(),
            absl::StatusCode::kCancelled);
}

TEST(PerftPlanTest, LeavesOfPartsAddUpToTheTotal) {
  const auto plan = PerftPlan::Make(Question(kKiwipete, 4), nullptr).value();
  const std::vector<uint64_t> counts = CountAll(*plan);
  const uint64_t half = plan->size() / 2;
  EXPECT_EQ(plan->Leaves(0, std::span(counts).first(half)) +
                plan->Leaves(half, std::span(counts).subspan(half)),
            4085603);
}

}  // namespace
}  // namespace rookery::coordinator
