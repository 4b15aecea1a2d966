#include "core/perft/frontier/layer_builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "core/board/position_codec.h"
#include "tests/unit/core/perft/frontier/spill_folder.h"
#include "tests/unit/core/perft/perft_test_support.h"

namespace rookery {
namespace {

Layer RootLayer(const Position& root) {
  Layer layer(1);
  layer.positions()[0] = Pack(root);
  layer.multiplicities()[0] = 1;
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
  std::vector<PackedPosition> left_positions(left.size());
  std::vector<uint64_t> left_multiplicities(left.size());
  ASSERT_TRUE(left.Read(0, left_positions, left_multiplicities).ok());
  std::vector<PackedPosition> right_positions(right.size());
  std::vector<uint64_t> right_multiplicities(right.size());
  ASSERT_TRUE(right.Read(0, right_positions, right_multiplicities).ok());
  EXPECT_EQ(left_positions, right_positions);
  EXPECT_EQ(left_multiplicities, right_multiplicities);
}

TEST(LayerBuilderTest, BuildsTheSameWithAnyNumberOfRangesAndThreads) {
  for (const NamedPerft& known : SixPositions()) {
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

// From a layer in memory and from one on disk.
TEST(LayerBuilderTest, BuildsTheSameWhereMemoryIsLimited) {
  const SpillFolder folder;
  for (const NamedPerft& known : SixPositions()) {
    Layer last = RootLayer(PositionOf(known.fen));
    for (int ply = 0; ply < 3; ++ply) {
      const Layer next = Next(last, {});
      for (const int threads : {1, 3}) {
        for (const size_t parents_per_step : {200u, 2048u}) {
          const Layer limited =
              Next(last, {.memory_limit = 1,
                          .spill_folder = folder.path(),
                          .threads = threads,
                          .parents_per_range = 100,
                          .parents_per_step = parents_per_step});
          EXPECT_FALSE(limited.is_in_memory());
          ExpectSame(limited, next);
        }
      }
      last = Next(last, {});
      if (ply == 1) {
        ASSERT_TRUE(last.MoveToFile(folder.path(), "a test", nullptr).ok());
      }
    }
  }
}

TEST(LayerBuilderTest, StaysInMemoryWhereThatSuffices) {
  const SpillFolder folder;
  const Layer root = RootLayer(Position::Start());
  EXPECT_TRUE(Next(root, {.memory_limit = uint64_t{1} << 30,
                          .spill_folder = folder.path()})
                  .is_in_memory());
  EXPECT_THAT(folder.OpenFileSizes(), testing::IsEmpty());
}

TEST(LayerBuilderTest, NeedsAFolderForWhatDoesNotFit) {
  const Layer root = RootLayer(Position::Start());
  const absl::Status status =
      LayerBuilder(root, /*ply=*/7, {.memory_limit = 1000}).Build().status();
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(status.message(),
            "frontier ply 7 does not fit into 1000 bytes of memory; allow more,"
            " name a folder for the rest or split at fewer plies");
}

TEST(LayerBuilderTest, CountsPositionsOfSeveralRunsOnce) {
  const SpillFolder folder;
  const Layer last = Next(RootLayer(Position::Start()), {});
  LayerOptions options{.max_positions = 400,
                       .memory_limit = 1,
                       .spill_folder = folder.path(),
                       .parents_per_step = 1};
  EXPECT_EQ(LayerBuilder(last, /*ply=*/2, options).Build()->size(), 400u);
  options.max_positions = 399;
  EXPECT_EQ(LayerBuilder(last, /*ply=*/2, options).Build().status().code(),
            absl::StatusCode::kResourceExhausted);
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
