#include "core/notation/san_resolver.h"

#include <optional>

#include "core/board/castling.h"
#include "core/board/move_generator.h"

namespace rookery {
namespace {

SanReading Legal(Move move, SanLiberties liberties) {
  return {SanOutcome::kLegal, move, liberties};
}

SanReading Failed(SanOutcome outcome) { return {outcome, Move(), {}}; }

SanReading ResolveCastling(const Position& position,
                           const SanPattern& pattern) {
  const Color mover = position.side_to_move();
  const Square king = position.king_square(mover);
  const bool kingside = pattern.form == SanForm::kKingsideCastling;
  for (Bitboard rooks = position.castling_rooks(mover); rooks != 0;) {
    const Square rook = PopFirst(rooks);
    if (IsKingside(king, rook) == kingside && position.CanCastle(rook))
      return Legal(Move::Castling(king, rook), pattern.liberties);
  }
  return Failed(SanOutcome::kIllegal);
}

// The legal moves among those that the pattern's sources allow, at most two:
// the second only proves the ambiguity.
MoveList FittingMoves(const Position& position, const SanPattern& pattern) {
  const Color mover = position.side_to_move();
  const Square to = pattern.to;
  MoveList moves;
  if (Contains(position.pieces(mover), to)) return moves;
  const bool occupied = position.piece_on(to) != kNoPiece;
  Bitboard candidates =
      position.pieces(mover, pattern.piece) & pattern.sources[mover];
  while (candidates != 0 && moves.size() < 2) {
    const Square from = PopFirst(candidates);
    if ((Between(from, to) & position.pieces()) != 0) continue;
    if (pattern.piece == kPawn && occupied != pattern.capture) {
      if (pattern.capture && to == position.en_passant_square() &&
          position.EnPassantKeepsKingSafe(from, to))
        moves.push_back(Move::EnPassant(from, to));
      continue;
    }
    if (!internal::KeepsKingSafe(position, from, to)) continue;
    if (pattern.promotion != kNoPieceType)
      moves.push_back(Move::Promotion(from, to, pattern.promotion));
    else if (pattern.piece == kPawn && (from ^ to) == 16)
      moves.push_back(Move::DoublePush(from, to));
    else
      moves.push_back(Move::Normal(from, to));
  }
  return moves;
}

bool LacksPromotion(const Position& position, const SanPattern& pattern) {
  if (pattern.piece != kPawn || pattern.promotion != kNoPieceType ||
      RelativeRank(position.side_to_move(), pattern.to) != 7)
    return false;
  MoveList moves;
  GenerateLegalMoves(position, moves);
  for (const Move move : moves) {
    const int file = FileOf(move.from());
    if (move.kind() == MoveKind::kPromotion && move.to() == pattern.to &&
        (file != FileOf(pattern.to)) == pattern.capture &&
        (pattern.from_file < 0 || pattern.from_file == file) &&
        (pattern.from_rank < 0 || pattern.from_rank == RankOf(move.from())))
      return true;
  }
  return false;
}

// Two squares without a letter, as engines write moves: "g1f3", "e1g1".
std::optional<Move> CoordinateMoveOf(const Position& position,
                                     const SanPattern& pattern) {
  if (pattern.piece != kPawn || pattern.from_file < 0 ||
      pattern.from_rank < 0 || pattern.liberties.Has(SanLiberty::kPawnLetter))
    return std::nullopt;
  const std::optional<Move> move =
      FindLegalMove(position, {MakeSquare(pattern.from_file, pattern.from_rank),
                               pattern.to, pattern.promotion});
  // A change of the file alone says nothing: "g1f3" is no pawn's move.
  const bool has_sign = pattern.capture &&
                        !pattern.liberties.Has(SanLiberty::kMissingCaptureSign);
  const bool captures =
      Contains(position.pieces(Opponent(position.side_to_move())), pattern.to);
  if (has_sign && !captures) return std::nullopt;
  return move;
}

void AddOriginLiberty(const Position& position, const SanPattern& pattern,
                      Move move, SanLiberties& liberties) {
  const bool file = pattern.from_file >= 0;
  const bool rank = pattern.from_rank >= 0;
  if (!file && !rank) return;
  const SanOrigin needed = NeededOrigin(position, move);
  if (file == needed.file && rank == needed.rank) return;
  if (file && rank)
    liberties.Add(SanLiberty::kLongAlgebraic);
  else if (needed.file || needed.rank)
    liberties.Add(SanLiberty::kUnusualDisambiguation);
  else
    liberties.Add(SanLiberty::kOverDisambiguated);
}

// Only a capture that is said to be en passant and is one.
SanReading ResolveEnPassant(const Position& position,
                            const SanPattern& pattern) {
  const MoveList moves = FittingMoves(position, pattern);
  if (moves.size() > 1) return Failed(SanOutcome::kAmbiguous);
  if (moves.empty() || moves[0].kind() != MoveKind::kEnPassant)
    return Failed(SanOutcome::kIllegal);
  return Legal(moves[0], pattern.liberties);
}

SanReading ResolveMove(const Position& position, const SanPattern& pattern) {
  const MoveList moves = FittingMoves(position, pattern);
  if (moves.size() > 1) return Failed(SanOutcome::kAmbiguous);
  if (moves.empty()) {
    if (const std::optional<Move> move = CoordinateMoveOf(position, pattern)) {
      SanLiberties liberties;
      liberties.Add(SanLiberty::kLongAlgebraic);
      return Legal(*move, liberties);
    }
    return Failed(LacksPromotion(position, pattern)
                      ? SanOutcome::kMissingPromotion
                      : SanOutcome::kIllegal);
  }
  SanLiberties liberties = pattern.liberties;
  if (pattern.piece != kPawn) {
    const bool capture = position.piece_on(pattern.to) != kNoPiece;
    if (capture && !pattern.capture)
      liberties.Add(SanLiberty::kMissingCaptureSign);
    if (!capture && pattern.capture)
      liberties.Add(SanLiberty::kBogusCaptureSign);
    AddOriginLiberty(position, pattern, moves[0], liberties);
  }
  return Legal(moves[0], liberties);
}

}  // namespace

SanOrigin NeededOrigin(const Position& position, Move move) {
  const Color mover = position.side_to_move();
  const Square from = move.from();
  const PieceType piece = TypeOf(position.piece_on(from));
  Bitboard rivals = PieceAttacks(piece, move.to(), position.pieces()) &
                    position.pieces(mover, piece) & ~SquareSet(from);
  bool any = false;
  bool same_file = false;
  bool same_rank = false;
  while (rivals != 0) {
    const Square rival = PopFirst(rivals);
    if (!internal::KeepsKingSafe(position, rival, move.to())) continue;
    any = true;
    same_file |= FileOf(rival) == FileOf(from);
    same_rank |= RankOf(rival) == RankOf(from);
  }
  if (!any) return {};
  return {.file = !same_file || same_rank, .rank = same_file};
}

SanLiberties JudgeSanMark(const Position& after, SanMark mark) {
  const bool check = after.InCheck();
  const bool mate = check && CountLegalMoves(after) == 0;
  SanLiberties liberties;
  if (mark == SanMark::kNone) {
    if (mate)
      liberties.Add(SanLiberty::kMissingMateSuffix);
    else if (check)
      liberties.Add(SanLiberty::kMissingCheckSuffix);
  } else if (mark == SanMark::kMate ? !mate : !check || mate) {
    liberties.Add(SanLiberty::kWrongCheckSuffix);
  }
  return liberties;
}

namespace internal {

SanReading ResolveUnusualSan(const Position& position,
                             const SanPattern& pattern) {
  switch (pattern.form) {
    case SanForm::kMove:
      return ResolveMove(position, pattern);
    case SanForm::kEnPassant:
      return ResolveEnPassant(position, pattern);
    case SanForm::kKingsideCastling:
    case SanForm::kQueensideCastling:
      return ResolveCastling(position, pattern);
    case SanForm::kNullMove:
      return Failed(SanOutcome::kNullMove);
    case SanForm::kUnreadable:
      break;
  }
  return Failed(SanOutcome::kUnreadable);
}

}  // namespace internal
}  // namespace rookery
