#include "core/perft/kernel_registry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

namespace rookery {
namespace {

TEST(KernelRegistryTest, EndsWithTheReference) {
  ASSERT_FALSE(AvailableKernels().empty());
  EXPECT_EQ(AvailableKernels().back()->name(), "reference");
}

TEST(KernelRegistryTest, NamesAreDistinct) {
  std::set<std::string_view> names;
  for (const Kernel* kernel : AvailableKernels())
    EXPECT_TRUE(names.insert(kernel->name()).second) << kernel->name();
}

TEST(KernelRegistryTest, FindsEveryKernelByName) {
  for (const Kernel* kernel : AvailableKernels()) {
    const absl::StatusOr<const Kernel*> found = FindKernel(kernel->name());
    ASSERT_TRUE(found.ok());
    EXPECT_EQ(*found, kernel);
  }
}

TEST(KernelRegistryTest, AutoIsTheBest) {
  EXPECT_EQ(*FindKernel(""), AvailableKernels().front());
  EXPECT_EQ(*FindKernel("auto"), AvailableKernels().front());
}

TEST(KernelRegistryTest, ListsTheNamesForAnUnknownOne) {
  const absl::Status status = FindKernel("turbo").status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()), testing::HasSubstr("turbo"));
  for (const Kernel* kernel : AvailableKernels()) {
    EXPECT_THAT(std::string(status.message()),
                testing::HasSubstr(std::string(kernel->name())));
  }
}

}  // namespace
}  // namespace rookery
