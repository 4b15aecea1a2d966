#include "core/board/move_generator.h"

#include "core/board/attacks.h"
#include "core/board/castling.h"

namespace rookery {
namespace {

// What the walk over the legal moves tells; one sink writes moves down, the
// other only counts them.
class ListSink {
 public:
  explicit ListSink(MoveList& moves) : moves_(moves) {}

  void Targets(Square from, Bitboard targets) {
    while (targets != 0)
      moves_.push_back(Move::Normal(from, PopFirst(targets)));
  }
  // Pawns that came to the targets by a step of that many squares.
  void PawnTargets(Bitboard targets, int step) {
    while (targets != 0) {
      const Square to = PopFirst(targets);
      moves_.push_back(Move::Normal(static_cast<Square>(to - step), to));
    }
  }
  void DoublePushes(Bitboard targets, int step) {
    while (targets != 0) {
      const Square to = PopFirst(targets);
      moves_.push_back(Move::DoublePush(static_cast<Square>(to - step), to));
    }
  }
  void Promotions(Bitboard targets, int step) {
    while (targets != 0) {
      const Square to = PopFirst(targets);
      for (const PieceType type : {kQueen, kRook, kBishop, kKnight}) {
        moves_.push_back(
            Move::Promotion(static_cast<Square>(to - step), to, type));
      }
    }
  }
  void Single(Move move) { moves_.push_back(move); }

 private:
  MoveList& moves_;
};

class CountSink {
 public:
  void Targets(Square, Bitboard targets) { count_ += Count(targets); }
  void PawnTargets(Bitboard targets, int) { count_ += Count(targets); }
  void DoublePushes(Bitboard targets, int) { count_ += Count(targets); }
  void Promotions(Bitboard targets, int) { count_ += 4 * Count(targets); }
  void Single(Move) { ++count_; }
  int count() const { return count_; }

