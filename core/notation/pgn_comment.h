// The commands that programs write into comments: [%clk 0:04:58],
// [%emt 0:00:05], [%eval -0.6].
//
// As in the supplement of the PGN standard by Cowderoy (2001) and as the large
// servers write them. Text around the commands is left alone. Pure functions;
// safe to use from any thread.
#ifndef ROOKERY_CORE_NOTATION_PGN_COMMENT_H_
#define ROOKERY_CORE_NOTATION_PGN_COMMENT_H_

#include <cstdint>
#include <optional>
#include <string_view>

namespace rookery {

// What the mover's clock shows after the move, in milliseconds; nothing where
// the comment does not say, or says it malformed. Below zero for "-0:00:03".
std::optional<int64_t> ClockOf(std::string_view comment);

// How long the move took, in milliseconds; as ClockOf.
std::optional<int64_t> ElapsedTimeOf(std::string_view comment);

// An evaluation from White's point of view.
struct PgnEvaluation {
  // In hundredths of a pawn, or, where `mate` is set, the moves to mate, below
  // zero where Black mates. At most a million either way.
  int32_t value = 0;
  bool mate = false;
  int32_t depth = 0;  // 0 where it is not said

  friend bool operator==(const PgnEvaluation&, const PgnEvaluation&) = default;
};

// Nothing where the comment has none, or a malformed one.
std::optional<PgnEvaluation> EvaluationOf(std::string_view comment);

}  // namespace rookery

#endif  // ROOKERY_CORE_NOTATION_PGN_COMMENT_H_
