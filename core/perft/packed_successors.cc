#include "core/perft/packed_successors.h"

#include <cstdint>

#include "core/board/attacks.h"
#include "core/board/bitboard.h"
#include "core/board/castling.h"
#include "core/board/piece.h"
#include "core/board/square.h"

namespace rookery {
namespace {

template <Color kMover>
class Generator {
 public:
  Generator(const PackedPosition& parent, PackedPosition* out);

  // Writes the successors and returns the end of them.
  PackedPosition* Run();

 private:
  static constexpr Color kOpponent = Opponent(kMover);

  static Bitboard Forward(Bitboard set) {
    return kMover == kWhite ? North(set) : South(set);
  }
  static Bitboard Backward(Bitboard set) {
    return kMover == kWhite ? South(set) : North(set);
  }

  // The men of `by`, all of that colour, that attack a square if `occupied`
  // were the occupied squares.
  Bitboard Attackers(Color color, Bitboard by, Square square,
                     Bitboard occupied) const {
    return by & ((PawnAttacks(Opponent(color), square) & pawns_) |
                 (KnightAttacks(square) & knights_) |
                 (KingAttacks(square) & kings_) |
                 (BishopAttacks(square, occupied) & diagonal_sliders_) |
                 (RookAttacks(square, occupied) & straight_sliders_));
  }

  bool OpponentsAttack(Square square, Bitboard occupied) const {
    return Attackers(kOpponent, opponents_, square, occupied) != 0;
  }

  Bitboard PinnedMen() const;

  // The position in which men of that type stand on `to` and the other squares
  // of `left`, a captured pawn's included, are empty.
  void Add(Bitboard left, Bitboard to, PieceType type);

  void AddTargets(Square from, Bitboard targets, PieceType type);
  // Pawns that came to the targets from `step` squares away.
  void AddPawnTargets(Bitboard targets, int step);
  void AddDoublePushes(Bitboard targets);
  void AddPawnMoves(Bitboard pawns, Bitboard allowed);
  void AddEnPassant();
  void AddKingMoves();
  void AddCastlings();
  bool CanCastle(Square rook, Square king_target, Square rook_target) const;
  // Whether the opponent can legally capture a pawn that went from `from` to
  // `to` in two steps.
  bool CanBeCapturedEnPassant(Bitboard from, Bitboard to) const;

