#include "core/board/position_codec.h"

#include "absl/strings/str_cat.h"

namespace rookery {

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

}  // namespace rookery
