// Counts of up to 128 bits in the two forms in which they leave the program:
// {high, low} between our own processes, decimal strings for users.
//
// Stateless; safe to use from any thread.
#ifndef ROOKERY_PROTO_SUPPORT_UINT128_H_
#define ROOKERY_PROTO_SUPPORT_UINT128_H_

#include <string>
#include <string_view>

#include "absl/numeric/int128.h"
#include "absl/status/statusor.h"
#include "rookery/v1/types.pb.h"

namespace rookery {

v1::Uint128 ToProto(absl::uint128 value);
absl::uint128 FromProto(const v1::Uint128& value);

// Without leading zeros, blanks or separators; at most 39 digits.
std::string ToDecimal(absl::uint128 value);

// Digits only; leading zeros are allowed. INVALID_ARGUMENT: anything else.
// OUT_OF_RANGE: 2^128 or more.
absl::StatusOr<absl::uint128> FromDecimal(std::string_view text);

}  // namespace rookery

#endif  // ROOKERY_PROTO_SUPPORT_UINT128_H_