  PackedPosition* out_;
  // The first three planes of the parent without its en passant capture.
  Bitboard low_;
  Bitboard middle_;
  Bitboard high_;
  Bitboard own_;
  Bitboard opponents_;
  Bitboard occupied_;
  Bitboard pawns_;
  Bitboard knights_;
  Bitboard kings_;
  Bitboard diagonal_sliders_;
  Bitboard straight_sliders_;
  Bitboard castling_rooks_;  // the mover's
  Bitboard en_passant_pawn_;
  Bitboard checkers_;
  Square king_;
};

template <Color kMover>
Generator<kMover>::Generator(const PackedPosition& parent, PackedPosition* out)
    : out_(out) {
  const auto& [low, middle, high, black] = parent.planes;
  constexpr Bitboard kOuterRanks = kFirstRank | kEighthRank;
  const Bitboard special = low & middle & high;
  en_passant_pawn_ = special & ~kOuterRanks;
  low_ = low;
  middle_ = middle & ~en_passant_pawn_;
  high_ = high & ~en_passant_pawn_;
  occupied_ = low | middle | high;
  own_ = occupied_ & (kMover == kBlack ? black : ~black);
  opponents_ = occupied_ ^ own_;
  const Bitboard rooks_with_right = special & kOuterRanks;
  castling_rooks_ = rooks_with_right & own_;
  pawns_ = low_ & ~middle_ & ~high_;
  knights_ = middle_ & ~low_ & ~high_;
  kings_ = middle_ & high_ & ~low_;
  diagonal_sliders_ = low_ & (middle_ ^ high_);
  straight_sliders_ = (high_ & ~middle_) | rooks_with_right;
  king_ = FirstSquare(kings_ & own_);
  checkers_ = Attackers(kOpponent, opponents_, king_, occupied_);
}

template <Color kMover>
PackedPosition* Generator<kMover>::Run() {
  // In double check only the king can move.
  if (!HasMoreThanOne(checkers_)) {
    const Bitboard pinned = PinnedMen();
    const Bitboard allowed =
        checkers_ == 0 ? ~own_
                       : Between(king_, FirstSquare(checkers_)) | checkers_;
    AddPawnMoves(pawns_ & own_ & ~pinned, allowed);
    for (Bitboard rest = pawns_ & own_ & pinned; rest != 0;) {
      const Square from = PopFirst(rest);
      AddPawnMoves(SquareSet(from), allowed & LineThrough(king_, from));
    }
    if (en_passant_pawn_ != 0) AddEnPassant();
    // A pinned knight never moves.
    for (Bitboard rest = knights_ & own_ & ~pinned; rest != 0;) {
      const Square from = PopFirst(rest);
      AddTargets(from, KnightAttacks(from) & allowed, kKnight);
    }
    for (Bitboard rest = (diagonal_sliders_ | straight_sliders_) & own_;
         rest != 0;) {
      const Square from = PopFirst(rest);
      const bool diagonal = Contains(diagonal_sliders_, from);
      const bool straight = Contains(straight_sliders_, from);
      Bitboard targets = 0;
      if (diagonal) targets |= BishopAttacks(from, occupied_);
      if (straight) targets |= RookAttacks(from, occupied_);
      targets &= allowed;
      if (Contains(pinned, from)) targets &= LineThrough(king_, from);
      AddTargets(from, targets,
                 !diagonal   ? kRook
                 : !straight ? kBishop
                             : kQueen);
    }
  }
  // The king takes the rights of his rooks with him, which become plain ones.
  low_ &= ~castling_rooks_;
  middle_ &= ~castling_rooks_;
  AddKingMoves();
  if (checkers_ == 0 && castling_rooks_ != 0) AddCastlings();
  return out_;
}

template <Color kMover>
Bitboard Generator<kMover>::PinnedMen() const {
  // Sliders that would give check on a board with their own men alone.
  Bitboard snipers =
      opponents_ & ((BishopAttacks(king_, opponents_) & diagonal_sliders_) |
                    (RookAttacks(king_, opponents_) & straight_sliders_));
  Bitboard pinned = 0;
  while (snipers != 0) {
    const Bitboard between = Between(king_, PopFirst(snipers)) & occupied_;
    if (!HasMoreThanOne(between)) pinned |= between;
  }
  return pinned;
}

template <Color kMover>
void Generator<kMover>::Add(Bitboard left, Bitboard to, PieceType type) {
  const Bitboard kept = ~(left | to);
  const Bitboard occupied = (occupied_ & ~left) | to;
  auto& [low, middle, high, black] = out_->planes;
  low = (low_ & kept) | ((type & 1) != 0 ? to : 0);
  middle = (middle_ & kept) | ((type & 2) != 0 ? to : 0);
  high = (high_ & kept) | ((type & 4) != 0 ? to : 0);
  // On empty squares the fourth plane names the side that moves next.
  black =
      kMover == kWhite ? (opponents_ & kept) | ~occupied : (own_ & kept) | to;
  ++out_;
}

template <Color kMover>
void Generator<kMover>::AddTargets(Square from, Bitboard targets,
                                   PieceType type) {
  while (targets != 0) Add(SquareSet(from), SquareSet(PopFirst(targets)), type);
}

template <Color kMover>
void Generator<kMover>::AddPawnTargets(Bitboard targets, int step) {
  while (targets != 0) {
    const Square to = PopFirst(targets);
    const Bitboard from = SquareSet(static_cast<Square>(to - step));
    if (Contains(kFirstRank | kEighthRank, to)) {
      for (const PieceType type : {kQueen, kRook, kBishop, kKnight})
        Add(from, SquareSet(to), type);
    } else {
      Add(from, SquareSet(to), kPawn);
    }
  }
}

template <Color kMover>
void Generator<kMover>::AddDoublePushes(Bitboard targets) {
  while (targets != 0) {
    const Bitboard to = SquareSet(PopFirst(targets));
    const Bitboard from = Backward(Backward(to));
    PackedPosition& child = *out_;
    Add(from, to, kPawn);
    if (CanBeCapturedEnPassant(from, to)) {
      child.planes[1] |= to;
      child.planes[2] |= to;
    }
  }
}

template <Color kMover>
void Generator<kMover>::AddPawnMoves(Bitboard pawns, Bitboard allowed) {
  constexpr int kUp = kMover == kWhite ? 8 : -8;
  constexpr Bitboard kThirdRank = RankSet(kMover == kWhite ? 2 : 5);
  const Bitboard steps = Forward(pawns) & ~occupied_;
  const Bitboard victims = opponents_ & allowed;
  AddPawnTargets(steps & allowed, kUp);
  AddDoublePushes(Forward(steps & kThirdRank) & ~occupied_ & allowed);
  AddPawnTargets(Forward(East(pawns)) & victims, kUp + 1);
  AddPawnTargets(Forward(West(pawns)) & victims, kUp - 1);
}

template <Color kMover>
void Generator<kMover>::AddEnPassant() {
  const Bitboard to = Forward(en_passant_pawn_);
  const Bitboard remaining = opponents_ & ~en_passant_pawn_;
  for (Bitboard rest =
           (East(en_passant_pawn_) | West(en_passant_pawn_)) & pawns_ & own_;
       rest != 0;) {
    const Bitboard from = SquareSet(PopFirst(rest));
    const Bitboard occupied = (occupied_ & ~(from | en_passant_pawn_)) | to;
    if (Attackers(kOpponent, remaining, king_, occupied) != 0) continue;
    Add(from | en_passant_pawn_, to, kPawn);
  }
}

template <Color kMover>
bool Generator<kMover>::CanBeCapturedEnPassant(Bitboard from,
                                               Bitboard to) const {
  Bitboard capturers = (East(to) | West(to)) & pawns_ & opponents_;
  const Square opponent_king = FirstSquare(kings_ & opponents_);
  while (capturers != 0) {
    const Bitboard capturer = SquareSet(PopFirst(capturers));
    const Bitboard occupied = (occupied_ & ~(from | capturer)) | Backward(to);
    if (Attackers(kMover, own_ & ~from, opponent_king, occupied) == 0)
      return true;
  }
  return false;
}

template <Color kMover>
void Generator<kMover>::AddKingMoves() {
  // The king does not shield the squares behind him.
  const Bitboard others = occupied_ & ~SquareSet(king_);
  for (Bitboard rest = KingAttacks(king_) & ~own_; rest != 0;) {
    const Square to = PopFirst(rest);
    if (!OpponentsAttack(to, others))
      Add(SquareSet(king_), SquareSet(to), kKing);
  }
}

template <Color kMover>
void Generator<kMover>::AddCastlings() {
  for (Bitboard rest = castling_rooks_; rest != 0;) {
    const Square rook = PopFirst(rest);
    const Square king_target = CastlingKingTarget(king_, rook);
    const Square rook_target = CastlingRookTarget(king_, rook);
    if (!CanCastle(rook, king_target, rook_target)) continue;
    // Two rooks land, and one of them becomes the king.
    PackedPosition& child = *out_;
    Add(SquareSet(king_) | SquareSet(rook),
        SquareSet(king_target) | SquareSet(rook_target), kRook);
    child.planes[1] |= SquareSet(king_target);
  }
}

template <Color kMover>
bool Generator<kMover>::CanCastle(Square rook, Square king_target,
                                  Square rook_target) const {
  const Bitboard king_path =
      Between(king_, king_target) | SquareSet(king_target);
  const Bitboard rook_path =
      Between(rook, rook_target) | SquareSet(rook_target);
  const Bitboard others = occupied_ & ~(SquareSet(king_) | SquareSet(rook));
  if (((king_path | rook_path) & others) != 0) return false;
  for (Bitboard rest = king_path; rest != 0;) {
    if (OpponentsAttack(PopFirst(rest), occupied_)) return false;
  }
  // In Chess960 the rook may have shielded the square where the king lands.
  return !OpponentsAttack(king_target, others | SquareSet(rook_target));
}

}  // namespace

void PackedSuccessors::Generate(const PackedPosition& parent) {
  const auto& [low, middle, high, black] = parent.planes;
  PackedPosition* const begin = positions_.data();
  PackedPosition* const end = (black & ~(low | middle | high)) != 0
                                  ? Generator<kBlack>(parent, begin).Run()
                                  : Generator<kWhite>(parent, begin).Run();
  size_ = static_cast<size_t>(end - begin);
}

}  // namespace rookery
