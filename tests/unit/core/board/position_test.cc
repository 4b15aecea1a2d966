#include "core/board/position.h"

#include <gtest/gtest.h>

#include <string>

#include "core/board/move_generator.h"
#include "core/board/position_codec.h"
#include "tests/support/random_positions.h"

namespace rookery {
namespace {

Position Read(std::string_view fen) {
  absl::StatusOr<Position> position = Position::FromFen(fen);
  EXPECT_TRUE(position.ok()) << fen << ": " << position.status();
  return position.ok() ? *position : Position::Start();
}

// Plays a move given by its squares.
Position After(const Position& position, Square from, Square to,
               PieceType promotion = kNoPieceType) {
  const std::optional<Move> move =
      FindLegalMove(position, {from, to, promotion});
  EXPECT_TRUE(move.has_value())
      << SquareName(from) << SquareName(to) << " in " << position.ToFen();
  return move ? position.After(*move) : position;
}

TEST(PositionTest, StartsWithTheStartPosition) {
  const Position position = Position::Start();
  EXPECT_EQ(position.ToFen(),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
  EXPECT_EQ(position.side_to_move(), kWhite);
  EXPECT_EQ(Count(position.pieces()), 32);
  EXPECT_EQ(position.pieces(kBlack, kKnight), SquareSet(kB8) | SquareSet(kG8));
  EXPECT_EQ(position.piece_on(kD1), kWhiteQueen);
  EXPECT_EQ(position.piece_on(kE4), kNoPiece);
  EXPECT_EQ(position.king_square(kBlack), kE8);
  EXPECT_EQ(position.castling_rooks(kWhite), SquareSet(kA1) | SquareSet(kH1));
  EXPECT_EQ(position.halfmove_clock(), 0);
  EXPECT_EQ(position.fullmove_number(), 1);
  EXPECT_FALSE(position.InCheck());
  EXPECT_FALSE(position.NeedsChess960());
}

// Everything that Play keeps up to date, against the same position built from
// nothing.
void ExpectConsistent(const Position& position) {
  ASSERT_EQ(position.key(), position.ComputeKey()) << position.ToFen();
  const absl::StatusOr<Position> anew = Position::FromFen(position.ToFen());
  ASSERT_TRUE(anew.ok()) << position.ToFen() << ": " << anew.status();
  ASSERT_EQ(*anew, position) << position.ToFen();
  ASSERT_EQ(anew->key(), position.key()) << position.ToFen();
  ASSERT_EQ(anew->checkers(), position.checkers()) << position.ToFen();
  ASSERT_EQ(anew->en_passant_square(), position.en_passant_square())
      << position.ToFen();
  ASSERT_EQ(anew->halfmove_clock(), position.halfmove_clock());
  ASSERT_EQ(anew->fullmove_number(), position.fullmove_number());
  for (int index = 0; index < kSquareCount; ++index) {
    const auto square = static_cast<Square>(index);
    const Piece piece = position.piece_on(square);
    ASSERT_EQ(anew->piece_on(square), piece);
    ASSERT_EQ(Contains(position.pieces(), square), piece != kNoPiece);
    if (piece == kNoPiece) continue;
    ASSERT_TRUE(
        Contains(position.pieces(ColorOf(piece), TypeOf(piece)), square));
  }
}

TEST(PositionTest, StaysConsistentOverRandomGames) {
  RandomSource random(31);
  for (int game = 0; game < 150; ++game) {
    Position position = Position::Start();
    if (game % 3 == 1)
      position = Chess960Start(random.Below(960), random.Below(960));
    if (game % 3 == 2) position = RandomEndgame(random);
    MoveList moves;
    for (int ply = 0; ply < 120; ++ply) {
      ASSERT_NO_FATAL_FAILURE(ExpectConsistent(position));
      GenerateLegalMoves(position, moves);
      if (moves.empty()) break;
      const Position before = position;
      const Move move = moves[random.Below(static_cast<int>(moves.size()))];
      position.Play(move);
      ASSERT_EQ(before.After(move), position);
      ASSERT_FALSE(before == position);
      ASSERT_NE(before.key(), position.key());
    }
  }
}

TEST(PositionTest, EqualPositionsByDifferentPathsHaveEqualKeys) {
  Position first = Position::Start();
  Position second = Position::Start();
  for (const auto& [from, to] : {std::pair{kG1, kF3}, {kG8, kF6}, {kB1, kC3}})
    first = After(first, from, to);
  for (const auto& [from, to] : {std::pair{kB1, kC3}, {kG8, kF6}, {kG1, kF3}})
    second = After(second, from, to);
  EXPECT_EQ(first, second);
  EXPECT_EQ(first.key(), second.key());
}

TEST(PositionTest, CountersDoNotCountInEquality) {
  const Position early = Read("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  const Position late = Read("4k3/8/8/8/8/8/4P3/4K3 w - - 30 99");
  EXPECT_EQ(early, late);
  EXPECT_EQ(early.key(), late.key());
}

TEST(PositionTest, SideCastlingAndEnPassantCountInEquality) {
  const Position base = Read("r3k2r/8/8/3pP3/8/8/8/4K3 w kq d6 0 1");
  for (const char* fen : {"r3k2r/8/8/3pP3/8/8/8/4K3 b kq - 0 1",
                          "r3k2r/8/8/3pP3/8/8/8/4K3 w k d6 0 1",
                          "r3k2r/8/8/3pP3/8/8/8/4K3 w kq - 0 1",
                          "r3k2r/8/8/3pP3/8/8/8/5K2 w kq d6 0 1"}) {
    EXPECT_FALSE(base == Read(fen)) << fen;
    EXPECT_NE(base.key(), Read(fen).key()) << fen;
  }
}

TEST(PositionTest, EnPassantCountsOnlyWhenACaptureIsLegal) {
  // After 1. e4 no black pawn can capture; after 1. e4 a6 2. e5 d5 one white
  // pawn can.
  Position position = After(Position::Start(), kE2, kE4);
  EXPECT_EQ(position.en_passant_square(), kNoSquare);
  EXPECT_EQ(
      position,
      Read("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"));
  position = After(After(After(position, kA7, kA6), kE4, kE5), kD7, kD5);
  EXPECT_EQ(position.en_passant_square(), kD6);
  EXPECT_EQ(After(position, kE5, kD6).ToFen(),
            "rnbqkbnr/1pp1pppp/p2P4/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3");

  // The capture would uncover the king along the rank, on the captured pawn's
  // diagonal, or leaves him in check.
  EXPECT_EQ(After(Read("8/8/8/8/k2p3Q/8/4P3/4K3 w - - 0 1"), kE2, kE4)
                .en_passant_square(),
            kNoSquare);
  EXPECT_EQ(Read("8/5bk1/8/2Pp4/8/1K6/8/8 w - d6 0 1").en_passant_square(),
            kNoSquare);
  EXPECT_EQ(After(Read("8/8/8/k7/4p3/8/3P4/4Q2K w - - 0 1"), kD2, kD4)
                .en_passant_square(),
            kNoSquare);
  // The pushed pawn itself gives check, and can be captured.
  EXPECT_EQ(After(Read("8/8/8/4k3/4p3/8/3P4/4K3 w - - 0 1"), kD2, kD4)
                .en_passant_square(),
            kD3);
  // One of two captors is pinned; the other can.
  EXPECT_EQ(After(Read("4k3/3p4/8/2P1P3/1K5b/8/8/r3r3 b - - 0 1"), kD7, kD5)
                .en_passant_square(),
            kD6);
}

TEST(PositionTest, CastlingRightsEndWithKingRookAndCapture) {
  const Position position = Read("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  EXPECT_EQ(After(position, kE1, kE2).castling_rooks(),
            SquareSet(kA8) | SquareSet(kH8));
  EXPECT_EQ(After(position, kA1, kB1).castling_rooks(),
            SquareSet(kH1) | SquareSet(kA8) | SquareSet(kH8));
  EXPECT_EQ(After(position, kH1, kH8).castling_rooks(),
            SquareSet(kA1) | SquareSet(kA8));
  EXPECT_EQ(After(position, kE1, kG1).castling_rooks(),
            SquareSet(kA8) | SquareSet(kH8));
  const Position promotion = Read("r3k2r/1P6/8/8/8/8/8/4K3 w kq - 0 1");
  EXPECT_EQ(After(promotion, kB7, kA8, kKnight).castling_rooks(),
            SquareSet(kH8));
}

TEST(PositionTest, CountersFollowTheMoves) {
  Position position = Read("4k3/8/8/3p4/8/8/4P3/4K2N w - - 7 40");
  position = After(position, kH1, kG3);
  EXPECT_EQ(position.halfmove_clock(), 8);
  EXPECT_EQ(position.fullmove_number(), 40);
  position = After(position, kE8, kE7);
  EXPECT_EQ(position.fullmove_number(), 41);
  position = After(position, kE2, kE4);
  EXPECT_EQ(position.halfmove_clock(), 0);
  position = After(After(position, kE7, kD6), kG3, kF5);
  EXPECT_EQ(position.halfmove_clock(), 2);
}

TEST(PositionTest, CountersStopAtTheirBound) {
  Position position = Read("4k3/8/8/8/8/8/8/4K2N b - - 1000000 1000000");
  position = After(position, kE8, kE7);
  EXPECT_EQ(position.halfmove_clock(), kMaxCounter);
  EXPECT_EQ(position.fullmove_number(), kMaxCounter);
  EXPECT_EQ(Read(position.ToFen()), position);
}

TEST(PositionTest, FindsCheckersAndPinnedMen) {
  const Position check = Read("4k3/8/8/8/8/5n2/4r3/4K3 w - - 0 1");
  EXPECT_EQ(check.checkers(), SquareSet(kE2) | SquareSet(kF3));
  const Position pins = Read("4r1k1/8/8/b7/8/2N5/4B3/r1Q1K2r w - - 0 1");
  EXPECT_EQ(pins.PinnedMen(), SquareSet(kC3) | SquareSet(kE2) | SquareSet(kC1));
  EXPECT_EQ(Position::Start().PinnedMen(), 0u);
}

TEST(PositionTest, KnowsWhenChess960IsNeeded) {
  EXPECT_FALSE(Read("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").NeedsChess960());
  EXPECT_FALSE(Read("rk2r3/8/8/8/8/8/8/RK2R3 w - - 0 1").NeedsChess960());
  EXPECT_TRUE(Read("4k3/8/8/8/8/8/8/4K1R1 w K - 0 1").NeedsChess960());
  EXPECT_TRUE(Read("4k3/8/8/8/8/8/8/3K3R w K - 0 1").NeedsChess960());
  EXPECT_TRUE(Read("1k5r/8/8/8/8/8/8/4K2R w Kk - 0 1").NeedsChess960());
}

TEST(PositionTest, AllChess960StartsRoundTrip) {
  for (int number = 0; number < 960; ++number) {
    const Position position = Chess960Start(number, number);
    const std::string fen = position.ToFen();
    ASSERT_NE(fen.find(" w KQkq - 0 1"), std::string::npos) << fen;
    ASSERT_EQ(Read(fen), position) << fen;
    ASSERT_EQ(Read(fen).ToFen(), fen);
    ASSERT_EQ(position.key(), position.ComputeKey()) << fen;
    // The same in Shredder's letters.
    std::string rights;
    for (const Color color : {kWhite, kBlack}) {
      for (Bitboard rooks = position.castling_rooks(color); rooks != 0;) {
        rights += static_cast<char>((color == kWhite ? 'A' : 'a') +
                                    FileOf(PopFirst(rooks)));
      }
    }
    std::string shredder = fen;
    shredder.replace(shredder.find("KQkq"), 4, rights);
    ASSERT_EQ(Read(shredder), position) << shredder;
    ASSERT_EQ(*Unpack(Pack(position)), position) << fen;
  }
}

}  // namespace
}  // namespace rookery
