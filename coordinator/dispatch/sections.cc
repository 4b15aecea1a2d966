#include "coordinator/dispatch/sections.h"

#include <algorithm>

namespace rookery::coordinator {

Sections::Sections(std::span<const Section> sections,
                   std::optional<absl::Duration> unit_duration,
                   uint64_t max_items) {
  uint64_t end = 0;
  parts_.reserve(sections.size());
  for (const Section& section : sections) {
    end += section.count;
    parts_.push_back({.end = end,
                      .count = section.count,
                      .ranges = {},
                      .sizer = UnitSizer(section.seconds_per_item,
                                         unit_duration, max_items)});
  }
}

const Sections::Part& Sections::PartOf(uint64_t item) const {
  return *std::upper_bound(
      parts_.begin(), parts_.end(), item,
      [](uint64_t number, const Part& part) { return number < part.end; });
}

void Sections::AddFree(Range range) {
  while (range.count > 0) {
    Part& part = PartOf(range.first);
    const uint64_t count = std::min(range.count, part.end - range.first);
    part.ranges.AddFree({range.first, count});
    uncut_ += count;
    range = {range.first + count, range.count - count};
  }
}

Range Sections::Cut(WorkerIndex worker, uint64_t slots) {
  const auto part =
      std::find_if(parts_.begin(), parts_.end(),
                   [](const Part& next) { return next.ranges.uncut() > 0; });
  const uint64_t most = part->ranges.Claim(worker);
  const Range unit =
      part->ranges.Cut(worker, std::min(most, NextCount(*part, slots)));
  uncut_ -= unit.count;
  return unit;
}

void Sections::Free(WorkerIndex worker) {
  for (Part& part : parts_) part.ranges.Free(worker);
}

void Sections::NoteStop(WorkerIndex worker, Range unit) {
  PartOf(unit.first).ranges.NoteStop(worker, unit.first + unit.count);
}

double Sections::SecondsOf(Range unit) const {
  return static_cast<double>(unit.count) *
         PartOf(unit.first).sizer.seconds_per_item();
}

void Sections::Measure(Range unit, absl::Duration busy) {
  PartOf(unit.first).sizer.Measure(unit.count, busy);
}

void Sections::Done(Range unit) { PartOf(unit.first).done += unit.count; }

uint64_t Sections::NextCount(const Part& next, uint64_t slots) const {
  double uncut_seconds = 0;
  double all_seconds = 0;
  for (const Part& part : parts_) {
    const double cost = part.sizer.seconds_per_item();
    uncut_seconds += cost * static_cast<double>(part.ranges.uncut());
    all_seconds += cost * static_cast<double>(part.count);
  }
  return next.sizer.NextCount(uncut_seconds, all_seconds, slots);
}

uint64_t Sections::EstimateUncutUnits(uint64_t slots) const {
  uint64_t units = 0;
  for (const Part& part : parts_) {
    const uint64_t uncut = part.ranges.uncut();
    if (uncut == 0) continue;
    const uint64_t next = NextCount(part, slots);
    units += uncut / next + (uncut % next > 0 ? 1 : 0);
  }
  return units;
}

double Sections::fraction_done() const {
  double done = 0;
  double all = 0;
  const bool known = std::all_of(
      parts_.begin(), parts_.end(),
      [](const Part& part) { return part.sizer.seconds_per_item() > 0; });
  for (const Part& part : parts_) {
    const double cost = known ? part.sizer.seconds_per_item() : 1;
    done += cost * static_cast<double>(part.done);
    all += cost * static_cast<double>(part.count);
  }
  return done / all;
}

double Sections::seconds_left() const {
  double seconds = 0;
  for (const Part& part : parts_) {
    seconds += static_cast<double>(part.count - part.done) *
               part.sizer.seconds_per_item();
  }
  return seconds;
}

}  // namespace rookery::coordinator
