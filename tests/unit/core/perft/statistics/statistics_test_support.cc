#include "tests/unit/core/perft/statistics/statistics_test_support.h"

#include <gtest/gtest.h>

#include <bit>

#include "core/board/position_codec.h"
#include "tests/unit/core/perft/perft_test_support.h"

namespace rookery {
namespace {

// Names with WRONG in them are warnings, and none of ours.
bool IsOurs(const std::string& name) {
  if (name == "nodes") return true;
  for (const StatisticsField& field : StatisticsFields()) {
    if (field.name == name) return true;
  }
  return false;
}

}  // namespace

std::optional<Statistics> StatisticsOf(const StatisticsKernel& kernel,
                                       const Position& position, int depth,
                                       StatisticsTable* table) {
  const PackedPosition packed = Pack(position);
  // What was there before is not added to.
  Statistics statistics;
  statistics.counts.fill(99);
  const CountResult result = kernel.Count({.positions = {&packed, 1},
                                           .depth = depth,
                                           .table = table,
                                           .statistics = {&statistics, 1}});
  if (result != CountResult::kDone) return std::nullopt;
  return statistics;
}

std::map<Question, Figures> PublishedFigures(uint64_t most_leaves) {
  std::map<Question, Figures> published;
  for (const auto& row : ReadRows("perft_facts.tsv")) {
    // Those beyond 64 bits have too many leaves anyway.
    if (IsOurs(row[3]) && row[4].size() < 19)
      published[{row[1], std::stoi(row[2])}][row[3]] = std::stoull(row[4]);
  }
  std::erase_if(published, [most_leaves](const auto& entry) {
    const Figures& figures = entry.second;
    return !figures.contains("captures") || !figures.contains("nodes") ||
           figures.at("nodes") > most_leaves;
  });
  return published;
}

void ExpectFigures(const Statistics& statistics, const Figures& figures) {
  EXPECT_EQ(statistics[kNodes], figures.at("nodes"));
  for (const StatisticsField& field : StatisticsFields()) {
    const auto published = figures.find(std::string(field.name));
    if (published == figures.end()) continue;
    uint64_t sum = 0;
    for (uint32_t rest = field.columns; rest != 0; rest &= rest - 1)
      sum += statistics.counts[std::countr_zero(rest)];
    EXPECT_EQ(sum, published->second) << field.name;
  }
}

}  // namespace rookery
