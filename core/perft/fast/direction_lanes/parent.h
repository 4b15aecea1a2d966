// Counts the leaves two plies below a position: the parents of the last ply,
// where all the time goes.
//
// Most of our moves are neutral: how many replies they leave is known from a
// formula, and they are never made (reply_formula.h). The exceptional ones are
// made, and the replies to each counted (reply_counter.h).
#ifndef ROOKERY_CORE_PERFT_FAST_DIRECTION_LANES_PARENT_H_
#define ROOKERY_CORE_PERFT_FAST_DIRECTION_LANES_PARENT_H_

#include "core/perft/fast/counter.h"
#include "core/perft/fast/direction_lanes/reply_counter.h"
#include "core/perft/fast/direction_lanes/reply_formula.h"

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

// A side of a valid position has 16 men at most.
constexpr int kMaxMen = 16;

// Some moves of one man, without captures.
struct QuietMoves {
  Bitboard from;
  Bitboard targets;
};

// The planes that a man is in, as masks.
constexpr Men PlanesAsMasks(MoveKind kind) {
  const unsigned planes = PlanesOf(kind).after;
  const auto mask = [planes](TableKeyPlane plane) {
    return planes >> plane & 1 ? ~Bitboard{0} : 0;
  };
  return {mask(kPawnPlane), mask(kKnightPlane), mask(kDiagonalPlane),
          mask(kOrthogonalPlane)};
}

// By MoveKind, as far as men that capture are concerned.
constexpr Men kPlanesAsMasks[] = {
    PlanesAsMasks(MoveKind::kPawn),      PlanesAsMasks(MoveKind::kDoublePush),
    PlanesAsMasks(MoveKind::kEnPassant), PlanesAsMasks(MoveKind::kKnight),
    PlanesAsMasks(MoveKind::kBishop),    PlanesAsMasks(MoveKind::kRook),
    PlanesAsMasks(MoveKind::kQueen),     PlanesAsMasks(MoveKind::kKing)};
static_assert(static_cast<int>(MoveKind::kKing) == 7);

ROOKERY_ALWAYS_INLINE Men Toggled(const Men& men, const Men& planes,
                                  Bitboard squares) {
  return {men.pawns ^ (planes.pawns & squares),
          men.knights ^ (planes.knights & squares),
          men.diagonal ^ (planes.diagonal & squares),
          men.orthogonal ^ (planes.orthogonal & squares)};
}

// Captures by one man.
struct Captures {
  Bitboard from;
  Bitboard targets;
  MoveKind kind;
};

// One for each man, and for each capture by a pawn.
constexpr int kMaxCaptures = kMaxMen + 2 * 8;

// A parent, as all that follows needs it.
template <Color kUs>
struct Parent {
  ROOKERY_ALWAYS_INLINE Parent(const Board& the_board,
                               const CastlingPaths& the_paths,
                               const Legality& the_legality)
      : board(the_board),
        paths(the_paths),
        legality(the_legality),
        our_men(MenOf(board, kUs)),
        their_men(MenOf(board, Other(kUs))),
        ours(legality.own),
        theirs(legality.occupied ^ legality.own),
        context(MakeReplyContext<Other(kUs)>(board, paths, theirs)) {}

  const Board& board;
  const CastlingPaths& paths;
  Legality legality;
  Men our_men;
  Men their_men;
  Bitboard ours;
  Bitboard theirs;
  ReplyContext context;
};

// Takes the place of the formula where it would not pay or does not hold.
struct NoFormula {
  template <MoveKind kKind>
  ROOKERY_ALWAYS_INLINE Bitboard Take(int, Bitboard targets) {
    return targets;
  }
  ROOKERY_ALWAYS_INLINE PawnMoves TakePawns(const PawnMoves& moves) {
    return moves;
  }
  ROOKERY_ALWAYS_INLINE uint64_t Total() { return 0; }
};

