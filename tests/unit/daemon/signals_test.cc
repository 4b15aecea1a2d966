#include "daemon/signals.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

namespace rookery::daemon {
namespace {

// The mask of the test's own process would outlive a test, so each test runs in
// a child whose end is the result.

TEST(SignalsDeathTest, WaitReturnsTheSignalThatCame) {
  EXPECT_EXIT(
      {
        BlockTerminationSignals();
        kill(getpid(), SIGTERM);
        _exit(WaitForTerminationSignal() == SIGTERM ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
  EXPECT_EXIT(
      {
        BlockTerminationSignals();
        kill(getpid(), SIGINT);
        _exit(WaitForTerminationSignal() == SIGINT ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
}

TEST(SignalsDeathTest, TheSecondSignalEndsTheProcess) {
  EXPECT_EXIT(
      {
        BlockTerminationSignals();
        kill(getpid(), SIGINT);
        WaitForTerminationSignal();
        kill(getpid(), SIGINT);
        _exit(0);
      },
      testing::KilledBySignal(SIGINT), "");
}

TEST(SignalsDeathTest, WritingToAClosedPipeIsNoSignal) {
  EXPECT_EXIT(
      {
        BlockTerminationSignals();
        int ends[2];
        if (pipe(ends) != 0) _exit(2);
        close(ends[0]);
        _exit(write(ends[1], "x", 1) == -1 ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace rookery::daemon
