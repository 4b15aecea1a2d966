#include "proto/support/positions.h"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/board/move.h"
#include "core/board/move_generator.h"
#include "core/board/position.h"
#include "core/board/position_codec.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "zstd.h"

namespace rookery {
namespace {

using ::testing::HasSubstr;

// The positions after one and two plies, in order.
std::vector<PackedPosition> MakePositions() {
  std::vector<PackedPosition> positions;
  MoveList moves;
  GenerateLegalMoves(Position::Start(), moves);
  for (const Move move : moves) {
    const Position child = Position::Start().After(move);
    positions.push_back(Pack(child));
    MoveList replies;
    GenerateLegalMoves(child, replies);
    for (const Move reply : replies) {
      positions.push_back(Pack(child.After(reply)));
    }
  }
  std::ranges::sort(positions);
  return positions;
}

std::string Frame(const std::string& content) {
  std::string frame(ZSTD_compressBound(content.size()), '\0');
  frame.resize(ZSTD_compress(frame.data(), frame.size(), content.data(),
                             content.size(), 1));
  return frame;
}

void ExpectRefused(const std::string& bytes, size_t count,
                   const std::string& reason) {
  const absl::Status status = DecompressPositions(bytes, count).status();
  EXPECT_TRUE(absl::IsInvalidArgument(status)) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr(reason));
}

TEST(PositionsTest, ReturnsWhatWasCompressed) {
  const std::vector<PackedPosition> positions = MakePositions();
  ASSERT_EQ(positions.size(), 420);
  const std::string bytes = CompressPositions(positions);
  EXPECT_LT(bytes.size(), positions.size() * sizeof(PackedPosition) / 4);
  const absl::StatusOr<std::vector<PackedPosition>> back =
      DecompressPositions(bytes, positions.size());
  ASSERT_TRUE(back.ok()) << back.status();
  EXPECT_EQ(*back, positions);
}

TEST(PositionsTest, TakesNoPositions) {
  const absl::StatusOr<std::vector<PackedPosition>> back =
      DecompressPositions(CompressPositions({}), 0);
  ASSERT_TRUE(back.ok()) << back.status();
  EXPECT_TRUE(back->empty());
}

TEST(PositionsTest, HasTheBytesOfTheProtocol) {
  const std::string bytes =
      CompressPositions(std::vector{Pack(Position::Start())});
  std::string content(32, '\0');
  ASSERT_EQ(ZSTD_decompress(content.data(), content.size(), bytes.data(),
                            bytes.size()),
            32);
  const PackedPosition packed = Pack(Position::Start());
  for (size_t index = 0; index < content.size(); ++index) {
    EXPECT_EQ(
        static_cast<uint8_t>(content[index]),
        static_cast<uint8_t>(packed.planes[index / 8] >> (index % 8 * 8)));
  }
}

TEST(PositionsTest, ALargestUnitFitsEvenIfNothingCompresses) {
  std::vector<PackedPosition> positions(131'000);
  std::mt19937_64 random(1);
  for (PackedPosition& position : positions) {
    for (uint64_t& plane : position.planes) plane = random();
  }
  EXPECT_LE(CompressPositions(positions).size(), kMaxCompressedPositionBytes);
}

TEST(PositionsTest, TakesTheLargestCount) {
  const std::vector<PackedPosition> positions(kMaxPositionsPerMessage,
                                              Pack(Position::Start()));
  const absl::StatusOr<std::vector<PackedPosition>> back =
      DecompressPositions(CompressPositions(positions), positions.size());
  ASSERT_TRUE(back.ok()) << back.status();
  EXPECT_EQ(back->size(), positions.size());
}

TEST(PositionsTest, RefusesACountAboveTheLimit) {
  ExpectRefused("", kMaxPositionsPerMessage + 1, "262145 in one message");
  ExpectRefused("", SIZE_MAX, "in one message");
}

TEST(PositionsTest, RefusesTooManyBytes) {
  ExpectRefused(std::string(kMaxCompressedPositionBytes + 1, 'x'), 1,
                "4194305 bytes, at most 4194304");
}

TEST(PositionsTest, RefusesAnotherCount) {
  const std::vector<PackedPosition> positions = MakePositions();
  const std::string bytes = CompressPositions(positions);
  ExpectRefused(bytes, positions.size() - 1, "expected 13408 for 419");
  ExpectRefused(bytes, positions.size() + 1, "expected 13472 for 421");
  ExpectRefused(bytes, 0, "expected 0");
}

TEST(PositionsTest, RefusesAHugeFrameWithoutAllocatingIt) {
  ExpectRefused(Frame(std::string(10 << 20, '\0')), 1,
                "10485760 bytes of content");
}

TEST(PositionsTest, RefusesContentThatIsNoWholeNumberOfPositions) {
  ExpectRefused(Frame(std::string(33, '\0')), 1, "33 bytes of content");
}

TEST(PositionsTest, RefusesAFrameThatHidesItsSize) {
  ZSTD_CCtx* context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, 0);
  const PackedPosition position = Pack(Position::Start());
  std::string frame(1000, '\0');
  frame.resize(ZSTD_compress2(context, frame.data(), frame.size(), &position,
                              sizeof(position)));
  ZSTD_freeCCtx(context);
  ExpectRefused(frame, 1, "does not state");
}

TEST(PositionsTest, RefusesWhatIsNotOneWholeFrame) {
  const std::string bytes = CompressPositions(MakePositions());
  ExpectRefused("", 420, "not one whole zstd frame");
  ExpectRefused("not zstd", 420, "not one whole zstd frame");
  ExpectRefused(bytes.substr(0, bytes.size() - 1), 420, "not one whole");
  ExpectRefused(bytes + "x", 420, "not one whole");
  ExpectRefused(bytes + bytes, 420, "not one whole");
}

TEST(PositionsTest, SurvivesEveryDamagedByte) {
  const std::vector<PackedPosition> positions = MakePositions();
  const std::string bytes = CompressPositions(positions);
  for (size_t index = 0; index < bytes.size(); ++index) {
    std::string damaged = bytes;
    damaged[index] = static_cast<char>(damaged[index] ^ 0x10);
    // zstd's frame has no checksum, so other valid positions may come out.
    const absl::StatusOr<std::vector<PackedPosition>> back =
        DecompressPositions(damaged, positions.size());
    if (back.ok()) {
      EXPECT_EQ(back->size(), positions.size());
    } else {
      EXPECT_TRUE(absl::IsInvalidArgument(back.status())) << back.status();
    }
  }
}

TEST(PositionsTest, NamesAnImpossiblePosition) {
  std::vector<PackedPosition> positions = MakePositions();
  positions[7] = PackedPosition();  // no kings
  ExpectRefused(CompressPositions(positions), positions.size(), "position 7: ");
}

}  // namespace
}  // namespace rookery
