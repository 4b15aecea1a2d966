#include "core/notation/uci.h"

#include "absl/status/status.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "core/board/castling.h"
#include "core/board/explain.h"

namespace rookery {
namespace {

// Longer text is no move, and is not repeated in full.
constexpr size_t kMaxQuotedBytes = 16;

}  // namespace

std::string ToUci(Move move, bool chess960) {
  if (move.is_null()) return "0000";
  const bool step = move.kind() == MoveKind::kCastling && !chess960;
  const Square to =
      step ? CastlingKingTarget(move.from(), move.to()) : move.to();
  std::string text = SquareName(move.from()) + SquareName(to);
  if (move.promotion() != kNoPieceType)
    text += PieceLetter(MakePiece(kBlack, move.promotion()));
  return text;
}

std::string ToUci(const Position& position, Move move) {
  return ToUci(move, position.NeedsChess960());
}

std::optional<CoordinateMove> ParseUciCoordinates(std::string_view text) {
  if (text.size() != 4 && text.size() != 5) return std::nullopt;
  const std::optional<Square> from = ParseSquare(text.substr(0, 2));
  const std::optional<Square> to = ParseSquare(text.substr(2, 2));
  if (!from || !to) return std::nullopt;
  CoordinateMove move{*from, *to, kNoPieceType};
  if (text.size() == 5) {
    const Piece piece = PieceFromLetter(text[4]);
    if (piece == kNoPiece || ColorOf(piece) != kBlack) return std::nullopt;
    move.promotion = TypeOf(piece);
  }
  return move;
}

absl::StatusOr<Move> ParseUci(const Position& position, std::string_view text) {
  const std::optional<CoordinateMove> coordinates = ParseUciCoordinates(text);
  if (!coordinates) {
    const std::string_view start = text.substr(0, kMaxQuotedBytes);
    return absl::InvalidArgumentError(absl::StrCat(
        "move '",
        absl::CHexEscape(absl::string_view(start.data(), start.size())),
        start.size() < text.size() ? "..." : "",
        "' is not in UCI notation; write it like e2e4 or e7e8q"));
  }
  if (const std::optional<Move> move = FindLegalMove(position, *coordinates))
    return *move;
  return absl::InvalidArgumentError(absl::StrCat(
      "move '", absl::string_view(text.data(), text.size()),
      "' is not legal: ", ExplainIllegalMove(position, *coordinates)));
}

}  // namespace rookery
