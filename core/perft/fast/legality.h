// What a side may do with its king, and what the king forbids the others:
// checks, pins, safe squares, castling.
//
// Worked out once a position, set-wise; after that every move that is generated
// or counted is legal, and none is ever taken back.
#ifndef ROOKERY_CORE_PERFT_FAST_LEGALITY_H_
#define ROOKERY_CORE_PERFT_FAST_LEGALITY_H_

#include "core/perft/fast/board.h"
#include "core/perft/fast/lookup.h"

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

// One way of castling. King and rook have not moved as long as the right is
// there, so its squares are the same in every position of a count.
struct CastlingPath {
  // Empty when there is no such right at the root.
  Bitboard rook = 0;
  // All squares between and at the ends of both ways, without king and rook.
  Bitboard empty = 0;
  // The king's way to and with his new square, without the old one: he is not
  // in check when he castles.
  Bitboard safe = 0;
  // Where men must stand to attack those.
  AttackZone safe_zone = {0, 0, 0};
};

// By color, then by wing: towards the a-file, towards the h-file.
struct CastlingPaths {
  CastlingPath of[2][2];
};

template <Color kUs>
void AddCastlingPaths(const Board& board, CastlingPaths& paths) {
  const Bitboard king = board.men[kUs][kKingPlane];
  for (Bitboard rooks = board.castling_rooks & kFirstRank<kUs>; rooks != 0;
       rooks = WithoutLowest(rooks)) {
    const Bitboard rook = Lowest(rooks);
    const int wing = rook > king ? 1 : 0;
    const auto way = [](Bitboard from, Bitboard to) {
      return lookup.between[First(from)][First(to)] | to;
    };
    CastlingPath& path = paths.of[kUs][wing];
    path.rook = rook;
    path.safe = way(king, kCastledKing<kUs>[wing]) & ~king;
    path.empty = (path.safe | way(rook, kCastledRook<kUs>[wing]) |
                  lookup.between[First(king)][First(rook)]) &
                 ~king & ~rook;
    path.safe_zone = ZoneOf(path.safe);
  }
}

// Those of all rights that the board has.
inline CastlingPaths CastlingPathsOf(const Board& board) {
  CastlingPaths paths;
  AddCastlingPaths<kWhite>(board, paths);
  AddCastlingPaths<kBlack>(board, paths);
  return paths;
}

// Whether kThem attack a square, if `occupied` were the occupied squares.
template <Color kThem>
ROOKERY_ALWAYS_INLINE bool IsAttackedBySliders(const Board& board, int square,
                                               Bitboard occupied) {
  const Bitboard orthogonal = board.men[kThem][kOrthogonalPlane];
  const Bitboard diagonal = board.men[kThem][kDiagonalPlane];
  return ((lookup.rook_rays[square] & orthogonal) &&
          (RookAttacks(square, occupied) & orthogonal)) ||
         ((lookup.bishop_rays[square] & diagonal) &&
          (BishopAttacks(square, occupied) & diagonal));
}

// Those of `squares` that kThem do not attack, if `occupied` were the occupied
// squares.
template <Color kThem>
ROOKERY_ALWAYS_INLINE Bitboard SafeSquares(const Board& board, Bitboard squares,
                                           Bitboard occupied) {
  const Bitboard pawns = board.men[kThem][kPawnPlane];
  squares &= ~(AttackWest<kThem>(pawns) | AttackEast<kThem>(pawns) |
               lookup.king[First(board.men[kThem][kKingPlane])]);
  Bitboard safe = 0;
  for (; squares != 0; squares = WithoutLowest(squares)) {
    const int square = First(squares);
    const bool attacked =
        (lookup.knight[square] & board.men[kThem][kKnightPlane]) != 0 ||
        IsAttackedBySliders<kThem>(board, square, occupied);
    safe |= attacked ? 0 : Lowest(squares);
  }
  return safe;
}

struct Legality {
  Bitboard own;
  Bitboard occupied;
  int king_square;
  Bitboard checkers;
  // Own men that may only move on the line through their king.
  Bitboard pinned;
  // Where men other than the king may go: not on own men; with one check, only
  // on the checker or in between; with two, nowhere.
  Bitboard targets;
  Bitboard king_targets;
};

