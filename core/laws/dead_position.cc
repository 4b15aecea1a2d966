#include "core/laws/dead_position.h"

#include <cstddef>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "core/board/attacks.h"
#include "core/board/move_generator.h"
#include "core/board/packed_position.h"
#include "core/board/position_codec.h"
#include "core/laws/material.h"

namespace rookery {
namespace {

constexpr unsigned kBothSides = 3;

constexpr unsigned SideSet(Color side) { return 1U << side; }

// A chain of forced moves longer than this is left alone.
constexpr int kMaxForcedMoves = 16;

struct PackedHash {
  size_t operator()(const PackedPosition& packed) const {
    return absl::HashOf(packed.planes);
  }
};

bool CannotMateWithMaterial(const Position& position, unsigned sides) {
  if (IsDeadMaterial(position)) return true;
  for (const Color side : {kWhite, kBlack}) {
    if ((sides & SideSet(side)) != 0 && !CannotMateWithMaterial(position, side))
      return false;
  }
  return true;
}

// The squares that a side's pawns attack.
Bitboard PawnAttackSet(const Position& position, Color side) {
  const Bitboard pawns = position.pieces(side, kPawn);
  const Bitboard ahead = side == kWhite ? North(pawns) : South(pawns);
  return East(ahead) | West(ahead);
}

// Whether kings and bishops stand among pawns none of which can move: the only
// structure that lasts. With other men about, a search would seldom end.
bool IsLocked(const Position& position) {
  const Bitboard pawns = position.pieces(kPawn);
  if (pawns == 0 || (position.pieces(kKnight) | position.pieces(kRook) |
                     position.pieces(kQueen)) != 0)
    return false;
  for (const Color side : {kWhite, kBlack}) {
    const Bitboard own = position.pieces(side, kPawn);
    const Bitboard ahead = side == kWhite ? North(own) : South(own);
    if ((ahead & ~pawns) != 0) return false;
    if ((PawnAttackSet(position, side) & position.pieces(Opponent(side))) != 0)
      return false;
  }
  return true;
}

MateChance ChanceOfMate(const Position& position, unsigned sides,
                        int search_limit) {
  Position now = position;
  MoveList moves;
  for (int forced = 0; forced <= kMaxForcedMoves; ++forced) {
    if (CannotMateWithMaterial(now, sides)) return MateChance::kNever;
    GenerateLegalMoves(now, moves);
    if (moves.empty()) {
      const bool mated =
          now.InCheck() && (sides & SideSet(Opponent(now.side_to_move()))) != 0;
      return mated ? MateChance::kPossible : MateChance::kNever;
    }
    if (moves.size() > 1) break;
    now.Play(moves[0]);
  }
  return IsLocked(now) ? SearchForMate(now, sides, search_limit)
                       : MateChance::kUnknown;
}

}  // namespace

MateChance ChanceOfMate(const Position& position, int search_limit) {
  return ChanceOfMate(position, kBothSides, search_limit);
}

MateChance ChanceOfMateBy(const Position& position, Color side,
                          int search_limit) {
  return ChanceOfMate(position, SideSet(side), search_limit);
}

MateChance SearchForMate(const Position& position, unsigned sides,
                         int search_limit) {
  absl::flat_hash_set<PackedPosition, PackedHash> seen;
  std::vector<Position> open;
  seen.insert(Pack(position));
  open.push_back(position);
  MoveList moves;
  while (!open.empty()) {
    const Position now = open.back();
    open.pop_back();
    GenerateLegalMoves(now, moves);
    if (moves.empty() && now.InCheck() &&
        (sides & SideSet(Opponent(now.side_to_move()))) != 0)
      return MateChance::kPossible;
    for (const Move move : moves) {
      const Position next = now.After(move);
      if (CannotMateWithMaterial(next, sides)) continue;
      if (!seen.insert(Pack(next)).second) continue;
      if (seen.size() > static_cast<size_t>(search_limit))
        return MateChance::kUnknown;
      open.push_back(next);
    }
  }
  return MateChance::kNever;
}

}  // namespace rookery