// The legal moves of our pawns, en passant left out.
template <Color kUs>
ROOKERY_ALWAYS_INLINE PawnMoves OurPawnMoves(const Parent<kUs>& parent) {
  const Legality& legality = parent.legality;
  const Bitboard pawns = parent.our_men.pawns;
  PawnMoves moves = MovesOfPawns<kUs>(pawns & ~legality.pinned,
                                      legality.occupied, parent.theirs) &
                    legality.targets;
  for (Bitboard men = pawns & legality.pinned; ROOKERY_UNLIKELY(men != 0);
       men = WithoutLowest(men)) {
    const Bitboard line = lookup.line[legality.king_square][First(men)];
    const PawnMoves pinned =
        MovesOfPawns<kUs>(Lowest(men), legality.occupied, parent.theirs) &
        (legality.targets & line);
    moves.single |= pinned.single;
    moves.twice |= pinned.twice;
    moves.west |= pinned.west;
    moves.east |= pinned.east;
  }
  return moves;
}

// The replies to the four promotions of one pawn, `from` and `to` being sets of
// one.
template <Color kUs>
ROOKERY_NEVER_INLINE uint64_t CountPromotions(const Board& board,
                                              const ReplyContext& context,
                                              Bitboard from, Bitboard to) {
  constexpr Color kThem = Other(kUs);
  Men ours = MenOf(board, kUs);
  ours.pawns ^= from;
  const Men theirs = MenOf(board, kThem) & ~to;
  const int our_king = First(board.men[kUs][kKingPlane]);
  uint64_t leaves = 0;
  constexpr MoveKind kPromotions[] = {MoveKind::kKnight, MoveKind::kBishop,
                                      MoveKind::kRook, MoveKind::kQueen};
  for (const MoveKind kind : kPromotions) {
    const Men after = Toggled(ours, PlanesAsMasks(kind), to);
    leaves += CountReplies<kThem, MoveEffect::kCapture>(
        context, theirs, board.AllOf(kThem) & ~to, after, our_king,
        board.AllOf(kUs) ^ from ^ to, context.knight_checks & after.knights,
        to);
  }
  return leaves;
}

template <Color kUs>
ROOKERY_NEVER_INLINE uint64_t CountAllPromotions(const Board& board,
                                                 const CastlingPaths& paths,
                                                 Bitboard single, Bitboard west,
                                                 Bitboard east) {
  const ReplyContext context =
      MakeReplyContext<Other(kUs)>(board, paths, board.AllOf(Other(kUs)));
  uint64_t leaves = 0;
  for (Bitboard to = single; to != 0; to = WithoutLowest(to)) {
    leaves += CountPromotions<kUs>(board, context, Backward<kUs>(Lowest(to)),
                                   Lowest(to));
  }
  for (Bitboard to = west; to != 0; to = WithoutLowest(to)) {
    leaves += CountPromotions<kUs>(board, context,
                                   OriginOfWest<kUs>(Lowest(to)), Lowest(to));
  }
  for (Bitboard to = east; to != 0; to = WithoutLowest(to)) {
    leaves += CountPromotions<kUs>(board, context,
                                   OriginOfEast<kUs>(Lowest(to)), Lowest(to));
  }
  return leaves;
}

// The replies to castling. `attacked` is what they attack.
// Requires: our king is not in check.
template <Color kUs>
ROOKERY_NEVER_INLINE uint64_t CountCastling(const Board& board,
                                            const CastlingPaths& paths,
                                            Bitboard occupied, Bitboard pinned,
                                            Bitboard attacked) {
  constexpr Color kThem = Other(kUs);
  const ReplyContext context =
      MakeReplyContext<kThem>(board, paths, board.AllOf(kThem));
  uint64_t leaves = 0;
  for (int wing = 0; wing < 2; ++wing) {
    const CastlingPath& path = paths.of[kUs][wing];
    // A rook that shields its king from behind (Chess960 only) is pinned along
    // the rank.
    const Bitboard rook = board.castling_rooks & path.rook & ~pinned;
    if (rook == 0 || ((occupied & path.empty) | (attacked & path.safe)) != 0)
      continue;
    Men ours = MenOf(board, kUs);
    ours.orthogonal = (ours.orthogonal ^ rook) | kCastledRook<kUs>[wing];
    const Bitboard others =
        board.AllOf(kUs) ^ rook ^ board.men[kUs][kKingPlane];
    leaves += CountReplies<kThem, MoveEffect::kQuiet>(
        context, MenOf(board, kThem), board.AllOf(kThem), ours,
        First(kCastledKing<kUs>[wing]),
        others | kCastledKing<kUs>[wing] | kCastledRook<kUs>[wing],
        /*leaper_checks=*/0);
  }
  return leaves;
}

