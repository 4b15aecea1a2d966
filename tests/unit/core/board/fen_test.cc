#include "core/board/fen.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "core/board/move_generator.h"
#include "core/board/position_codec.h"
#include "tests/support/fen_collection.h"
#include "tests/support/random_positions.h"

namespace rookery {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

// Why FromFen refuses it; "accepted" if it does not.
std::string Refusal(std::string_view fen) {
  const absl::StatusOr<Position> position = Position::FromFen(fen);
  if (position.ok()) return "accepted";
  EXPECT_EQ(position.status().code(), absl::StatusCode::kInvalidArgument)
      << fen;
  return std::string(position.status().message());
}

std::string Normalized(std::string_view fen) {
  const absl::StatusOr<Position> position = Position::FromFen(fen);
  return position.ok() ? position->ToFen()
                       : std::string(position.status().message());
}

class FenCollectionTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_THAT(cases_, SizeIs(66)); }

  const std::vector<FenCase> cases_ =
      ReadFenCollection(ROOKERY_SOURCE_DIR "/tests/data/fens.tsv");
};

TEST_F(FenCollectionTest, ValidOnesReadAndNormalize) {
  for (const FenCase& test : cases_) {
    if (test.kind != "valid") continue;
    EXPECT_EQ(Normalized(test.fen), test.normalized)
        << test.id << ": " << test.hazard;
    EXPECT_EQ(Normalized(test.normalized), test.normalized) << test.id;
  }
}

TEST_F(FenCollectionTest, RepairableOnesAreRepaired) {
  // Those that strict reading takes all the same: no counters, extra blanks,
  // odd counters.
  const std::set<std::string> tolerated = {"H40", "H42", "H43", "H49"};
  for (const FenCase& test : cases_) {
    if (test.kind == "invalid") continue;
    const absl::StatusOr<FenRepair> repair = RepairFen(test.fen);
    ASSERT_TRUE(repair.ok()) << test.id << ": " << repair.status();
    EXPECT_EQ(repair->fen, test.normalized) << test.id << ": " << test.hazard;
    EXPECT_EQ(repair->changes.empty(), test.fen == test.normalized) << test.id;
    if (test.kind != "repair") continue;
    if (tolerated.contains(test.id)) {
      EXPECT_EQ(Normalized(test.fen), test.normalized) << test.id;
    } else {
      EXPECT_NE(Refusal(test.fen), "accepted")
          << test.id << ": " << test.hazard;
    }
  }
}

TEST_F(FenCollectionTest, InvalidOnesAreRefusedForReasonsOfTheirOwn) {
  std::set<std::string> reasons;
  int invalid = 0;
  for (const FenCase& test : cases_) {
    if (test.kind != "invalid") continue;
    ++invalid;
    EXPECT_NE(Refusal(test.fen), "accepted") << test.id << ": " << test.hazard;
    EXPECT_FALSE(RepairFen(test.fen).ok()) << test.id << ": " << test.hazard;
    reasons.insert(Refusal(test.fen));
  }
  EXPECT_EQ(invalid, 17);
  EXPECT_THAT(reasons, SizeIs(17));
}

struct RefusedFen {
  const char* name;
  const char* fen;
  const char* reason;  // part of the message
};

class FenRefusalTest : public testing::TestWithParam<RefusedFen> {};

TEST_P(FenRefusalTest, NamesFieldAndValue) {
  EXPECT_THAT(Refusal(GetParam().fen), HasSubstr(GetParam().reason));
}

