// Every way of counting statistics on this machine against published and known
// figures, and what all of them owe to their callers. That they agree with each
// other is statistics_agreement_test.cc.
#include "core/perft/statistics/statistics_kernel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "core/board/position_codec.h"
#include "core/perft/statistics/statistics_registry.h"
#include "core/perft/statistics/statistics_table.h"
#include "tests/unit/core/perft/perft_test_support.h"
#include "tests/unit/core/perft/statistics/statistics_test_support.h"

namespace rookery {
namespace {

std::unique_ptr<StatisticsTable> Table(uint64_t mebibytes) {
  auto table = StatisticsTable::Create(mebibytes, /*seed=*/mebibytes);
  EXPECT_TRUE(table.ok()) << table.status();
  return *std::move(table);
}

class StatisticsKernelTest
    : public testing::TestWithParam<const StatisticsKernel*> {
 protected:
  const StatisticsKernel& kernel() const { return *GetParam(); }
  bool is_reference() const { return kernel().name() == "reference"; }
};

// Those that use a table, and do not need years for large numbers.
class FastStatisticsTest : public StatisticsKernelTest {};

std::string NameOf(
    const testing::TestParamInfo<const StatisticsKernel*>& info) {
  return std::string(info.param->name());
}

INSTANTIATE_TEST_SUITE_P(All, StatisticsKernelTest,
                         testing::ValuesIn(AvailableStatisticsKernels().begin(),
                                           AvailableStatisticsKernels().end()),
                         NameOf);
INSTANTIATE_TEST_SUITE_P(Fast, FastStatisticsTest,
                         testing::ValuesIn(AvailableStatisticsKernels().begin(),
                                           AvailableStatisticsKernels().end() -
                                               1),
                         NameOf);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(FastStatisticsTest);

TEST_P(StatisticsKernelTest, CountsWhatIsPublished) {
  const uint64_t most_leaves = (is_reference() ? 200'000 : 9'000'000) / kStride;
  const std::map<Question, Figures> published = PublishedFigures(most_leaves);
  EXPECT_GE(published.size(), 9u);
  const auto table = Table(4);
  for (const auto& [question, figures] : published) {
    SCOPED_TRACE(question.first + " to depth " +
                 std::to_string(question.second));
    const Position position = PositionOf(question.first);
    for (StatisticsTable* const used :
         {static_cast<StatisticsTable*>(nullptr), table.get()}) {
      const auto statistics =
          StatisticsOf(kernel(), position, question.second, used);
      ASSERT_TRUE(statistics.has_value());
      ExpectFigures(*statistics, figures);
      EXPECT_TRUE(ArePossible(*statistics));
    }
  }
}

TEST_P(StatisticsKernelTest, CountsNothingButALeafAtDepthZero) {
  Statistics one_leaf;
  one_leaf[kNodes] = 1;
  // In check, even.
  EXPECT_EQ(
      StatisticsOf(kernel(), PositionOf("4k3/8/8/8/8/8/8/K3R3 b - - 0 1"), 0),
      one_leaf);
}

struct KnownMoves {
  const char* name;
  const char* fen;
  // Of all columns but nodes and captures; what is not named is 0.
  std::map<Statistic, uint64_t> counts;
};

// What the moves of one position are, worked out by hand.
TEST_P(StatisticsKernelTest, TellsKindsOfMovesApart) {
  const KnownMoves cases[] = {
      {"mate", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", {}},
      {"stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", {}},
      {"the king takes the last squares",
       "5k2/5P2/8/4K3/8/8/8/8 w - - 0 1",
       {{kStalemates, 1}}},
      {"the castled rook gives a direct check, as its own moves do",
       "5k2/8/8/8/8/8/8/4K2R w K - 0 1",
       {{kCastles, 1}, {kDirectChecks, 3}}},
      {"a king leaves the rank of his rook",
       "8/8/8/8/R2K3k/8/8/8 w - - 0 1",
       {{kSingleDiscoveredChecks, 6}}},
      {"a knight leaves the file of its rook, twice with check",
       "4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1",
       {{kSingleDiscoveredChecks, 6}, {kDirectDiscoveredChecks, 2}}},
      {"queen and rook see the king through the square the pawn came from",
       "8/4P3/4k3/8/8/8/8/K7 w - - 0 1",
       {{kPromotions, 4}, {kDirectChecks, 2}}},
      {"two pawns leave the rank at once",
       "8/8/8/R2pP2k/8/8/8/K7 w - d6 0 1",
       {{kEnPassants, 1}, {kSingleDiscoveredChecks, 1}}},
      {"each of the two pawns uncovers a check",
       "8/8/4k3/3pP3/2B5/8/8/K3R3 w - d6 0 1",
       {{kEnPassants, 1}, {kDirectChecks, 1}, {kDoubleDiscoveredChecks, 1}}},
      {"mate on the back rank",
       "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1",
       {{kDirectMates, 1}}},
      {"mate by a knight that leaves the file of its rook",
       "3nkb2/3p1p2/8/8/4N3/8/8/K3R3 w - - 0 1",
       {{kSingleDiscoveredChecks, 6}, {kDirectDiscoveredMates, 2}}},
  };
  for (const KnownMoves& known : cases) {
    const auto statistics = StatisticsOf(kernel(), PositionOf(known.fen), 1);
    ASSERT_TRUE(statistics.has_value());
    for (int column = kCaptures + 1; column < kStatisticCount; ++column) {
      const auto expected = known.counts.find(static_cast<Statistic>(column));
      EXPECT_EQ(statistics->counts[column],
                expected == known.counts.end() ? 0 : expected->second)
          << known.name << ": "
          << StatisticName(static_cast<Statistic>(column));
    }
  }
}

TEST_P(StatisticsKernelTest, CountsABatchInOrder) {
  const std::vector<PackedPosition> positions =
      PackAll({PositionOf(SixPositions()[1].fen), Position::Start(),
               PositionOf("8/8/8/8/8/8/8/K1k5 b - - 0 1")});
  std::vector<Statistics> statistics(positions.size());
  ASSERT_EQ(kernel().Count(
                {.positions = positions, .depth = 2, .statistics = statistics}),
            CountResult::kDone);
  EXPECT_EQ(statistics[0][kNodes], 2039u);
  EXPECT_EQ(statistics[0][kCaptures], 351u);
  EXPECT_EQ(statistics[1][kNodes], 400u);
  EXPECT_EQ(statistics[2][kNodes], 7u);
  EXPECT_EQ(kernel().Count({.depth = 2}), CountResult::kDone);
}

TEST_P(StatisticsKernelTest, StopsWhenCancelled) {
  const PackedPosition packed = Pack(Position::Start());
  const auto table = Table(1);
  for (StatisticsTable* const used :
       {static_cast<StatisticsTable*>(nullptr), table.get()}) {
    std::atomic<bool> cancelled = true;
    Statistics statistics;
    StatisticsRequest request = {.positions = {&packed, 1},
                                 .depth = 1,
                                 .table = used,
                                 .cancelled = &cancelled,
                                 .statistics = {&statistics, 1}};
    EXPECT_EQ(kernel().Count(request), CountResult::kCancelled);
    // No machine counts this to the end.
    cancelled = false;
    request.depth = kMaxKernelDepth;
    CountResult result = CountResult::kDone;
    std::thread counting([&] { result = kernel().Count(request); });
    cancelled = true;
    counting.join();
    EXPECT_EQ(result, CountResult::kCancelled);
  }
}

TEST_P(FastStatisticsTest, CountsProbesOfTheTable) {
  const auto table = Table(4);
  const PackedPosition packed = Pack(Position::Start());
  Statistics statistics;
  HashProbes probes;
  const StatisticsRequest request = {.positions = {&packed, 1},
                                     .depth = 3,
                                     .table = table.get(),
                                     .statistics = {&statistics, 1},
                                     .probes = &probes};
  ASSERT_EQ(kernel().Count(request), CountResult::kDone);
  EXPECT_EQ(probes.hits, 0u);
  EXPECT_EQ(probes.misses, 21u);  // the root and its 20 successors
  ASSERT_EQ(kernel().Count(request), CountResult::kDone);
  EXPECT_EQ(probes.hits, 1u);
  EXPECT_EQ(probes.misses, 21u);
}

// Two lone kings have few positions and a long way to go.
TEST_P(FastStatisticsTest, SaysWhenACountLeaves64Bits) {
  const auto table = Table(64);
  const Position kings = PositionOf("k7/8/8/8/8/8/8/7K w - - 0 1");
  EXPECT_EQ(StatisticsOf(kernel(), kings, kMaxKernelDepth, table.get()),
            std::nullopt);
  // Nothing of the walk that failed was kept.
  const auto shallow = StatisticsOf(kernel(), kings, 6, table.get());
  EXPECT_EQ(shallow, StatisticsOf(kernel(), kings, 6));
}

}  // namespace
}  // namespace rookery
