#include "core/perft/self_test.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "core/perft/kernel_registry.h"

namespace rookery {
namespace {

// Lets another kernel count, then spoils the answer.
class WrongKernel final : public Kernel {
 public:
  explicit WrongKernel(std::function<CountResult(const CountRequest&)> spoil)
      : spoil_(std::move(spoil)) {}

  std::string_view name() const override { return "wrong"; }
  CountResult Count(const CountRequest& request) const override {
    const CountResult result = AvailableKernels().front()->Count(request);
    return result == CountResult::kDone ? spoil_(request) : result;
  }

 private:
  const std::function<CountResult(const CountRequest&)> spoil_;
};

TEST(SelfTestTest, PassesEveryKernelOfThisMachine) {
  for (const Kernel* kernel : AvailableKernels())
    EXPECT_TRUE(SelfTest(*kernel).ok()) << SelfTest(*kernel);
}

TEST(SelfTestTest, FailsAKernelThatLosesOneLeaf) {
  const WrongKernel kernel([](const CountRequest& request) {
    if (request.counts[0] == 43238) --request.counts[0];
    return CountResult::kDone;
  });
  const absl::Status status = SelfTest(kernel);
  EXPECT_EQ(status.code(), absl::StatusCode::kInternal);
  for (const char* part :
       {"'wrong'", "43238", "43237",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "depth 4"}) {
    EXPECT_THAT(std::string(status.message()), testing::HasSubstr(part));
  }
}

TEST(SelfTestTest, FailsAKernelThatIsWrongWithATableOnly) {
  const WrongKernel kernel([](const CountRequest& request) {
    if (request.table != nullptr) ++request.counts[0];
    return CountResult::kDone;
  });
  EXPECT_EQ(SelfTest(kernel).code(), absl::StatusCode::kInternal);
  EXPECT_THAT(std::string(SelfTest(kernel).message()),
              testing::HasSubstr("hash table"));
}

TEST(SelfTestTest, FailsAKernelThatGivesUp) {
  const WrongKernel kernel(
      [](const CountRequest&) { return CountResult::kOverflow; });
  EXPECT_EQ(SelfTest(kernel).code(), absl::StatusCode::kInternal);
}

}  // namespace
}  // namespace rookery
