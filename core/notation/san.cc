#include "core/notation/san.h"

#include "absl/status/status.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "core/board/castling.h"
#include "core/board/explain.h"
#include "core/board/move_generator.h"
#include "core/notation/san_pattern.h"
#include "core/notation/san_resolver.h"

namespace rookery {
namespace {

void AppendOrigin(const Position& position, Move move, std::string& text) {
  const SanOrigin needed = NeededOrigin(position, move);
  const std::string from = SquareName(move.from());
  if (needed.file) text += from[0];
  if (needed.rank) text += from[1];
}

void AppendManMove(const Position& position, Move move, std::string& text) {
  const PieceType piece = TypeOf(position.piece_on(move.from()));
  const bool capture = position.piece_on(move.to()) != kNoPiece ||
                       move.kind() == MoveKind::kEnPassant;
  if (piece != kPawn) {
    text += PieceLetter(MakePiece(kWhite, piece));
    AppendOrigin(position, move, text);
  } else if (capture) {
    text += SquareName(move.from())[0];
  }
  if (capture) text += 'x';
  text += SquareName(move.to());
  if (move.promotion() != kNoPieceType) {
    text += '=';
    text += PieceLetter(MakePiece(kWhite, move.promotion()));
  }
}

std::string Quoted(std::string_view text) {
  const std::string_view start = text.substr(0, kMaxSanBytes);
  return absl::StrCat(
      "move '", absl::CHexEscape(absl::string_view(start.data(), start.size())),
      start.size() < text.size() ? "..." : "", "'");
}

// Why no legal move fits.
std::string IllegalReason(const Position& position, const SanPattern& pattern) {
  const Color mover = position.side_to_move();
  if (pattern.form == SanForm::kKingsideCastling ||
      pattern.form == SanForm::kQueensideCastling) {
    const bool kingside = pattern.form == SanForm::kKingsideCastling;
    const Square king = position.king_square(mover);
    const std::string reason = ExplainIllegalMove(
        position, {king, MakeSquare(kingside ? 6 : 2, RankOf(king))});
    return reason.empty() ? "this king cannot castle now" : reason;
  }
  const Bitboard men =
      position.pieces(mover, pattern.piece) & pattern.sources[mover];
  if (men != 0 && !HasMoreThanOne(men)) {
    const std::string reason = ExplainIllegalMove(
        position, {FirstSquare(men), pattern.to, pattern.promotion});
    if (!reason.empty()) return reason;
  }
  return absl::StrCat("no ", std::string(ColorName(mover)), " ",
                      std::string(PieceTypeName(pattern.piece)), " can go to ",
                      SquareName(pattern.to), " like that");
}

std::string FailureReason(const Position& position, const SanPattern& pattern,
                          SanOutcome outcome) {
  switch (outcome) {
    case SanOutcome::kAmbiguous:
      return absl::StrCat(" is ambiguous: more than one ",
                          std::string(PieceTypeName(pattern.piece)),
                          " can go to ", SquareName(pattern.to),
                          "; add the file or the rank it comes from");
    case SanOutcome::kMissingPromotion:
      return " does not say what the pawn becomes; write it like a8=Q";
    case SanOutcome::kNullMove:
      return " passes, which the rules do not allow";
    case SanOutcome::kIllegal:
      return absl::StrCat(" is not legal: ", IllegalReason(position, pattern));
    case SanOutcome::kUnreadable:
    case SanOutcome::kLegal:
      break;
  }
  return " is not in algebraic notation; write it like Nf3, exd5 or O-O";
}

}  // namespace

std::string ToSan(const Position& position, Move move) {
  std::string text;
  if (move.kind() == MoveKind::kCastling)
    text = IsKingside(move.from(), move.to()) ? "O-O" : "O-O-O";
  else
    AppendManMove(position, move, text);
  const Position after = position.After(move);
  if (after.InCheck()) text += CountLegalMoves(after) == 0 ? '#' : '+';
  return text;
}

absl::StatusOr<Move> ParseSan(const Position& position, std::string_view text) {
  const absl::StatusOr<LaxSan> lax = ParseLaxSan(position, text);
  if (!lax.ok()) return lax.status();
  const std::string canonical = ToSan(position, lax->move);
  if (canonical != text) {
    return absl::InvalidArgumentError(absl::StrCat(
        Quoted(text), " is not spelled as the standard has it; write ",
        canonical));
  }
  return lax->move;
}

absl::StatusOr<LaxSan> ParseLaxSan(const Position& position,
                                   std::string_view text) {
  const SanPattern pattern = ReadSanPattern(text);
  const SanReading reading = ResolveSan(position, pattern);
  if (reading.outcome != SanOutcome::kLegal) {
    return absl::InvalidArgumentError(absl::StrCat(
        Quoted(text), FailureReason(position, pattern, reading.outcome)));
  }
  LaxSan lax{reading.move, reading.liberties};
  lax.liberties.Add(JudgeSanMark(position.After(reading.move), pattern.mark));
  return lax;
}

}  // namespace rookery
