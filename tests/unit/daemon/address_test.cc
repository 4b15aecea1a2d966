#include "daemon/address.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace rookery::daemon {
namespace {

using ::testing::HasSubstr;

struct Valid {
  std::string text;
  std::string host;
  int port;
};

class ValidAddressTest : public testing::TestWithParam<Valid> {};

TEST_P(ValidAddressTest, ParsesAndFormatsBack) {
  const absl::StatusOr<Address> address =
      ParseAddress("--listen", GetParam().text);
  ASSERT_TRUE(address.ok()) << address.status();
  EXPECT_EQ(address->host, GetParam().host);
  EXPECT_EQ(address->port, GetParam().port);
  EXPECT_EQ(FormatAddress(*address), GetParam().text);
}

INSTANTIATE_TEST_SUITE_P(
    All, ValidAddressTest,
    testing::Values(Valid{"127.0.0.1:7070", "127.0.0.1", 7070},
                    Valid{"localhost:0", "localhost", 0},
                    Valid{"0.0.0.0:65535", "0.0.0.0", 65535},
                    Valid{"[::1]:0", "::1", 0},
                    Valid{"[fe80::1%eth0]:80", "fe80::1%eth0", 80}));

struct Invalid {
  std::string text;
  std::string reason;
};

class InvalidAddressTest : public testing::TestWithParam<Invalid> {};

TEST_P(InvalidAddressTest, SaysWhatIsWrong) {
  const absl::Status status =
      ParseAddress("--listen", GetParam().text).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(status.message(),
              HasSubstr("--listen '" + GetParam().text + "'"));
  EXPECT_THAT(status.message(), HasSubstr(GetParam().reason));
}

INSTANTIATE_TEST_SUITE_P(
    All, InvalidAddressTest,
    testing::Values(Invalid{"", "no port"}, Invalid{"127.0.0.1", "no port"},
                    Invalid{":7070", "no host"}, Invalid{"[]:7070", "no host"},
                    Invalid{"host:", "not 0 to 65535"},
                    Invalid{"host:-1", "not 0 to 65535"},
                    Invalid{"host:65536", "not 0 to 65535"},
                    Invalid{"host:99999999999", "not 0 to 65535"},
                    Invalid{"host:80x", "not 0 to 65535"},
                    Invalid{"host: 80", "not 0 to 65535"},
                    Invalid{"::1:80", "without brackets"},
                    Invalid{"[::1:80", "bracket"},
                    Invalid{"http://host:80", "without brackets"},
                    Invalid{"a b:80", "malformed host"}));

}  // namespace
}  // namespace rookery::daemon
