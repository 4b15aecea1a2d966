#include "core/board/attacks.h"
#include "core/board/castling.h"
#include "tests/engines/bugs.h"

namespace rookery {
namespace {

constexpr Bitboard BackRank(Color color) {
  return color == kWhite ? kFirstRank : kEighthRank;
}

// Only where the king stands and where he lands is looked at.
class ThroughCheck : public PlainGenerator {
  Bitboard CastlingSafeSquares(Square, Square) override { return 0; }
};

// The king's own square is forgotten.
class OutOfCheck : public PlainGenerator {
  bool MayCastleInCheck() override { return true; }
};

// Castling is not put through the test that other moves pass.
class IntoCheck : public PlainGenerator {
  bool IsSafeAfterCastling(const PlainBoard&, Square) override { return true; }
};

// Refused since the rook crosses an attacked square, as on b1 and b8; only the
// king must not.
class RefusedForRook : public PlainGenerator {
  Bitboard CastlingSafeSquares(Square king, Square rook) override {
    return PlainGenerator::CastlingSafeSquares(king, rook) |
           Between(rook, CastlingRookTarget(king, rook));
  }
};

// The king's way is looked at, not the rook's: a man on the b-file is no
// obstacle.
class OverMan : public PlainGenerator {
  Bitboard CastlingPath(Square king, Square rook) override {
    const Square target = CastlingKingTarget(king, rook);
    return (Between(king, target) | SquareSet(target) |
            SquareSet(CastlingRookTarget(king, rook))) &
           ~(SquareSet(king) | SquareSet(rook));
  }
};

// The king is moved, and the rook forgotten.
class RookStays : public PlainGenerator {
  bool MovesRook() override { return false; }
};

// Rights are lost by moving only; nobody looks whether the rook is still there.
class RightSurvivesCapture : public PlainGenerator {
  Bitboard CastlingRooksAfter(const PlainBoard& board,
                              const PlainMove& move) override {
    const Bitboard captured =
        board.castling_rooks & SquareSet(move.to) & ~BackRank(board.side);
    return PlainGenerator::CastlingRooksAfter(board, move) | captured;
  }
};

// Rights are lost by the king's move only.
class RightSurvivesRookMove : public PlainGenerator {
  Bitboard CastlingRooksAfter(const PlainBoard& board,
                              const PlainMove& move) override {
    const Bitboard kept = PlainGenerator::CastlingRooksAfter(board, move);
    if (TypeOf(board.at(move.from)) != kRook) return kept;
    return kept | (board.castling_rooks & SquareSet(move.from));
  }
};

// Rights are lost by the rook's move only, and by castling itself.
class RightSurvivesKingMove : public PlainGenerator {
  Bitboard CastlingRooksAfter(const PlainBoard& board,
                              const PlainMove& move) override {
    const Bitboard kept = PlainGenerator::CastlingRooksAfter(board, move);
    if (TypeOf(board.at(move.from)) != kKing ||
        move.kind == PlainMove::Kind::kCastling)
      return kept;
    return kept | (board.castling_rooks & BackRank(board.side));
  }
};

// Rights are one variable for the whole search, and taking a move back does not
// give them back: what is counted depends on what was counted before.
class RightNotGivenBack : public PlainGenerator {
  Bitboard CastlingRooksOf(const PositionSetup& setup) override {
    lost_ = 0;
    return setup.castling_rooks;
  }
  Bitboard CastlingRooksAfter(const PlainBoard& board,
                              const PlainMove& move) override {
    return PlainGenerator::CastlingRooksAfter(board, move) & ~lost_;
  }
  void Played(const PlainBoard& board, const PlainMove& move) override {
    lost_ |=
        board.castling_rooks & ~PlainGenerator::CastlingRooksAfter(board, move);
  }

  Bitboard lost_ = 0;
};

// In Chess960 the rook may leave a square that it shielded; attacks on the
// king's target are looked up before it has moved.
class Chess960RookShields : public PlainGenerator {
  bool IsSafeAfterCastling(const PlainBoard& board, Square rook) override {
    const Square king = KingOf(board, board.side);
    return Attackers(board, CastlingKingTarget(king, rook),
                     Opponent(board.side),
                     board.occupied() & ~SquareSet(king)) == 0;
  }
};

// In Chess960 the outermost rook of the wing is taken for the one that may
// castle, whatever the file in the FEN.
class Chess960OuterRook : public PlainGenerator {
  Bitboard CastlingRooksOf(const PositionSetup& setup) override {
    const PlainBoard board(setup);
    Bitboard outer = 0;
    for (const Color color : {kWhite, kBlack}) {
      const Square king = KingOf(board, color);
      const Bitboard rooks = board.of(color, kRook) & BackRank(color);
      for (Bitboard rest = setup.castling_rooks & BackRank(color); rest != 0;)
        outer |= SquareSet(Outermost(rooks, IsKingside(king, PopFirst(rest))));
    }
    return outer;
  }

  static Square Outermost(Bitboard rooks, bool kingside) {
    Square last = FirstSquare(rooks);
    if (kingside) {
      while (rooks != 0) last = PopFirst(rooks);
    }
    return last;
  }
};

// In Chess960 king and rook may stand in each other's way, and are no
// obstacles.
class Chess960BlockedByItself : public PlainGenerator {
  Bitboard CastlingPath(Square king, Square rook) override {
    const Square king_target = CastlingKingTarget(king, rook);
    const Square rook_target = CastlingRookTarget(king, rook);
    Bitboard path = Between(king, king_target) | Between(rook, rook_target);
    if (king_target != king) path |= SquareSet(king_target);
    if (rook_target != rook) path |= SquareSet(rook_target);
    return path;
  }
};

// In Chess960 the king may stand on his target already; a move from a square to
// itself is dropped as none.
class Chess960KingStays : public PlainGenerator {
  bool CanCastle(const PlainBoard& board, Square rook) override {
    const Square king = KingOf(board, board.side);
    return CastlingKingTarget(king, rook) != king &&
           PlainGenerator::CanCastle(board, rook);
  }
};

}  // namespace

std::vector<Bug> CastlingBugs() {
  return {
      {"castling-through-check", MakeGenerator<ThroughCheck>},
      {"castling-out-of-check", MakeGenerator<OutOfCheck>},
      {"castling-into-check", MakeGenerator<IntoCheck>},
      {"castling-refused-for-rook", MakeGenerator<RefusedForRook>},
      {"castling-over-man", MakeGenerator<OverMan>},
      {"castling-rook-stays", MakeGenerator<RookStays>},
      {"castling-right-survives-capture", MakeGenerator<RightSurvivesCapture>},
      {"castling-right-survives-rook-move",
       MakeGenerator<RightSurvivesRookMove>},
      {"castling-right-survives-king-move",
       MakeGenerator<RightSurvivesKingMove>},
      {"castling-right-not-given-back", MakeGenerator<RightNotGivenBack>},
      {"chess960-rook-shields", MakeGenerator<Chess960RookShields>},
      {"chess960-outer-rook", MakeGenerator<Chess960OuterRook>},
      {"chess960-blocked-by-itself", MakeGenerator<Chess960BlockedByItself>},
      {"chess960-king-stays", MakeGenerator<Chess960KingStays>},
  };
}

}  // namespace rookery
