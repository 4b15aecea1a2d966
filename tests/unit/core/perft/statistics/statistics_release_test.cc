// Published statistics of trees of thousands of millions of leaves.
#include <gtest/gtest.h>

#include "core/perft/statistics/statistics_registry.h"
#include "tests/unit/core/perft/perft_test_support.h"
#include "tests/unit/core/perft/statistics/statistics_test_support.h"

namespace rookery {
namespace {

TEST(StatisticsReleaseTest, CountsWhatIsPublished) {
  const auto table = StatisticsTable::Create(256, /*seed=*/1);
  ASSERT_TRUE(table.ok()) << table.status();
  for (const auto& [question, figures] : PublishedFigures(10'000'000'000)) {
    SCOPED_TRACE(question.first + " to depth " +
                 std::to_string(question.second));
    const auto statistics =
        StatisticsOf(*AvailableStatisticsKernels().front(),
                     PositionOf(question.first), question.second, table->get());
    ASSERT_TRUE(statistics.has_value());
    ExpectFigures(*statistics, figures);
  }
}

}  // namespace
}  // namespace rookery
