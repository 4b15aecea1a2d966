// The board of the fast kernels: twelve words, copied for each move.
//
// Only what counting needs. A queen stands in both slider planes, so that a
// plane is all men that move along such lines; the hash key has the same planes
// (TableKeys) and is kept beside the board, by those who need it.
#ifndef ROOKERY_CORE_PERFT_FAST_BOARD_H_
#define ROOKERY_CORE_PERFT_FAST_BOARD_H_

#include "core/perft/fast/bits.h"
#include "core/perft/hash_table_view.h"

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

struct Board {
  Bitboard men[2][kTableKeyPlanes];
  // The rooks that still have the right to castle.
  Bitboard castling_rooks;
  // The square passed over by a double push, when a pawn stands ready to
  // capture there; whether it may is another question.
  Bitboard en_passant;

  ROOKERY_ALWAYS_INLINE Bitboard AllOf(Color color) const {
    return men[color][kPawnPlane] | men[color][kKnightPlane] |
           men[color][kDiagonalPlane] | men[color][kOrthogonalPlane] |
           men[color][kKingPlane];
  }
  ROOKERY_ALWAYS_INLINE Bitboard Queens(Color color) const {
    return men[color][kDiagonalPlane] & men[color][kOrthogonalPlane];
  }
};

// What a move does to the board. Each kind is a template argument, so that
// making a move has no branch.
enum class MoveKind : uint8_t {
  kPawn,
  kDoublePush,
  kEnPassant,
  kKnight,
  kBishop,
  kRook,
  kQueen,
  kKing,
  kCastling,  // from the king's square to the rook's
  kPromoteToKnight,
  kPromoteToBishop,
  kPromoteToRook,
  kPromoteToQueen,
};

// The planes that a man of that move is in before and after it, as bits.
struct PlaneSets {
  unsigned before;
  unsigned after;
};
constexpr PlaneSets PlanesOf(MoveKind kind) {
  constexpr unsigned kPawn = 1u << kPawnPlane;
  constexpr unsigned kDiagonal = 1u << kDiagonalPlane;
  constexpr unsigned kOrthogonal = 1u << kOrthogonalPlane;
  switch (kind) {
    case MoveKind::kPawn:
    case MoveKind::kDoublePush:
    case MoveKind::kEnPassant:
      return {kPawn, kPawn};
    case MoveKind::kKnight:
      return {1u << kKnightPlane, 1u << kKnightPlane};
    case MoveKind::kBishop:
      return {kDiagonal, kDiagonal};
    case MoveKind::kRook:
      return {kOrthogonal, kOrthogonal};
    case MoveKind::kQueen:
      return {kDiagonal | kOrthogonal, kDiagonal | kOrthogonal};
    case MoveKind::kKing:
    case MoveKind::kCastling:
      return {1u << kKingPlane, 1u << kKingPlane};
    case MoveKind::kPromoteToKnight:
      return {kPawn, 1u << kKnightPlane};
    case MoveKind::kPromoteToBishop:
      return {kPawn, kDiagonal};
    case MoveKind::kPromoteToRook:
      return {kPawn, kOrthogonal};
    case MoveKind::kPromoteToQueen:
      return {kPawn, kDiagonal | kOrthogonal};
  }
  __builtin_unreachable();
}

// Where king and rook go: to the c- and d-file, or to the g- and f-file.
template <Color kUs>
constexpr Bitboard kCastledKing[2] = {kFirstRank<kUs>& kFileA << 2,
                                      kFirstRank<kUs>& kFileA << 6};
template <Color kUs>
constexpr Bitboard kCastledRook[2] = {kFirstRank<kUs>& kFileA << 3,
                                      kFirstRank<kUs>& kFileA << 5};

// Whether a double push to `to` can be captured en passant, as far as the pawns
// beside it are concerned.
template <Color kUs>
ROOKERY_ALWAYS_INLINE bool HasPawnBeside(const Board& board, Bitboard to) {
  return (Beside(to) & board.men[Other(kUs)][kPawnPlane]) != 0;
}

// Those targets of a man on which its arrival, or from which its departure,
// takes a right to castle away, or may: all of a king's.
template <MoveKind kKind>
ROOKERY_ALWAYS_INLINE Bitboard TargetsThatTouchRights(const Board& board,
                                                      int from,
                                                      Bitboard targets) {
  if (kKind == MoveKind::kKing || (Only(from) & board.castling_rooks) != 0)
    return targets;
  return targets & board.castling_rooks;
}

