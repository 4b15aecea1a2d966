#include "core/perft/estimate/growth_guide.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/perft/estimate/estimate.h"
#include "tests/support/random_positions.h"

namespace rookery {
namespace {

TEST(GrowthGuideTest, IsPositiveAndFinite) {
  for (const Position& position : RandomPositions(/*seed=*/1, /*count=*/500)) {
    for (int depth = 0; depth < kMaxEstimateDepth; ++depth) {
      const double growth = GuessGrowth(position, depth);
      EXPECT_TRUE(growth > 0 && std::isfinite(growth)) << position.ToFen();
    }
  }
}

TEST(GrowthGuideTest, ExpectsMoreWhereLinesAreOpen) {
  const Position start = Position::Start();
  const Position open =
      Position::FromFen(
          "rnbqkbnr/ppp2ppp/8/3pp3/3PP3/8/PPP2PPP/RNBQKBNR w KQkq -")
          .value();
  for (int depth = 1; depth < kMaxEstimateDepth; ++depth)
    EXPECT_GT(GuessGrowth(open, depth), GuessGrowth(start, depth)) << depth;
}

TEST(GrowthGuideTest, DoesNotCareWhichSideIsWhite) {
  const Position white =
      Position::FromFen("4k3/8/8/8/8/2p5/8/R3K3 w - - 0 1").value();
  const Position black =
      Position::FromFen("r3k3/8/2P5/8/8/8/8/4K3 b - - 0 1").value();
  for (int depth = 0; depth < kMaxEstimateDepth; ++depth)
    EXPECT_EQ(GuessGrowth(white, depth), GuessGrowth(black, depth)) << depth;
}

}  // namespace
}  // namespace rookery
