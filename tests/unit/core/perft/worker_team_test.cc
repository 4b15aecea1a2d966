#include "core/perft/worker_team.h"

#include <gtest/gtest.h>

#include <atomic>
#include <new>
#include <vector>

namespace rookery {
namespace {

TEST(WorkerTeamTest, RunsEveryTaskOnceAndShowsWhatItWrote) {
  for (const int threads : {1, 2, 5}) {
    WorkerTeam team(threads);
    EXPECT_EQ(team.threads(), threads);
    std::vector<int> runs(1000);
    for (int step = 1; step <= 50; ++step) {
      team.Run(runs.size(), [&](int thread, size_t task) {
        ASSERT_GE(thread, 0);
        ASSERT_LT(thread, threads);
        ++runs[task];
      });
      for (const int count : runs) ASSERT_EQ(count, step);
    }
  }
}

TEST(WorkerTeamTest, PassesOnWhatATaskThrowsAndGoesOn) {
  for (const int threads : {1, 3}) {
    WorkerTeam team(threads);
    for (int step = 0; step < 20; ++step) {
      EXPECT_THROW(team.Run(100,
                            [](int, size_t task) {
                              if (task % 10 == 3) throw std::bad_alloc();
                            }),
                   std::bad_alloc);
      std::atomic<int> runs = 0;
      team.Run(100, [&](int, size_t) { ++runs; });
      EXPECT_EQ(runs, 100);
    }
  }
}

TEST(WorkerTeamTest, NeedsNoTasks) {
  WorkerTeam team(3);
  team.Run(0, [](int, size_t) { FAIL(); });
}

}  // namespace
}  // namespace rookery
