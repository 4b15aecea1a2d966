#include "core/perft/frontier/layer_block.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

#include "tests/unit/core/perft/frontier/spill_folder.h"

namespace rookery {
namespace {

constexpr uint64_t kMax64 = std::numeric_limits<uint64_t>::max();

struct Contents {
  std::vector<PackedPosition> positions;
  std::vector<uint64_t> multiplicities;
};

Contents RandomContents(size_t size) {
  std::mt19937_64 random(size);
  Contents contents;
  for (size_t i = 0; i < size; ++i) {
    contents.positions.push_back({{random(), random(), random(), random()}});
    contents.multiplicities.push_back(random());
  }
  return contents;
}

// Any words: a block knows nothing of chess.
TEST(BlockCodecTest, GivesBackWhatItWasGiven) {
  const SpillFolder folder;
  auto file = SpillFile::Create(folder.path(), "a test").value();
  BlockCodec codec;
  std::vector<LayerBlock> blocks;
  for (const size_t size :
       {size_t{1}, size_t{2}, size_t{1000}, LayerBlock::kMaxSize}) {
    const Contents written = RandomContents(size);
    blocks.push_back(
        codec.Write(written.positions, written.multiplicities, *file).value());
  }
  for (const LayerBlock& block : blocks) {
    Contents read{std::vector<PackedPosition>(block.size),
                  std::vector<uint64_t>(block.size)};
    ASSERT_TRUE(
        codec.Read(*file, block, read.positions, read.multiplicities).ok());
    const Contents written = RandomContents(block.size);
    EXPECT_EQ(read.positions, written.positions);
    EXPECT_EQ(read.multiplicities, written.multiplicities);
  }
}

TEST(BlockCodecTest, FindsADamagedBlock) {
  const SpillFolder folder;
  auto file = SpillFile::Create(folder.path(), "frontier ply 3").value();
  BlockCodec codec;
  Contents contents = RandomContents(100);
  const LayerBlock block =
      codec.Write(contents.positions, contents.multiplicities, *file).value();
  folder.Damage();
  const absl::Status status =
      codec.Read(*file, block, contents.positions, contents.multiplicities);
  EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss);
  EXPECT_THAT(std::string(status.message()),
              testing::AllOf(testing::HasSubstr("frontier ply 3"),
                             testing::HasSubstr("block at byte 0"),
                             testing::HasSubstr("checksum")));
}

TEST(BlockCodecTest, FindsABlockInThePlaceOfAnother) {
  const SpillFolder folder;
  auto file = SpillFile::Create(folder.path(), "a test").value();
  BlockCodec codec;
  Contents contents = RandomContents(100);
  LayerBlock first =
      codec.Write(contents.positions, contents.multiplicities, *file).value();
  std::ranges::reverse(contents.positions);
  const LayerBlock second =
      codec.Write(contents.positions, contents.multiplicities, *file).value();
  first.offset = second.offset;
  first.bytes = second.bytes;
  EXPECT_EQ(
      codec.Read(*file, first, contents.positions, contents.multiplicities)
          .code(),
      absl::StatusCode::kDataLoss);
}

TEST(BlockWriterTest, MakesOnePositionOfSeveralInARow) {
  const SpillFolder folder;
  auto file = SpillFile::Create(folder.path(), "a test").value();
  BlockCodec codec;
  BlockWriter writer(&codec, file.get());
  // More than one block of them, each twice.
  const Contents contents = RandomContents(LayerBlock::kMaxSize + 10);
  for (const PackedPosition& position : contents.positions) {
    ASSERT_TRUE(writer.Add(position, 2).ok());
    ASSERT_TRUE(writer.Add(position, 3).ok());
  }
  const std::vector<LayerBlock> blocks = writer.Finish().value();
  ASSERT_EQ(blocks.size(), 2u);
  EXPECT_EQ(blocks[0].size, LayerBlock::kMaxSize);
  Contents read{std::vector<PackedPosition>(10), std::vector<uint64_t>(10)};
  ASSERT_TRUE(
      codec.Read(*file, blocks[1], read.positions, read.multiplicities).ok());
  EXPECT_TRUE(std::ranges::equal(read.positions,
                                 std::span(contents.positions).last(10)));
  EXPECT_EQ(read.multiplicities, std::vector<uint64_t>(10, 5));
}

TEST(BlockWriterTest, SaysWhenMultiplicitiesReach64Bits) {
  const SpillFolder folder;
  auto file = SpillFile::Create(folder.path(), "a test").value();
  BlockCodec codec;
  BlockWriter writer(&codec, file.get());
  EXPECT_TRUE(writer.Add({}, kMax64 - 1).ok());
  EXPECT_TRUE(writer.Add({}, 1).ok());
  EXPECT_EQ(writer.Add({}, 1).code(), absl::StatusCode::kOutOfRange);
}

}  // namespace
}  // namespace rookery
