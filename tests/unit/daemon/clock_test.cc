#include "daemon/clock.h"

#include <gtest/gtest.h>

#include "absl/time/clock.h"
#include "tests/support/fake_clock.h"

namespace rookery::daemon {
namespace {

TEST(SystemClockTest, WallTimeIsTheSystemsTime) {
  const absl::Time before = absl::Now();
  const absl::Time now = SystemClock().Now();
  EXPECT_GE(now, before);
  EXPECT_LE(now, absl::Now());
}

TEST(SystemClockTest, MonotonicTimeNeverGoesBack) {
  const SystemClock clock;
  absl::Duration last = clock.Monotonic();
  for (int i = 0; i < 1000; ++i) {
    const absl::Duration now = clock.Monotonic();
    ASSERT_GE(now, last);
    last = now;
  }
}

TEST(FakeClockTest, AdvanceMovesBothClocks) {
  FakeClock clock;
  const absl::Time now = clock.Now();
  const absl::Duration monotonic = clock.Monotonic();
  clock.Advance(absl::Seconds(5));
  EXPECT_EQ(clock.Now() - now, absl::Seconds(5));
  EXPECT_EQ(clock.Monotonic() - monotonic, absl::Seconds(5));
}

TEST(FakeClockTest, SettingTheWallClockLeavesTheMonotonicOneAlone) {
  FakeClock clock;
  const absl::Duration monotonic = clock.Monotonic();
  clock.SetNow(absl::UnixEpoch());
  EXPECT_EQ(clock.Now(), absl::UnixEpoch());
  EXPECT_EQ(clock.Monotonic(), monotonic);
}

}  // namespace
}  // namespace rookery::daemon
