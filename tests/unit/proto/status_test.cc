#include "proto/support/status.h"

#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/cord.h"
#include "absl/time/time.h"
#include "gtest/gtest.h"

namespace rookery {
namespace {

TEST(StatusTest, ConvertsEveryCodeThereAndBack) {
  for (int code = 0; code <= 16; ++code) {
    const absl::Status status(static_cast<absl::StatusCode>(code),
                              code == 0 ? "" : "depth is 99");
    const grpc::Status converted = ToGrpcStatus(status);
    EXPECT_EQ(converted.error_code(), code);
    EXPECT_EQ(converted.error_message(), status.message());
    EXPECT_EQ(FromGrpcStatus(converted), status);
  }
}

TEST(StatusTest, SendsNoDetailsWithoutPayload) {
  EXPECT_EQ(ToGrpcStatus(absl::NotFoundError("no job")).error_details(), "");
}

TEST(StatusTest, TakesAnUnknownCodeAsUnknown) {
  // gRPC's enum can hold -32 to 31; a cast of more would be undefined here.
  for (const int code : {-1, 17, 31}) {
    const absl::Status status = FromGrpcStatus(
        grpc::Status(static_cast<grpc::StatusCode>(code), "odd"));
    EXPECT_EQ(status, absl::UnknownError("odd")) << code;
  }
}

TEST(StatusTest, CarriesPayloads) {
  absl::Status status = absl::InternalError("broken");
  status.SetPayload("type.example/one", absl::Cord(std::string("\0\xff", 2)));
  status.SetPayload("type.example/two", absl::Cord(""));
  EXPECT_EQ(FromGrpcStatus(ToGrpcStatus(status)), status);
}

TEST(StatusTest, CarriesARetryDelay) {
  const absl::Duration delay = absl::Milliseconds(1'234);
  const absl::Status status =
      WithRetryDelay(absl::ResourceExhaustedError("too many jobs"), delay);
  EXPECT_EQ(RetryDelay(status), delay);
  const absl::Status received = FromGrpcStatus(ToGrpcStatus(status));
  EXPECT_EQ(received.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(received.message(), "too many jobs");
  EXPECT_EQ(RetryDelay(received), delay);
}

TEST(StatusTest, HasTheBytesOfGoogleRpcStatus) {
  // As protoc --encode=google.rpc.Status writes them.
  const std::string retry_info = std::string("\n\x02\x08\x05", 4);
  const std::string url = "type.googleapis.com/google.rpc.RetryInfo";
  const std::string any = "\n" + std::string(1, static_cast<char>(url.size())) +
                          url + std::string("\x12\x04", 2) + retry_info;
  const std::string expected =
      std::string("\x08\x08\x12\x04", 4) + "full" + "\x1a" +
      std::string(1, static_cast<char>(any.size())) + any;
  const absl::Status status =
      WithRetryDelay(absl::ResourceExhaustedError("full"), absl::Seconds(5));
  EXPECT_EQ(ToGrpcStatus(status).error_details(), expected);
}

TEST(StatusTest, HasNoRetryDelayUnlessSet) {
  EXPECT_EQ(RetryDelay(absl::OkStatus()), std::nullopt);
  EXPECT_EQ(RetryDelay(absl::ResourceExhaustedError("full")), std::nullopt);
}

TEST(StatusTest, DropsDetailsThatCannotBeRead) {
  const absl::Status status = FromGrpcStatus(grpc::Status(
      grpc::StatusCode::UNAVAILABLE, "draining", "\xff\xff not a message"));
  EXPECT_EQ(status, absl::UnavailableError("draining"));
}

TEST(StatusTest, IgnoresARetryDelayThatCannotBeRead) {
  absl::Status status = absl::ResourceExhaustedError("full");
  status.SetPayload("type.googleapis.com/google.rpc.RetryInfo",
                    absl::Cord("\xff"));
  EXPECT_EQ(RetryDelay(status), std::nullopt);
}

TEST(StatusTest, TakesANegativeRetryDelayAsNone) {
  const absl::Status status =
      WithRetryDelay(absl::ResourceExhaustedError("full"), absl::Seconds(-3));
  EXPECT_EQ(RetryDelay(status), absl::ZeroDuration());
}

}  // namespace
}  // namespace rookery
