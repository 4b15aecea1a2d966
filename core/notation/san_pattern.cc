#include "core/notation/san_pattern.h"

#include <optional>

#include "core/board/attacks.h"

namespace rookery {
namespace {

constexpr PieceType PieceOfLetter(char letter) {
  const Piece piece = PieceFromLetter(letter);
  return piece != kNoPiece && ColorOf(piece) == kWhite ? TypeOf(piece)
                                                       : kNoPieceType;
}

constexpr bool IsFile(char letter) { return letter >= 'a' && letter <= 'h'; }
constexpr bool IsRank(char letter) { return letter >= '1' && letter <= '8'; }

bool TakeSuffix(std::string_view& text, std::string_view suffix) {
  if (!text.ends_with(suffix)) return false;
  text.remove_suffix(suffix.size());
  return true;
}

void TakeMark(std::string_view& text, SanPattern& pattern) {
  if (TakeSuffix(text, "++")) {
    pattern.mark = SanMark::kCheck;
    pattern.liberties.Add(SanLiberty::kDoubleCheckSuffix);
  } else if (TakeSuffix(text, "+")) {
    pattern.mark = SanMark::kCheck;
  } else if (TakeSuffix(text, "#")) {
    pattern.mark = SanMark::kMate;
  }
}

bool ReadCastling(std::string_view text, SanPattern& pattern) {
  const char first = text.empty() ? ' ' : text[0];
  if (first != 'O' && first != '0' && first != 'o') return false;
  if (text.size() != 3 && text.size() != 5) return false;
  for (size_t index = 1; index < text.size(); ++index) {
    if (text[index] != (index % 2 == 0 ? first : '-')) return false;
  }
  if (first == '0') pattern.liberties.Add(SanLiberty::kCastlingWithZeros);
  if (first == 'o') pattern.liberties.Add(SanLiberty::kCastlingLowerCase);
  pattern.piece = kKing;
  pattern.form = text.size() == 3 ? SanForm::kKingsideCastling
                                  : SanForm::kQueensideCastling;
  return true;
}

// What stands behind the target square; false where it is no promotion.
bool TakePromotion(std::string_view& text, SanPattern& pattern) {
  if (text.empty()) return true;
  const Piece piece = PieceFromLetter(text.back());
  // A lower-case b in last place is no square's end, so it is a bishop.
  const PieceType type = piece == kNoPiece ? kNoPieceType : TypeOf(piece);
  if (type == kNoPieceType) return true;
  if (type == kPawn || type == kKing) return false;
  text.remove_suffix(1);
  pattern.promotion = type;
  if (ColorOf(piece) == kBlack)
    pattern.liberties.Add(SanLiberty::kPromotionLowerCase);
  if (!TakeSuffix(text, "="))
    pattern.liberties.Add(SanLiberty::kPromotionWithoutEquals);
  return true;
}

Bitboard PawnSources(Color color, const SanPattern& pattern) {
  const Square to = pattern.to;
  const int rank = RelativeRank(color, to);
  // A promotion needs its piece, and only a promotion has one.
  if ((rank == 7) != (pattern.promotion != kNoPieceType)) return 0;
  if (pattern.capture) return PawnAttacks(Opponent(color), to);
  const Bitboard target = SquareSet(to);
  Bitboard sources = color == kWhite ? South(target) : North(target);
  if (rank == 3)
    sources |= color == kWhite ? South(South(target)) : North(North(target));
  return sources;
}

// The rest of a move without mark, suffix and promotion: piece, origin, capture
// sign, target.
bool ReadOriginAndTarget(std::string_view text, SanPattern& pattern) {
  if (text.size() < 2) return false;
  const std::optional<Square> to = ParseSquare(text.substr(text.size() - 2));
  if (!to) return false;
  pattern.to = *to;
  text.remove_suffix(2);

  pattern.piece = kPawn;
  if (!text.empty()) {
    const PieceType piece = PieceOfLetter(text[0]);
    if (piece != kNoPieceType) {
      pattern.piece = piece;
      text.remove_prefix(1);
      if (piece == kPawn) pattern.liberties.Add(SanLiberty::kPawnLetter);
    }
  }
  if (TakeSuffix(text, "x")) {
    pattern.capture = true;
  }
  // A hyphen only stands between two squares: e2-e4, Nb8-c6.
  const bool hyphen =
      !pattern.capture && text.size() == 3 && TakeSuffix(text, "-");
  if (hyphen) pattern.liberties.Add(SanLiberty::kLongAlgebraic);
  if (!text.empty() && IsRank(text.back())) {
    pattern.from_rank = static_cast<int8_t>(text.back() - '1');
    text.remove_suffix(1);
  }
  if (!text.empty() && IsFile(text.back())) {
    pattern.from_file = static_cast<int8_t>(text.back() - 'a');
    text.remove_suffix(1);
  }
  if (!text.empty()) return false;
  if (hyphen && (pattern.from_file < 0 || pattern.from_rank < 0)) return false;

  if (pattern.piece == kPawn) {
    const bool letter = pattern.liberties.Has(SanLiberty::kPawnLetter);
    if (!letter && pattern.from_file < 0 &&
        (pattern.capture || pattern.from_rank >= 0))
      return false;
    if (pattern.from_file >= 0 && !pattern.capture &&
        pattern.from_file != FileOf(pattern.to)) {
      pattern.capture = true;
      pattern.liberties.Add(SanLiberty::kMissingCaptureSign);
    }
    if (pattern.from_file >= 0 && pattern.from_rank >= 0)
      pattern.liberties.Add(SanLiberty::kLongAlgebraic);
  }
  return true;
}

}  // namespace

SanPattern ReadSanPattern(std::string_view text) {
  const SanPattern unreadable;
  SanPattern pattern;
  if (text.size() > kMaxSanBytes) return unreadable;
  if (text == "--" || text == "Z0" || text == "@@@@") {
    pattern.form = SanForm::kNullMove;
    return pattern;
  }
  // The suffix of an en passant capture stands before or behind the mark.
  const auto take_en_passant = [&] {
    if (TakeSuffix(text, "e.p.") || TakeSuffix(text, "e.p") ||
        TakeSuffix(text, "ep"))
      pattern.liberties.Add(SanLiberty::kEnPassantSuffix);
  };
  take_en_passant();
  TakeMark(text, pattern);
  take_en_passant();
  if (ReadCastling(text, pattern)) return pattern;
  if (!TakePromotion(text, pattern)) return unreadable;
  if (!ReadOriginAndTarget(text, pattern)) return unreadable;
  if (pattern.promotion != kNoPieceType && pattern.piece != kPawn)
    return unreadable;
  const bool en_passant = pattern.liberties.Has(SanLiberty::kEnPassantSuffix);
  if (en_passant && (pattern.piece != kPawn || !pattern.capture))
    return unreadable;

  Bitboard named = ~Bitboard{0};
  if (pattern.from_file >= 0) named &= FileSet(pattern.from_file);
  if (pattern.from_rank >= 0) named &= RankSet(pattern.from_rank);
  for (const Color color : {kWhite, kBlack}) {
    pattern.sources[color] =
        named &
        (pattern.piece == kPawn ? PawnSources(color, pattern)
                                : PieceAttacks(pattern.piece, pattern.to, 0));
  }
  pattern.form = en_passant ? SanForm::kEnPassant : SanForm::kMove;
  return pattern;
}

}  // namespace rookery
