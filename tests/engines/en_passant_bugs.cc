#include "core/board/attacks.h"
#include "tests/engines/bugs.h"

namespace rookery {
namespace {

// Forgives an en passant capture some of the attackers that it uncovers.
class Exposes : public PlainGenerator {
 protected:
  virtual Bitboard Overlooked(Square king, Square victim) = 0;

 private:
  bool KeepsKingSafe(const PlainBoard& board, const PlainMove& move,
                     const PlainBoard& after) override {
    Bitboard attackers = Checkers(after, board.side);
    const Square king = KingOf(board, board.side);
    if (move.kind == PlainMove::Kind::kEnPassant && king != kNoSquare) {
      attackers &= ~(Overlooked(king, EnPassantVictim(move.to)) &
                     ~Checkers(board, board.side));
    }
    return attackers == 0;
  }
};

// The capture takes two pawns from the king's rank, neither of which was
// pinned.
class ExposesRank : public Exposes {
  Bitboard Overlooked(Square king, Square) override {
    return RankSet(RankOf(king));
  }
};

// The pawn that is taken shielded the king on a diagonal; only the taker is
// looked up among the pinned men.
class ExposesDiagonal : public Exposes {
  Bitboard Overlooked(Square king, Square victim) override {
    if (RankOf(king) == RankOf(victim)) return 0;
    return LineThrough(king, victim);
  }
};

// The square is not cleared by other moves, so that the capture is possible a
// move too late.
class TooLate : public PlainGenerator {
  Square EnPassantAfter(const PlainBoard& board,
                        const PlainMove& move) override {
    const Square fresh = PlainGenerator::EnPassantAfter(board, move);
    return fresh == kNoSquare ? board.en_passant_square : fresh;
  }
};

// Not written yet.
class Missing : public PlainGenerator {
  bool CanTakeEnPassant(const PlainBoard&, Square) override { return false; }
};

// The two directions were copied, and one was not changed.
class FromTheLeftOnly : public PlainGenerator {
  bool CanTakeEnPassant(const PlainBoard& board, Square from) override {
    return FileOf(from) < FileOf(board.en_passant_square) &&
           PlainGenerator::CanTakeEnPassant(board, from);
  }
};

// A generator of evasions that knows the checking pawn's square as the only one
// on which it can be taken.
class MissingInCheck : public PlainGenerator {
  bool CanTakeEnPassant(const PlainBoard& board, Square from) override {
    return Checkers(board, board.side) == 0 &&
           PlainGenerator::CanTakeEnPassant(board, from);
  }
};

// Any pawn that comes to the fourth rank is taken for one that pushed twice.
class AfterSingleStep : public PlainGenerator {
  Square EnPassantAfter(const PlainBoard& board,
                        const PlainMove& move) override {
    if (TypeOf(board.at(move.from)) == kPawn &&
        RelativeRank(board.side, move.to) == 3)
      return EnPassantVictim(move.to);
    return PlainGenerator::EnPassantAfter(board, move);
  }
};

// The capture is made as any other, on a square where nobody stands.
class PawnStays : public PlainGenerator {
  bool TakesPawnEnPassant() override { return false; }
};

}  // namespace

std::vector<Bug> EnPassantBugs() {
  return {
      {"en-passant-exposes-rank", MakeGenerator<ExposesRank>},
      {"en-passant-exposes-diagonal", MakeGenerator<ExposesDiagonal>},
      {"en-passant-too-late", MakeGenerator<TooLate>},
      {"en-passant-missing", MakeGenerator<Missing>},
      {"en-passant-from-the-left-only", MakeGenerator<FromTheLeftOnly>},
      {"en-passant-missing-in-check", MakeGenerator<MissingInCheck>},
      {"en-passant-after-single-step", MakeGenerator<AfterSingleStep>},
      {"en-passant-pawn-stays", MakeGenerator<PawnStays>},
  };
}

}  // namespace rookery
