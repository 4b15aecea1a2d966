#include "coordinator/dispatch/unit_sizer.h"

#include <algorithm>
#include <cmath>

namespace rookery::coordinator {
namespace {

// A report may say that it took no time at all; the cost stays a positive
// number.
constexpr double kCheapestItemSeconds = 1e-9;

}  // namespace

UnitSizer::UnitSizer(double first_guess,
                     std::optional<absl::Duration> unit_duration,
                     uint64_t max_items)
    : first_guess_(std::isfinite(first_guess) ? std::max(first_guess, 0.0)
                                              : 0.0),
      unit_duration_(unit_duration),
      max_items_(std::max<uint64_t>(max_items, 1)) {}

void UnitSizer::Measure(uint64_t items, absl::Duration busy) {
  measured_items_ += static_cast<double>(items);
  measured_seconds_ += absl::ToDoubleSeconds(busy);
}

double UnitSizer::seconds_per_item() const {
  if (measured_items_ > 0)
    return std::max(measured_seconds_ / measured_items_, kCheapestItemSeconds);
  return first_guess_;
}

uint64_t UnitSizer::NextCount(double uncut_seconds, double all_seconds,
                              uint64_t slots) const {
  const double cost = seconds_per_item();
  if (cost <= 0) return 1;
  double target;
  if (unit_duration_.has_value()) {
    target = absl::ToDoubleSeconds(*unit_duration_);
  } else {
    const double share =
        uncut_seconds /
        static_cast<double>(kUnitsPerSlot * std::max<uint64_t>(slots, 1));
    const bool last_tenth = 10 * uncut_seconds <= all_seconds;
    target = std::max(
        std::min(absl::ToDoubleSeconds(kLongest), share),
        absl::ToDoubleSeconds(last_tenth ? kShortestAtEnd : kShortest));
  }
  const double items = target / cost;
  if (items >= static_cast<double>(max_items_)) return max_items_;
  return std::max<uint64_t>(static_cast<uint64_t>(std::llround(items)), 1);
}

}  // namespace rookery::coordinator
