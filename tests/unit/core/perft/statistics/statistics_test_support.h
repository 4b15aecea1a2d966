// What the tests of statistics share: published figures, and counting in one
// line.
#ifndef ROOKERY_TESTS_UNIT_CORE_PERFT_STATISTICS_STATISTICS_TEST_SUPPORT_H_
#define ROOKERY_TESTS_UNIT_CORE_PERFT_STATISTICS_STATISTICS_TEST_SUPPORT_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "core/board/position.h"
#include "core/perft/statistics/statistics_kernel.h"
#include "core/perft/statistics/statistics_table.h"

namespace rookery {

// The statistics of one position, or nothing when the kernel was cancelled or
// overflowed.
std::optional<Statistics> StatisticsOf(const StatisticsKernel& kernel,
                                       const Position& position, int depth,
                                       StatisticsTable* table = nullptr);

// A position, and to which depth.
using Question = std::pair<std::string, int>;
// By the name of the statistic, "nodes" too.
using Figures = std::map<std::string, uint64_t>;

// The questions of perft_facts.tsv that have statistics and at most so many
// leaves.
std::map<Question, Figures> PublishedFigures(uint64_t most_leaves);

// Expects every figure that is there.
void ExpectFigures(const Statistics& statistics, const Figures& figures);

}  // namespace rookery

#endif  // ROOKERY_TESTS_UNIT_CORE_PERFT_STATISTICS_STATISTICS_TEST_SUPPORT_H_
