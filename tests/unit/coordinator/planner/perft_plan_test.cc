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
constexpr char kStartpos[] =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
constexpr char kMate[] = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";

PerftQuestion Question(const std::string& fen, int depth, bool divide = false) {
  return {.roots = {{Position::FromFen(fen).value(), depth}}, .divide = divide};
}

// A suite: FENs with depths.
PerftQuestion Suite(std::vector<std::pair<const char*, int>> roots) {
  PerftQuestion question;
  for (const auto& [fen, depth] : roots)
    question.roots.push_back({Position::FromFen(fen).value(), depth});
  return question;
}

// Counts the whole plan as workers would.
std::vector<uint64_t> CountAll(const PerftPlan& plan) {
  std::vector<uint64_t> counts(plan.size());
  const Kernel* kernel = FindKernel("auto").value();
  uint64_t first = 0;
  for (const PerftPlan::Section& section : plan.sections()) {
    const auto positions = plan.Positions(first, section.count).value();
    EXPECT_EQ(kernel->Count(
                  {.positions = positions,
                   .depth = plan.RemainingDepth(first),
                   .table = nullptr,
                   .cancelled = nullptr,
                   .counts = std::span(counts).subspan(first, section.count)}),
              CountResult::kDone);
    first += section.count;
  }
  return counts;
}

// The total of the only root.
absl::uint128 Total(const PerftPlan& plan) {
  return plan.Sum(CountAll(plan))->at(0).total;
}

TEST(PerftPlanTest, SumsToThePerftOfTheRoot) {
  const auto plan = PerftPlan::Make(Question(kKiwipete, 4), nullptr).value();
  EXPECT_EQ(Total(*plan), 4085603);
}

TEST(PerftPlanTest, DepthZeroIsOneUnitOfTheRoot) {
  const auto plan = PerftPlan::Make(Question(kKiwipete, 0), nullptr).value();
  EXPECT_EQ(plan->size(), 1);
  EXPECT_EQ(plan->RemainingDepth(0), 0);
  EXPECT_EQ(Total(*plan), 1);
}

TEST(PerftPlanTest, DivideAlwaysSplitsAtTheRoot) {
  const auto plan =
      PerftPlan::Make(Question(kKiwipete, 1, /*divide=*/true), nullptr).value();
  const FrontierSum sum = plan->Sum(CountAll(*plan))->at(0);
  EXPECT_EQ(sum.total, 48);
  EXPECT_EQ(sum.divide.size(), 48);
}

TEST(PerftPlanTest, WeighsStatisticsAsCounts) {
  PerftQuestion question = Question(kKiwipete, 4, /*divide=*/true);
  question.statistics = true;
  const auto plan = PerftPlan::Make(question, nullptr).value();
  EXPECT_TRUE(plan->statistics());
  EXPECT_EQ(plan->Leaves(0, CountAll(*plan)), 4085603);
}

TEST(PerftPlanTest, LeavesTwoPliesToTheKernel) {
  const auto plan = PerftPlan::Make(Question(kKiwipete, 4), nullptr).value();
  EXPECT_EQ(plan->RemainingDepth(0), 2);
}

TEST(PerftPlanTest, StatisticsLeaveTheLastPlyToTheKernel) {
  for (const int depth : {0, 1, 2, 5}) {
    PerftQuestion question = Question(kKiwipete, depth, /*divide=*/depth > 1);
    question.statistics = true;
    const auto plan = PerftPlan::Make(question, nullptr).value();
    EXPECT_GE(plan->RemainingDepth(0), std::min(depth, 1));
  }
}

TEST(PerftPlanTest, SplitsDeeperWhenPositionsAreExpensive) {
  const auto shallow = PerftPlan::Make(Question(kKiwipete, 6), nullptr).value();
  const auto deep = PerftPlan::Make(Question(kKiwipete, 9), nullptr).value();
  EXPECT_GT(deep->size(), shallow->size());
}

