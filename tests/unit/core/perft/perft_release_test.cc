// Counts that take too long without optimisation. Labelled `release`.
#include <gtest/gtest.h>

#include "core/perft/kernel_registry.h"
#include "tests/unit/core/perft/perft_test_support.h"

namespace rookery {
namespace {

TEST(PerftReleaseTest, EveryFastKernelCountsTheStartPositionToDepthSeven) {
  for (const Kernel* kernel : FastKernels()) {
    EXPECT_EQ(CountOf(*kernel, Position::Start(), 7), 3195901860u)
        << kernel->name();
  }
}

TEST(PerftReleaseTest,
     EveryFastKernelCountsTheStartPositionToDepthSevenWithATable) {
  for (const Kernel* kernel : FastKernels()) {
    const absl::StatusOr<std::unique_ptr<HashTable>> table =
        HashTable::Create(64, /*seed=*/1);
    ASSERT_TRUE(table.ok());
    EXPECT_EQ(CountOf(*kernel, Position::Start(), 7, table->get()), 3195901860u)
        << kernel->name();
  }
}

TEST(PerftReleaseTest, TheReferenceCountsTheStartPositionToDepthSix) {
  EXPECT_EQ(CountOf(ReferenceKernelOfThisBuild(), Position::Start(), 6),
            119060324u);
}

}  // namespace
}  // namespace rookery
