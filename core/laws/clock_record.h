// What the clocks of a game's record show.
//
// A record writes what a clock shows after its owner's move (%clk). That tells
// who ran out of time, never who was told so: a flag counts when it is claimed
// or seen, so these are facts for a report, and the result stays the record's.
// Adding a reading allocates only where a game is longer than every one before.
// Not thread-safe.
#ifndef ROOKERY_CORE_LAWS_CLOCK_RECORD_H_
#define ROOKERY_CORE_LAWS_CLOCK_RECORD_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "core/board/piece.h"
#include "core/laws/time_control.h"

namespace rookery {

class ClockRecord {
 public:
  // Forgets the last game.
  void Clear() { readings_.clear(); }

  bool empty() const { return readings_.empty(); }

  // What the mover's clock showed after his move, in milliseconds; below zero
  // where it had run over. Requires: plies grow from reading to reading, 1 for
  // the first move.
  void Add(int ply, Color mover, int64_t remaining_milliseconds) {
    readings_.push_back({remaining_milliseconds, ply, mover});
  }

  // The first ply after which a side's clock showed that its time was used up:
  // below zero, or zero at its last reading (clocks that show whole seconds
  // pass through zero). Nothing where none did.
  std::optional<int> FlagFell(Color side) const;

  // The first ply after which a side's clock showed more than it could: the
  // last reading and what the control adds for the move, with a second to spare
  // for rounding. Nothing where the control is empty. `moves_before` is how
  // many moves each side had completed before the first ply, 0 for a game from
  // the start.
  std::optional<int> GainedTime(const TimeControl& control,
                                int moves_before) const;

 private:
  struct Reading {
    int64_t remaining_milliseconds;
    int ply;
    Color mover;
  };
  std::vector<Reading> readings_;
};

}  // namespace rookery

#endif  // ROOKERY_CORE_LAWS_CLOCK_RECORD_H_
