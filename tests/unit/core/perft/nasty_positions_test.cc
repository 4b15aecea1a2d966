// That the positions which are to find errors have in them what they are named
// for.
#include "tests/unit/core/perft/nasty_positions.h"

#include <gtest/gtest.h>

#include <string>

#include "core/board/move_generator.h"
#include "tests/support/random_positions.h"

namespace rookery {
namespace {

// How many of some positions have what kernels get wrong.
struct Hazards {
  int pins = 0;
  int pinned_promotions = 0;
  int checks = 0;
  int double_checks = 0;
  int en_passants = 0;
  int castlings = 0;
  int chess960_castlings = 0;
  int refused_castlings = 0;
  int promotions = 0;
  int promotions_with_capture = 0;
  int many_moves = 0;
  int lone_kings = 0;
  int black_to_move = 0;
};

Hazards HazardsOf(const std::vector<Position>& positions) {
  Hazards hazards;
  for (const Position& position : positions) {
    const Color mover = position.side_to_move();
    const Bitboard seventh = RankSet(mover == kWhite ? 6 : 1);
    MoveList moves;
    GenerateLegalMoves(position, moves);
    bool castles = false;
    bool promotes = false;
    bool takes = false;
    for (const Move move : moves) {
      castles |= move.kind() == MoveKind::kCastling;
      promotes |= move.kind() == MoveKind::kPromotion;
      takes |= move.kind() == MoveKind::kPromotion &&
               position.piece_on(move.to()) != kNoPiece;
    }
    const Bitboard pinned = position.PinnedMen();
    hazards.pins += pinned != 0;
    hazards.pinned_promotions +=
        (pinned & seventh & position.pieces(mover, kPawn)) != 0;
    hazards.checks += position.InCheck();
    hazards.double_checks += HasMoreThanOne(position.checkers());
    hazards.en_passants += position.en_passant_square() != kNoSquare;
    hazards.castlings += castles;
    hazards.chess960_castlings += castles && position.NeedsChess960();
    hazards.refused_castlings +=
        !castles && position.castling_rooks(mover) != 0;
    hazards.promotions += promotes;
    hazards.promotions_with_capture += takes;
    hazards.many_moves += moves.size() > 60;
    hazards.lone_kings += Count(position.pieces()) == 2;
    hazards.black_to_move += mover == kBlack;
  }
  return hazards;
}

TEST(NastyPositionsTest, FamiliesHaveTheirHazards) {
  const Hazards shielded = HazardsOf(ShieldedKings(7));
  EXPECT_GT(shielded.pins, 2000);
  EXPECT_GT(shielded.pinned_promotions, 40);
  const Hazards checks = HazardsOf(Checks(7));
  EXPECT_GT(checks.checks, 5000);
  EXPECT_GT(checks.double_checks, 2000);
  EXPECT_GT(HazardsOf(DoublePushes(7)).black_to_move, 700);
  EXPECT_GT(HazardsOf(EnPassantCaptures(7)).en_passants, 300);
  const Hazards castlings = HazardsOf(Castlings(7));
  EXPECT_GT(castlings.castlings, 500);
  EXPECT_GT(castlings.chess960_castlings, 300);
  EXPECT_GT(castlings.refused_castlings, 1000);
  const Hazards promotions = HazardsOf(Promotions(7));
  EXPECT_GT(promotions.promotions, 500);
  EXPECT_GT(promotions.promotions_with_capture, 300);
  EXPECT_GT(HazardsOf(LoneKings(7)).lone_kings, 500);
  EXPECT_GT(HazardsOf(Crowds(1)).many_moves, 10);
}

TEST(NastyPositionsTest, FamiliesHaveBothSidesToMove) {
  for (const NastyFamily& family : NastyFamilies()) {
    const std::vector<Position> positions = family.positions(7);
    const int black = HazardsOf(positions).black_to_move;
    EXPECT_GT(black, static_cast<int>(positions.size()) / 4) << family.name;
    EXPECT_LT(black, static_cast<int>(positions.size()) * 3 / 4) << family.name;
  }
}

TEST(NastyPositionsTest, RandomHazardsHaveAllOfThem) {
  const std::vector<Position> positions = RandomHazards(1, 1000);
  EXPECT_EQ(positions, RandomHazards(1, 1000));
  const Hazards hazards = HazardsOf(positions);
  EXPECT_GT(hazards.pins, 60);
  EXPECT_GT(hazards.pinned_promotions, 3);
  EXPECT_GT(hazards.checks, 100);
  EXPECT_GT(hazards.double_checks, 20);
  EXPECT_GT(hazards.en_passants, 50);
  EXPECT_GT(hazards.castlings, 20);
  EXPECT_GT(hazards.chess960_castlings, 10);
  EXPECT_GT(hazards.refused_castlings, 20);
  EXPECT_GT(hazards.promotions, 50);
  EXPECT_GT(hazards.promotions_with_capture, 20);
  EXPECT_GT(hazards.many_moves, 5);
  EXPECT_GT(hazards.lone_kings, 20);
}

}  // namespace
}  // namespace rookery