INSTANTIATE_TEST_SUITE_P(
    All, FenRefusalTest,
    testing::Values(
        RefusedFen{"Empty", "", "fen has 0 fields"},
        RefusedFen{"ThreeFields", "4k3/8/8/8/8/8/8/4K3 w -",
                   "fen has 3 fields; it needs 4 to 6"},
        RefusedFen{"SevenFields", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 x",
                   "fen has 7 fields"},
        RefusedFen{"SevenRanks", "4k3/8/8/8/8/8/4K3 w - - 0 1", "has 7 ranks"},
        RefusedFen{"NineRanks", "4k3/8/8/8/8/8/8/8/4K3 w - - 0 1",
                   "more than 8 ranks"},
        RefusedFen{"ShortRank", "4k3/8/8/7/8/8/8/4K3 w - - 0 1",
                   "7 squares on rank 5"},
        RefusedFen{"ShortLastRank", "4k3/8/8/8/8/8/8/4K2 w - - 0 1",
                   "7 squares on rank 1"},
        RefusedFen{"LongRank", "4k3/8/8/8p/8/8/8/4K3 w - - 0 1",
                   "9 squares on rank 5"},
        RefusedFen{"DigitZero", "4k3/80/8/8/8/8/8/4K3 w - - 0 1",
                   "the digit '0' on rank 7"},
        RefusedFen{"DigitNine", "4k3/9/8/8/8/8/8/4K3 w - - 0 1",
                   "the digit '9' on rank 7"},
        RefusedFen{"SplitDigits", "4k3/44/8/8/8/8/8/4K3 w - - 0 1",
                   "two digits in a row"},
        RefusedFen{"UnknownMan", "4k3/8/8/8/8/8/4X3/4K3 w - - 0 1",
                   "the character 'X' on rank 2"},
        RefusedFen{"Unprintable", "4k3/8/8/8/8/8/4\x01\x33/4K3 w - - 0 1",
                   "'\\x01'"},
        RefusedFen{"NoWhiteKing", "4k3/8/8/8/8/8/8/8 w - - 0 1",
                   "no white king"},
        RefusedFen{"NoBlackKing", "8/8/8/8/8/8/8/4K3 w - - 0 1",
                   "no black king"},
        RefusedFen{"TwoBlackKings", "k3k3/8/8/8/8/8/8/4K3 w - - 0 1",
                   "2 black kings"},
        RefusedFen{"KingsTouch", "8/8/8/3kK3/8/8/8/8 w - - 0 1",
                   "next to each other, on e5 and d5"},
        RefusedFen{"WhitePawnOnFirst", "4k3/8/8/8/8/8/8/P3K3 w - - 0 1",
                   "white pawn on a1"},
        RefusedFen{"BlackPawnOnEighth", "p3k3/8/8/8/8/8/8/4K3 w - - 0 1",
                   "black pawn on a8"},
        RefusedFen{"NineBlackPawns", "4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1",
                   "9 black pawns"},
        RefusedFen{"SeventeenMen",
                   "4k3/8/8/8/8/NNNNNNNN/NNNNNNNN/4K3 w - - 0 1",
                   "17 white men"},
        RefusedFen{"WaitingSideInCheck", "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
                   "black king on e8 is in check by the rook"},
        RefusedFen{"BadSide", "4k3/8/8/8/8/8/8/4K3 x - - 0 1",
                   "side to move 'x' must be 'w' or 'b'"},
        RefusedFen{"CastlingLetter", "4k3/8/8/8/8/8/8/4K2R w KX - 0 1",
                   "castling 'KX' has the character 'X'"},
        RefusedFen{"CastlingDash", "4k3/8/8/8/8/8/8/4K2R w K- - 0 1",
                   "castling 'K-'"},
        RefusedFen{"CastlingTwice", "4k3/8/8/8/8/8/8/4K2R w KK - 0 1",
                   "has the right already"},
        RefusedFen{"CastlingTwiceSpelled", "4k3/8/8/8/8/8/8/4K2R w KH - 0 1",
                   "the rook on h1 has the right already"},
        RefusedFen{"CastlingNoRook", "4k3/8/8/8/8/8/8/R3K3 w K - 0 1",
                   "castling 'K' has 'K', but there is no white"},
        RefusedFen{"CastlingNoRookOnFile", "4k3/8/8/8/8/8/8/R3K3 w B - 0 1",
                   "no white rook on b1"},
        RefusedFen{"CastlingBlackRook", "4k3/8/8/8/8/8/8/r3K3 b Q - 0 1",
                   "no white rook"},
        RefusedFen{"CastlingKingAway", "r7/4k3/8/8/8/8/8/4K3 w q - 0 1",
                   "black king stands on e7"},
        RefusedFen{"CastlingOneWing", "4k3/8/8/8/8/8/8/4K1RR w KG - 0 1",
                   "one side of the white king"},
        RefusedFen{"CastlingCorner", "4k3/8/8/8/8/8/8/K6R w K - 0 1",
                   "between the corners"},
        RefusedFen{"EnPassantText", "4k3/8/8/8/8/8/8/4K3 w - z9 0 1",
                   "en passant 'z9'"},
        RefusedFen{"EnPassantRank", "4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1",
                   "'e3' must be on rank 6"},
        RefusedFen{"EnPassantFourthRank", "4k3/8/8/8/4P3/8/8/4K3 b - e4 0 1",
                   "'e4' must be on rank 3"},
        RefusedFen{"EnPassantNoPawn", "4k3/8/8/8/8/8/8/4K3 b - d3 0 1",
                   "needs a white pawn on d4"},
        RefusedFen{"EnPassantWrongPawn", "4k3/8/8/8/3p4/8/8/4K3 b - d3 0 1",
                   "needs a white pawn on d4"},
        RefusedFen{"EnPassantOccupied", "4k3/8/8/8/3P4/3N4/8/4K3 b - d3 0 1",
                   "passed d3"},
        RefusedFen{"EnPassantOrigin", "4k3/8/8/8/3P4/8/3N4/4K3 b - d3 0 1",
                   "passed d2"},
        RefusedFen{"ClockNegative", "4k3/8/8/8/8/8/8/4K3 w - - -1 1",
                   "halfmove clock '-1'"},
        RefusedFen{"ClockText", "4k3/8/8/8/8/8/8/4K3 w - - x 1",
                   "halfmove clock 'x'"},
        RefusedFen{"ClockSigned", "4k3/8/8/8/8/8/8/4K3 w - - +1 1",
                   "halfmove clock '+1'"},
        RefusedFen{"ClockHuge", "4k3/8/8/8/8/8/8/4K3 w - - 1000001 1",
                   "halfmove clock '1000001'"},
        RefusedFen{"NumberHuge",
                   "4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999999999999",
                   "fullmove number '9999"},
        RefusedFen{"NumberText", "4k3/8/8/8/8/8/8/4K3 w - - 0 1.",
                   "fullmove number '1.'"}),
    [](const testing::TestParamInfo<RefusedFen>& tested) {
      return std::string(tested.param.name);
    });