// The replies to our captures en passant.
template <Color kUs>
ROOKERY_NEVER_INLINE uint64_t CountEnPassant(const Board& board,
                                             const CastlingPaths& paths) {
  const Legality legality = ExamineLines<kUs>(board);
  uint64_t leaves = 0;
  for (Bitboard pawns = EnPassantPawns<kUs>(board, legality); pawns != 0;
       pawns = WithoutLowest(pawns)) {
    leaves +=
        CountMoves<Other(kUs)>(After<kUs, MoveKind::kEnPassant>(
                                   board, Lowest(pawns), board.en_passant),
                               paths);
  }
  return leaves;
}

// All moves but castling and en passant: those that the formula takes, and the
// others one by one. `king_targets` are where our king may go.
template <Color kUs, typename Formula>
ROOKERY_ALWAYS_INLINE uint64_t CountUsualMoves(const Parent<kUs>& parent,
                                               Bitboard king_targets,
                                               Formula& formula) {
  constexpr Color kThem = Other(kUs);
  const Legality& legality = parent.legality;
  const ReplyContext& context = parent.context;
  const Men our_men = parent.our_men;
  const Men their_men = parent.their_men;
  const Bitboard ours = parent.ours;
  const Bitboard theirs = parent.theirs;
  const int king = legality.king_square;

  // First the moves of each man are given to the formula, and what it does not
  // take is noted by kind: then each kind is counted in a loop of its own,
  // where the kind is a constant.
  QuietMoves knights[kMaxMen], bishops[kMaxMen], rooks[kMaxMen],
      queens[kMaxMen];
  Captures captures[kMaxCaptures];
  QuietMoves* knights_end = knights;
  QuietMoves* bishops_end = bishops;
  QuietMoves* rooks_end = rooks;
  QuietMoves* queens_end = queens;
  Captures* captures_end = captures;

  const auto note_captures = [&](MoveKind kind, Bitboard from, Bitboard targets)
      __attribute__((always_inline)) {
    *captures_end++ = {from, targets, kind};
  };
  const auto note = [&]<MoveKind kKind>(int from, Bitboard targets,
                                        QuietMoves* end)
      __attribute__((always_inline)) {
    targets = formula.template Take<kKind>(from, targets);
    if (const Bitboard captured = targets & theirs)
      note_captures(kKind, Only(from), captured);
    *end = {Only(from), targets & ~theirs};
    return end + ((targets & ~theirs) != 0);
  };
  const auto allowed = [&](int square) __attribute__((always_inline)) {
    return legality.pinned >> square & 1
               ? legality.targets & lookup.line[king][square]
               : legality.targets;
  };

  Bitboard king_moves = 0;
  if (king_targets != 0) {
    king_moves = formula.template Take<MoveKind::kKing>(king, king_targets);
    if ((king_moves & theirs) != 0)
      note_captures(MoveKind::kKing, Only(king), king_moves & theirs);
  }
  PawnMoves pawns = OurPawnMoves<kUs>(parent);
  uint64_t leaves = 0;
  if (ROOKERY_UNLIKELY(
          ((pawns.single | pawns.west | pawns.east) & kLastRank<kUs>) != 0)) {
    const PawnMoves promotions = pawns & kLastRank<kUs>;
    leaves +=
        CountAllPromotions<kUs>(parent.board, parent.paths, promotions.single,
                                promotions.west, promotions.east);
    pawns = pawns & ~kLastRank<kUs>;
  }
  if (legality.targets != 0) {
    for (Bitboard men = our_men.knights & ~legality.pinned; men != 0;
         men = WithoutLowest(men)) {
      const int from = First(men);
      knights_end = note.template operator()<MoveKind::kKnight>(
          from, lookup.knight[from] & legality.targets, knights_end);
    }
    const Bitboard all_queens = our_men.diagonal & our_men.orthogonal;
    for (Bitboard men = our_men.diagonal ^ all_queens; men != 0;
         men = WithoutLowest(men)) {
      const int from = First(men);
      bishops_end = note.template operator()<MoveKind::kBishop>(
          from, BishopAttacks(from, legality.occupied) & allowed(from),
          bishops_end);
    }
    for (Bitboard men = our_men.orthogonal ^ all_queens; men != 0;
         men = WithoutLowest(men)) {
      const int from = First(men);
      rooks_end = note.template operator()<MoveKind::kRook>(
          from, RookAttacks(from, legality.occupied) & allowed(from),
          rooks_end);
    }
    for (Bitboard men = all_queens; men != 0; men = WithoutLowest(men)) {
      const int from = First(men);
      const Bitboard attacks = BishopAttacks(from, legality.occupied) |
                               RookAttacks(from, legality.occupied);
      queens_end = note.template operator()<MoveKind::kQueen>(
          from, attacks & allowed(from), queens_end);
    }
    pawns = formula.TakePawns(pawns);
    for (Bitboard to = pawns.west; to != 0; to = WithoutLowest(to)) {
      note_captures(MoveKind::kPawn, OriginOfWest<kUs>(Lowest(to)), Lowest(to));
    }
    for (Bitboard to = pawns.east; to != 0; to = WithoutLowest(to)) {
      note_captures(MoveKind::kPawn, OriginOfEast<kUs>(Lowest(to)), Lowest(to));
    }
  }
  leaves += formula.Total();

  const auto count_quiet = [&](const Men& men_after, int king_after,
                               Bitboard from_and_to, Bitboard leaper_checks)
      __attribute__((always_inline)) {
    return CountReplies<kThem, MoveEffect::kQuiet>(
        context, their_men, theirs, men_after, king_after, ours ^ from_and_to,
        leaper_checks);
  };
  for (const QuietMoves* moves = knights; moves != knights_end; ++moves) {
    for (Bitboard to = moves->targets; to != 0; to = WithoutLowest(to)) {
      const Bitboard from_and_to = moves->from | Lowest(to);
      Men after = our_men;
      after.knights ^= from_and_to;
      leaves += count_quiet(after, king, from_and_to,
                            context.knight_checks & Lowest(to));
    }
  }
  for (const QuietMoves* moves = bishops; moves != bishops_end; ++moves) {
    for (Bitboard to = moves->targets; to != 0; to = WithoutLowest(to)) {
      const Bitboard from_and_to = moves->from | Lowest(to);
      Men after = our_men;
      after.diagonal ^= from_and_to;
      leaves += count_quiet(after, king, from_and_to, 0);
    }
  }
  for (const QuietMoves* moves = rooks; moves != rooks_end; ++moves) {
    for (Bitboard to = moves->targets; to != 0; to = WithoutLowest(to)) {
      const Bitboard from_and_to = moves->from | Lowest(to);
      Men after = our_men;
      after.orthogonal ^= from_and_to;
      leaves += count_quiet(after, king, from_and_to, 0);
    }
  }
  for (const QuietMoves* moves = queens; moves != queens_end; ++moves) {
    for (Bitboard to = moves->targets; to != 0; to = WithoutLowest(to)) {
      const Bitboard from_and_to = moves->from | Lowest(to);
      Men after = our_men;
      after.diagonal ^= from_and_to;
      after.orthogonal ^= from_and_to;
      leaves += count_quiet(after, king, from_and_to, 0);
    }
  }
  for (Bitboard to = king_moves & ~theirs; to != 0; to = WithoutLowest(to)) {
    leaves += count_quiet(our_men, First(to), Only(king) | Lowest(to), 0);
  }
  for (Bitboard to = pawns.single; to != 0; to = WithoutLowest(to)) {
    const Bitboard from_and_to = Lowest(to) | Backward<kUs>(Lowest(to));
    Men after = our_men;
    after.pawns ^= from_and_to;
    leaves +=
        count_quiet(after, king, from_and_to, context.pawn_checks & Lowest(to));
  }
  for (Bitboard to = pawns.twice; to != 0; to = WithoutLowest(to)) {
    const Bitboard passed = Backward<kUs>(Lowest(to));
    const Bitboard from_and_to = Lowest(to) | Backward<kUs>(passed);
    Men after = our_men;
    after.pawns ^= from_and_to;
    leaves +=
        count_quiet(after, king, from_and_to, context.pawn_checks & Lowest(to));
    if (ROOKERY_UNLIKELY(HasPawnBeside<kUs>(parent.board, Lowest(to)))) {
      leaves += CountEnPassantReplies<kThem>(
          context.king, their_men.pawns, our_men.diagonal, our_men.orthogonal,
          (ours ^ from_and_to) | theirs, passed);
    }
  }
  for (const Captures* moves = captures; moves != captures_end; ++moves) {
    const Men planes = kPlanesAsMasks[static_cast<int>(moves->kind)];
    for (Bitboard to = moves->targets; to != 0; to = WithoutLowest(to)) {
      const Bitboard captured = Lowest(to);
      const Bitboard from_and_to = moves->from | captured;
      const Men after = Toggled(our_men, planes, from_and_to);
      leaves += CountReplies<kThem, MoveEffect::kCapture>(
          context, their_men & ~captured, theirs & ~captured, after,
          moves->kind == MoveKind::kKing ? First(captured) : king,
          ours ^ from_and_to,
          (context.knight_checks & after.knights) |
              (context.pawn_checks & after.pawns),
          captured);
    }
  }
  return leaves;
}