 private:
  int count_ = 0;
};

// Forward for that colour.
template <Color color>
constexpr Bitboard Forward(Bitboard set) {
  return color == kWhite ? North(set) : South(set);
}

// Moves of a set of pawns to `allowed` squares, en passant excepted.
template <Color color, typename Sink>
void VisitPawns(const Position& position, Bitboard pawns, Bitboard allowed,
                Sink& sink) {
  constexpr int kUp = color == kWhite ? 8 : -8;
  constexpr Bitboard kLastRank = color == kWhite ? kEighthRank : kFirstRank;
  constexpr Bitboard kThirdRank = RankSet(color == kWhite ? 2 : 5);
  const Bitboard empty = ~position.pieces();
  const Bitboard victims = position.pieces(Opponent(color)) & allowed;
  const Bitboard steps = Forward<color>(pawns) & empty;
  const Bitboard single = steps & allowed;
  const Bitboard twice = Forward<color>(steps & kThirdRank) & empty & allowed;
  const Bitboard east = Forward<color>(East(pawns)) & victims;
  const Bitboard west = Forward<color>(West(pawns)) & victims;
  sink.PawnTargets(single & ~kLastRank, kUp);
  sink.DoublePushes(twice, 2 * kUp);
  sink.PawnTargets(east & ~kLastRank, kUp + 1);
  sink.PawnTargets(west & ~kLastRank, kUp - 1);
  if (((single | east | west) & kLastRank) != 0) {
    sink.Promotions(single & kLastRank, kUp);
    sink.Promotions(east & kLastRank, kUp + 1);
    sink.Promotions(west & kLastRank, kUp - 1);
  }
}

template <Color color, typename Sink>
void VisitLegalMoves(const Position& position, Sink& sink) {
  constexpr Color kOpponent = Opponent(color);
  const Bitboard own = position.pieces(color);
  const Bitboard opponents = position.pieces(kOpponent);
  const Bitboard occupied = own | opponents;
  const Square king = position.king_square(color);
  const Bitboard checkers = position.checkers();

  // In double check only the king can move.
  if (!HasMoreThanOne(checkers)) {
    const Bitboard pinned = position.PinnedMen();
    const Bitboard allowed =
        checkers == 0 ? ~own : Between(king, FirstSquare(checkers)) | checkers;

    VisitPawns<color>(position, position.pieces(color, kPawn) & ~pinned,
                      allowed, sink);
    for (Bitboard rest = position.pieces(color, kPawn) & pinned; rest != 0;) {
      const Square from = PopFirst(rest);
      VisitPawns<color>(position, SquareSet(from),
                        allowed & LineThrough(king, from), sink);
    }
    if (position.en_passant_square() != kNoSquare) {
      const Square to = position.en_passant_square();
      for (Bitboard rest =
               PawnAttacks(kOpponent, to) & position.pieces(color, kPawn);
           rest != 0;) {
        const Square from = PopFirst(rest);
        if (position.EnPassantKeepsKingSafe(from, to))
          sink.Single(Move::EnPassant(from, to));
      }
    }
    // A pinned knight never moves.
    for (Bitboard rest = position.pieces(color, kKnight) & ~pinned;
         rest != 0;) {
      const Square from = PopFirst(rest);
      sink.Targets(from, KnightAttacks(from) & allowed);
    }
    for (const PieceType type : {kBishop, kRook, kQueen}) {
      for (Bitboard rest = position.pieces(color, type); rest != 0;) {
        const Square from = PopFirst(rest);
        Bitboard targets = allowed;
        if (Contains(pinned, from)) targets &= LineThrough(king, from);
        if (type == kBishop) {
          targets &= BishopAttacks(from, occupied);
        } else if (type == kRook) {
          targets &= RookAttacks(from, occupied);
        } else {
          targets &= QueenAttacks(from, occupied);
        }
        sink.Targets(from, targets);
      }
    }
  }

  // The king does not shield the squares behind him.
  Bitboard safe = 0;
  for (Bitboard rest = KingAttacks(king) & ~own; rest != 0;) {
    const Square to = PopFirst(rest);
    if ((position.AttackersTo(to, occupied & ~SquareSet(king)) & opponents) ==
        0)
      safe |= SquareSet(to);
  }
  sink.Targets(king, safe);

  if (checkers == 0) {
    for (Bitboard rest = position.castling_rooks(color); rest != 0;) {
      const Square rook = PopFirst(rest);
      if (position.CanCastle(rook)) sink.Single(Move::Castling(king, rook));
    }
  }
}

template <typename Sink>
void VisitLegalMoves(const Position& position, Sink& sink) {
  if (position.side_to_move() == kWhite) {
    VisitLegalMoves<kWhite>(position, sink);
  } else {
    VisitLegalMoves<kBlack>(position, sink);
  }
}

}  // namespace

void GenerateLegalMoves(const Position& position, MoveList& moves) {
  moves.clear();
  ListSink sink(moves);
  VisitLegalMoves(position, sink);
}

int CountLegalMoves(const Position& position) {
  CountSink sink;
  VisitLegalMoves(position, sink);
  return sink.count();
}

std::optional<Move> FindLegalMove(const Position& position,
                                  CoordinateMove move) {
  MoveList moves;
  GenerateLegalMoves(position, moves);
  for (const Move candidate : moves) {
    if (candidate.from() != move.from ||
        candidate.promotion() != move.promotion)
      continue;
    if (candidate.to() == move.to) return candidate;
    // The king's own step from the e-file to the g- or c-file can mean nothing
    // else.
    if (candidate.kind() == MoveKind::kCastling && FileOf(move.from) == 4 &&
        (FileOf(candidate.to()) == 0 || FileOf(candidate.to()) == 7) &&
        CastlingKingTarget(candidate.from(), candidate.to()) == move.to) {
      return candidate;
    }
  }
  return std::nullopt;
}

}  // namespace rookery
