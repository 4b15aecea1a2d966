#include "core/board/position_setup.h"

#include <string>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "core/board/attacks.h"

namespace rookery {
namespace {

template <typename... Parts>
absl::Status Impossible(const Parts&... parts) {
  return absl::InvalidArgumentError(absl::StrCat(parts...));
}

std::string Name(Color color) { return std::string(ColorName(color)); }

// The men of a side that CheckBoard counts.
struct Census {
  int men = 0;
  int pawns = 0;
  int kings = 0;
  Square king = kNoSquare;
};

std::array<Census, 2> TakeCensus(const PositionSetup& setup) {
  std::array<Census, 2> sides;
  for (int index = 0; index < kSquareCount; ++index) {
    const Piece piece = setup.board[index];
    if (piece == kNoPiece) continue;
    Census& side = sides[ColorOf(piece)];
    ++side.men;
    side.pawns += TypeOf(piece) == kPawn;
    if (TypeOf(piece) == kKing) {
      ++side.kings;
      side.king = static_cast<Square>(index);
    }
  }
  return sides;
}

}  // namespace

absl::Status CheckBoard(const PositionSetup& setup) {
  const std::array<Census, 2> sides = TakeCensus(setup);
  for (const Color color : {kWhite, kBlack}) {
    const Census& side = sides[color];
    if (side.kings == 0)
      return Impossible("board has no ", Name(color),
                        " king; each side needs exactly one");
    if (side.kings > 1) {
      return Impossible("board has ", side.kings, " ", Name(color),
                        " kings; each side needs exactly one");
    }
    if (side.pawns > 8)
      return Impossible("board has ", side.pawns, " ", Name(color),
                        " pawns; a side has at most 8");
    if (side.men > 16)
      return Impossible("board has ", side.men, " ", Name(color),
                        " men; a side has at most 16");
  }
  for (int index = 0; index < kSquareCount; ++index) {
    const auto square = static_cast<Square>(index);
    if (TypeOf(setup.board[square]) != kPawn ||
        (RankOf(square) != 0 && RankOf(square) != 7))
      continue;
    return Impossible("board has a ", Name(ColorOf(setup.board[square])),
                      " pawn on ", SquareName(square),
                      "; pawns never stand on the first or eighth rank");
  }
  if (Contains(KingAttacks(sides[kWhite].king), sides[kBlack].king)) {
    return Impossible("board has the kings next to each other, on ",
                      SquareName(sides[kWhite].king), " and ",
                      SquareName(sides[kBlack].king));
  }
  return absl::OkStatus();
}

absl::Status CheckCastling(const PositionSetup& setup) {
  const std::array<Census, 2> sides = TakeCensus(setup);
  Bitboard rest = setup.castling_rooks;
  std::array<std::array<Square, 2>, 2> seen = {
      {{kNoSquare, kNoSquare}, {kNoSquare, kNoSquare}}};
  while (rest != 0) {
    const Square rook = PopFirst(rest);
    const Color color = RankOf(rook) == 0 ? kWhite : kBlack;
    const std::string_view rank = color == kWhite ? "first" : "eighth";
    if ((RankOf(rook) != 0 && RankOf(rook) != 7) ||
        setup.board[rook] != MakePiece(color, kRook)) {
      return Impossible("castling right of ", SquareName(rook), " needs a ",
                        Name(color), " rook there, on the ", std::string(rank),
                        " rank");
    }
    const Square king = sides[color].king;
    if (RankOf(king) != RankOf(rook)) {
      return Impossible("castling right of the rook on ", SquareName(rook),
                        " needs the ", Name(color), " king on the ",
                        std::string(rank), " rank; it stands on ",
                        SquareName(king));
    }
    if (FileOf(king) == 0 || FileOf(king) == 7) {
      return Impossible("castling right of the rook on ", SquareName(rook),
                        " needs the ", Name(color),
                        " king between the corners; it stands on ",
                        SquareName(king));
    }
    Square& other = seen[color][rook > king];
    if (other != kNoSquare) {
      return Impossible("castling rights of both rooks on ", SquareName(other),
                        " and ", SquareName(rook), " lie on one side of the ",
                        Name(color), " king; at most one can have it");
    }
    other = rook;
  }
  return absl::OkStatus();
}

absl::Status CheckEnPassant(const PositionSetup& setup) {
  const Square square = setup.en_passant_square;
  if (square == kNoSquare) return absl::OkStatus();
  const Color mover = Opponent(setup.side_to_move);
  const std::string name = SquareName(square);
  if (RelativeRank(mover, square) != 2) {
    return Impossible("en passant square '", name, "' must be on rank ",
                      mover == kWhite ? 3 : 6, " with ",
                      Name(setup.side_to_move), " to move");
  }
  // Flipping the lowest bit of the rank leads from the third rank to the fourth
  // and from the sixth to the fifth.
  const auto pawn = static_cast<Square>(square ^ 8);
  const auto origin =
      static_cast<Square>(mover == kWhite ? square - 8 : square + 8);
  if (setup.board[pawn] != MakePiece(mover, kPawn)) {
    return Impossible("en passant square '", name, "' needs a ", Name(mover),
                      " pawn on ", SquareName(pawn));
  }
  for (const Square passed : {square, origin}) {
    if (setup.board[passed] != kNoPiece) {
      return Impossible("en passant square '", name,
                        "' is impossible: the pawn on ", SquareName(pawn),
                        " cannot have passed ", SquareName(passed),
                        ", which is occupied");
    }
  }
  return absl::OkStatus();
}

absl::Status CheckCounters(const PositionSetup& setup) {
  if (setup.halfmove_clock < 0 || setup.halfmove_clock > kMaxCounter) {
    return Impossible("halfmove clock '", setup.halfmove_clock,
                      "' must be from 0 to ", kMaxCounter);
  }
  if (setup.fullmove_number < 1 || setup.fullmove_number > kMaxCounter) {
    return Impossible("fullmove number '", setup.fullmove_number,
                      "' must be from 1 to ", kMaxCounter);
  }
  return absl::OkStatus();
}

}  // namespace rookery
