#include "worker/metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <prometheus/text_serializer.h>

#include <string>

namespace rookery::worker {
namespace {

using ::testing::HasSubstr;

std::string Page(const prometheus::Registry& registry) {
  return prometheus::TextSerializer().Serialize(registry.Collect());
}

TEST(MetricsTest, CountsUnitsByKindAndEnd) {
  prometheus::Registry registry;
  Metrics metrics(&registry);
  metrics.UnitEnded("perft", Metrics::UnitEnd::kSucceeded,
                    absl::Milliseconds(1500));
  metrics.UnitEnded("perft", Metrics::UnitEnd::kAborted, absl::ZeroDuration());
  metrics.UnitEnded("audit", Metrics::UnitEnd::kFailed, absl::ZeroDuration());
  const std::string page = Page(registry);
  EXPECT_THAT(page, HasSubstr("rookery_worker_unit_busy_seconds_count{kind="
                              "\"perft\",result=\"succeeded\"} 1\n"));
  EXPECT_THAT(page, HasSubstr("rookery_worker_unit_busy_seconds_sum{kind="
                              "\"perft\",result=\"succeeded\"} 1.5\n"));
  EXPECT_THAT(page, HasSubstr("rookery_worker_unit_busy_seconds_count{kind="
                              "\"perft\",result=\"aborted\"} 1\n"));
  EXPECT_THAT(page, HasSubstr("rookery_worker_unit_busy_seconds_count{kind="
                              "\"audit\",result=\"failed\"} 1\n"));
}

TEST(MetricsTest, CountsWork) {
  prometheus::Registry registry;
  Metrics metrics(&registry);
  metrics.SetSlots(8);
  metrics.SlotTaken();
  metrics.SlotTaken();
  metrics.SlotFreed();
  metrics.LeavesCounted("portable", 400);
  metrics.HashProbed(3, 5);
  metrics.LeaseReceived(absl::UnixEpoch() + absl::Seconds(1700));
  const std::string page = Page(registry);
  EXPECT_THAT(page, HasSubstr("rookery_worker_slots 8\n"));
  EXPECT_THAT(page, HasSubstr("rookery_worker_slots_busy 1\n"));
  EXPECT_THAT(
      page,
      HasSubstr("rookery_worker_leaves_total{kernel=\"portable\"} 400\n"));
  EXPECT_THAT(
      page, HasSubstr("rookery_worker_hash_probes_total{result=\"hit\"} 3\n"));
  EXPECT_THAT(
      page, HasSubstr("rookery_worker_hash_probes_total{result=\"miss\"} 5\n"));
  EXPECT_THAT(page,
              HasSubstr("rookery_worker_last_lease_timestamp_seconds 1700\n"));
}

TEST(MetricsTest, CountsCallsByMethodAndCode) {
  prometheus::Registry registry;
  Metrics metrics(&registry);
  metrics.RpcRetried("Heartbeat", "UNAVAILABLE");
  metrics.RpcRetried("Heartbeat", "UNAVAILABLE");
  metrics.RpcGivenUp("CompleteUnits", "INVALID_ARGUMENT");
  metrics.ResultJudged("accepted");
  const std::string page = Page(registry);
  EXPECT_THAT(page, HasSubstr("rookery_worker_rpc_retries_total{code="
                              "\"UNAVAILABLE\",method=\"Heartbeat\"} 2\n"));
  EXPECT_THAT(page,
              HasSubstr("rookery_worker_rpc_failures_total{code=\"INVALID_"
                        "ARGUMENT\",method=\"CompleteUnits\"} 1\n"));
  EXPECT_THAT(
      page,
      HasSubstr("rookery_worker_results_total{outcome=\"accepted\"} 1\n"));
}

}  // namespace
}  // namespace rookery::worker
