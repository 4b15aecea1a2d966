// What programs print when they count leaves: a line for each move, and the
// total.
//
// The forms in use are all understood in every protocol that has a divide:
//   e2e4: 20      e2e4 20      e2e4 - 20
//   Nodes searched: 400        Total: 400        400
// Pure functions and plain values; a PerftAnswerBuilder belongs to one thread.
#ifndef ROOKERY_CORE_ENGINE_PERFT_ANSWER_LINES_H_
#define ROOKERY_CORE_ENGINE_PERFT_ANSWER_LINES_H_

#include <string>
#include <string_view>

#include "absl/numeric/int128.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/engine/perft_program.h"

namespace rookery {

struct PerftAnswerLine {
  enum class Kind {
    kBlank,
    kMove,   // `move` and `count`
    kTotal,  // `count`
    kOther,  // none of these
  };
  Kind kind = Kind::kOther;
  std::string move;
  absl::uint128 count = 0;
};

// Reads one line. A move is two squares and perhaps one more letter, legal or
// not, and kept as it is spelled. DATA_LOSS, with the line, where it begins as
// a move or as a total, but what follows is no count from 0 to 2^120 - 1.
absl::StatusOr<PerftAnswerLine> ParsePerftAnswerLine(std::string_view line);

// Reads a count: decimal digits and nothing else, below 2^120. DATA_LOSS, with
// the text, for anything else.
absl::StatusOr<absl::uint128> ParsePerftCount(std::string_view text);

// Puts an answer together and looks whether it agrees with itself.
class PerftAnswerBuilder {
 public:
  // INTERNAL for a move that was there before; RESOURCE_EXHAUSTED for more
  // moves than any position has.
  absl::Status AddMove(std::string move, absl::uint128 count);

  // The answer; without a divide where no move was added to a total that is not
  // zero. INTERNAL, with both figures, where the moves do not add up to it.
  // Afterwards the builder is empty.
  absl::StatusOr<PerftAnswer> Finish(absl::uint128 total);

 private:
  Divide divide_;
  absl::uint128 sum_ = 0;  // cannot overflow: 256 counts below 2^120
};

}  // namespace rookery

#endif  // ROOKERY_CORE_ENGINE_PERFT_ANSWER_LINES_H_
