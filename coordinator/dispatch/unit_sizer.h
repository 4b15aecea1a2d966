// How many items the next unit of a section of a job is to have.
//
// A unit must be long enough to hide the cost of handing it over, short enough
// that little is lost with a worker, and towards the end of a job so short that
// all workers finish together. The cost of an item is the caller's guess until
// the first report, then the mean over all reports of the section.
// Thread-safety: none.
#ifndef ROOKERY_COORDINATOR_DISPATCH_UNIT_SIZER_H_
#define ROOKERY_COORDINATOR_DISPATCH_UNIT_SIZER_H_

#include <cstdint>
#include <optional>

#include "absl/time/time.h"

namespace rookery::coordinator {

class UnitSizer {
 public:
  // Aims at units of min(kLongest, cost of what is uncut / (kUnitsPerSlot x
  // slots)), but at least kShortest of one thread's time; in the last tenth of
  // a job at least kShortestAtEnd.
  static constexpr absl::Duration kLongest = absl::Seconds(10);
  static constexpr absl::Duration kShortest = absl::Milliseconds(50);
  static constexpr absl::Duration kShortestAtEnd = absl::Milliseconds(10);
  static constexpr uint64_t kUnitsPerSlot = 16;

  // `first_guess`: seconds that one thread needs for one item; 0 or less:
  // unknown, which makes units of one item until the first report.
  // `unit_duration`, if set, replaces the rule above. `max_items` (at least 1)
  // always holds.
  UnitSizer(double first_guess, std::optional<absl::Duration> unit_duration,
            uint64_t max_items);

  // A unit of `items` (at least 1) took one thread `busy`, which is finite and
  // not negative.
  void Measure(uint64_t items, absl::Duration busy);

  // What one item costs one thread; 0: unknown.
  double seconds_per_item() const;

  // Length of the next unit, 1 to max_items, where the whole job, other items
  // included, costs one thread `all_seconds`, what is not cut yet of it
  // `uncut_seconds`, in a fleet of `slots`. It may exceed what is left.
  uint64_t NextCount(double uncut_seconds, double all_seconds,
                     uint64_t slots) const;

 private:
  double first_guess_;
  std::optional<absl::Duration> unit_duration_;
  uint64_t max_items_;
  double measured_items_ = 0;
  double measured_seconds_ = 0;
};

}  // namespace rookery::coordinator

#endif  // ROOKERY_COORDINATOR_DISPATCH_UNIT_SIZER_H_
