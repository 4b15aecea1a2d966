#include "daemon/event.h"

#include <gtest/gtest.h>

#include <thread>

namespace rookery::daemon {
namespace {

TEST(EventTest, IsNotSetAtFirst) {
  Event event;
  EXPECT_FALSE(event.IsSet());
  EXPECT_FALSE(event.WaitFor(absl::ZeroDuration()));
  EXPECT_FALSE(event.WaitFor(-absl::Seconds(1)));
  EXPECT_FALSE(event.WaitFor(absl::Milliseconds(1)));
}

TEST(EventTest, StaysSetUntilReset) {
  Event event;
  event.Set();
  EXPECT_TRUE(event.WaitFor(absl::ZeroDuration()));
  EXPECT_TRUE(event.WaitFor(absl::InfiniteDuration()));
  EXPECT_TRUE(event.flag().load());
  event.Reset();
  EXPECT_FALSE(event.IsSet());
}

TEST(EventTest, WakesWhoWaits) {
  Event event;
  std::thread setter([&] { event.Set(); });
  EXPECT_TRUE(event.WaitFor(absl::InfiniteDuration()));
  setter.join();
}

}  // namespace
}  // namespace rookery::daemon
