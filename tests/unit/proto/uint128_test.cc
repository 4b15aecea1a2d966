#include "proto/support/uint128.h"

#include <string>

#include "absl/numeric/int128.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "gtest/gtest.h"

namespace rookery {
namespace {

struct Example {
  absl::uint128 value;
  std::string decimal;
};

const Example kExamples[] = {
    {0, "0"},
    {9, "9"},
    {10, "10"},
    {3'195'901'860, "3195901860"},
    {absl::MakeUint128(0, UINT64_MAX), "18446744073709551615"},
    {absl::MakeUint128(1, 0), "18446744073709551616"},
    {absl::MakeUint128(54'210, 2'003'764'205'206'896'640ULL),
     "1000000000000000000000000"},
    {absl::Uint128Max(), "340282366920938463463374607431768211455"},
};

TEST(Uint128Test, WritesDecimals) {
  for (const Example& example : kExamples) {
    EXPECT_EQ(ToDecimal(example.value), example.decimal);
  }
}

TEST(Uint128Test, ReadsDecimals) {
  for (const Example& example : kExamples) {
    const absl::StatusOr<absl::uint128> value = FromDecimal(example.decimal);
    ASSERT_TRUE(value.ok()) << value.status();
    EXPECT_EQ(*value, example.value);
  }
}

TEST(Uint128Test, ConvertsToProtoAndBack) {
  for (const Example& example : kExamples) {
    EXPECT_EQ(FromProto(ToProto(example.value)), example.value);
  }
  const v1::Uint128 proto = ToProto(absl::MakeUint128(3, 7));
  EXPECT_EQ(proto.high(), 3);
  EXPECT_EQ(proto.low(), 7);
}

TEST(Uint128Test, AllowsLeadingZeros) {
  const absl::StatusOr<absl::uint128> value =
      FromDecimal(std::string(60, '0') + "12");
  ASSERT_TRUE(value.ok()) << value.status();
  EXPECT_EQ(*value, 12);
}

TEST(Uint128Test, RefusesWhatIsNoNumber) {
  for (const std::string& text :
       {std::string(), std::string("-1"), std::string("+1"), std::string(" 1"),
        std::string("1 "), std::string("1,000"), std::string("0x10"),
        std::string("1e3"), std::string("1\0", 2)}) {
    const absl::Status status = FromDecimal(text).status();
    EXPECT_TRUE(absl::IsInvalidArgument(status)) << text << ": " << status;
  }
  EXPECT_EQ(FromDecimal("12a").status().message(),
            "number is '12a'; use decimal digits only");
}

TEST(Uint128Test, RefusesNumbersFrom2ToThe128On) {
  for (const std::string& text :
       {std::string("340282366920938463463374607431768211456"),
        std::string("999999999999999999999999999999999999999"),
        "1" + std::string(39, '0'), std::string(10'000, '9')}) {
    const absl::Status status = FromDecimal(text).status();
    EXPECT_TRUE(absl::IsOutOfRange(status)) << status;
    EXPECT_LT(status.message().size(), 200);
  }
}

}  // namespace
}  // namespace rookery