TEST(PerftPlanTest, DivideHasItsPlyHoweverLittleMemoryThereIs) {
  const PerftQuestion question = Question(kKiwipete, 2, /*divide=*/true);
  const auto plan =
      PerftPlan::Make(question, nullptr, {.memory_limit = 1}).value();
  EXPECT_EQ(plan->Sum(CountAll(*plan))->at(0).divide.size(), 48);
  EXPECT_EQ(PerftPlan::Rebuild(question,
                               "frontier version=1 plies=0 positions=1 "
                               "digest=0",
                               nullptr)
                .status()
                .message(),
            "plan 'frontier version=1 plies=0 positions=1 digest=0' is "
            "malformed; submit the job again");
}

TEST(PerftPlanTest, MemoryLimitsTheDepthOfTheSplit) {
  const PerftQuestion question = Question(kKiwipete, 9);
  const auto small =
      PerftPlan::Make(question, nullptr, {.memory_limit = 1 << 20}).value();
  const auto large =
      PerftPlan::Make(question, nullptr, {.memory_limit = 8 << 20}).value();
  EXPECT_LE(small->memory_bytes(), 1u << 20);
  EXPECT_LE(large->memory_bytes(), 8u << 20);
  EXPECT_GT(large->size(), small->size());
  // A plan that was made with more memory is made again all the same.
  EXPECT_EQ(PerftPlan::Rebuild(question, large->Description(), nullptr,
                               {.memory_limit = 1 << 20})
                .value()
                ->size(),
            large->size());
}