TEST(FenTest, LengthIsBounded) {
  const std::string fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
  EXPECT_EQ(Refusal(fen + std::string(kMaxFenBytes - fen.size(), ' ')),
            "accepted");
  const std::string too_long =
      fen + std::string(kMaxFenBytes - fen.size() + 1, ' ');
  EXPECT_THAT(Refusal(too_long),
              HasSubstr("257 bytes; it may have at most 256"));
  EXPECT_FALSE(RepairFen(too_long).ok());
}

TEST(FenTest, BlanksOfAllKindsAreTolerated) {
  EXPECT_EQ(Normalized("\t4k3/8/8/8/8/8/8/4K3 \t w - -   5 9\r\n"),
            "4k3/8/8/8/8/8/8/4K3 w - - 5 9");
}

TEST(FenTest, CountersMayBeMissing) {
  EXPECT_EQ(Normalized("4k3/8/8/8/8/8/8/4K3 b - -"),
            "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
  EXPECT_EQ(Normalized("4k3/8/8/8/8/8/8/4K3 b - - 12"),
            "4k3/8/8/8/8/8/8/4K3 b - - 12 1");
}

TEST(FenTest, MorePromotedMenThanPlayAllowsAreNoFault) {
  for (const char* fen :
       {"nnnnknnn/pppppppp/8/8/8/8/PPPPPPPP/NNNNKNNN w - - 0 1",
        "nnnnknnn/pppppppp/8/8/8/8/PPPPPPPP/1Q1QK1Q1 w - - 0 1",
        "2QQ1K1k/Q4Qpp/2Q4Q/4Q3/1Q4Q1/3Q4/Q4Q2/Q1Q4Q w - - 0 1"}) {
    EXPECT_EQ(Refusal(fen), "accepted") << fen;
  }
}

TEST(FenTest, CastlingLettersNameTheRightRook) {
  // K is the outermost rook; an inner one has its own letter, and keeps it.
  EXPECT_EQ(Normalized("4k3/8/8/8/8/8/8/4K1RR w K - 0 1"),
            "4k3/8/8/8/8/8/8/4K1RR w K - 0 1");
  EXPECT_EQ(
      Position::FromFen("4k3/8/8/8/8/8/8/4K1RR w K - 0 1")->castling_rooks(),
      SquareSet(kH1));
  EXPECT_EQ(Normalized("4k3/8/8/8/8/8/8/4K1RR w G - 0 1"),
            "4k3/8/8/8/8/8/8/4K1RR w G - 0 1");
  EXPECT_EQ(Normalized("rr2k1rr/8/8/8/8/8/8/4K3 b bg - 0 1"),
            "rr2k1rr/8/8/8/8/8/8/4K3 b gb - 0 1");
  EXPECT_EQ(Normalized("rr2k1rr/8/8/8/8/8/8/4K3 b hb - 0 1"),
            "rr2k1rr/8/8/8/8/8/8/4K3 b kb - 0 1");
  // Another man beyond the rook does not matter, nor does the order of the
  // letters.
  EXPECT_EQ(Normalized("r3k2r/8/8/8/8/8/8/RN2K1RB w qkQG - 0 1"),
            "r3k2r/8/8/8/8/8/8/RN2K1RB w KQkq - 0 1");
}

TEST(FenTest, RandomPositionsRoundTrip) {
  for (const Position& position : RandomPositions(41, 3000)) {
    const std::string fen = position.ToFen();
    const absl::StatusOr<Position> read = Position::FromFen(fen);
    ASSERT_TRUE(read.ok()) << fen << ": " << read.status();
    ASSERT_EQ(*read, position) << fen;
    ASSERT_EQ(read->ToFen(), fen);
    const absl::StatusOr<FenRepair> repair = RepairFen(fen);
    ASSERT_TRUE(repair.ok());
    ASSERT_EQ(repair->fen, fen);
    ASSERT_THAT(repair->changes, IsEmpty());
  }
}

TEST(RepairFenTest, SaysEveryChange) {
  const absl::StatusOr<FenRepair> repair =
      RepairFen("  4k3/44/8/8/8/8/8/R3K3  W KQq e3 -3 0 bm Kd2");
  ASSERT_TRUE(repair.ok()) << repair.status();
  EXPECT_EQ(repair->fen, "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
  EXPECT_THAT(
      repair->changes,
      ElementsAre(
          HasSubstr("dropped what follows the sixth field, from 'bm'"),
          HasSubstr("joined digits"), HasSubstr("'W' written in lower case"),
          HasSubstr("dropped 'K'"), HasSubstr("dropped 'q'"),
          AllOf(HasSubstr("'e3' must be on rank 6"), HasSubstr("dropped")),
          AllOf(HasSubstr("halfmove clock"), HasSubstr("'-3'")),
          AllOf(HasSubstr("fullmove number"), HasSubstr("'0'")),
          HasSubstr("blanks")));
}

TEST(RepairFenTest, NormalizesSpellings) {
  const absl::StatusOr<FenRepair> repair =
      RepairFen("4k3/8/8/3pP3/8/8/8/4K2R w H D6 00 01");
  ASSERT_TRUE(repair.ok()) << repair.status();
  EXPECT_EQ(repair->fen, "4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 1");
  EXPECT_THAT(repair->changes, ElementsAre(HasSubstr("'H' written as 'K'"),
                                           HasSubstr("'D6' written as 'd6'"),
                                           HasSubstr("'00' written as '0'"),
                                           HasSubstr("'01' written as '1'")));
}

TEST(RepairFenTest, KeepsTheFirstOfTwoRightsThatExcludeEachOther) {
  const absl::StatusOr<FenRepair> repair =
      RepairFen("4k3/8/8/8/8/8/8/4K1RR w GKG - 0 1");
  ASSERT_TRUE(repair.ok()) << repair.status();
  EXPECT_EQ(repair->fen, "4k3/8/8/8/8/8/8/4K1RR w G - 0 1");
  EXPECT_THAT(repair->changes,
              ElementsAre(HasSubstr("dropped 'K'"), HasSubstr("dropped 'G'")));
}

TEST(RepairFenTest, DoesNotGuess) {
  for (const char* fen :
       {"4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4K3 -",
        "4k3/8/8/8/8/8/8/4K3 w ? - 0 1", "4k3/8/8/8/8/8/8/4K3 w - e 0 1",
        "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1"}) {
    EXPECT_FALSE(RepairFen(fen).ok()) << fen;
  }
}

// Whatever comes in, nothing breaks, and what is taken is a position that can
// be played on.
TEST(FenFuzzTest, MutatedTextNeverBreaksAnything) {
  const std::vector<FenCase> cases =
      ReadFenCollection(ROOKERY_SOURCE_DIR "/tests/data/fens.tsv");
  ASSERT_FALSE(cases.empty());
  const std::vector<Position> positions = RandomPositions(42, 200);
  constexpr std::string_view kAlphabet =
      "PNBRQKpnbrqk12345678/ -wbABCDEFGHacdefgh09\x01\xff";
  RandomSource random(43);
  int accepted = 0;
  int repaired = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string fen =
        i % 2 == 0 ? cases[random.Below(static_cast<int>(cases.size()))].fen
                   : positions[random.Below(static_cast<int>(positions.size()))]
                         .ToFen();
    for (int edits = 1 + random.Below(2); edits > 0 && !fen.empty(); --edits) {
      const size_t at = random.Below(static_cast<int>(fen.size()));
      const char letter =
          kAlphabet[random.Below(static_cast<int>(kAlphabet.size()))];
      switch (random.Below(4)) {
        case 0:
          fen[at] = letter;
          break;
        case 1:
          fen.insert(at, 1, letter);
          break;
        case 2:
          fen.erase(at, 1 + random.Below(3));
          break;
        default:
          std::swap(fen[at], fen[random.Below(static_cast<int>(fen.size()))]);
      }
    }
    const absl::StatusOr<FenRepair> repair = RepairFen(fen);
    if (repair.ok()) {
      ++repaired;
      ASSERT_EQ(Normalized(repair->fen), repair->fen) << fen;
      ASSERT_EQ(repair->changes.empty(), repair->fen == fen) << fen;
    }
    const absl::StatusOr<Position> position = Position::FromFen(fen);
    if (!position.ok()) {
      ASSERT_FALSE(position.status().message().empty());
      continue;
    }
    ++accepted;
    ASSERT_TRUE(repair.ok()) << fen << ": " << repair.status();
    ASSERT_EQ(repair->fen, position->ToFen()) << fen;
    ASSERT_EQ(*Position::FromFen(position->ToFen()), *position) << fen;
    const absl::StatusOr<Position> unpacked = Unpack(Pack(*position));
    ASSERT_TRUE(unpacked.ok()) << fen << ": " << unpacked.status();
    ASSERT_EQ(*unpacked, *position) << fen;
    MoveList moves;
    GenerateLegalMoves(*position, moves);
    for (const Move move : moves) {
      const Position next = position->After(move);
      ASSERT_EQ(next.key(), next.ComputeKey()) << fen;
      ASSERT_NE(Refusal(next.ToFen()).find("accepted"), std::string::npos)
          << fen << " then " << next.ToFen();
    }
  }
  EXPECT_GT(accepted, 500);
  EXPECT_GT(repaired, accepted);
}

TEST(FenTest, NamesASquarePassedOverThatNobodyCanUse) {
  const Position position =
      Position::FromFen("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1").value();
  EXPECT_EQ(position.ToFen(), "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1");
  EXPECT_EQ(FenWithEnPassant(position, kE3),
            "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1");
  EXPECT_EQ(FenWithEnPassant(position, kNoSquare), position.ToFen());
}

}  // namespace
}  // namespace rookery
