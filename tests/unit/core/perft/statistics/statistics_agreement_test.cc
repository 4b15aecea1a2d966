// Every fast way of counting statistics on this machine against the reference,
// position by position.
#include <gtest/gtest.h>

#include <memory>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "core/board/position_codec.h"
#include "core/perft/statistics/reference_statistics.h"
#include "core/perft/statistics/statistics_registry.h"
#include "core/perft/statistics/statistics_table.h"
#include "tests/support/random_positions.h"
#include "tests/unit/core/perft/nasty_positions.h"
#include "tests/unit/core/perft/perft_test_support.h"

namespace rookery {
namespace {

std::vector<Statistics> CountAll(const StatisticsKernel& kernel,
                                 std::span<const PackedPosition> positions,
                                 int depth, StatisticsTable* table = nullptr) {
  std::vector<Statistics> statistics(positions.size());
  EXPECT_EQ(kernel.Count({.positions = positions,
                          .depth = depth,
                          .table = table,
                          .statistics = statistics}),
            CountResult::kDone);
  return statistics;
}

// Names the first positions that differ.
void ExpectSame(const StatisticsKernel& kernel,
                std::span<const PackedPosition> positions, int depth,
                const std::vector<Statistics>& expected,
                const std::vector<Statistics>& counted) {
  constexpr int kMostNamed = 5;
  int wrong = 0;
  for (size_t i = 0; i < positions.size() && wrong < kMostNamed; ++i) {
    if (counted[i] == expected[i]) continue;
    ++wrong;
    for (int column = 0; column < kStatisticCount; ++column) {
      EXPECT_EQ(counted[i].counts[column], expected[i].counts[column])
          << kernel.name() << ", column " << column << ", depth " << depth
          << " of '" << Unpack(positions[i])->ToFen() << "'";
    }
  }
}

// Without and with a table.
void ExpectLikeReference(const std::vector<PackedPosition>& positions,
                         int depth) {
  const std::vector<Statistics> expected =
      CountAll(ReferenceStatistics(), positions, depth);
  for (const StatisticsKernel* kernel : AvailableStatisticsKernels()) {
    if (kernel->name() == "reference") continue;
    ExpectSame(*kernel, positions, depth, expected,
               CountAll(*kernel, positions, depth));
    if (depth < 2) continue;
    const auto table = StatisticsTable::Create(1, /*seed=*/depth);
    ASSERT_TRUE(table.ok()) << table.status();
    // The second time, all of it comes from the table.
    for (int round = 0; round < 2; ++round) {
      ExpectSame(*kernel, positions, depth, expected,
                 CountAll(*kernel, positions, depth, table->get()));
    }
  }
}

TEST(StatisticsAgreementTest, OnRandomPositions) {
  const std::vector<PackedPosition> positions =
      PackAll(RandomPositions(/*seed=*/20261202, /*count=*/600 / kStride));
  for (int depth = 1; depth <= 2; ++depth)
    ExpectLikeReference(positions, depth);
}

TEST(StatisticsAgreementTest, OnRandomHazards) {
  const std::vector<PackedPosition> positions =
      PackAll(RandomHazards(/*seed=*/20261203, /*count=*/2000 / kStride));
  for (int depth = 1; depth <= 2; ++depth)
    ExpectLikeReference(positions, depth);
}

TEST(StatisticsAgreementTest, OnDeeperTrees) {
  ExpectLikeReference(
      PackAll(RandomPositions(/*seed=*/20261204, /*count=*/60 / kStride)), 3);
}

TEST(StatisticsAgreementTest, OnDoubleChess960Starts) {
  std::vector<Position> positions;
  for (int number = 0; number < 960; number += 31 * kStride)
    positions.push_back(Chess960Start(number, 959 - number));
  ExpectLikeReference(PackAll(positions), 3);
}

TEST(StatisticsAgreementTest, OnTheTestData) {
  std::vector<Position> positions = PositionsOfTestData();
  ExpectLikeReference(PackAll(positions), 1);
  ExpectLikeReference(PackAll(positions), 2);
}

class NastyStatisticsTest : public testing::TestWithParam<NastyFamily> {};

INSTANTIATE_TEST_SUITE_P(All, NastyStatisticsTest,
                         testing::ValuesIn(NastyFamilies()),
                         [](const auto& instance) {
                           return std::string(instance.param.name);
                         });

TEST_P(NastyStatisticsTest, AreCountedAsTheReferenceDoes) {
  ExpectLikeReference(PackAll(GetParam().positions(kStride)), 1);
  ExpectLikeReference(PackAll(GetParam().positions(11 * kStride)), 2);
}

TEST(StatisticsAgreementTest, BetweenThreadsThatShareATable) {
  const std::vector<PackedPosition> positions =
      PackAll(RandomPositions(/*seed=*/20261205, /*count=*/150 / kStride));
  const std::vector<Statistics> expected =
      CountAll(ReferenceStatistics(), positions, 2);
  const auto table = StatisticsTable::Create(1, /*seed=*/3);
  ASSERT_TRUE(table.ok()) << table.status();
  const StatisticsKernel& kernel = *AvailableStatisticsKernels().front();
  const auto count_all = [&] {
    for (int round = 0; round < 2; ++round) {
      ExpectSame(kernel, positions, 2, expected,
                 CountAll(kernel, positions, 2, table->get()));
    }
  };
  std::thread other(count_all);
  count_all();
  other.join();
}

}  // namespace
}  // namespace rookery
