#include "core/board/position_codec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/fen_collection.h"
#include "tests/support/random_positions.h"

namespace rookery {
namespace {

using testing::HasSubstr;

Position Read(std::string_view fen) {
  absl::StatusOr<Position> position = Position::FromFen(fen);
  EXPECT_TRUE(position.ok()) << fen << ": " << position.status();
  return position.ok() ? *position : Position::Start();
}

std::string Refusal(const PackedPosition& packed) {
  const absl::StatusOr<Position> position = Unpack(packed);
  EXPECT_EQ(IsValid(packed), position.ok());
  if (position.ok()) return "accepted";
  EXPECT_EQ(position.status().code(), absl::StatusCode::kInvalidArgument);
  return std::string(position.status().message());
}

void SetCode(PackedPosition& packed, Square square, int code) {
  for (int plane = 0; plane < 4; ++plane) {
    packed.planes[plane] &= ~SquareSet(square);
    if ((code >> plane & 1) != 0) packed.planes[plane] |= SquareSet(square);
  }
}

TEST(PositionCodecTest, RoundTripsTheCollection) {
  const std::vector<FenCase> cases =
      ReadFenCollection(ROOKERY_SOURCE_DIR "/tests/data/fens.tsv");
  ASSERT_FALSE(cases.empty());
  for (const FenCase& test : cases) {
    if (test.kind == "invalid") continue;
    const Position position = Read(test.normalized);
    const absl::StatusOr<Position> unpacked = Unpack(Pack(position));
    ASSERT_TRUE(unpacked.ok()) << test.id << ": " << unpacked.status();
    EXPECT_EQ(*unpacked, position) << test.id;
    EXPECT_EQ(unpacked->key(), position.key()) << test.id;
    EXPECT_EQ(unpacked->halfmove_clock(), 0);
    EXPECT_EQ(unpacked->fullmove_number(), 1);
  }
}

TEST(PositionCodecTest, RoundTripsRandomPositionsAndAllStarts) {
  std::vector<Position> positions = RandomPositions(21, 3000);
  for (int number = 0; number < 960; ++number)
    positions.push_back(Chess960Start(number, number));
  for (const Position& position : positions) {
    const PackedPosition packed = Pack(position);
    const absl::StatusOr<Position> unpacked = Unpack(packed);
    ASSERT_TRUE(unpacked.ok()) << position.ToFen() << ": " << unpacked.status();
    ASSERT_TRUE(IsValid(packed)) << position.ToFen();
    ASSERT_EQ(*unpacked, position) << position.ToFen();
    ASSERT_EQ(Pack(*unpacked), packed) << position.ToFen();
  }
}

TEST(PositionCodecTest, LaysOutTheStartAsDocumented) {
  const PackedPosition packed = Pack(Position::Start());
  // Pawns, bishops, queens and castling rooks.
  EXPECT_EQ(packed.planes[0], 0xadff'0000'0000'ffadu);
  // Knights, bishops, kings and castling rooks.
  EXPECT_EQ(packed.planes[1], 0xf700'0000'0000'00f7u);
  // Rooks, queens and kings.
  EXPECT_EQ(packed.planes[2], 0x9900'0000'0000'0099u);
  EXPECT_EQ(packed.planes[3], 0xffff'0000'0000'0000u);
}

TEST(PositionCodecTest, DiffersWhereThePositionsDiffer) {
  const PackedPosition white = Pack(Read("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"));
  EXPECT_NE(white, Pack(Read("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")));
  EXPECT_NE(white, Pack(Read("4k3/8/8/8/8/8/8/R3K3 b Q - 0 1")));
  EXPECT_EQ(white, Pack(Read("4k3/8/8/8/8/8/8/R3K3 w Q - 33 77")));
  EXPECT_NE(Pack(Read("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")),
            Pack(Read("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1")));
  EXPECT_EQ(Pack(Read("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1")),
            Pack(Read("4k3/8/8/3p4/8/8/8/4K3 w - - 0 1")));
}

TEST(PositionCodecTest, RefusesWhatIsNoPosition) {
  EXPECT_THAT(Refusal(PackedPosition{}), HasSubstr("no white king"));
  PackedPosition full;
  full.planes.fill(~uint64_t{0});
  EXPECT_NE(Refusal(full), "accepted");

  const PackedPosition good =
      Pack(Read("4k3/8/8/3pP3/8/8/8/R3K2R w KQ d6 0 1"));
  PackedPosition bad = good;
  bad.planes[3] |= SquareSet(kA4);
  EXPECT_THAT(Refusal(bad), HasSubstr("side"));

  bad = good;
  SetCode(bad, kC3, 7);
  EXPECT_THAT(Refusal(bad), HasSubstr("code 7 on c3"));

  bad = good;
  SetCode(bad, kE5, 7);
  EXPECT_THAT(Refusal(bad), HasSubstr("code 7 on e5"));

  bad = good;
  SetCode(bad, kA1, 7 + 8);
  EXPECT_THAT(Refusal(bad), HasSubstr("a1 needs a white rook"));

  bad = good;
  SetCode(bad, kG1, 7);
  EXPECT_THAT(Refusal(bad), HasSubstr("g1 and h1"));

  bad = good;
  SetCode(bad, kA2, 6 + 8);
  EXPECT_THAT(Refusal(bad), HasSubstr("2 black kings"));

  bad = good;
  SetCode(bad, kB8, 1);
  EXPECT_THAT(Refusal(bad), HasSubstr("white pawn on b8"));

  bad = good;
  SetCode(bad, kE7, 5);
  EXPECT_THAT(Refusal(bad),
              HasSubstr("black king on e8 is in check by the queen on e7"));

  // No white pawn beside it: such a mark would give one position two forms.
  bad = good;
  SetCode(bad, kE5, 0);
  EXPECT_THAT(Refusal(bad), HasSubstr("without a legal capture"));

  bad = good;
  SetCode(bad, kD5, 1 + 8);
  SetCode(bad, kE4, 7);
  EXPECT_NE(Refusal(bad), "accepted");
}

TEST(PositionCodecTest, AcceptsOnlyCanonicalBytes) {
  RandomSource random(22);
  const std::vector<Position> positions = RandomPositions(23, 300);
  int accepted = 0;
  for (int i = 0; i < 20000; ++i) {
    PackedPosition packed = Pack(positions[random.Below(300)]);
    for (int flips = 1 + random.Below(3); flips > 0; --flips) {
      packed.planes[random.Below(4)] ^= uint64_t{1} << random.Below(64);
    }
    const absl::StatusOr<Position> position = Unpack(packed);
    ASSERT_EQ(IsValid(packed), position.ok()) << position.status();
    if (!position.ok()) continue;
    ++accepted;
    ASSERT_EQ(Pack(*position), packed) << position->ToFen();
  }
  EXPECT_GT(accepted, 100);
}

// Random flips seldom hit the men that castling depends on.
TEST(PositionCodecTest, JudgesEveryManOnTheBackRanksAlikeInBothWays) {
  for (const std::string_view fen :
       {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "1r1k1r2/8/8/8/8/8/8/1RR1K3 b Bbf - 0 1"}) {
    const PackedPosition good = Pack(Read(fen));
    int accepted = 0;
    for (int first = 0; first < kSquareCount; ++first) {
      for (int second = 0; second < kSquareCount; second += 7) {
        for (int code = 0; code < 16 * 16; ++code) {
          if (RankOf(static_cast<Square>(first)) % 7 != 0) continue;
          PackedPosition packed = good;
          SetCode(packed, static_cast<Square>(first), code % 16);
          SetCode(packed, static_cast<Square>(second), code / 16);
          const bool unpacks = Unpack(packed).ok();
          accepted += unpacks ? 1 : 0;
          ASSERT_EQ(IsValid(packed), unpacks)
              << fen << " " << first << " " << second << " " << code;
        }
      }
    }
    EXPECT_GT(accepted, 100);
  }
}

}  // namespace
}  // namespace rookery
