#include "cli/quantities.h"

#include <array>
#include <cstdint>

#include "absl/strings/str_format.h"

namespace rookery::cli {
namespace {

// The limits lie where rounding would add a digit, so that 999.7 becomes "1.00
// k" and not "1000".
std::string ThreeDigits(double value) {
  if (value >= 99.95) return absl::StrFormat("%.0f", value);
  if (value >= 9.995) return absl::StrFormat("%.1f", value);
  return absl::StrFormat("%.2f", value);
}

}  // namespace

std::string HumanCount(double value) {
  constexpr std::array<const char*, 7> kPrefixes = {"",   " k", " M", " G",
                                                    " T", " P", " E"};
  if (value < 999.5) return absl::StrFormat("%.0f", value);
  double scaled = value;
  size_t prefix = 0;
  while (scaled >= 999.5 && prefix + 1 < kPrefixes.size()) {
    scaled /= 1000;
    ++prefix;
  }
  if (scaled >= 999.5) return absl::StrFormat("%.2e", value);
  return ThreeDigits(scaled) + kPrefixes[prefix];
}

std::string HumanDuration(absl::Duration duration) {
  if (duration == absl::InfiniteDuration()) return "forever";
  const double seconds =
      duration < absl::ZeroDuration() ? 0 : absl::ToDoubleSeconds(duration);
  if (seconds < 0.9995) return absl::StrFormat("%.3f s", seconds);
  if (seconds < 59.95) return ThreeDigits(seconds) + " s";
  const int64_t whole = static_cast<int64_t>(seconds + 0.5);
  if (whole < 3600)
    return absl::StrFormat("%d min %02d s", whole / 60, whole % 60);
  if (whole < 86400)
    return absl::StrFormat("%d h %02d min", whole / 3600, whole % 3600 / 60);
  return absl::StrFormat("%d d %02d h", whole / 86400, whole % 86400 / 3600);
}

}  // namespace rookery::cli
