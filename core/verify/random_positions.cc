#include "core/verify/random_positions.h"

#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "core/board/move_generator.h"

namespace rookery {
namespace {

Square RandomSquare(RandomSource& random) {
  return static_cast<Square>(random.Below(kSquareCount));
}

// A side's king, and sometimes a rook with the right to castle.
void PlaceKing(Color color, RandomSource& random, PositionSetup& setup) {
  Square king = RandomSquare(random);
  const bool castles = random.Below(3) == 0;
  if (castles) king = MakeSquare(1 + random.Below(6), color == kWhite ? 0 : 7);
  if (setup.board[king] != kNoPiece) return;
  setup.board[king] = MakePiece(color, kKing);
  if (!castles) return;
  const Square rook = MakeSquare(random.Below(8), RankOf(king));
  if (setup.board[rook] != kNoPiece) return;
  setup.board[rook] = MakePiece(color, kRook);
  setup.castling_rooks |= SquareSet(rook);
}

// A pawn that has just made its double push, and one beside it.
void PlaceEnPassantPair(RandomSource& random, PositionSetup& setup) {
  const Color mover = setup.side_to_move;
  const int rank = mover == kWhite ? 4 : 3;
  const int file = random.Below(7);
  const int swap = random.Below(2);
  const Square own = MakeSquare(file + swap, rank);
  const Square other = MakeSquare(file + 1 - swap, rank);
  if (setup.board[own] != kNoPiece || setup.board[other] != kNoPiece) return;
  setup.board[own] = MakePiece(mover, kPawn);
  setup.board[other] = MakePiece(Opponent(mover), kPawn);
}

// The position with the first en passant capture that fits, else with none;
// nothing when it is impossible.
std::optional<Position> WithEnPassant(PositionSetup setup) {
  const Color mover = setup.side_to_move;
  const Piece pushed = MakePiece(Opponent(mover), kPawn);
  for (int file = 0; file <= 8; ++file) {
    setup.en_passant_square =
        file == 8 ? kNoSquare : MakeSquare(file, mover == kWhite ? 5 : 2);
    if (file < 8 &&
        setup.board[MakeSquare(file, mover == kWhite ? 4 : 3)] != pushed)
      continue;
    const absl::StatusOr<Position> position = Position::FromSetup(setup);
    if (position.ok() &&
        position->en_passant_square() == setup.en_passant_square)
      return *position;
  }
  return std::nullopt;
}

PieceType RandomPieceType(RandomSource& random) {
  return static_cast<PieceType>(kKnight + random.Below(4));
}

void PutIfEmpty(Piece piece, Square square, PositionSetup& setup) {
  if (setup.board[square] == kNoPiece) setup.board[square] = piece;
}

void PlaceMen(PieceType type, int men, RandomSource& random,
              PositionSetup& setup) {
  for (; men > 0; --men) {
    PutIfEmpty(MakePiece(static_cast<Color>(random.Below(2)), type),
               RandomSquare(random), setup);
  }
}

// A slider that looks at a king, and sometimes men in between: none is a check,
// one a pin or a discovered check, two are neither yet.
void AimSlider(Color king_color, RandomSource& random, PositionSetup& setup) {
  int king = 0;
  while (setup.board[king] != MakePiece(king_color, kKing)) ++king;
  constexpr int kSteps[8][2] = {{1, 0}, {0, 1},  {-1, 0}, {0, -1},
                                {1, 1}, {-1, 1}, {1, -1}, {-1, -1}};
  const int direction = random.Below(8);
  std::vector<Square> line;
  int file = FileOf(static_cast<Square>(king));
  int rank = RankOf(static_cast<Square>(king));
  while (true) {
    file += kSteps[direction][0];
    rank += kSteps[direction][1];
    if (file < 0 || file > 7 || rank < 0 || rank > 7) break;
    line.push_back(MakeSquare(file, rank));
  }
  if (line.empty()) return;
  const int slider = random.Below(static_cast<int>(line.size()));
  PieceType type = direction < 4 ? kRook : kBishop;
  if (random.Below(3) == 0) type = kQueen;
  PutIfEmpty(MakePiece(Opponent(king_color), type), line[slider], setup);
  if (slider == 0) return;
  for (int men = random.Below(3); men > 0; --men) {
    // Pawns more often than each other kind.
    const PieceType between =
        random.Below(3) == 0 ? kPawn : RandomPieceType(random);
    PutIfEmpty(MakePiece(static_cast<Color>(random.Below(2)), between),
               line[random.Below(slider)], setup);
  }
}

// King and rooks on the first rank with some rights, other rooks beside them,
// and enemies who may look at the squares between.
void PlaceCastling(Color color, RandomSource& random, PositionSetup& setup) {
  const int rank = color == kWhite ? 0 : 7;
  int king = 0;
  while (setup.board[king] != MakePiece(color, kKing)) ++king;
  if (RankOf(static_cast<Square>(king)) != rank) return;
  for (int rooks = 1 + random.Below(3); rooks > 0; --rooks) {
    const Square rook = MakeSquare(random.Below(8), rank);
    if (setup.board[rook] != kNoPiece) continue;
    setup.board[rook] = MakePiece(color, kRook);
    const bool west = rook < king;
    bool has_right = false;
    for (Bitboard rights = setup.castling_rooks & RankSet(rank); rights != 0;)
      has_right |= (PopFirst(rights) < king) == west;
    const int file = FileOf(static_cast<Square>(king));
    if (!has_right && file != 0 && file != 7)
      setup.castling_rooks |= SquareSet(rook);
  }
  for (int enemies = random.Below(3); enemies > 0; --enemies) {
    const auto type = static_cast<PieceType>(kPawn + random.Below(5));
    const int distance = type == kPawn ? 1 : random.Below(4);
    PutIfEmpty(
        MakePiece(Opponent(color), type),
        MakeSquare(random.Below(8), color == kWhite ? distance : 7 - distance),
        setup);
  }
}

// A pawn about to promote, and something to take beside its way.
void PlacePromotion(RandomSource& random, PositionSetup& setup) {
  const auto color = static_cast<Color>(random.Below(2));
  const int file = random.Below(8);
  PutIfEmpty(MakePiece(color, kPawn), MakeSquare(file, color == kWhite ? 6 : 1),
             setup);
  const int beside = file + random.Below(3) - 1;
  if (beside < 0 || beside > 7) return;
  PutIfEmpty(MakePiece(Opponent(color), RandomPieceType(random)),
             MakeSquare(beside, color == kWhite ? 7 : 0), setup);
}

// Pawns before their double push and others that wait for them.
void PlacePushes(RandomSource& random, PositionSetup& setup) {
  for (int pawns = 1 + random.Below(4); pawns > 0; --pawns) {
    const auto color = static_cast<Color>(random.Below(2));
    PutIfEmpty(MakePiece(color, kPawn),
               MakeSquare(random.Below(8), color == kWhite ? 1 : 6), setup);
    PutIfEmpty(MakePiece(Opponent(color), kPawn),
               MakeSquare(random.Below(8), color == kWhite ? 3 : 4), setup);
  }
}

}  // namespace

Position RandomPlayout(const Position& start, int plies, RandomSource& random) {
  Position position = start;
  MoveList moves;
  GenerateLegalMoves(position, moves);
  for (int ply = 0; ply < plies && !moves.empty(); ++ply) {
    const Position next =
        position.After(moves[random.Below(static_cast<int>(moves.size()))]);
    GenerateLegalMoves(next, moves);
    if (moves.empty()) break;
    position = next;
  }
  return position;
}

Position RandomEndgame(RandomSource& random) {
  while (true) {
    PositionSetup setup;
    setup.side_to_move = static_cast<Color>(random.Below(2));
    PlaceKing(kWhite, random, setup);
    PlaceKing(kBlack, random, setup);
    if (random.Below(3) == 0) PlaceEnPassantPair(random, setup);
    for (int men = 2 + random.Below(5); men > 0; --men) {
      Square square = RandomSquare(random);
      const auto color = static_cast<Color>(random.Below(2));
      // As many pawns as pieces, and some of them about to promote: they have
      // the more hazards.
      const auto type = static_cast<PieceType>(
          random.Below(2) == 0 ? kPawn : kKnight + random.Below(4));
      if (type == kPawn && random.Below(4) == 0)
        square = MakeSquare(FileOf(square), color == kWhite ? 6 : 1);
      if (setup.board[square] == kNoPiece)
        setup.board[square] = MakePiece(color, type);
    }
    const std::optional<Position> found = WithEnPassant(setup);
    if (found && CountLegalMoves(*found) > 0) return *found;
  }
}

Position RandomHazard(RandomSource& random) {
  while (true) {
    PositionSetup setup;
    setup.side_to_move = static_cast<Color>(random.Below(2));
    for (const Color color : {kWhite, kBlack}) {
      // Kings on the first rank, from where they castle, as often as not.
      const Square king =
          random.Below(2) == 0
              ? RandomSquare(random)
              : MakeSquare(1 + random.Below(6), color == kWhite ? 0 : 7);
      if (setup.board[king] == kNoPiece)
        setup.board[king] = MakePiece(color, kKing);
    }
    if (!CheckBoard(setup).ok()) continue;
    // Sometimes nothing: two kings alone.
    const int ingredients = random.Below(10) == 0 ? 0 : 2 + random.Below(6);
    for (int i = 0; i < ingredients; ++i) {
      const auto color = static_cast<Color>(random.Below(2));
      switch (random.Below(16)) {
        case 0:
          PlaceMen(kQueen, random.Below(random.Below(2) == 0 ? 19 : 6), random,
                   setup);
          break;
        case 1:
          PlaceMen(kKnight, random.Below(31), random, setup);
          break;
        case 2:
          PlaceMen(RandomPieceType(random), random.Below(5), random, setup);
          break;
        case 3:
        case 4:
          PlaceEnPassantPair(random, setup);
          break;
        case 5:
        case 6:
          PlacePushes(random, setup);
          break;
        case 7:
        case 8:
          PlacePromotion(random, setup);
          break;
        case 9:
        case 10:
          PlaceCastling(color, random, setup);
          break;
        default:
          AimSlider(color, random, setup);
      }
    }
    const std::optional<Position> found = WithEnPassant(setup);
    if (found) return *found;
  }
}

}  // namespace rookery
