#include "core/perft/statistics/statistics_table.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <numeric>
#include <thread>
#include <vector>

namespace rookery {
namespace {

using Counts = std::array<uint64_t, kStatisticCount>;

std::unique_ptr<StatisticsTable> SmallTable(uint64_t seed = 1) {
  auto table = StatisticsTable::Create(1, seed);
  EXPECT_TRUE(table.ok()) << table.status();
  return *std::move(table);
}

Counts Ascending(uint64_t first) {
  Counts counts;
  std::iota(counts.begin(), counts.end(), first);
  return counts;
}

TEST(StatisticsTableTest, FindsWhatWasStored) {
  const auto table = SmallTable();
  Counts found = {};
  EXPECT_FALSE(table->Find({1, 2}, found));
  EXPECT_EQ(found, Counts{});
  table->Store({1, 2}, Ascending(1000));
  ASSERT_TRUE(table->Find({1, 2}, found));
  EXPECT_EQ(found, Ascending(1000));
}

TEST(StatisticsTableTest, ComparesEveryBitOfTheKey) {
  const auto table = SmallTable();
  const TableKey key = {0x0123456789abcdef, 0xfedcba9876543210};
  table->Store(key, Ascending(1));
  Counts found;
  for (int bit = 0; bit < 64; ++bit) {
    EXPECT_FALSE(table->Find({key.low ^ uint64_t{1} << bit, key.high}, found));
    EXPECT_FALSE(table->Find({key.low, key.high ^ uint64_t{1} << bit}, found));
  }
  EXPECT_TRUE(table->Find(key, found));
}

TEST(StatisticsTableTest, KeepsNumbersOfEveryLength) {
  const auto table = SmallTable();
  for (int bits = 0; bits < 64; ++bits) {
    Counts counts = {};
    counts[kNodes] = std::numeric_limits<uint64_t>::max() >> bits;
    counts[kStalemates] = uint64_t{1} << bits;
    table->Store({7, 7}, counts);
    Counts found;
    ASSERT_TRUE(table->Find({7, 7}, found));
    EXPECT_EQ(found, counts) << bits;
  }
}

TEST(StatisticsTableTest, LeavesOutWhatDoesNotFit) {
  const auto table = SmallTable();
  Counts counts;
  counts.fill(std::numeric_limits<uint64_t>::max());
  table->Store({1, 2}, counts);
  Counts found;
  EXPECT_FALSE(table->Find({1, 2}, found));
  // Fourteen numbers of 24 bits take four bytes each, of 21 bits three.
  counts.fill(0xffffff);
  table->Store({1, 2}, counts);
  EXPECT_FALSE(table->Find({1, 2}, found));
  counts.fill(0x1fffff);
  table->Store({1, 2}, counts);
  ASSERT_TRUE(table->Find({1, 2}, found));
  EXPECT_EQ(found, counts);
}

TEST(StatisticsTableTest, KeepsTheYoungestTwoOfABucket) {
  const auto table = SmallTable();
  for (uint64_t high = 1; high <= 3; ++high)
    table->Store({0, high}, Ascending(high));
  Counts found;
  EXPECT_FALSE(table->Find({0, 1}, found));
  ASSERT_TRUE(table->Find({0, 2}, found));
  EXPECT_EQ(found, Ascending(2));
  ASSERT_TRUE(table->Find({0, 3}, found));
  EXPECT_EQ(found, Ascending(3));
}

TEST(StatisticsTableTest, SeedsGiveUnrelatedKeys) {
  EXPECT_EQ(SmallTable(5)->keys().black_to_move.low,
            SmallTable(5)->keys().black_to_move.low);
  EXPECT_NE(SmallTable(5)->keys().black_to_move.low,
            SmallTable(6)->keys().black_to_move.low);
}

TEST(StatisticsTableTest, RefusesSizesOutOfRange) {
  EXPECT_TRUE(absl::IsInvalidArgument(StatisticsTable::Create(0, 1).status()));
  EXPECT_TRUE(absl::IsInvalidArgument(
      StatisticsTable::Create((uint64_t{1} << 20) + 1, 1).status()));
}

TEST(StatisticsTableTest, ThreadsFindWholeEntriesOnly) {
  const auto table = SmallTable();
  constexpr int kThreads = 4;
  std::vector<std::thread> threads;
  for (int number = 0; number < kThreads; ++number) {
    threads.emplace_back([&table, number] {
      for (uint64_t round = 0; round < 1000; ++round) {
        // All in one bucket.
        const uint64_t high = (round + number) % 3 + 1;
        table->Store({0, high}, Ascending(high << 16));
        Counts found;
        if (table->Find({0, high}, found)) {
          ASSERT_EQ(found, Ascending(high << 16));
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace rookery
