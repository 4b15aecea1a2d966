#include "tests/engines/plain_generator.h"

#include "core/board/attacks.h"
#include "core/board/castling.h"

namespace rookery {
namespace {

constexpr int Step(Color color) { return color == kWhite ? 8 : -8; }

constexpr Bitboard BackRank(Color color) {
  return color == kWhite ? kFirstRank : kEighthRank;
}

// One square on, if it is on the board.
bool StepTo(Square from, int step, Square& to) {
  const int index = from + step;
  if (index < 0 || index >= kSquareCount) return false;
  to = static_cast<Square>(index);
  return true;
}

}  // namespace

Square KingOf(const PlainBoard& board, Color color) {
  const Bitboard kings = board.of(color, kKing);
  return kings == 0 ? kNoSquare : FirstSquare(kings);
}

std::vector<PlainMove> PlainGenerator::Moves(const PlainBoard& board) {
  std::vector<PlainMove> candidates;
  AddPawnMoves(board, candidates);
  AddPieceMoves(board, candidates);
  std::vector<PlainMove> moves;
  for (const PlainMove& move : candidates) {
    // A king who can be taken is the fault of the move before.
    if (board.at(move.to) != kNoPiece && TypeOf(board.at(move.to)) == kKing)
      continue;
    if (KeepsKingSafe(board, move, After(board, move))) moves.push_back(move);
  }
  AddCastling(board, moves);
  return moves;
}

PlainBoard PlainGenerator::After(const PlainBoard& board,
                                 const PlainMove& move) {
  PlainBoard after = board;
  if (move.kind == PlainMove::Kind::kCastling) {
    after.Clear(move.from);
    if (MovesRook()) after.Clear(move.to);
    after.Put(MakePiece(board.side, kKing),
              CastlingKingTarget(move.from, move.to));
    if (MovesRook()) {
      after.Put(MakePiece(board.side, kRook),
                CastlingRookTarget(move.from, move.to));
    }
  } else {
    if (move.kind == PlainMove::Kind::kEnPassant && TakesPawnEnPassant())
      after.Clear(EnPassantVictim(move.to));
    after.Clear(move.from);
    after.Put(move.promotion == kNoPieceType
                  ? board.at(move.from)
                  : MakePiece(board.side, move.promotion),
              move.to);
  }
  after.castling_rooks = CastlingRooksAfter(board, move);
  after.en_passant_square = EnPassantAfter(board, move);
  after.side = Opponent(board.side);
  return after;
}

uint64_t PlainGenerator::Count(const PlainBoard& board, int depth) {
  if (depth == 0) return 1;
  const std::vector<PlainMove> moves = Moves(board);
  if (depth == 1) return moves.size();
  uint64_t count = 0;
  for (const PlainMove& move : moves) count += CountBelow(board, move, depth);
  return count;
}

uint64_t PlainGenerator::CountBelow(const PlainBoard& board,
                                    const PlainMove& move, int depth) {
  const PlainBoard after = After(board, move);
  Played(board, move);
  return Count(after, depth - 1);
}

Bitboard PlainGenerator::Attackers(const PlainBoard& board, Square square,
                                   Color by, Bitboard occupied) {
  return (PawnAttacks(Opponent(by), square) & board.of(by, kPawn)) |
         (KnightAttacks(square) & board.of(by, kKnight)) |
         (KingAttacks(square) & board.of(by, kKing)) |
         (BishopAttacks(square, occupied) &
          (board.of(by, kBishop) | board.of(by, kQueen))) |
         (RookAttacks(square, occupied) &
          (board.of(by, kRook) | board.of(by, kQueen)));
}

Bitboard PlainGenerator::CastlingRooksOf(const PositionSetup& setup) {
  return setup.castling_rooks;
}

Bitboard PlainGenerator::KnightTargets(Square from) {
  return KnightAttacks(from);
}

Bitboard PlainGenerator::SliderTargets(PieceType type, Square from,
                                       Bitboard occupied) {
  return PieceAttacks(type, from, occupied);
}

Bitboard PlainGenerator::PawnCaptures(Color color, Square from) {
  return PawnAttacks(color, from);
}

bool PlainGenerator::CanPushTwice(const PlainBoard& board, Square from) {
  if (RelativeRank(board.side, from) != 1) return false;
  const auto first = static_cast<Square>(from + Step(board.side));
  const auto second = static_cast<Square>(first + Step(board.side));
  return board.at(first) == kNoPiece && board.at(second) == kNoPiece;
}

bool PlainGenerator::CanTakeEnPassant(const PlainBoard& board, Square from) {
  const Square to = board.en_passant_square;
  return RelativeRank(board.side, to) == 5 &&
         board.at(EnPassantVictim(to)) ==
             MakePiece(Opponent(board.side), kPawn) &&
         Contains(PawnAttacks(board.side, from), to);
}

std::vector<PieceType> PlainGenerator::Promotions(bool /*is_capture*/) {
  return {kQueen, kRook, kBishop, kKnight};
}

bool PlainGenerator::CanCastle(const PlainBoard& board, Square rook) {
  const Square king = KingOf(board, board.side);
  if ((CastlingPath(king, rook) & board.occupied()) != 0) return false;
  if (!MayCastleInCheck() && Checkers(board, board.side) != 0) return false;
  for (Bitboard rest = CastlingSafeSquares(king, rook); rest != 0;) {
    if (Attackers(board, PopFirst(rest), Opponent(board.side),
                  board.occupied()) != 0)
      return false;
  }
  return IsSafeAfterCastling(board, rook);
}

Bitboard PlainGenerator::CastlingPath(Square king, Square rook) {
  const Square king_target = CastlingKingTarget(king, rook);
  const Square rook_target = CastlingRookTarget(king, rook);
  return (Between(king, king_target) | SquareSet(king_target) |
          Between(rook, rook_target) | SquareSet(rook_target)) &
         ~(SquareSet(king) | SquareSet(rook));
}

Bitboard PlainGenerator::CastlingSafeSquares(Square king, Square rook) {
  return Between(king, CastlingKingTarget(king, rook));
}

bool PlainGenerator::IsSafeAfterCastling(const PlainBoard& board, Square rook) {
  const PlainMove move{KingOf(board, board.side), rook,
                       PlainMove::Kind::kCastling};
  return Checkers(After(board, move), board.side) == 0;
}

bool PlainGenerator::KeepsKingSafe(const PlainBoard& board,
                                   const PlainMove& /*move*/,
                                   const PlainBoard& after) {
  return Checkers(after, board.side) == 0;
}

Bitboard PlainGenerator::CastlingRooksAfter(const PlainBoard& board,
                                            const PlainMove& move) {
  Bitboard kept =
      board.castling_rooks & ~(SquareSet(move.from) | SquareSet(move.to));
  if (TypeOf(board.at(move.from)) == kKing) kept &= ~BackRank(board.side);
  return kept;
}

Square PlainGenerator::EnPassantAfter(const PlainBoard& /*board*/,
                                      const PlainMove& move) {
  if (move.kind != PlainMove::Kind::kDoublePush) return kNoSquare;
  return static_cast<Square>((move.from + move.to) / 2);
}

Bitboard PlainGenerator::Checkers(const PlainBoard& board, Color color) {
  const Square king = KingOf(board, color);
  if (king == kNoSquare) return 0;
  return Attackers(board, king, Opponent(color), board.occupied());
}

Bitboard PlainGenerator::Pinned(const PlainBoard& board) {
  const Square king = KingOf(board, board.side);
  if (king == kNoSquare) return 0;
  const Color by = Opponent(board.side);
  const Bitboard queens = board.of(by, kQueen);
  Bitboard snipers =
      (RookAttacks(king, board.of(by)) & (board.of(by, kRook) | queens)) |
      (BishopAttacks(king, board.of(by)) & (board.of(by, kBishop) | queens));
  Bitboard pinned = 0;
  while (snipers != 0) {
    const Bitboard shield = Between(king, PopFirst(snipers)) & board.occupied();
    if (!HasMoreThanOne(shield)) pinned |= shield;
  }
  return pinned & board.of(board.side);
}

void PlainGenerator::AddPawnMoves(const PlainBoard& board,
                                  std::vector<PlainMove>& moves) {
  const int step = Step(board.side);
  for (Bitboard rest = board.of(board.side, kPawn); rest != 0;) {
    const Square from = PopFirst(rest);
    Square to;
    if (StepTo(from, step, to) && board.at(to) == kNoPiece)
      AddPawnTarget(from, to, /*is_capture=*/false, moves);
    if (StepTo(from, 2 * step, to) && CanPushTwice(board, from))
      moves.push_back({from, to, PlainMove::Kind::kDoublePush});
    for (Bitboard victims =
             PawnCaptures(board.side, from) & board.of(Opponent(board.side));
         victims != 0;)
      AddPawnTarget(from, PopFirst(victims), /*is_capture=*/true, moves);
    if (board.en_passant_square != kNoSquare && CanTakeEnPassant(board, from)) {
      moves.push_back(
          {from, board.en_passant_square, PlainMove::Kind::kEnPassant});
    }
  }
}

void PlainGenerator::AddPawnTarget(Square from, Square to, bool is_capture,
                                   std::vector<PlainMove>& moves) {
  if (RankOf(to) != 0 && RankOf(to) != 7) {
    moves.push_back({from, to});
    return;
  }
  for (const PieceType type : Promotions(is_capture))
    moves.push_back({from, to, PlainMove::Kind::kNormal, type});
}

void PlainGenerator::AddPieceMoves(const PlainBoard& board,
                                   std::vector<PlainMove>& moves) {
  for (const PieceType type : {kKnight, kBishop, kRook, kQueen, kKing}) {
    for (Bitboard rest = board.of(board.side, type); rest != 0;) {
      const Square from = PopFirst(rest);
      Bitboard targets = 0;
      if (type == kKnight) {
        targets = KnightTargets(from);
      } else if (type == kKing) {
        targets = KingAttacks(from);
      } else {
        targets = SliderTargets(type, from, board.occupied());
      }
      targets &= ~board.of(board.side);
      while (targets != 0) moves.push_back({from, PopFirst(targets)});
    }
  }
}

void PlainGenerator::AddCastling(const PlainBoard& board,
                                 std::vector<PlainMove>& moves) {
  const Square king = KingOf(board, board.side);
  if (king == kNoSquare || !Contains(BackRank(board.side), king)) return;
  for (Bitboard rest = board.castling_rooks & BackRank(board.side);
       rest != 0;) {
    const Square rook = PopFirst(rest);
    if (rook != king && CanCastle(board, rook))
      moves.push_back({king, rook, PlainMove::Kind::kCastling});
  }
}

std::string Spell(const PlainMove& move, bool chess960) {
  Square to = move.to;
  if (move.kind == PlainMove::Kind::kCastling && !chess960)
    to = CastlingKingTarget(move.from, move.to);
  std::string text = SquareName(move.from) + SquareName(to);
  if (move.promotion != kNoPieceType)
    text += PieceLetter(MakePiece(kBlack, move.promotion));
  return text;
}

}  // namespace rookery