// All but king_targets, which stay empty.
template <Color kUs>
ROOKERY_ALWAYS_INLINE Legality ExamineLines(const Board& board) {
  constexpr Color kThem = Other(kUs);
  Legality legality;
  legality.own = board.AllOf(kUs);
  legality.occupied = legality.own | board.AllOf(kThem);
  const int king = First(board.men[kUs][kKingPlane]);
  legality.king_square = king;

  Bitboard checkers = (lookup.knight[king] & board.men[kThem][kKnightPlane]) |
                      (lookup.pawn[kUs][king] & board.men[kThem][kPawnPlane]);
  Bitboard pinned = 0;
  Bitboard snipers =
      (lookup.rook_rays[king] & board.men[kThem][kOrthogonalPlane]) |
      (lookup.bishop_rays[king] & board.men[kThem][kDiagonalPlane]);
  for (; snipers != 0; snipers = WithoutLowest(snipers)) {
    const Bitboard between =
        lookup.between[king][First(snipers)] & legality.occupied;
    checkers |= between == 0 ? Lowest(snipers) : 0;
    pinned |= HasSeveral(between) ? 0 : between;
  }
  legality.checkers = checkers;
  legality.pinned = pinned & legality.own;

  legality.targets = ~legality.own;
  if (ROOKERY_UNLIKELY(checkers != 0)) {
    legality.targets = HasSeveral(checkers)
                           ? 0
                           : lookup.between[king][First(checkers)] | checkers;
  }
  legality.king_targets = 0;
  return legality;
}

template <Color kUs>
ROOKERY_ALWAYS_INLINE Legality Examine(const Board& board) {
  Legality legality = ExamineLines<kUs>(board);
  const int king = legality.king_square;
  // The king does not shield the squares behind him from the man that checks
  // him.
  legality.king_targets = SafeSquares<Other(kUs)>(
      board, lookup.king[king] & ~legality.own, legality.occupied ^ Only(king));
  return legality;
}

// The rooks that kUs may castle with now.
template <Color kUs>
ROOKERY_ALWAYS_INLINE Bitboard CastlingRooks(const Board& board,
                                             const Legality& legality,
                                             const CastlingPaths& paths) {
  if ((board.castling_rooks & kFirstRank<kUs>) == 0 || legality.checkers != 0)
    return 0;
  Bitboard rooks = 0;
  for (const CastlingPath& path : paths.of[kUs]) {
    // A rook that shields its king from behind (Chess960 only) is pinned along
    // the rank.
    const Bitboard able = board.castling_rooks & path.rook & ~legality.pinned;
    if (able == 0 || (legality.occupied & path.empty) != 0) continue;
    const Bitboard without_king =
        legality.occupied ^ board.men[kUs][kKingPlane];
    if (SafeSquares<Other(kUs)>(board, path.safe, without_king) == path.safe)
      rooks |= able;
  }
  return rooks;
}

// The pawns of kUs that may capture en passant. Both pawns leave their rank at
// once, which no pin describes; so the king is looked at from the sliders on
// the board as it would be. Rare, hence not inline.
template <Color kUs>
ROOKERY_NEVER_INLINE Bitboard EnPassantPawns(const Board& board,
                                             const Legality& legality) {
  constexpr Color kThem = Other(kUs);
  const Bitboard captured = Backward<kUs>(board.en_passant);
  // A check by another leaper than the captured pawn stays.
  const Bitboard leapers = board.men[kThem][kKnightPlane] |
                           (board.men[kThem][kPawnPlane] & ~captured);
  if ((legality.checkers & leapers) != 0) return 0;
  Bitboard able = 0;
  Bitboard candidates =
      lookup.pawn[kThem][First(board.en_passant)] & board.men[kUs][kPawnPlane];
  for (; candidates != 0; candidates = WithoutLowest(candidates)) {
    const Bitboard occupied =
        legality.occupied ^ Lowest(candidates) ^ captured ^ board.en_passant;
    if (!IsAttackedBySliders<kThem>(board, legality.king_square, occupied))
      able |= Lowest(candidates);
  }
  return able;
}

// The same, for boards of which few have an en passant square.
template <Color kUs>
ROOKERY_ALWAYS_INLINE Bitboard LegalEnPassantPawns(const Board& board,
                                                   const Legality& legality) {
  return ROOKERY_UNLIKELY(board.en_passant != 0)
             ? EnPassantPawns<kUs>(board, legality)
             : 0;
}

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_FAST_LEGALITY_H_
