#include "core/perft/frontier/layer_builder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/board/position_codec.h"
#include "tests/unit/core/perft/perft_test_support.h"

namespace rookery {
namespace {

Layer RootLayer(const Position& root) {
  Layer layer(1);
  layer.positions[0] = Pack(root);
  layer.multiplicities[0] = 1;
  return layer;
}

Layer Next(const Layer& last, LayerOptions options) {
  options.max_positions = 1'000'000;
  absl::StatusOr<Layer> next = LayerBuilder(last, /*ply=*/1, options).Build();
  EXPECT_TRUE(next.ok()) << next.status();
  return *std::move(next);
}

void ExpectSame(const Layer& left, const Layer& right) {
  ASSERT_EQ(left.size(), right.size());
  EXPECT_TRUE(
      std::ranges::equal(left.positions.span(), right.positions.span()));
  EXPECT_TRUE(std::ranges::equal(left.multiplicities.span(),
                                 right.multiplicities.span()));
}

TEST(LayerBuilderTest, BuildsTheSameWithAnyNumberOfRangesAndThreads) {
  for (const KnownPerft& known : SixPositions()) {
    Layer last = RootLayer(PositionOf(known.fen));
    for (int ply = 0; ply < 3; ++ply) {
      Layer next = Next(last, {});
      for (const int threads : {1, 3}) {
        for (const size_t parents_per_range : {1u, 100u}) {
          ExpectSame(Next(last, {.threads = threads,
                                 .parents_per_range = parents_per_range}),
                     next);
        }
      }
      last = std::move(next);
    }
  }
}

TEST(LayerBuilderTest, BuildsNothingFromNothing) {
  for (const int threads : {1, 2})
    EXPECT_EQ(Next(Layer(0), {.threads = threads}).size(), 0u);
}

TEST(LayerBuilderTest, NamesThePlyAndTheLimit) {
  const Layer root = RootLayer(Position::Start());
  const absl::Status status =
      LayerBuilder(root, /*ply=*/7, {.max_positions = 19}).Build().status();
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(status.message(),
            "frontier ply 7 has more than 19 positions; raise the limit or "
            "split at fewer plies");
}

}  // namespace
}  // namespace rookery
