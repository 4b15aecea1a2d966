#include "core/perft/worker_team.h"

#include <gtest/gtest.h>

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

TEST(WorkerTeamTest, NeedsNoTasks) {
  WorkerTeam team(3);
  team.Run(0, [](int, size_t) { FAIL(); });
}

}  // namespace
}  // namespace rookery
