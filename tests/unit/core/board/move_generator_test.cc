#include "core/board/move_generator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/board/attacks.h"
#include "core/board/castling.h"
#include "tests/support/fen_collection.h"
#include "tests/support/random_positions.h"

namespace rookery {
namespace {

uint64_t Perft(const Position& position, int depth) {
  if (depth == 0) return 1;
  MoveList moves;
  GenerateLegalMoves(position, moves);
  if (depth == 1) return moves.size();
  uint64_t nodes = 0;
  for (const Move move : moves) nodes += Perft(position.After(move), depth - 1);
  return nodes;
}

Position Read(std::string_view fen) {
  absl::StatusOr<Position> position = Position::FromFen(fen);
  EXPECT_TRUE(position.ok()) << fen << ": " << position.status();
  return position.ok() ? *position : Position::Start();
}

bool Castles(const Position& position, Square rook) {
  const std::optional<Move> move = FindLegalMove(
      position, {position.king_square(position.side_to_move()), rook});
  return move && move->kind() == MoveKind::kCastling;
}

TEST(MoveGeneratorTest, CountsEveryPositionOfTheCollection) {
  const std::vector<FenCase> cases =
      ReadFenCollection(ROOKERY_SOURCE_DIR "/tests/data/fens.tsv");
  ASSERT_EQ(cases.size(), 66u);
  for (const FenCase& test : cases) {
    if (test.kind == "invalid") continue;
    const Position position = Read(test.normalized);
    EXPECT_EQ(CountLegalMoves(position), test.legal_moves)
        << test.id << ": " << test.hazard;
    EXPECT_EQ(Perft(position, test.perft_depth), test.perft_nodes)
        << test.id << ": " << test.hazard;
  }
}

struct PerftCase {
  const char* name;
  const char* fen;
  int depth;
  uint64_t nodes;
};

class GeneratorPerftTest : public testing::TestWithParam<PerftCase> {};

TEST_P(GeneratorPerftTest, Agrees) {
  EXPECT_EQ(Perft(Read(GetParam().fen), GetParam().depth), GetParam().nodes);
}

INSTANTIATE_TEST_SUITE_P(
    WellKnown, GeneratorPerftTest,
    testing::Values(
        PerftCase{"Start",
                  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5,
                  4865609},
        PerftCase{"Kiwipete",
                  "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w "
                  "KQkq - 0 1",
                  4, 4085603},
        PerftCase{"RookEndgame", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5,
                  674624},
        PerftCase{
            "Promotions",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            4, 422333},
        PerftCase{"Position5",
                  "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
                  4, 2103487},
        PerftCase{"Position6",
                  "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/"
                  "R4RK1 w - - 0 10",
                  4, 3894594}),
    [](const testing::TestParamInfo<PerftCase>& tested) {
      return std::string(tested.param.name);
    });

TEST(MoveGeneratorTest, CountingAgreesWithListing) {
  for (const Position& position : RandomPositions(11, 1500)) {
    MoveList moves;
    GenerateLegalMoves(position, moves);
    ASSERT_EQ(CountLegalMoves(position), static_cast<int>(moves.size()))
        << position.ToFen();
    std::vector<Move> sorted(moves.begin(), moves.end());
    std::sort(sorted.begin(), sorted.end());
    ASSERT_EQ(std::adjacent_find(sorted.begin(), sorted.end()), sorted.end())
        << position.ToFen();
  }
}

// A second opinion that shares nothing with pins and check masks: every step of
// every man, kept if the king is not attacked afterwards. Castling is judged by
// the words of the rule.
std::vector<Move> MakeAndTest(const Position& position) {
  std::vector<Move> legal;
  const Color mover = position.side_to_move();
  const Color opponent = Opponent(mover);
  const auto attacked = [&](const Position& board, Square square) {
    return (board.AttackersTo(square, board.pieces()) &
            board.pieces(opponent)) != 0;
  };
  const auto keep = [&](Move move) {
    const Position next = position.After(move);
    if (!attacked(next, next.king_square(mover))) legal.push_back(move);
  };
  const int up = mover == kWhite ? 8 : -8;
  for (int index = 0; index < kSquareCount; ++index) {
    const auto from = static_cast<Square>(index);
    const Piece man = position.piece_on(from);
    if (man == kNoPiece || ColorOf(man) != mover) continue;
    if (TypeOf(man) != kPawn) {
      Bitboard targets = PieceAttacks(TypeOf(man), from, position.pieces()) &
                         ~position.pieces(mover);
      while (targets != 0) keep(Move::Normal(from, PopFirst(targets)));
      continue;
    }
    std::vector<Square> targets;
    const auto ahead = static_cast<Square>(from + up);
    if (position.piece_on(ahead) == kNoPiece) {
      targets.push_back(ahead);
      if (RelativeRank(mover, from) == 1) {
        const auto twice = static_cast<Square>(from + 2 * up);
        if (position.piece_on(twice) == kNoPiece)
          keep(Move::DoublePush(from, twice));
      }
    }
    for (Bitboard captures = PawnAttacks(mover, from); captures != 0;) {
      const Square to = PopFirst(captures);
      if (Contains(position.pieces(opponent), to)) targets.push_back(to);
      if (to == position.en_passant_square()) keep(Move::EnPassant(from, to));
    }
    for (const Square to : targets) {
      if (RelativeRank(mover, to) != 7) {
        keep(Move::Normal(from, to));
        continue;
      }
      for (const PieceType type : {kQueen, kRook, kBishop, kKnight})
        keep(Move::Promotion(from, to, type));
    }
  }
  const Square king = position.king_square(mover);
  for (Bitboard rooks = position.castling_rooks(mover);
       rooks != 0 && !position.InCheck();) {
    const Square rook = PopFirst(rooks);
    const Square king_target = CastlingKingTarget(king, rook);
    const Square rook_target = CastlingRookTarget(king, rook);
    bool allowed = true;
    for (int index = 0; index < kSquareCount; ++index) {
      const auto square = static_cast<Square>(index);
      if (RankOf(square) != RankOf(king)) continue;
      const auto within = [square](Square a, Square b) {
        return square >= std::min(a, b) && square <= std::max(a, b);
      };
      if (within(king, king_target) && square != king)
        allowed &= !attacked(position, square);
      if (square != king && square != rook &&
          (within(king, king_target) || within(rook, rook_target))) {
        allowed &= position.piece_on(square) == kNoPiece;
      }
    }
    if (allowed) keep(Move::Castling(king, rook));
  }
  std::sort(legal.begin(), legal.end());
  return legal;
}

TEST(MoveGeneratorTest, AgreesWithMakeAndTest) {
  for (const Position& position : RandomPositions(12, 3000)) {
    MoveList moves;
    GenerateLegalMoves(position, moves);
    std::vector<Move> sorted(moves.begin(), moves.end());
    std::sort(sorted.begin(), sorted.end());
    ASSERT_EQ(sorted, MakeAndTest(position)) << position.ToFen();
  }
}

TEST(MoveGeneratorTest, HoldsTheRichestPositions) {
  MoveList moves;
  GenerateLegalMoves(
      Read("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"), moves);
  EXPECT_EQ(moves.size(), 218u);
  // Far beyond what promotion allows, but no reader refuses it.
  GenerateLegalMoves(
      Read("2QQ1K1k/Q4Qpp/2Q4Q/4Q3/1Q4Q1/3Q4/Q4Q2/Q1Q4Q w - - 0 1"), moves);
  EXPECT_EQ(moves.size(), 239u);
}

TEST(MoveGeneratorTest, CastlingInChess960MindsEveryHazard) {
  // King and rook swap places; the king does not move; the rook does not move.
  EXPECT_TRUE(Castles(Read("4k3/8/8/8/8/8/8/5KR1 w K - 0 1"), kG1));
  EXPECT_TRUE(Castles(Read("4k3/8/8/8/8/8/8/6KR w K - 0 1"), kH1));
  EXPECT_TRUE(Castles(Read("4k3/8/8/8/8/8/8/4KR2 w K - 0 1"), kF1));
  // The rook shields the square where the king lands, from a rook or a queen
  // behind it.
  EXPECT_FALSE(Castles(Read("4k3/8/8/8/8/8/8/rR1K4 w Q - 0 1"), kB1));
  EXPECT_FALSE(Castles(Read("4k3/8/8/8/8/8/8/qRK5 w Q - 0 1"), kB1));
  // A man where only the rook passes, or lands, blocks all the same.
  EXPECT_FALSE(Castles(Read("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1"), kA1));
  EXPECT_FALSE(Castles(Read("4k3/8/8/8/8/8/8/1KRN4 w K - 0 1"), kC1));
  EXPECT_FALSE(Castles(Read("4k3/8/8/8/8/8/8/1K1R2N1 w K - 0 1"), kD1));
  // An attack on the rook, or on a square that only the rook crosses, does not
  // matter.
  EXPECT_TRUE(Castles(Read("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1"), kA1));
  EXPECT_TRUE(Castles(Read("r3k3/8/8/8/8/8/8/R3K3 w Q - 0 1"), kA1));
  EXPECT_FALSE(Castles(Read("3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1"), kA1));
  EXPECT_FALSE(Castles(Read("2r1k3/8/8/8/8/8/8/R3K3 w Q - 0 1"), kA1));
  // A long way across the board: every square counts.
  EXPECT_TRUE(Castles(Read("k7/8/8/8/8/8/8/1KR5 w K - 0 1"), kC1));
  EXPECT_FALSE(Castles(Read("k3r3/8/8/8/8/8/8/1KR5 w K - 0 1"), kC1));
}

TEST(MoveGeneratorTest, CastlingMovesKingAndRook) {
  Position position = Read("4k3/8/8/8/8/8/8/5KR1 w K - 0 1");
  position.Play(Move::Castling(kF1, kG1));
  EXPECT_EQ(position.ToFen(), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
  position = Read("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 4 9");
  position.Play(Move::Castling(kE8, kA8));
  EXPECT_EQ(position.ToFen(), "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 5 10");
}

TEST(MoveGeneratorTest, FindsCastlingInBothSpellings) {
  const Position standard = Read("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  EXPECT_EQ(FindLegalMove(standard, {kE1, kG1}), Move::Castling(kE1, kH1));
  EXPECT_EQ(FindLegalMove(standard, {kE1, kH1}), Move::Castling(kE1, kH1));
  EXPECT_EQ(FindLegalMove(standard, {kE1, kC1}), Move::Castling(kE1, kA1));
  EXPECT_EQ(FindLegalMove(standard, {kE1, kB1}), std::nullopt);
  // Here g1 is the king's own step.
  const Position chess960 = Read("4k3/8/8/8/8/8/8/5K1R w K - 0 1");
  EXPECT_EQ(FindLegalMove(chess960, {kF1, kG1}), Move::Normal(kF1, kG1));
  EXPECT_EQ(FindLegalMove(chess960, {kF1, kH1}), Move::Castling(kF1, kH1));
}

TEST(MoveGeneratorTest, FindsPromotionsOnlyWithTheirPiece) {
  const Position position = Read("8/P6k/8/8/8/8/8/K7 w - - 0 1");
  EXPECT_EQ(FindLegalMove(position, {kA7, kA8}), std::nullopt);
  EXPECT_EQ(FindLegalMove(position, {kA7, kA8, kRook}),
            Move::Promotion(kA7, kA8, kRook));
  EXPECT_EQ(FindLegalMove(position, {kA7, kA8, kKing}), std::nullopt);
  EXPECT_EQ(FindLegalMove(position, {kA1, kA2, kQueen}), std::nullopt);
}

}  // namespace
}  // namespace rookery
