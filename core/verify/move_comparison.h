// What differs between the moves and counts that a program printed for a
// position and the right ones.
//
// Pure function; thread-safe.
#ifndef ROOKERY_CORE_VERIFY_MOVE_COMPARISON_H_
#define ROOKERY_CORE_VERIFY_MOVE_COMPARISON_H_

#include <string>
#include <vector>

#include "absl/numeric/int128.h"
#include "core/board/move.h"
#include "core/board/position.h"
#include "core/engine/perft_program.h"
#include "core/verify/reference.h"

namespace rookery {

// A legal move below which the program counts wrongly.
struct WrongCount {
  Move move;
  absl::uint128 expected = 0;
  absl::uint128 counted = 0;
};

struct MoveComparison {
  // Legal moves that the program does not have, in the order of their bits. Not
  // those without a leaf below them: some programs do not print these.
  std::vector<Move> missing;
  // What it has and is no legal move, as it spelled them, in alphabetical
  // order. A legal move that it has in two spellings is here with the second.
  std::vector<std::string> extra;
  // Those with the fewest leaves first.
  std::vector<WrongCount> wrong_counts;

  bool SameMoves() const { return missing.empty() && extra.empty(); }
  bool Agrees() const { return SameMoves() && wrong_counts.empty(); }
};

// Compares. Castling may be spelled in both ways that FindLegalMove knows, and
// promotions in upper case.
MoveComparison CompareMoves(const Position& position,
                            const TrueDivide& expected, const Divide& counted);

}  // namespace rookery

#endif  // ROOKERY_CORE_VERIFY_MOVE_COMPARISON_H_
