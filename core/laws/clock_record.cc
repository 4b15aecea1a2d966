#include "core/laws/clock_record.h"

#include <algorithm>
#include <array>

namespace rookery {

std::optional<int> ClockRecord::FlagFell(Color side) const {
  std::optional<int> last_zero;
  for (const Reading& reading : readings_) {
    if (reading.mover != side) continue;
    if (reading.remaining_milliseconds < 0) return reading.ply;
    last_zero = reading.remaining_milliseconds == 0 ? std::optional(reading.ply)
                                                    : std::nullopt;
  }
  return last_zero;
}

std::optional<int> ClockRecord::GainedTime(const TimeControl& control,
                                           int moves_before) const {
  if (control.stages.empty()) return std::nullopt;
  constexpr int64_t kToleranceMilliseconds = 1000;
  std::array<const Reading*, 2> last{};
  for (const Reading& reading : readings_) {
    const Reading*& before = last[reading.mover];
    // Without the reading of the move before, nobody knows what was added.
    if (before != nullptr && reading.ply == before->ply + 2) {
      const int64_t gained =
          control.SecondsGained(moves_before + (reading.ply + 1) / 2);
      if (reading.remaining_milliseconds > before->remaining_milliseconds +
                                               1000 * gained +
                                               kToleranceMilliseconds)
        return reading.ply;
    }
    before = &reading;
  }
  return std::nullopt;
}

}  // namespace rookery
