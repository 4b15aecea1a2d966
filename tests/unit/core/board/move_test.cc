#include "core/board/move.h"

#include <gtest/gtest.h>

#include "core/board/castling.h"
#include "core/board/piece.h"
#include "core/board/square.h"

namespace rookery {
namespace {

TEST(MoveTest, KeepsItsParts) {
  const Move push = Move::DoublePush(kE2, kE4);
  EXPECT_EQ(push.from(), kE2);
  EXPECT_EQ(push.to(), kE4);
  EXPECT_EQ(push.kind(), MoveKind::kDoublePush);
  EXPECT_EQ(push.promotion(), kNoPieceType);
  EXPECT_EQ(Move::EnPassant(kE5, kD6).kind(), MoveKind::kEnPassant);
  EXPECT_EQ(Move::Castling(kE1, kH1).kind(), MoveKind::kCastling);
  for (const PieceType type : {kKnight, kBishop, kRook, kQueen}) {
    const Move promotion = Move::Promotion(kH7, kG8, type);
    EXPECT_EQ(promotion.kind(), MoveKind::kPromotion);
    EXPECT_EQ(promotion.promotion(), type);
    EXPECT_EQ(promotion.to(), kG8);
    EXPECT_EQ(Move::FromBits(promotion.bits()), promotion);
  }
}

TEST(MoveTest, NullMoveIsNoOther) {
  EXPECT_TRUE(Move().is_null());
  EXPECT_FALSE(Move::Normal(kA1, kA2).is_null());
  EXPECT_FALSE(Move::Castling(kB1, kA1).is_null());
}

TEST(SquareTest, NamesAndParsesEverySquare) {
  for (int index = 0; index < kSquareCount; ++index) {
    const auto square = static_cast<Square>(index);
    EXPECT_EQ(ParseSquare(SquareName(square)), square);
  }
  EXPECT_EQ(SquareName(kNoSquare), "-");
  for (const char* text : {"", "a", "a0", "a9", "i1", "A1", "a1 ", "-"})
    EXPECT_FALSE(ParseSquare(text)) << text;
}

TEST(PieceTest, LettersGoBothWays) {
  for (const char letter : std::string_view("PNBRQKpnbrqk")) {
    const Piece piece = PieceFromLetter(letter);
    ASSERT_NE(piece, kNoPiece);
    EXPECT_EQ(PieceLetter(piece), letter);
    EXPECT_EQ(MakePiece(ColorOf(piece), TypeOf(piece)), piece);
    EXPECT_EQ(ColorOf(piece), letter < 'a' ? kWhite : kBlack);
  }
  for (const char letter : {' ', 'x', '1', '/', '\0'})
    EXPECT_EQ(PieceFromLetter(letter), kNoPiece);
}

TEST(CastlingTest, LandsOnTheSameSquaresFromAnywhere) {
  EXPECT_EQ(CastlingKingTarget(kE1, kH1), kG1);
  EXPECT_EQ(CastlingRookTarget(kE1, kH1), kF1);
  EXPECT_EQ(CastlingKingTarget(kB8, kA8), kC8);
  EXPECT_EQ(CastlingRookTarget(kB8, kA8), kD8);
  EXPECT_EQ(CastlingKingTarget(kB1, kC1), kG1);
}

}  // namespace
}  // namespace rookery