TEST(PerftPlanTest, ADiskBesideTheMemorySplitsDeeper) {
  const PerftQuestion question = Question(kStartpos, 9);
  PlanOptions options{.memory_limit = 16 << 20,
                      .spill_folder = testing::TempDir()};
  const auto in_memory = PerftPlan::Make(question, nullptr, options).value();
  EXPECT_EQ(in_memory->size(), 72'078u);
  options.spill_new_plans = true;
  const auto on_disk = PerftPlan::Make(question, nullptr, options).value();
  EXPECT_EQ(on_disk->size(), 822'518u);
  EXPECT_LE(on_disk->memory_bytes(), 16u << 20);
  // The same plan as one in memory, to its digest.
  EXPECT_TRUE(
      PerftPlan::Rebuild(question, on_disk->Description(), nullptr).ok());
}

TEST(PerftPlanTest, ThreadsChangeNothing) {
  const PerftQuestion question = Question(kKiwipete, 7);
  const auto one =
      PerftPlan::Make(question, nullptr, {.memory_limit = 8 << 20}).value();
  const auto many =
      PerftPlan::Rebuild(question, one->Description(), nullptr, {.threads = 3})
          .value();
  const std::vector<uint64_t> counts(one->size(), 7);
  EXPECT_EQ(one->Sum(counts)->at(0).total, many->Sum(counts)->at(0).total);
}

TEST(PerftPlanTest, MatedRootHasAnEmptyPlanOnceSplit) {
  const auto plan = PerftPlan::Make(Question(kMate, 9), nullptr).value();
  EXPECT_EQ(plan->size(), 0u);
  EXPECT_TRUE(plan->sections().empty());
  EXPECT_EQ(Total(*plan), 0);
}

TEST(PerftPlanTest, RebuildsWhatItsDescriptionSays) {
  const PerftQuestion question = Question(kKiwipete, 5);
  const auto plan = PerftPlan::Make(question, nullptr).value();
  const auto rebuilt =
      PerftPlan::Rebuild(question, plan->Description(), nullptr).value();
  EXPECT_EQ(rebuilt->Description(), plan->Description());
  EXPECT_EQ(rebuilt->RemainingDepth(0), plan->RemainingDepth(0));
}

TEST(PerftPlanTest, DescriptionOfOnePositionStaysAsItWas) {
  EXPECT_EQ(
      PerftPlan::Make(Question(kKiwipete, 3), nullptr).value()->Description(),
      "frontier version=1 plies=1 positions=48 "
      "digest=6c2070fec9d6ff6c9cf513502ff2a8d5");
}

TEST(PerftPlanTest, RefusesADescriptionOfAnotherPosition) {
  const auto plan = PerftPlan::Make(Question(kKiwipete, 5), nullptr).value();
  const auto other =
      PerftPlan::Rebuild(Question(kMate, 5), plan->Description(), nullptr);
  EXPECT_EQ(other.status().code(), absl::StatusCode::kInvalidArgument);
}

TEST(PerftPlanTest, RefusesAMalformedDescription) {
  for (const char* description :
       {"frontier", "frontier version=1 plies=-1", "frontier version=1 plies=9",
        "frontier version=1 plies=", "frontier version=1 plies=11 positions=1",
        "frontier version=99 plies=1 positions=48 digest=0"}) {
    EXPECT_EQ(PerftPlan::Rebuild(Question(kKiwipete, 5), description, nullptr)
                  .status()
                  .code(),
              absl::StatusCode::kInvalidArgument)
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

// --- Suites

constexpr char kStart[] =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
constexpr char kEndgame[] = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";

TEST(PerftPlanTest, AnswersEveryRootOfASuiteInItsOrder) {
  const PerftQuestion question = Suite({{kStart, 0},
                                        {kKiwipete, 4},
                                        {kMate, 5},
                                        {kEndgame, 5},
                                        {kStart, 1},
                                        {kKiwipete, 4},
                                        {kStart, 3}});
  const auto plan = PerftPlan::Make(question, nullptr).value();
  const auto sums = plan->Sum(CountAll(*plan)).value();
  std::vector<uint64_t> totals;
  for (const FrontierSum& sum : sums)
    totals.push_back(static_cast<uint64_t>(sum.total));
  EXPECT_EQ(totals,
            (std::vector<uint64_t>{1, 4085603, 0, 674624, 20, 4085603, 8902}));
}

TEST(PerftPlanTest, PositionsOfOneDepthAreOneSectionDeepestFirst) {
  std::vector<std::pair<const char*, int>> roots;
  for (int i = 0; i < 1'000; ++i) roots.emplace_back(kStart, 1 + i % 2);
  roots.emplace_back(kKiwipete, 2);
  const auto plan = PerftPlan::Make(Suite(roots), nullptr).value();
  ASSERT_EQ(plan->sections().size(), 2u);
  EXPECT_EQ(plan->sections()[0].remaining_depth, 2);
  EXPECT_EQ(plan->sections()[0].count, 501u);
  EXPECT_EQ(plan->sections()[1].remaining_depth, 1);
  EXPECT_EQ(plan->sections()[1].count, 500u);
  EXPECT_GT(plan->sections()[0].seconds_per_position,
            plan->sections()[1].seconds_per_position);
  EXPECT_EQ(plan->RemainingDepth(500), 2);
  EXPECT_EQ(plan->RemainingDepth(501), 1);
  EXPECT_EQ(plan->Positions(499, 4)->size(), 4u);
}

TEST(PerftPlanTest, LeavesOfASuiteAddUpWhereverItIsCut) {
  const auto plan =
      PerftPlan::Make(Suite({{kEndgame, 4}, {kMate, 4}, {kKiwipete, 3}}),
                      nullptr)
          .value();
  const std::vector<uint64_t> counts = CountAll(*plan);
  for (uint64_t cut = 0; cut <= plan->size(); ++cut) {
    EXPECT_EQ(plan->Leaves(0, std::span(counts).first(cut)) +
                  plan->Leaves(cut, std::span(counts).subspan(cut)),
              43238 + 97862);
  }
}

TEST(PerftPlanTest, RebuildsASuiteFromOneShortDescription) {
  const PerftQuestion question =
      Suite({{kEndgame, 4}, {kStart, 0}, {kKiwipete, 5}});
  const auto plan = PerftPlan::Make(question, nullptr).value();
  EXPECT_LT(plan->Description().size(), 100u);
  EXPECT_EQ(PerftPlan::Rebuild(question, plan->Description(), nullptr)
                .value()
                ->Description(),
            plan->Description());
  const PerftQuestion other = Suite({{kStart, 4}, {kStart, 0}, {kKiwipete, 5}});
  EXPECT_EQ(
      PerftPlan::Rebuild(other, plan->Description(), nullptr).status().code(),
      absl::StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace rookery::coordinator
