#include "daemon/http_endpoint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <prometheus/counter.h>
#include <prometheus/registry.h>

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/support/http_get.h"

namespace rookery::daemon {
namespace {

using ::testing::HasSubstr;

std::unique_ptr<HttpEndpoint> StartOrDie(HttpEndpointOptions options) {
  options.listen = "127.0.0.1:0";
  absl::StatusOr<std::unique_ptr<HttpEndpoint>> endpoint =
      HttpEndpoint::Start(std::move(options));
  EXPECT_TRUE(endpoint.ok()) << endpoint.status();
  return *std::move(endpoint);
}

HttpReply Get(const HttpEndpoint& endpoint, const std::string& path) {
  absl::StatusOr<HttpReply> reply = HttpGet("127.0.0.1", endpoint.port(), path);
  EXPECT_TRUE(reply.ok()) << reply.status();
  return reply.ok() ? *reply : HttpReply();
}

TEST(HttpEndpointTest, PortZeroBecomesARealPort) {
  const auto endpoint = StartOrDie({});
  EXPECT_EQ(endpoint->host(), "127.0.0.1");
  EXPECT_GT(endpoint->port(), 0);
}

TEST(HttpEndpointTest, MetricsShowsEveryRegistryInTextFormat) {
  auto first = std::make_shared<prometheus::Registry>();
  auto second = std::make_shared<prometheus::Registry>();
  prometheus::BuildCounter()
      .Name("rookery_first_total")
      .Help("First.")
      .Register(*first)
      .Add({{"kind", "perft"}})
      .Increment(3);
  prometheus::BuildCounter()
      .Name("rookery_second_total")
      .Help("Second.")
      .Register(*second)
      .Add({});
  const auto endpoint =
      StartOrDie({.listen = "", .metrics = {first, second}, .readiness = {}});
  const HttpReply reply = Get(*endpoint, "/metrics");
  EXPECT_EQ(reply.code, 200);
  EXPECT_EQ(reply.content_type, "text/plain; version=0.0.4; charset=utf-8");
  EXPECT_THAT(reply.body, HasSubstr("# HELP rookery_first_total First.\n"));
  EXPECT_THAT(reply.body, HasSubstr("# TYPE rookery_first_total counter\n"));
  EXPECT_THAT(reply.body, HasSubstr("rookery_first_total{kind=\"perft\"} 3\n"));
  EXPECT_THAT(reply.body, HasSubstr("rookery_second_total 0\n"));
}

TEST(HttpEndpointTest, HealthzIsOkWhateverReadinessSays) {
  const auto endpoint =
      StartOrDie({.listen = "", .metrics = {}, .readiness = [] {
                    return absl::UnavailableError("draining");
                  }});
  EXPECT_EQ(Get(*endpoint, "/healthz").code, 200);
}

TEST(HttpEndpointTest, ReadyzFollowsTheCallback) {
  std::atomic<bool> draining = false;
  const auto endpoint = StartOrDie(
      {.listen = "", .metrics = {}, .readiness = [&draining]() -> absl::Status {
         if (draining) return absl::UnavailableError("draining");
         return absl::OkStatus();
       }});
  EXPECT_EQ(Get(*endpoint, "/readyz").code, 200);
  draining = true;
  const HttpReply reply = Get(*endpoint, "/readyz");
  EXPECT_EQ(reply.code, 503);
  EXPECT_EQ(reply.body, "not ready: draining\n");
}

TEST(HttpEndpointTest, AnyOtherPathIsNotFound) {
  const auto endpoint = StartOrDie({});
  EXPECT_EQ(Get(*endpoint, "/").code, 404);
  EXPECT_EQ(Get(*endpoint, "/metrics/x").code, 404);
}

TEST(HttpEndpointTest, AnOverlongPathIsRefused) {
  const auto endpoint = StartOrDie({});
  EXPECT_EQ(Get(*endpoint, "/" + std::string(10'000, 'x')).code, 414);
  EXPECT_EQ(Get(*endpoint, "/healthz").code, 200);
}

TEST(HttpEndpointTest, AnswersManyClientsAtOnce) {
  const auto endpoint = StartOrDie({});
  std::atomic<int> answered = 0;
  std::vector<std::thread> clients;
  for (int i = 0; i < 16; ++i) {
    clients.emplace_back([&endpoint, &answered] {
      if (Get(*endpoint, "/healthz").code == 200) ++answered;
    });
  }
  for (std::thread& client : clients) client.join();
  EXPECT_EQ(answered, 16);
}

TEST(HttpEndpointTest, ASecondEndpointOnThePortIsRefused) {
  const auto first = StartOrDie({});
  HttpEndpointOptions options;
  options.listen = absl::StrCat("127.0.0.1:", first->port());
  const absl::Status status = HttpEndpoint::Start(options).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(status.message(), HasSubstr(options.listen));
}

TEST(HttpEndpointTest, AMalformedAddressIsAnInvalidArgument) {
  HttpEndpointOptions options;
  options.listen = "7080";
  EXPECT_EQ(HttpEndpoint::Start(options).status().code(),
            absl::StatusCode::kInvalidArgument);
}

TEST(HttpEndpointTest, AnAddressOfAnotherMachineIsUnavailable) {
  HttpEndpointOptions options;
  options.listen = "192.0.2.1:0";  // Reserved for documentation.
  const absl::Status status = HttpEndpoint::Start(options).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable) << status;
}

}  // namespace
}  // namespace rookery::daemon