// In check, our king shields squares behind him, and few moves are legal.
template <Color kUs>
ROOKERY_NEVER_INLINE uint64_t CountParentInCheck(const Board& board,
                                                 const CastlingPaths& paths) {
  const Legality legality = ExamineLines<kUs>(board);
  const Parent<kUs> parent(board, paths, legality);
  const Bitboard king_targets = SafeSquares<Other(kUs)>(
      board, lookup.king[legality.king_square] & ~legality.own,
      legality.occupied ^ Only(legality.king_square));
  NoFormula formula;
  return CountUsualMoves<kUs>(parent, king_targets, formula);
}

// The number of leaves two plies below the board.
template <Color kUs>
ROOKERY_NEVER_INLINE uint64_t CountParent(const Board& board,
                                          const CastlingPaths& paths) {
  const Legality legality = ExamineLines<kUs>(board);
  uint64_t leaves = 0;
  if (ROOKERY_UNLIKELY(board.en_passant != 0))
    leaves += CountEnPassant<kUs>(board, paths);
  if (ROOKERY_UNLIKELY(legality.checkers != 0))
    return leaves + CountParentInCheck<kUs>(board, paths);

  const Parent<kUs> parent(board, paths, legality);
  ReplyFormula<kUs> formula(board, legality, parent.context);
  const Bitboard attacked = formula.AttackedByThem(parent.context);
  if (HasClearCastling<kUs>(board, paths, legality.occupied)) {
    leaves += CountCastling<kUs>(board, paths, legality.occupied,
                                 legality.pinned, attacked);
  }
  const Bitboard king_targets =
      lookup.king[legality.king_square] & ~legality.own & ~attacked;
  return leaves + CountUsualMoves<kUs>(parent, king_targets, formula);
}

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_FAST_DIRECTION_LANES_PARENT_H_
