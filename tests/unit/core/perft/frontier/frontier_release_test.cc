#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "core/board/position.h"
#include "core/perft/frontier/frontier.h"

namespace rookery {
namespace {

// Large enough to be built in several ranges.
TEST(FrontierReleaseTest, HasTheSamePlySixWithAnyNumberOfThreads) {
  for (const int threads : {1, 3}) {
    Frontier frontier(Position::Start());
    for (int ply = 1; ply <= 6; ++ply) {
      ASSERT_TRUE(
          frontier.Extend({.max_positions = 9'417'681, .threads = threads})
              .ok());
    }
    EXPECT_EQ(frontier.positions().size(), 9'417'681u);
    EXPECT_EQ(frontier.Digest(), "86e0604ded4ecb012b08d54aa3d6f584");
    const absl::StatusOr<FrontierSum> sum = frontier.Sum(
        std::vector<uint64_t>(frontier.positions().size(), 1), threads);
    ASSERT_TRUE(sum.ok()) << sum.status();
    EXPECT_EQ(sum->total, 119'060'324u);
  }
}

}  // namespace
}  // namespace rookery
