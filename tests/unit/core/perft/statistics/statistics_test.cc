#include "core/perft/statistics/statistics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <set>
#include <string>

#include "tests/unit/core/perft/perft_test_support.h"

namespace rookery {
namespace {

TEST(StatisticsFieldsTest, AreThoseOfThePublishedFigures) {
  std::set<std::string> published;
  for (const auto& row : ReadRows("perft_facts.tsv")) published.insert(row[3]);
  for (const StatisticsField& field : StatisticsFields()) {
    // Nobody publishes these.
    if (field.name == "stalemates") continue;
    EXPECT_THAT(published, testing::Contains(std::string(field.name)));
  }
}

TEST(StatisticsFieldsTest, NameEachColumnOnce) {
  std::set<std::string_view> names;
  for (int column = kNodes + 1; column < kStatisticCount; ++column)
    names.insert(StatisticName(static_cast<Statistic>(column)));
  EXPECT_EQ(names.size(), kStatisticCount - 1u);
  EXPECT_EQ(StatisticName(kDoubleDiscoveredMates), "double_discovered_mates");
}

TEST(ArePossibleTest, AcceptsWhatPositionsHave) {
  Statistics statistics;
  EXPECT_TRUE(ArePossible(statistics));
  statistics[kNodes] = 48;
  statistics[kCaptures] = 8;
  statistics[kCastles] = 2;
  EXPECT_TRUE(ArePossible(statistics));
  statistics[kDirectMates] = 48;
  EXPECT_TRUE(ArePossible(statistics));
}

TEST(ArePossibleTest, RefusesMoreThanThereAreLeaves) {
  for (int column = kNodes + 1; column < kStatisticCount; ++column) {
    Statistics statistics;
    statistics[kNodes] = 20;
    statistics.counts[column] = 21;
    if (column == kEnPassants) statistics[kCaptures] = 20;
    EXPECT_FALSE(ArePossible(statistics)) << column;
    statistics.counts[column] = std::numeric_limits<uint64_t>::max();
    EXPECT_FALSE(ArePossible(statistics)) << column;
  }
}

TEST(ArePossibleTest, RefusesLeavesThatAreTwoThingsAtOnce) {
  Statistics checks;
  checks[kNodes] = 20;
  checks[kDirectChecks] = 15;
  checks[kStalemates] = 6;
  EXPECT_FALSE(ArePossible(checks));
  Statistics moves;
  moves[kNodes] = 20;
  moves[kCaptures] = 15;
  moves[kCastles] = 6;
  EXPECT_FALSE(ArePossible(moves));
  Statistics en_passants;
  en_passants[kNodes] = 20;
  en_passants[kEnPassants] = 1;
  EXPECT_FALSE(ArePossible(en_passants)) << "more than captures";
}

}  // namespace
}  // namespace rookery
