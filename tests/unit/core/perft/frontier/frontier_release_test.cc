#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "core/board/position.h"
#include "core/perft/frontier/frontier.h"

namespace rookery {
namespace {

// Large enough to be built in several ranges; and with little memory, in
// several runs.
TEST(FrontierReleaseTest, HasTheSamePlySixHoweverItIsBuilt) {
  for (const uint64_t mebibytes : {0, 64}) {
    for (const int threads : {1, 3}) {
      Frontier frontier(Position::Start());
      for (int ply = 1; ply <= 6; ++ply) {
        const absl::Status status =
            frontier.Extend({.max_positions = 9'417'681,
                             .memory_limit = mebibytes << 20,
                             .spill_folder = testing::TempDir(),
                             .threads = threads});
        ASSERT_TRUE(status.ok()) << status;
      }
      EXPECT_EQ(frontier.size(), 9'417'681u);
      EXPECT_EQ(frontier.Digest().value(), "86e0604ded4ecb012b08d54aa3d6f584");
      const absl::StatusOr<FrontierSum> sum =
          frontier.Sum(std::vector<uint64_t>(frontier.size(), 1), threads);
      ASSERT_TRUE(sum.ok()) << sum.status();
      EXPECT_EQ(sum->total, 119'060'324u);
    }
  }
}

}  // namespace
}  // namespace rookery
