#include "tests/support/san_claims.h"

#include "core/board/piece.h"
#include "core/board/square.h"

namespace rookery {
namespace {

bool IsFile(char letter) { return letter >= 'a' && letter <= 'h'; }
bool IsRank(char letter) { return letter >= '1' && letter <= '8'; }

// Where the last square of the text begins; npos where there is none.
size_t LastSquare(std::string_view text) {
  for (size_t at = text.size(); at-- > 1;) {
    if (IsRank(text[at]) && IsFile(text[at - 1])) return at - 1;
  }
  return std::string_view::npos;
}

}  // namespace

std::string FindFalseClaim(const Position& position, Move move,
                           std::string_view text) {
  if (text.starts_with('O') || text.starts_with('o') || text.starts_with('0')) {
    return move.kind() == MoveKind::kCastling ? "" : "castling";
  }
  const size_t square = LastSquare(text);
  if (square == std::string_view::npos) return "no target";
  std::string_view origin = text.substr(0, square);
  const Piece letter = origin.empty() ? kNoPiece : PieceFromLetter(origin[0]);
  const bool has_letter = letter != kNoPiece && ColorOf(letter) == kWhite;
  if (has_letter) origin.remove_prefix(1);
  const bool coordinates = !has_letter && origin.size() >= 2 &&
                           IsFile(origin[0]) && IsRank(origin[1]);

  const PieceType man = TypeOf(position.piece_on(move.from()));
  if (!coordinates && man != (has_letter ? TypeOf(letter) : kPawn))
    return "the man";
  for (const char name : origin) {
    if (IsFile(name) && name - 'a' != FileOf(move.from())) return "the file";
    if (IsRank(name) && name - '1' != RankOf(move.from())) return "the rank";
  }
  // Coordinates of castling name the king's target or the rook's square.
  if (move.kind() == MoveKind::kCastling) return coordinates ? "" : "castling";
  if (text.substr(square, 2) != SquareName(move.to())) return "the target";

  std::string_view behind = text.substr(square + 2);
  if (behind.starts_with('=')) behind.remove_prefix(1);
  const Piece promotion = behind.empty() || behind.starts_with('e')
                              ? kNoPiece
                              : PieceFromLetter(behind[0]);
  const PieceType becomes =
      promotion == kNoPiece ? kNoPieceType : TypeOf(promotion);
  if (becomes != move.promotion()) return "the promotion";

  const bool captures = position.piece_on(move.to()) != kNoPiece ||
                        move.kind() == MoveKind::kEnPassant;
  const bool sign = origin.find('x') != std::string_view::npos;
  if (man == kPawn && sign && !captures) return "the capture";
  if (text.find(".p") != std::string_view::npos &&
      move.kind() != MoveKind::kEnPassant)
    return "en passant";
  return "";
}

}  // namespace rookery
