#include "coordinator/fleet.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/time/time.h"

namespace rookery::coordinator {
namespace {

constexpr char kInstance[] = "0123456789abcdef0123456789abcdef";
constexpr char kOtherInstance[] = "fedcba9876543210fedcba9876543210";

v1::RegisterWorkerRequest Request(const std::string& instance,
                                  const std::string& name) {
  v1::RegisterWorkerRequest request;
  request.set_instance_id(instance);
  request.set_name(name);
  request.mutable_capabilities()->set_threads(4);
  return request;
}

TEST(CheckRegistrationTest, TakesWhatIsInBounds) {
  EXPECT_TRUE(CheckRegistration(Request(kInstance, "")).ok());
  EXPECT_TRUE(
      CheckRegistration(Request(kInstance, std::string(128, 'n'))).ok());
}

TEST(CheckRegistrationTest, RefusesWhatIsNot) {
  EXPECT_TRUE(absl::IsInvalidArgument(CheckRegistration(Request("", "n"))));
  EXPECT_TRUE(absl::IsInvalidArgument(
      CheckRegistration(Request("g123456789abcdef0123456789abcdef", "n"))));
  EXPECT_TRUE(absl::IsInvalidArgument(
      CheckRegistration(Request(kInstance, std::string(129, 'n')))));
  v1::RegisterWorkerRequest request = Request(kInstance, "n");
  request.mutable_capabilities()->set_threads(0);
  EXPECT_TRUE(absl::IsInvalidArgument(CheckRegistration(request)));
}

TEST(FleetTest, FindsMembersByIdAndInstance) {
  Fleet fleet;
  fleet.Add("w1", Request(kInstance, "name"));
  ASSERT_NE(fleet.Find("w1"), nullptr);
  EXPECT_EQ(fleet.FindInstance(kInstance), fleet.Find("w1"));
  EXPECT_EQ(fleet.Find("w1")->row.name, "name");
  EXPECT_EQ(fleet.Find("w1")->row.state, "active");
  EXPECT_EQ(fleet.Find("w1")->capabilities.threads(), 4u);
  EXPECT_EQ(fleet.Find("w2"), nullptr);
  EXPECT_EQ(fleet.FindInstance(kOtherInstance), nullptr);
  EXPECT_FALSE(fleet.IdOf(kOtherInstance).has_value());
}

TEST(FleetTest, RemembersTheIdOfWhoIsNoMemberAnyMore) {
  Fleet fleet;
  fleet.Add("w1", Request(kInstance, "name"));
  fleet.Remove("w1");
  EXPECT_EQ(fleet.size(), 0u);
  EXPECT_EQ(fleet.Find("w1"), nullptr);
  EXPECT_EQ(fleet.FindInstance(kInstance), nullptr);
  EXPECT_EQ(fleet.IdOf(kInstance), "w1");
  fleet.Add("w1", Request(kInstance, "name"));
  EXPECT_EQ(fleet.FindInstance(kInstance), fleet.Find("w1"));
}

TEST(FleetTest, RestoresWhatTheLedgerHas) {
  Fleet fleet;
  v1::Capabilities capabilities;
  capabilities.set_threads(8);
  fleet.Restore({.id = "w1",
                 .instance = kInstance,
                 .name = "name",
                 .capabilities = capabilities.SerializeAsString(),
                 .state = "blocked",
                 .reason = "why"});
  ASSERT_NE(fleet.FindInstance(kInstance), nullptr);
  EXPECT_EQ(fleet.Find("w1")->capabilities.threads(), 8u);
  EXPECT_FALSE(fleet.Find("w1")->last_seen.has_value());
}

TEST(FleetTest, UnreadableRowIsNoMemberButKeepsItsId) {
  Fleet fleet;
  fleet.Restore(
      {.id = "w1", .instance = kInstance, .capabilities = "\xff\xff\xff"});
  EXPECT_EQ(fleet.size(), 0u);
  EXPECT_EQ(fleet.IdOf(kInstance), "w1");
}

TEST(FleetTest, SortsByNameThenById) {
  Fleet fleet;
  fleet.Add("3", Request("a", "beta"));
  fleet.Add("2", Request("b", "beta"));
  fleet.Add("1", Request("c", "gamma"));
  fleet.Add("4", Request("d", "alpha"));
  std::vector<std::string> ids;
  for (const FleetMember* member : fleet.Sorted())
    ids.push_back(member->row.id);
  EXPECT_EQ(ids, (std::vector<std::string>{"4", "2", "3", "1"}));
}

TEST(FleetTest, SpeedIsLeavesOverTimeBetweenHeartbeats) {
  Fleet fleet;
  FleetMember& member = fleet.Add("w1", Request(kInstance, "name"));
  fleet.Counted(member, 500, absl::Seconds(10));
  EXPECT_EQ(member.leaves_per_second, 0) << "one point makes no rate";
  fleet.Counted(member, 1'500, absl::Seconds(15));
  EXPECT_EQ(member.leaves_per_second, 200);
  fleet.Counted(member, 1'600, absl::Seconds(15));
  EXPECT_EQ(member.leaves_per_second, 200) << "no time went by";
  fleet.Counted(member, 10, absl::Seconds(16));
  EXPECT_EQ(member.leaves_per_second, 200) << "its count began anew";
  fleet.Counted(member, 110, absl::Seconds(17));
  EXPECT_EQ(member.leaves_per_second, 100);
}

TEST(WorkerModeTest, NamesAreReadBack) {
  for (const auto mode :
       {Dispatcher::WorkerMode::kActive, Dispatcher::WorkerMode::kDraining,
        Dispatcher::WorkerMode::kBlocked}) {
    EXPECT_EQ(ParseMode(ModeName(mode)), mode);
  }
  EXPECT_FALSE(ParseMode("resting").has_value());
  EXPECT_FALSE(ParseMode("").has_value());
}

TEST(DescribeWorkerTest, ShowsTheMember) {
  Fleet fleet;
  FleetMember& member = fleet.Add("w1", Request(kInstance, "name"));
  fleet.Seen(member, absl::FromUnixSeconds(1'700));
  member.row.reason = "why";
  const v1::Worker worker = DescribeWorker(
      member,
      WorkerSnapshot{.slots = 4, .leases = 6, .idle_because = "it is tired"});
  EXPECT_EQ(worker.worker_id(), "w1");
  EXPECT_EQ(worker.name(), "name");
  EXPECT_EQ(worker.state(), v1::Worker::STATE_ACTIVE);
  EXPECT_EQ(worker.reason(), "why");
  EXPECT_EQ(worker.last_seen_time().seconds(), 1'700);
  EXPECT_EQ(worker.slots(), 4u);
  EXPECT_EQ(worker.slots_busy(), 4u) << "what is prefetched keeps none busy";
  EXPECT_EQ(worker.idle_because(), "it is tired");
}

TEST(DescribeWorkerTest, OperatorsWordGoesBeforeSilence) {
  Fleet fleet;
  FleetMember& member = fleet.Add("w1", Request(kInstance, "name"));
  const WorkerSnapshot lost{.lost = true};
  EXPECT_EQ(DescribeWorker(member, lost).state(), v1::Worker::STATE_LOST);
  member.row.state = "blocked";
  EXPECT_EQ(DescribeWorker(member, lost).state(), v1::Worker::STATE_BLOCKED);
  member.row.state = "draining";
  EXPECT_EQ(DescribeWorker(member, lost).state(), v1::Worker::STATE_DRAINING);
  member.row.state = "active";
  EXPECT_EQ(DescribeWorker(member, std::nullopt).state(),
            v1::Worker::STATE_ACTIVE);
}

}  // namespace
}  // namespace rookery::coordinator
