#include "daemon/machine_memory.h"

#include <gtest/gtest.h>

namespace rookery::daemon {
namespace {

TEST(MachineMemoryTest, IsInBytes) {
  EXPECT_GT(MachineMemory(), uint64_t{64} << 20);
  EXPECT_LT(MachineMemory(), uint64_t{1} << 60);
}

}  // namespace
}  // namespace rookery::daemon
