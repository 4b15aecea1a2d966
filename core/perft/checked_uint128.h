// 128-bit totals that say when they no longer fit.
//
// Perft counts of a position fit 64 bits up to depth 8; totals of a job need
// 128 (perft(15) of the start position is past 2^64). Every addition and
// product of such totals goes through here: an overflow is an absent value,
// never a wrapped one. Not for hot loops of a kernel, which count in checked 64
// bits. Pure functions; thread-safe.
#ifndef ROOKERY_CORE_PERFT_CHECKED_UINT128_H_
#define ROOKERY_CORE_PERFT_CHECKED_UINT128_H_

#include <cstdint>
#include <optional>

#include "absl/numeric/int128.h"

namespace rookery {

// The sum, or nothing when it reaches 2^128.
inline std::optional<absl::uint128> CheckedAdd(absl::uint128 left,
                                               absl::uint128 right) {
  const absl::uint128 sum = left + right;
  if (sum < left) return std::nullopt;
  return sum;
}

// The product, or nothing when it reaches 2^128.
inline std::optional<absl::uint128> CheckedMultiply(absl::uint128 left,
                                                    absl::uint128 right) {
  if (left != 0 && right > absl::Uint128Max() / left) return std::nullopt;
  return left * right;
}

// total + factor * count, or nothing when either step reaches 2^128. The
// product of two 64-bit numbers always fits.
inline std::optional<absl::uint128> CheckedMultiplyAdd(absl::uint128 total,
                                                       uint64_t factor,
                                                       uint64_t count) {
  return CheckedAdd(total, absl::uint128(factor) * count);
}

}  // namespace rookery

#endif  // ROOKERY_CORE_PERFT_CHECKED_UINT128_H_
