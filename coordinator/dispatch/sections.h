// The plan of one job while it is cut into units: what is not cut yet, who
// walks where, what items cost, and how much is done.
//
// The sections of a plan are cut one after the other, each with ranges and
// measurements of its own: items of different sections may differ a
// thousandfold in cost, and no unit has items of two. Thread-safety: none.
#ifndef ROOKERY_COORDINATOR_DISPATCH_SECTIONS_H_
#define ROOKERY_COORDINATOR_DISPATCH_SECTIONS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "absl/time/time.h"
#include "coordinator/dispatch/dispatcher.h"
#include "coordinator/dispatch/ranges.h"
#include "coordinator/dispatch/unit_sizer.h"
#include "coordinator/dispatch/worker_table.h"

namespace rookery::coordinator {

class Sections {
 public:
  // Nothing is uncut at first; see AddFree. `unit_duration` and `max_items`: as
  // UnitSizer.
  Sections(std::span<const Section> sections,
           std::optional<absl::Duration> unit_duration, uint64_t max_items);

  // Items of the whole plan.
  uint64_t size() const { return parts_.back().end; }

  // Adds items that nobody owns. Requires: they are of the plan and overlap
  // nothing that is uncut.
  void AddFree(Range range);

  // Whether any item is in no unit yet.
  bool has_uncut() const { return uncut_ > 0; }

  // The next unit of a worker in a fleet of `slots`: the next piece of its own
  // range. Requires: has_uncut().
  Range Cut(WorkerIndex worker, uint64_t slots);

  // As Ranges: the worker is to get nothing more; a unit was the last one of
  // the worker, before a restart.
  void Free(WorkerIndex worker);
  void NoteStop(WorkerIndex worker, Range unit);

  // What a unit costs one thread, in seconds; 0: unknown. Requires, here and
  // below: the unit is of one section.
  double SecondsOf(Range unit) const;
  // It took one thread `busy`, which is finite and not negative.
  void Measure(Range unit, absl::Duration busy);
  // Every replica of it is durable.
  void Done(Range unit);

  // Estimate of the units that are still to be cut.
  uint64_t EstimateUncutUnits(uint64_t slots) const;
  // As JobSnapshot.
  double fraction_done() const;
  // What is not done costs one thread; an unknown cost counts as none.
  double seconds_left() const;

 private:
  struct Part {
    uint64_t end = 0;  // of its items, in the plan
    uint64_t count = 0;
    uint64_t done = 0;
    Ranges ranges;
    UnitSizer sizer;
  };

  const Part& PartOf(uint64_t item) const;
  Part& PartOf(uint64_t item) {
    return const_cast<Part&>(std::as_const(*this).PartOf(item));
  }
  uint64_t NextCount(const Part& part, uint64_t slots) const;

  std::vector<Part> parts_;
  uint64_t uncut_ = 0;
};

}  // namespace rookery::coordinator

#endif  // ROOKERY_COORDINATOR_DISPATCH_SECTIONS_H_
