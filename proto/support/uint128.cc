#include "proto/support/uint128.h"

#include <algorithm>

#include "absl/status/status.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"

namespace rookery {
namespace {

// Errors show no more of what came from outside than this.
constexpr size_t kMaxShownBytes = 64;

std::string Show(std::string_view text) {
  return absl::StrCat("'",
                      absl::CHexEscape(absl::string_view(
                          text.data(), std::min(text.size(), kMaxShownBytes))),
                      text.size() > kMaxShownBytes ? "..." : "", "'");
}

}  // namespace

v1::Uint128 ToProto(absl::uint128 value) {
  v1::Uint128 proto;
  proto.set_high(absl::Uint128High64(value));
  proto.set_low(absl::Uint128Low64(value));
  return proto;
}

absl::uint128 FromProto(const v1::Uint128& value) {
  return absl::MakeUint128(value.high(), value.low());
}

std::string ToDecimal(absl::uint128 value) {
  std::string digits;
  do {
    digits.push_back(static_cast<char>('0' + absl::Uint128Low64(value % 10)));
    value /= 10;
  } while (value != 0);
  std::reverse(digits.begin(), digits.end());
  return digits;
}

absl::StatusOr<absl::uint128> FromDecimal(std::string_view text) {
  if (text.empty() ||
      text.find_first_not_of("0123456789") != std::string_view::npos) {
    return absl::InvalidArgumentError(
        absl::StrCat("number is ", Show(text), "; use decimal digits only"));
  }
  absl::uint128 value = 0;
  for (const char character : text) {
    const uint64_t digit = static_cast<uint64_t>(character - '0');
    if (value > (absl::Uint128Max() - digit) / 10) {
      return absl::OutOfRangeError(
          absl::StrCat("number is ", Show(text), "; it must be below 2^128"));
    }
    value = value * 10 + digit;
  }
  return value;
}

}  // namespace rookery
