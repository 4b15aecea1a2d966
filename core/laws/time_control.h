// The thinking time that a TimeControl tag grants.
//
// Reads the tag of PGN (standard, 9.6.1); how much of it was used is in
// clock_record.h. Plain values; safe to use from any thread.
#ifndef ROOKERY_CORE_LAWS_TIME_CONTROL_H_
#define ROOKERY_CORE_LAWS_TIME_CONTROL_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace rookery {

// Some moves, or the rest of the game, in some time.
struct TimeControlStage {
  int moves = 0;  // 0: the rest of the game
  int seconds = 0;
  int increment_seconds = 0;  // added for every move

  friend bool operator==(const TimeControlStage&,
                         const TimeControlStage&) = default;
};

struct TimeControl {
  // Longer tags are refused.
  static constexpr int kMaxStages = 8;

  // In the order in which they are played; the last one repeats where it counts
  // moves. Empty where the tag says that nothing is known ("?") or that there
  // is no control ("-").
  std::vector<TimeControlStage> stages;

  // The most that can be added to a player's clock when he has completed that
  // many moves: the increment, and the next stage where the move ends one.
  // Requires: completed_moves >= 1.
  int64_t SecondsGained(int completed_moves) const;
};

// Reads "?", "-", or stages "40/7200", "300", "300+3", "40/5400+30", separated
// by ':'. An hourglass ("*180") counts as no control, since its clocks take
// from each other. INVALID_ARGUMENT, naming the stage, for anything else and
// for numbers beyond 1,000,000.
absl::StatusOr<TimeControl> ParseTimeControl(std::string_view tag);

}  // namespace rookery

#endif  // ROOKERY_CORE_LAWS_TIME_CONTROL_H_