// The board after a legal move of kUs between two squares, given as sets of
// one.
template <Color kUs, MoveKind kKind>
ROOKERY_ALWAYS_INLINE Board After(const Board& board, Bitboard from,
                                  Bitboard to) {
  constexpr Color kThem = Other(kUs);
  constexpr PlaneSets kPlanes = PlanesOf(kKind);
  Board next = board;
  next.en_passant = 0;
  if constexpr (kKind == MoveKind::kCastling) {
    const int wing = to > from ? 1 : 0;
    // Both leave before either arrives: in Chess960 one may arrive where the
    // other stood.
    next.men[kUs][kKingPlane] = kCastledKing<kUs>[wing];
    next.men[kUs][kOrthogonalPlane] =
        (board.men[kUs][kOrthogonalPlane] & ~to) | kCastledRook<kUs>[wing];
    next.castling_rooks &= ~kFirstRank<kUs>;
    return next;
  }
  for (int plane = 0; plane < kTableKeyPlanes; ++plane) {
    if (kPlanes.before >> plane & 1) next.men[kUs][plane] &= ~from;
    if (kPlanes.after >> plane & 1) next.men[kUs][plane] |= to;
  }
  if constexpr (kKind == MoveKind::kDoublePush) {
    if (ROOKERY_UNLIKELY(HasPawnBeside<kUs>(board, to)))
      next.en_passant = Backward<kUs>(to);
    return next;
  }
  if constexpr (kKind == MoveKind::kEnPassant) {
    next.men[kThem][kPawnPlane] &= ~Backward<kUs>(to);
    return next;
  }
  for (int plane = kPawnPlane; plane < kKingPlane; ++plane)
    next.men[kThem][plane] &= ~to;
  next.castling_rooks &= ~(from | to);
  if constexpr (kKind == MoveKind::kKing)
    next.castling_rooks &= ~kFirstRank<kUs>;
  return next;
}

// The same for a kind that is only known when it happens.
template <Color kUs>
inline Board MakeMove(const Board& board, MoveKind kind, Bitboard from,
                      Bitboard to) {
  switch (kind) {
    case MoveKind::kPawn:
      return After<kUs, MoveKind::kPawn>(board, from, to);
    case MoveKind::kDoublePush:
      return After<kUs, MoveKind::kDoublePush>(board, from, to);
    case MoveKind::kEnPassant:
      return After<kUs, MoveKind::kEnPassant>(board, from, to);
    case MoveKind::kKnight:
      return After<kUs, MoveKind::kKnight>(board, from, to);
    case MoveKind::kBishop:
      return After<kUs, MoveKind::kBishop>(board, from, to);
    case MoveKind::kRook:
      return After<kUs, MoveKind::kRook>(board, from, to);
    case MoveKind::kQueen:
      return After<kUs, MoveKind::kQueen>(board, from, to);
    case MoveKind::kKing:
      return After<kUs, MoveKind::kKing>(board, from, to);
    case MoveKind::kCastling:
      return After<kUs, MoveKind::kCastling>(board, from, to);
    case MoveKind::kPromoteToKnight:
      return After<kUs, MoveKind::kPromoteToKnight>(board, from, to);
    case MoveKind::kPromoteToBishop:
      return After<kUs, MoveKind::kPromoteToBishop>(board, from, to);
    case MoveKind::kPromoteToRook:
      return After<kUs, MoveKind::kPromoteToRook>(board, from, to);
    case MoveKind::kPromoteToQueen:
      return After<kUs, MoveKind::kPromoteToQueen>(board, from, to);
  }
  __builtin_unreachable();
}

// The four planes of a PackedPosition as a board; docs/packed_position.md has
// the code.
struct Unpacked {
  Board board;
  Color side_to_move;
};
inline Unpacked UnpackPlanes(const uint64_t* planes) {
  const Bitboard one = planes[0], two = planes[1], four = planes[2],
                 black_or_turn = planes[3];
  const Bitboard occupied = one | two | four;
  const Bitboard special = one & two & four;
  const Bitboard castling_rooks = special & (kRank1 | kRank8);
  const Bitboard passed_pawn = special & ~castling_rooks;
  const Bitboard by_plane[kTableKeyPlanes] = {
      (one & ~two & ~four) | passed_pawn,                           // 1
      ~one & two & ~four,                                           // 2
      (one & two & ~four) | (one & ~two & four),                    // 3 and 5
      (~one & ~two & four) | (one & ~two & four) | castling_rooks,  // 4 and 5
      ~one & two & four,                                            // 6
  };
  Unpacked unpacked;
  for (int plane = 0; plane < kTableKeyPlanes; ++plane) {
    unpacked.board.men[kWhite][plane] = by_plane[plane] & ~black_or_turn;
    unpacked.board.men[kBlack][plane] = by_plane[plane] & black_or_turn;
  }
  unpacked.board.castling_rooks = castling_rooks;
  unpacked.board.en_passant = passed_pawn & black_or_turn
                                  ? Forward<kWhite>(passed_pawn)
                                  : Backward<kWhite>(passed_pawn);
  unpacked.side_to_move = (black_or_turn & ~occupied) != 0 ? kBlack : kWhite;
  return unpacked;
}

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_FAST_BOARD_H_
