#include "coordinator/dispatch/verification.h"

#include <gtest/gtest.h>

#include <string>

namespace rookery::coordinator {
namespace {

TEST(VerificationTest, ShareOfUnitsGetsOneReplicaMore) {
  int more = 0;
  for (uint64_t unit = 0; unit < 10'000; ++unit) {
    const uint32_t replicas =
        ReplicasOfUnit("0123456789abcdef0123456789abcdef", unit, 2, 0.1);
    ASSERT_TRUE(replicas == 2 || replicas == 3);
    more += replicas == 3;
  }
  EXPECT_NEAR(more, 1'000, 100);
}

TEST(VerificationTest, NoneAndAllAreExact) {
  for (uint64_t unit = 0; unit < 1'000; ++unit) {
    EXPECT_EQ(ReplicasOfUnit("job", unit, 1, 0), 1u);
    EXPECT_EQ(ReplicasOfUnit("job", unit, 1, 1), 2u);
  }
}

TEST(VerificationTest, ChoiceDependsOnJobAndUnitAlone) {
  int differ = 0;
  for (uint64_t unit = 0; unit < 1'000; ++unit) {
    EXPECT_EQ(ReplicasOfUnit("a", unit, 1, 0.5),
              ReplicasOfUnit("a", unit, 1, 0.5));
    differ +=
        ReplicasOfUnit("a", unit, 1, 0.5) != ReplicasOfUnit("b", unit, 1, 0.5);
  }
  EXPECT_GT(differ, 300);
}

TEST(VerificationTest, ChoiceIsTheSameInEveryProgram) {
  std::string chosen;
  for (uint64_t unit = 0; unit < 16; ++unit)
    chosen += ReplicasOfUnit("job", unit, 1, 0.5) == 2 ? '1' : '0';
  EXPECT_EQ(chosen, "1000000001110010");
}

}  // namespace
}  // namespace rookery::coordinator
