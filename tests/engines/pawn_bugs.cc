#include "tests/engines/bugs.h"

namespace rookery {
namespace {

Square Ahead(const PlainBoard& board, Square from, int squares) {
  return static_cast<Square>(from + (board.side == kWhite ? 8 : -8) * squares);
}

// Promotion is to a queen, as people play it.
class OnlyQueens : public PlainGenerator {
  std::vector<PieceType> Promotions(bool) override { return {kQueen}; }
};

// A loop over the pieces that ends a piece too early.
class NoKnight : public PlainGenerator {
  std::vector<PieceType> Promotions(bool) override {
    return {kQueen, kRook, kBishop};
  }
};

// Only steps are looked at for promotion, and captures are kept off the last
// rank.
class NotByCapture : public PlainGenerator {
  std::vector<PieceType> Promotions(bool is_capture) override {
    return is_capture ? std::vector<PieceType>{}
                      : PlainGenerator::Promotions(false);
  }
};

// A loop over all men that ends too late.
class ToKing : public PlainGenerator {
  std::vector<PieceType> Promotions(bool) override {
    return {kQueen, kRook, kBishop, kKnight, kKing};
  }
};

// A loop over all men that begins too early.
class ToPawn : public PlainGenerator {
  std::vector<PieceType> Promotions(bool) override {
    return {kQueen, kRook, kBishop, kKnight, kPawn};
  }
};

// Only the square where the pawn lands is looked at.
class DoublePushOverMan : public PlainGenerator {
  bool CanPushTwice(const PlainBoard& board, Square from) override {
    return RelativeRank(board.side, from) == 1 &&
           board.at(Ahead(board, from, 2)) == kNoPiece;
  }
};

// The mask is that of the rank where the first step ends, applied to the rank
// where it begins.
class DoublePushFromThirdRank : public PlainGenerator {
  bool CanPushTwice(const PlainBoard& board, Square from) override {
    const int rank = RelativeRank(board.side, from);
    return (rank == 1 || rank == 2) &&
           board.at(Ahead(board, from, 1)) == kNoPiece &&
           board.at(Ahead(board, from, 2)) == kNoPiece;
  }
};

}  // namespace

std::vector<Bug> PawnBugs() {
  return {
      {"promotion-only-queens", MakeGenerator<OnlyQueens>},
      {"promotion-no-knight", MakeGenerator<NoKnight>},
      {"promotion-not-by-capture", MakeGenerator<NotByCapture>},
      {"promotion-to-king", MakeGenerator<ToKing>},
      {"promotion-to-pawn", MakeGenerator<ToPawn>},
      {"double-push-over-man", MakeGenerator<DoublePushOverMan>},
      {"double-push-from-third-rank", MakeGenerator<DoublePushFromThirdRank>},
  };
}

}  // namespace rookery
