// After how many moves without a capture or a pawn's move a draw can be
// claimed: fifty, or more for materials that are named beforehand.
//
// Plain value; safe to read from any thread.
#ifndef ROOKERY_CORE_LAWS_MOVE_LIMITS_H_
#define ROOKERY_CORE_LAWS_MOVE_LIMITS_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "core/board/position.h"

namespace rookery {

class MoveLimits {
 public:
  // Moves by each side, where no material was named.
  static constexpr int kMoves = 50;
  // No table of any age went beyond; a larger number is a slip.
  static constexpr int kMaxMoves = 1000;

  // Sets the number for a material such as "KRBvKR": the men of one side, "v",
  // those of the other; whichever side is white. The last number given for a
  // material holds. INVALID_ARGUMENT, naming the value, where the material is
  // malformed (each side has one K, at most 16 men and at most 8 pawns) or the
  // number is not from 50 to 1000.
  absl::Status Set(std::string_view material, int moves);

  // The number for the men on the board.
  int MovesFor(const Position& position) const;

 private:
  struct Entry {
    uint64_t material;
    int moves;
  };
  std::vector<Entry> entries_;
};

}  // namespace rookery

#endif  // ROOKERY_CORE_LAWS_MOVE_LIMITS_H_
