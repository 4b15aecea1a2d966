#include "core/board/position.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/board/attacks.h"
#include "core/board/castling.h"
#include "core/board/fen.h"
#include "core/board/keys.h"

namespace rookery {
namespace {

// The pawn that a capture on the en passant square takes, and the square for a
// pawn: third rank and fourth, sixth and fifth differ in the lowest bit of the
// rank.
constexpr Square EnPassantPartner(Square square) {
  return static_cast<Square>(square ^ 8);
}

}  // namespace

Position Position::Start() {
  PositionSetup setup;
  constexpr std::array<PieceType, 8> kBackRank = {
      kRook, kKnight, kBishop, kQueen, kKing, kBishop, kKnight, kRook};
  for (int file = 0; file < 8; ++file) {
    setup.board[MakeSquare(file, 0)] = MakePiece(kWhite, kBackRank[file]);
    setup.board[MakeSquare(file, 1)] = kWhitePawn;
    setup.board[MakeSquare(file, 6)] = kBlackPawn;
    setup.board[MakeSquare(file, 7)] = MakePiece(kBlack, kBackRank[file]);
  }
  setup.castling_rooks =
      SquareSet(kA1) | SquareSet(kH1) | SquareSet(kA8) | SquareSet(kH8);
  return *FromSetup(setup);
}

absl::StatusOr<Position> Position::FromFen(std::string_view fen) {
  absl::StatusOr<PositionSetup> setup = ParseFen(fen);
  if (!setup.ok()) return std::move(setup).status();
  return FromSetup(*setup);
}

absl::StatusOr<Position> Position::FromSetup(const PositionSetup& setup) {
  for (const auto check :
       {CheckBoard, CheckCastling, CheckEnPassant, CheckCounters}) {
    if (absl::Status status = check(setup); !status.ok()) return status;
  }
  Position position;
  for (int index = 0; index < kSquareCount; ++index) {
    if (setup.board[index] != kNoPiece)
      position.PutPiece(setup.board[index], static_cast<Square>(index));
  }
  position.side_to_move_ = setup.side_to_move;
  position.castling_rooks_ = setup.castling_rooks;
  position.halfmove_clock_ = setup.halfmove_clock;
  position.fullmove_number_ = setup.fullmove_number;
  const Color waiting = Opponent(setup.side_to_move);
  const Square king = position.king_square(waiting);
  const Bitboard attackers = position.AttackersTo(king, position.pieces()) &
                             position.pieces(setup.side_to_move);
  if (attackers != 0) {
    const Square attacker = FirstSquare(attackers);
    return absl::InvalidArgumentError(absl::StrCat(
        "side to move '", setup.side_to_move == kWhite ? "w" : "b",
        "' is impossible: the ", std::string(ColorName(waiting)), " king on ",
        SquareName(king), " is in check by the ",
        std::string(PieceTypeName(TypeOf(position.piece_on(attacker)))), " on ",
        SquareName(attacker), ", and it is not ",
        std::string(ColorName(waiting)), "'s move"));
  }
  if (setup.en_passant_square != kNoSquare &&
      position.HasLegalEnPassant(setup.en_passant_square)) {
    position.en_passant_square_ = setup.en_passant_square;
  }
  position.ComputeCheckers();
  position.key_ = position.ComputeKey();
  return position;
}

uint64_t Position::ComputeKey() const {
  uint64_t key = 0;
  for (Bitboard rest = pieces(); rest != 0;) {
    const Square square = PopFirst(rest);
    key ^= kPositionKeys.man[board_[square]][square];
  }
  for (Bitboard rest = castling_rooks_; rest != 0;)
    key ^= kPositionKeys.castling_rook[PopFirst(rest)];
  if (en_passant_square_ != kNoSquare)
    key ^= kPositionKeys.en_passant_file[FileOf(en_passant_square_)];
  if (side_to_move_ == kBlack) key ^= kPositionKeys.black_to_move;
  return key;
}

Bitboard Position::AttackersTo(Square square, Bitboard occupied) const {
  return (PawnAttacks(kBlack, square) & pieces(kWhite, kPawn)) |
         (PawnAttacks(kWhite, square) & pieces(kBlack, kPawn)) |
         (KnightAttacks(square) & pieces(kKnight)) |
         (KingAttacks(square) & pieces(kKing)) |
         (BishopAttacks(square, occupied) &
          (pieces(kBishop) | pieces(kQueen))) |
         (RookAttacks(square, occupied) & (pieces(kRook) | pieces(kQueen)));
}

Bitboard Position::PinnedMen() const {
  const Color opponent = Opponent(side_to_move_);
  const Square king = king_square(side_to_move_);
  const Bitboard occupied = pieces();
  // Sliders that would give check on a board with their own men alone.
  Bitboard snipers = ((RookAttacks(king, by_color_[opponent]) &
                       (pieces(kRook) | pieces(kQueen))) |
                      (BishopAttacks(king, by_color_[opponent]) &
                       (pieces(kBishop) | pieces(kQueen)))) &
                     by_color_[opponent];
  Bitboard pinned = 0;
  while (snipers != 0) {
    const Bitboard between = Between(king, PopFirst(snipers)) & occupied;
    if (!HasMoreThanOne(between)) pinned |= between;
  }
  return pinned;
}

bool Position::EnPassantKeepsKingSafe(Square from, Square to) const {
  const Bitboard captured = SquareSet(EnPassantPartner(to));
  const Bitboard occupied =
      (pieces() & ~(SquareSet(from) | captured)) | SquareSet(to);
  const Bitboard opponents = by_color_[Opponent(side_to_move_)] & ~captured;
  return (AttackersTo(king_square(side_to_move_), occupied) & opponents) == 0;
}

bool Position::HasLegalEnPassant(Square square) const {
  Bitboard candidates = PawnAttacks(Opponent(side_to_move_), square) &
                        pieces(side_to_move_, kPawn);
  while (candidates != 0) {
    if (EnPassantKeepsKingSafe(PopFirst(candidates), square)) return true;
  }
  return false;
}

bool Position::CanCastle(Square rook) const {
  assert(Contains(castling_rooks(side_to_move_), rook));
  if (InCheck()) return false;
  const Square king = king_square(side_to_move_);
  const Square king_target = CastlingKingTarget(king, rook);
  const Square rook_target = CastlingRookTarget(king, rook);
  const Bitboard king_path =
      Between(king, king_target) | SquareSet(king_target);
  const Bitboard rook_path =
      Between(rook, rook_target) | SquareSet(rook_target);
  const Bitboard others = pieces() & ~(SquareSet(king) | SquareSet(rook));
  if (((king_path | rook_path) & others) != 0) return false;
  const Bitboard opponents = by_color_[Opponent(side_to_move_)];
  for (Bitboard rest = king_path; rest != 0;) {
    if ((AttackersTo(PopFirst(rest), pieces()) & opponents) != 0) return false;
  }
  // In Chess960 the rook may have shielded the square where the king lands.
  return (AttackersTo(king_target, others | SquareSet(rook_target)) &
          opponents) == 0;
}

void Position::Play(Move move) {
  const Color mover = side_to_move_;
  const Square from = move.from();
  const Square to = move.to();
  assert(board_[from] != kNoPiece && ColorOf(board_[from]) == mover);
  const PieceType type = TypeOf(board_[from]);

  if (en_passant_square_ != kNoSquare) {
    key_ ^= kPositionKeys.en_passant_file[FileOf(en_passant_square_)];
    en_passant_square_ = kNoSquare;
  }
  halfmove_clock_ = std::min(halfmove_clock_ + 1, kMaxCounter);
  fullmove_number_ = std::min(fullmove_number_ + mover, kMaxCounter);

  if (move.kind() == MoveKind::kCastling) {
    const Piece king = board_[from];
    const Piece rook = board_[to];
    TakePiece(from);
    TakePiece(to);
    PutPiece(king, CastlingKingTarget(from, to));
    PutPiece(rook, CastlingRookTarget(from, to));
  } else {
    const Piece piece = move.kind() == MoveKind::kPromotion
                            ? MakePiece(mover, move.promotion())
                            : board_[from];
    if (board_[to] != kNoPiece) {
      TakePiece(to);
      halfmove_clock_ = 0;
    } else if (move.kind() == MoveKind::kEnPassant) {
      TakePiece(EnPassantPartner(to));
    }
    TakePiece(from);
    PutPiece(piece, to);
    if (type == kPawn) halfmove_clock_ = 0;
  }

  if (castling_rooks_ != 0) {
    // A king's move ends both rights of its side; a rook's, or its capture, its
    // own.
    Bitboard lost = SquareSet(from) | SquareSet(to);
    if (type == kKing) lost |= RankSet(mover == kWhite ? 0 : 7);
    RemoveCastlingRooks(lost & castling_rooks_);
  }

  side_to_move_ = Opponent(mover);
  key_ ^= kPositionKeys.black_to_move;
  UpdateCheckers(move);
  if (move.kind() == MoveKind::kDoublePush) {
    const Square passed = EnPassantPartner(to);
    if (HasLegalEnPassant(passed)) {
      en_passant_square_ = passed;
      key_ ^= kPositionKeys.en_passant_file[FileOf(passed)];
    }
  }
}

bool Position::NeedsChess960() const {
  for (const Color color : {kWhite, kBlack}) {
    const Bitboard rooks = castling_rooks(color);
    if (rooks != 0 &&
        (FileOf(king_square(color)) != 4 || (rooks & ~(kFileA | kFileH)) != 0))
      return true;
  }
  return false;
}

bool operator==(const Position& left, const Position& right) {
  return left.key_ == right.key_ && left.side_to_move_ == right.side_to_move_ &&
         left.by_color_ == right.by_color_ && left.by_type_ == right.by_type_ &&
         left.castling_rooks_ == right.castling_rooks_ &&
         left.en_passant_square_ == right.en_passant_square_;
}

void Position::PutPiece(Piece piece, Square square) {
  by_color_[ColorOf(piece)] |= SquareSet(square);
  by_type_[TypeOf(piece) - 1] |= SquareSet(square);
  board_[square] = piece;
  key_ ^= kPositionKeys.man[piece][square];
}

void Position::TakePiece(Square square) {
  const Piece piece = board_[square];
  by_color_[ColorOf(piece)] ^= SquareSet(square);
  by_type_[TypeOf(piece) - 1] ^= SquareSet(square);
  board_[square] = kNoPiece;
  key_ ^= kPositionKeys.man[piece][square];
}

void Position::RemoveCastlingRooks(Bitboard rooks) {
  castling_rooks_ &= ~rooks;
  while (rooks != 0) key_ ^= kPositionKeys.castling_rook[PopFirst(rooks)];
}

// After a move the other king can be in check by the man that went to its new
// square, by a slider behind its old one, and by nothing else; castling and en
// passant change more squares. So most moves need no attacks of sliders, whose
// tables are large.
void Position::UpdateCheckers(Move last) {
  const Color mover = Opponent(side_to_move_);
  const Square king = king_square(side_to_move_);
  const Bitboard sliders =
      by_color_[mover] & (pieces(kBishop) | pieces(kRook) | pieces(kQueen));
  const Bitboard lines =
      LineThrough(king, last.from()) | LineThrough(king, last.to());
  if ((lines & sliders) != 0 || last.kind() == MoveKind::kCastling ||
      last.kind() == MoveKind::kEnPassant) {
    ComputeCheckers();
    return;
  }
  checkers_ = (KnightAttacks(king) & pieces(mover, kKnight)) |
              (PawnAttacks(side_to_move_, king) & pieces(mover, kPawn));
}

void Position::ComputeCheckers() {
  checkers_ = AttackersTo(king_square(side_to_move_), pieces()) &
              by_color_[Opponent(side_to_move_)];
}

}  // namespace rookery
