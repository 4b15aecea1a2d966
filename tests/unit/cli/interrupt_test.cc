#include "cli/interrupt.h"

#include <gtest/gtest.h>

#include <csignal>
#include <thread>

namespace rookery::cli {
namespace {

TEST(InterruptTest, KeepsTheFirstSignal) {
  Interrupt interrupt;
  EXPECT_FALSE(interrupt.triggered());
  interrupt.Trigger(SIGTERM);
  interrupt.Trigger(SIGINT);
  EXPECT_EQ(interrupt.signal(), SIGTERM);
}

TEST(InterruptTest, WakesWhoWaits) {
  Interrupt interrupt;
  std::thread trigger([&] { interrupt.Trigger(SIGINT); });
  EXPECT_TRUE(interrupt.WaitFor(absl::InfiniteDuration()));
  trigger.join();
}

TEST(InterruptTest, WaitEndsWithoutATrigger) {
  Interrupt interrupt;
  EXPECT_FALSE(interrupt.WaitFor(absl::Milliseconds(1)));
}

TEST(InterruptTest, CallsHooksWhileTheyLive) {
  Interrupt interrupt;
  int living = 0;
  int dead = 0;
  const Interrupt::Hook hook(&interrupt, [&] { ++living; });
  {
    const Interrupt::Hook gone(&interrupt, [&] { ++dead; });
  }
  interrupt.Trigger(SIGINT);
  EXPECT_EQ(living, 1);
  EXPECT_EQ(dead, 0);
}

TEST(InterruptTest, CallsALateHookAtOnce) {
  Interrupt interrupt;
  interrupt.Trigger(SIGINT);
  int calls = 0;
  const Interrupt::Hook hook(&interrupt, [&] { ++calls; });
  EXPECT_EQ(calls, 1);
}

}  // namespace
}  // namespace rookery::cli
