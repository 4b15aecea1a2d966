#include "core/board/attacks.h"
#include "tests/engines/bugs.h"

namespace rookery {
namespace {

bool MovesKing(const PlainBoard& board, const PlainMove& move) {
  return TypeOf(board.at(move.from)) == kKing;
}

// Whether the king is safe is asked when he moves or is in check, and pins are
// forgotten.
class PinnedManMoves : public PlainGenerator {
  bool KeepsKingSafe(const PlainBoard& board, const PlainMove& move,
                     const PlainBoard& after) override {
    if (!MovesKing(board, move) && Checkers(board, board.side) == 0)
      return true;
    return PlainGenerator::KeepsKingSafe(board, move, after);
  }
};

// The steps of a pinned pawn are held to the line of the pin, its captures are
// not.
class PinnedPawnCaptures : public PlainGenerator {
  bool KeepsKingSafe(const PlainBoard& board, const PlainMove& move,
                     const PlainBoard& after) override {
    if (TypeOf(board.at(move.from)) == kPawn &&
        move.kind == PlainMove::Kind::kNormal &&
        FileOf(move.from) != FileOf(move.to) &&
        Checkers(board, board.side) == 0)
      return true;
    return PlainGenerator::KeepsKingSafe(board, move, after);
  }
};

// A pinned man may move along the line of the pin, and take the man that pins.
class PinnedManFrozen : public PlainGenerator {
  bool KeepsKingSafe(const PlainBoard& board, const PlainMove& move,
                     const PlainBoard& after) override {
    return !Contains(Pinned(board), move.from) &&
           PlainGenerator::KeepsKingSafe(board, move, after);
  }
};

// One checker is looked at, and the other forgotten: a man that takes it, or
// steps before it, seems to help.
class DoubleCheckAnswered : public PlainGenerator {
  bool KeepsKingSafe(const PlainBoard& board, const PlainMove& move,
                     const PlainBoard& after) override {
    const Bitboard checkers = Checkers(board, board.side);
    if (MovesKing(board, move) || !HasMoreThanOne(checkers))
      return PlainGenerator::KeepsKingSafe(board, move, after);
    const Bitboard forgotten = checkers & (checkers - 1);
    return (Checkers(after, board.side) & ~forgotten) == 0;
  }
};

// The king's new square is looked up while he still stands on his old one, and
// shields it.
class KingShieldsHimself : public PlainGenerator {
  bool KeepsKingSafe(const PlainBoard& board, const PlainMove& move,
                     const PlainBoard& after) override {
    if (!MovesKing(board, move))
      return PlainGenerator::KeepsKingSafe(board, move, after);
    return Attackers(board, move.to, Opponent(board.side), board.occupied()) ==
           0;
  }
};

// Kings are not looked for among the attackers.
class KingNextToKing : public PlainGenerator {
  Bitboard Attackers(const PlainBoard& board, Square square, Color by,
                     Bitboard occupied) override {
    return PlainGenerator::Attackers(board, square, by, occupied) &
           ~board.of(by, kKing);
  }
};

}  // namespace

std::vector<Bug> KingSafetyBugs() {
  return {
      {"pinned-man-moves", MakeGenerator<PinnedManMoves>},
      {"pinned-pawn-captures", MakeGenerator<PinnedPawnCaptures>},
      {"pinned-man-frozen", MakeGenerator<PinnedManFrozen>},
      {"double-check-answered", MakeGenerator<DoubleCheckAnswered>},
      {"king-shields-himself", MakeGenerator<KingShieldsHimself>},
      {"king-next-to-king", MakeGenerator<KingNextToKing>},
  };
}

}  // namespace rookery
