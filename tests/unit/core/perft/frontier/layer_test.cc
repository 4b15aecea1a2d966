#include "core/perft/frontier/layer.h"

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

#include "tests/unit/core/perft/frontier/spill_folder.h"

namespace rookery {
namespace {

constexpr size_t kSize = 2 * LayerBlock::kMaxSize + 100;

Layer NumberedLayer(size_t size) {
  Layer layer(size);
  for (size_t place = 0; place < size; ++place) {
    layer.positions()[place] = {{place, 1, 2, 3}};
    layer.multiplicities()[place] = 10 * place;
  }
  return layer;
}

Layer LayerOnDisk(const SpillFolder& folder, size_t size) {
  Layer layer = NumberedLayer(size);
  EXPECT_TRUE(layer.MoveToFile(folder.path(), "a test", nullptr).ok());
  EXPECT_FALSE(layer.is_in_memory());
  return layer;
}

void ExpectNumbers(uint64_t first, std::span<const PackedPosition> positions,
                   std::span<const uint64_t> multiplicities) {
  for (size_t i = 0; i < positions.size(); ++i)
    ASSERT_EQ(positions[i], (PackedPosition{{first + i, 1, 2, 3}}));
  for (size_t i = 0; i < multiplicities.size(); ++i)
    ASSERT_EQ(multiplicities[i], 10 * (first + i));
}

TEST(LayerTest, IsReadFromAnyPlace) {
  const SpillFolder folder;
  const Layer in_memory = NumberedLayer(kSize);
  const Layer on_disk = LayerOnDisk(folder, kSize);
  for (const Layer* layer : {&in_memory, &on_disk}) {
    EXPECT_EQ(layer->size(), kSize);
    for (const uint64_t first : {size_t{0}, size_t{1}, LayerBlock::kMaxSize - 1,
                                 LayerBlock::kMaxSize, kSize - 1}) {
      for (const uint64_t count :
           {size_t{0}, size_t{1}, size_t{100}, LayerBlock::kMaxSize, kSize}) {
        if (first + count > kSize) continue;
        std::vector<PackedPosition> positions(count);
        std::vector<uint64_t> multiplicities(count);
        ASSERT_TRUE(layer->Read(first, positions, multiplicities).ok());
        ExpectNumbers(first, positions, multiplicities);
        ASSERT_TRUE(layer->Read(first, positions, {}).ok());
        ASSERT_TRUE(layer->Read(first, {}, multiplicities).ok());
        ExpectNumbers(first, positions, multiplicities);
      }
    }
  }
}

TEST(LayerTest, IsVisitedFromBeginningToEnd) {
  const SpillFolder folder;
  for (const size_t size : {size_t{0}, size_t{1}, kSize}) {
    const Layer in_memory = NumberedLayer(size);
    const Layer on_disk = LayerOnDisk(folder, size);
    for (const Layer* layer : {&in_memory, &on_disk}) {
      for (const uint64_t most : {uint64_t{7000}, uint64_t{1} << 40}) {
        uint64_t end = 0;
        int visits = 0;
        const absl::Status status =
            layer->ForEachPiece(most, [&](const LayerPiece& piece) {
              EXPECT_EQ(piece.first, end);
              EXPECT_EQ(piece.multiplicities.size(), piece.positions.size());
              ExpectNumbers(piece.first, piece.positions, piece.multiplicities);
              end += piece.positions.size();
              ++visits;
              return absl::OkStatus();
            });
        EXPECT_TRUE(status.ok()) << status;
        EXPECT_EQ(end, size);
        EXPECT_EQ(visits, layer->is_in_memory() || size < most ? 1 : 2);
      }
    }
  }
}

TEST(LayerTest, StopsAtTheFirstErrorOfAVisit) {
  const SpillFolder folder;
  const Layer layer = LayerOnDisk(folder, kSize);
  int visits = 0;
  EXPECT_EQ(layer
                .ForEachPiece(100,
                              [&](const LayerPiece&) {
                                return ++visits == 3
                                           ? absl::AbortedError("enough")
                                           : absl::OkStatus();
                              })
                .code(),
            absl::StatusCode::kAborted);
  EXPECT_EQ(visits, 3);
}

TEST(LayerTest, SaysThatItWasDamagedOnDisk) {
  const SpillFolder folder;
  const Layer layer = LayerOnDisk(folder, kSize);
  folder.Damage();
  std::vector<PackedPosition> positions(kSize);
  EXPECT_EQ(layer.Read(0, positions, {}).code(), absl::StatusCode::kDataLoss);
  EXPECT_EQ(layer
                .ForEachPiece(
                    kSize, [](const LayerPiece&) { return absl::OkStatus(); })
                .code(),
            absl::StatusCode::kDataLoss);
}

TEST(LayerTest, StaysInMemoryWhenItCannotMove) {
  const SpillFolder folder;
  Layer layer = NumberedLayer(kSize);
  const std::atomic<bool> cancelled = true;
  EXPECT_EQ(layer.MoveToFile(folder.path(), "a test", &cancelled).code(),
            absl::StatusCode::kCancelled);
  const FileSizeLimit limit(100);
  EXPECT_EQ(layer.MoveToFile(folder.path(), "a test", nullptr).code(),
            absl::StatusCode::kResourceExhausted);
  EXPECT_TRUE(layer.is_in_memory());
  ExpectNumbers(0, layer.positions(), layer.multiplicities());
}

}  // namespace
}  // namespace rookery
