#include "daemon/build_info.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

#include "daemon/build_info_metric.h"

namespace rookery::daemon {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;

TEST(BuildInfoTest, NamesVersionRevisionAndInstructionSet) {
  const BuildInfo& info = GetBuildInfo();
  EXPECT_THAT(info.version, MatchesRegex("[0-9]+\\.[0-9]+\\.[0-9]+"));
  EXPECT_THAT(info.revision, MatchesRegex("unknown|[0-9a-f]+(-dirty)?"));
  EXPECT_THAT(info.isa, MatchesRegex("x86-64(-v[234])?|other"));
  EXPECT_EQ(VersionLine("rookery"), "rookery " + info.version + " (revision " +
                                        info.revision + ", " + info.isa + ")");
}

TEST(BuildInfoTest, IsAGaugeOfOne) {
  prometheus::Registry registry;
  AddBuildInfoMetric(registry);
  const std::string text =
      prometheus::TextSerializer().Serialize(registry.Collect());
  EXPECT_THAT(text, HasSubstr("# TYPE rookery_build_info gauge"));
  EXPECT_THAT(text, HasSubstr("version=\"" + GetBuildInfo().version + "\""));
  EXPECT_THAT(text, HasSubstr("} 1\n"));
}

}  // namespace
}  // namespace rookery::daemon
