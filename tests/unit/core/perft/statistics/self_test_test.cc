#include "core/perft/statistics/self_test.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "core/perft/statistics/statistics_registry.h"

namespace rookery {
namespace {

// Lets another one count, then spoils the answer.
class WrongStatistics final : public StatisticsKernel {
 public:
  explicit WrongStatistics(bool with_table) : with_table_(with_table) {}

  std::string_view name() const override { return "wrong"; }
  CountResult Count(const StatisticsRequest& request) const override {
    const CountResult result =
        AvailableStatisticsKernels().front()->Count(request);
    if ((request.table != nullptr) == with_table_)
      ++request.statistics[0][kDirectMates];
    return result;
  }

 private:
  const bool with_table_;
};

TEST(StatisticsSelfTestTest, PassesAllOfThisMachine) {
  for (const StatisticsKernel* kernel : AvailableStatisticsKernels())
    EXPECT_TRUE(SelfTest(*kernel).ok()) << SelfTest(*kernel);
}

TEST(StatisticsSelfTestTest, NamesWhatIsWrong) {
  const absl::Status status = SelfTest(WrongStatistics(/*with_table=*/false));
  EXPECT_EQ(status.code(), absl::StatusCode::kInternal);
  for (const char* part : {"'wrong'", "direct_mates at depth", "counted"})
    EXPECT_THAT(std::string(status.message()), testing::HasSubstr(part));
}

TEST(StatisticsSelfTestTest, FindsWhatIsWrongWithATableOnly) {
  const absl::Status status = SelfTest(WrongStatistics(/*with_table=*/true));
  EXPECT_EQ(status.code(), absl::StatusCode::kInternal);
  EXPECT_THAT(std::string(status.message()),
              testing::HasSubstr("with a table"));
}

}  // namespace
}  // namespace rookery
