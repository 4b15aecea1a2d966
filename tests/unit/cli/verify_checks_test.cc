#include "cli/verify_checks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "core/verify/builtin_suites.h"
#include "core/verify/fuzz_positions.h"

namespace rookery::cli {
namespace {

using ::testing::HasSubstr;

std::vector<NamedCheck> Select(const CheckSelection& selection) {
  absl::StatusOr<std::vector<NamedCheck>> checks = SelectChecks(selection);
  EXPECT_TRUE(checks.ok()) << checks.status();
  return checks.ok() ? *std::move(checks) : std::vector<NamedCheck>();
}

TEST(VerifyChecksTest, TakeTheStandardSuiteByDefault) {
  const std::vector<NamedCheck> checks = Select({});
  const std::vector<SuiteLine> suite = BuiltinSuite("standard").value();
  ASSERT_EQ(checks.size(), suite.size());
  EXPECT_EQ(checks.front().group, "standard");
  EXPECT_EQ(checks.front().number, suite.front().number);
  EXPECT_EQ(checks.front().comment, suite.front().comment);
  EXPECT_EQ(checks.front().check.position, suite.front().position);
  EXPECT_EQ(checks.front().check.depths.size(), suite.front().known.size());
}

TEST(VerifyChecksTest, LeaveOutChess960) {
  const std::vector<NamedCheck> checks =
      Select({.suites = {"standard"}, .fuzz = 40, .no_chess960 = true});
  size_t expected = BuiltinSuite("standard").value().size();
  for (uint64_t index = 0; index < 40; ++index)
    expected += FuzzPosition(1, index).NeedsChess960() ? 0 : 1;
  EXPECT_EQ(checks.size(), expected);
  for (const NamedCheck& check : checks)
    EXPECT_FALSE(check.check.position.NeedsChess960());
}

TEST(VerifyChecksTest, GoNoDeeperThanAsked) {
  for (const NamedCheck& check : Select({.suites = {"tricky"}, .depth = 2})) {
    ASSERT_FALSE(check.check.depths.empty());
    EXPECT_LE(check.check.depths.back().depth, 2);
    EXPECT_TRUE(check.check.depths.back().expected.has_value());
  }
}

TEST(VerifyChecksTest, KeepASquareThatNobodyCanUse) {
  const std::vector<NamedCheck> checks = Select(
      {.fens = {"4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "startpos"}, .depth = 3});
  ASSERT_EQ(checks.size(), 2u);
  EXPECT_EQ(checks[0].check.fen, "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1");
  EXPECT_EQ(checks[1].check.fen, Position::Start().ToFen());
  EXPECT_EQ(checks[1].check.position, Position::Start());
  EXPECT_EQ(checks[1].number, 2);
  ASSERT_EQ(checks[1].check.depths.size(), 3u);
  EXPECT_EQ(checks[1].check.depths[0].depth, 1);
  EXPECT_EQ(checks[1].check.depths[2].depth, 3);
  EXPECT_FALSE(checks[1].check.depths[2].expected.has_value());
}

TEST(VerifyChecksTest, NumberRandomPositions) {
  const std::vector<NamedCheck> checks = Select({.fuzz = 3, .seed = 5});
  ASSERT_EQ(checks.size(), 3u);
  EXPECT_EQ(checks[2].group, "fuzz");
  EXPECT_EQ(checks[2].number, 3);
  EXPECT_EQ(checks[2].check.position, FuzzPosition(5, 2));
  EXPECT_EQ(checks[2].check.depths.back().depth, 3);
}

TEST(VerifyChecksTest, NeedAPositionThatIsDeepEnough) {
  const std::string path = testing::TempDir() + "verify_checks_test_deep.epd";
  std::FILE* const file = std::fopen(path.c_str(), "w");
  ASSERT_NE(file, nullptr);
  std::fputs("4k3/8/8/8/4P3/8/8/4K3 b - e3 ;D3 170\n", file);
  std::fclose(file);
  const std::vector<NamedCheck> checks = Select({.suites = {path}});
  ASSERT_EQ(checks.size(), 1u);
  // The square that the file names, though nobody can use it.
  EXPECT_EQ(checks[0].check.fen, "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1");
  const absl::Status status =
      SelectChecks({.suites = {path}, .depth = 2}).status();
  EXPECT_TRUE(absl::IsInvalidArgument(status)) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr("raise --depth"));
  std::remove(path.c_str());
}

}  // namespace
}  // namespace rookery::cli
