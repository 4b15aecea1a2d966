#include "core/board/position_codec.h"

#include <bit>

#include "absl/strings/str_cat.h"
#include "core/board/attacks.h"

namespace rookery {
namespace {

constexpr Bitboard kBackRanks = kFirstRank | kEighthRank;

// Whether these are rooks that may have the right to castle with a king: on its
// rank, at most one on either side, and the king not in a corner. What
// CheckCastling (position_setup.h) asks.
bool MayCastle(Bitboard rooks, Bitboard king, Bitboard rank) {
  if (rooks == 0) return true;
  constexpr Bitboard kCornerFiles = 0x8181'8181'8181'8181;
  const Bitboard below_king = king - 1;
  return (king & rank & ~kCornerFiles) != 0 && (rooks & ~rank) == 0 &&
         std::popcount(rooks & below_king) <= 1 &&
         std::popcount(rooks & ~below_king) <= 1;
}

}  // namespace

PackedPosition Pack(const Position& position) {
  PackedPosition packed;
  auto& [low, middle, high, black] = packed.planes;
  low = position.pieces(kPawn) | position.pieces(kBishop) |
        position.pieces(kQueen);
  middle = position.pieces(kKnight) | position.pieces(kBishop) |
           position.pieces(kKing);
  high =
      position.pieces(kRook) | position.pieces(kQueen) | position.pieces(kKing);
  Bitboard special = position.castling_rooks();
  if (position.en_passant_square() != kNoSquare) {
    special |= SquareSet(static_cast<Square>(position.en_passant_square() ^ 8));
  }
  low |= special;
  middle |= special;
  high |= special;
  black = position.pieces(kBlack);
  if (position.side_to_move() == kBlack) black |= ~position.pieces();
  return packed;
}

absl::StatusOr<Position> Unpack(const PackedPosition& packed) {
  const auto& [low, middle, high, black] = packed.planes;
  const Bitboard empty = ~(low | middle | high);
  const Bitboard special = low & middle & high;
  if ((black & empty) != 0 && (black & empty) != empty) {
    return absl::InvalidArgumentError(
        "packed position names both sides as the one to move: the fourth plane "
        "must be all set or all clear on the "
        "empty squares");
  }
  PositionSetup setup;
  setup.side_to_move = (black & empty) != 0 ? kBlack : kWhite;
  for (Bitboard rest = ~empty; rest != 0;) {
    const Square square = PopFirst(rest);
    const Color color = Contains(black, square) ? kBlack : kWhite;
    int code = (Contains(low, square) ? 1 : 0) |
               (Contains(middle, square) ? 2 : 0) |
               (Contains(high, square) ? 4 : 0);
    if (Contains(special, square)) {
      const int rank = RankOf(square);
      if (rank == 0 || rank == 7) {
        code = kRook;
        setup.castling_rooks |= SquareSet(square);
      } else if ((rank == 3 || rank == 4) &&
                 setup.en_passant_square == kNoSquare) {
        code = kPawn;
        setup.en_passant_square = static_cast<Square>(square ^ 8);
      } else {
        return absl::InvalidArgumentError(absl::StrCat(
            "packed position has code 7 on ", SquareName(square),
            "; it stands for a castling rook (first or eighth rank) or one "
            "pawn to be captured en passant (fourth or "
            "fifth)"));
      }
    }
    setup.board[square] = MakePiece(color, static_cast<PieceType>(code));
  }
  absl::StatusOr<Position> position = Position::FromSetup(setup);
  if (!position.ok()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "packed position is impossible: ", position.status().message()));
  }
  // Else one position would have two packed forms.
  if (position->en_passant_square() != setup.en_passant_square) {
    return absl::InvalidArgumentError(
        absl::StrCat("packed position has en passant square '",
                     SquareName(setup.en_passant_square),
                     "' without a legal capture; it must be left out"));
  }
  return position;
}

bool IsValid(const PackedPosition& packed) {
  const auto& [low, middle, high, black_plane] = packed.planes;
  const Bitboard men = low | middle | high;
  const Bitboard marked = low & middle & high;
  // A mark for en passant is seldom there, and takes all that Unpack does.
  if ((marked & ~kBackRanks) != 0) return Unpack(packed).ok();
  if ((black_plane & ~men) != 0 && (black_plane | men) != ~Bitboard{0})
    return false;

  const Bitboard black = black_plane & men;
  const Bitboard white = men ^ black;
  const Bitboard kings = middle & high & ~low;
  const Bitboard white_king = kings & white;
  const Bitboard black_king = kings & black;
  if (!std::has_single_bit(white_king) || !std::has_single_bit(black_king))
    return false;
  const Bitboard pawns = low & ~middle & ~high;
  if ((pawns & kBackRanks) != 0 || std::popcount(pawns & white) > 8 ||
      std::popcount(pawns & black) > 8 || std::popcount(white) > 16 ||
      std::popcount(black) > 16)
    return false;
  if (!MayCastle(marked & white, white_king, kFirstRank) ||
      !MayCastle(marked & black, black_king, kEighthRank))
    return false;

  // The side that has just moved must not be in check; kings side by side would
  // both be.
  const bool black_moves = (black_plane & ~men) != 0;
  const Color waiting = black_moves ? kWhite : kBlack;
  const Square king = FirstSquare(black_moves ? white_king : black_king);
  const Bitboard mover = black_moves ? black : white;
  const Bitboard knights = middle & ~low & ~high;
  const Bitboard diagonal = low & (middle ^ high);
  const Bitboard orthogonal = (high & ~middle) | marked;
  return (mover &
          ((PawnAttacks(waiting, king) & pawns) |
           (KnightAttacks(king) & knights) | (KingAttacks(king) & kings) |
           (BishopAttacks(king, men) & diagonal) |
           (RookAttacks(king, men) & orthogonal))) == 0;
}

}  // namespace rookery
