// Keys for the hash table: of a board, and of the position after a move before
// that move is made.
#ifndef ROOKERY_CORE_PERFT_FAST_KEYS_H_
#define ROOKERY_CORE_PERFT_FAST_KEYS_H_

#include "core/perft/fast/board.h"
#include "core/perft/fast/legality.h"
#include "core/perft/hash_table_view.h"

namespace rookery::ROOKERY_KERNEL_NAMESPACE {
namespace {

ROOKERY_ALWAYS_INLINE void Toggle(TableKey& key, const TableKey& term) {
  key.low ^= term.low;
  key.high ^= term.high;
}

ROOKERY_ALWAYS_INLINE const TableKey& EnPassantTerm(const TableKeys& keys,
                                                    Bitboard en_passant) {
  return keys.en_passant_file[First(en_passant) & 7];
}

// The key from scratch, without depth and without en passant.
inline TableKey KeyOf(const Board& board, Color side_to_move,
                      const TableKeys& keys) {
  TableKey key{0, 0};
  for (int color = 0; color < 2; ++color) {
    for (int plane = 0; plane < kTableKeyPlanes; ++plane) {
      for (Bitboard men = board.men[color][plane]; men != 0;
           men = WithoutLowest(men)) {
        Toggle(key, keys.men[color][plane][First(men)]);
      }
    }
  }
  for (Bitboard rooks = board.castling_rooks; rooks != 0;
       rooks = WithoutLowest(rooks)) {
    Toggle(key, keys.castling_rook[First(rooks)]);
  }
  if (side_to_move == kBlack) Toggle(key, keys.black_to_move);
  return key;
}

// The key of a root, with its depth. Requires: the board is that of a packed
// position, which has an en passant square only when the capture is legal.
inline TableKey KeyOfRoot(const Unpacked& root, int depth,
                          const TableKeys& keys) {
  TableKey key = KeyOf(root.board, root.side_to_move, keys);
  if (root.board.en_passant != 0)
    Toggle(key, EnPassantTerm(keys, root.board.en_passant));
  Toggle(key, keys.depth[depth]);
  return key;
}

// What the keys of all successors share: the position's own key with the other
// side to move, one ply less to go, and no more en passant.
// Requires: `key` is the position's, with `depth`, and has the term of the
// board's en passant square exactly when `en_passant_pawns` is not empty.
ROOKERY_ALWAYS_INLINE TableKey KeyOfSuccessors(const Board& board, TableKey key,
                                               int depth,
                                               Bitboard en_passant_pawns,
                                               const TableKeys& keys) {
  Toggle(key, keys.black_to_move);
  Toggle(key, keys.depth[depth]);
  Toggle(key, keys.depth[depth - 1]);
  if (en_passant_pawns != 0) Toggle(key, EnPassantTerm(keys, board.en_passant));
  return key;
}

// The key after a legal move. `key` is that of the board with the side to move
// changed and without en passant; whether the move itself makes en passant
// possible is left to the caller.
template <Color kUs, MoveKind kKind>
ROOKERY_ALWAYS_INLINE TableKey KeyAfter(const Board& board, TableKey key,
                                        Bitboard from, Bitboard to,
                                        const TableKeys& keys) {
  constexpr Color kThem = Other(kUs);
  constexpr PlaneSets kPlanes = PlanesOf(kKind);
  Bitboard lost_rights = board.castling_rooks & (from | to);
  if constexpr (kKind == MoveKind::kKing || kKind == MoveKind::kCastling) {
    lost_rights |= board.castling_rooks & kFirstRank<kUs>;
  }
  for (; ROOKERY_UNLIKELY(lost_rights != 0);
       lost_rights = WithoutLowest(lost_rights)) {
    Toggle(key, keys.castling_rook[First(lost_rights)]);
  }
  if constexpr (kKind == MoveKind::kCastling) {
    const int wing = to > from ? 1 : 0;
    Toggle(key, keys.men[kUs][kKingPlane][First(from)]);
    Toggle(key, keys.men[kUs][kKingPlane][First(kCastledKing<kUs>[wing])]);
    Toggle(key, keys.men[kUs][kOrthogonalPlane][First(to)]);
    Toggle(key,
           keys.men[kUs][kOrthogonalPlane][First(kCastledRook<kUs>[wing])]);
    return key;
  }
  for (int plane = 0; plane < kTableKeyPlanes; ++plane) {
    if (kPlanes.before >> plane & 1)
      Toggle(key, keys.men[kUs][plane][First(from)]);
    if (kPlanes.after >> plane & 1)
      Toggle(key, keys.men[kUs][plane][First(to)]);
  }
  if constexpr (kKind == MoveKind::kDoublePush) return key;
  if constexpr (kKind == MoveKind::kEnPassant) {
    Toggle(key, keys.men[kThem][kPawnPlane][First(Backward<kUs>(to))]);
    return key;
  }
  for (int plane = kPawnPlane; plane < kKingPlane; ++plane) {
    if (board.men[kThem][plane] & to)
      Toggle(key, keys.men[kThem][plane][First(to)]);
  }
  return key;
}

}  // namespace
}  // namespace rookery::ROOKERY_KERNEL_NAMESPACE

#endif  // ROOKERY_CORE_PERFT_FAST_KEYS_H_
