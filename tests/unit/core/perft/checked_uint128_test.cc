#include "core/perft/checked_uint128.h"

#include <gtest/gtest.h>

#include <limits>

namespace rookery {
namespace {

constexpr uint64_t kMax64 = std::numeric_limits<uint64_t>::max();
const absl::uint128 kTwoTo64 = absl::MakeUint128(1, 0);

TEST(CheckedUint128Test, AddsPast64Bits) {
  EXPECT_EQ(CheckedAdd(kMax64, 1), kTwoTo64);
}

TEST(CheckedUint128Test, AddsUpToTheLastNumber) {
  EXPECT_EQ(CheckedAdd(absl::Uint128Max() - 1, 1), absl::Uint128Max());
  EXPECT_EQ(CheckedAdd(absl::Uint128Max(), 0), absl::Uint128Max());
}

TEST(CheckedUint128Test, RefusesASumOf128Bits) {
  EXPECT_EQ(CheckedAdd(absl::Uint128Max(), 1), std::nullopt);
  EXPECT_EQ(CheckedAdd(absl::Uint128Max(), absl::Uint128Max()), std::nullopt);
}

TEST(CheckedUint128Test, MultipliesPast64Bits) {
  EXPECT_EQ(CheckedMultiply(kTwoTo64, kMax64), absl::MakeUint128(kMax64, 0));
  EXPECT_EQ(CheckedMultiply(0, absl::Uint128Max()), absl::uint128(0));
  EXPECT_EQ(CheckedMultiply(absl::Uint128Max(), 0), absl::uint128(0));
  EXPECT_EQ(CheckedMultiply(1, absl::Uint128Max()), absl::Uint128Max());
}

TEST(CheckedUint128Test, RefusesAProductOf128Bits) {
  EXPECT_EQ(CheckedMultiply(kTwoTo64, kTwoTo64), std::nullopt);
  EXPECT_EQ(CheckedMultiply(absl::Uint128Max(), 2), std::nullopt);
}

TEST(CheckedUint128Test, SumsFakeCountsPast64And128Bits) {
  absl::uint128 total = 0;
  // (2^64 - 1)^2 is below 2^128 by 2^65 - 1.
  total = CheckedMultiplyAdd(total, kMax64, kMax64).value();
  EXPECT_EQ(total, absl::Uint128Max() - 2 * absl::uint128(kMax64));
  total = CheckedMultiplyAdd(total, 2, kMax64).value();
  EXPECT_EQ(total, absl::Uint128Max());
  EXPECT_EQ(CheckedMultiplyAdd(total, 1, 1), std::nullopt);
}

}  // namespace
}  // namespace rookery
