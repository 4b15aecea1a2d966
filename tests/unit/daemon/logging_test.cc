#include "daemon/logging.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_split.h"

namespace rookery::daemon {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;

TEST(FormatLogLineTest, WritesFieldsOfEveryTypeAsKeyAndValue) {
  EXPECT_EQ(FormatLogLine("ended", {{"job", "4f3a"},
                                    {"units", 12u},
                                    {"left", -1},
                                    {"exact", true},
                                    {"ratio", 0.5},
                                    {"age", absl::Milliseconds(1500)}}),
            "ended job=4f3a units=12 left=-1 exact=true ratio=0.5 age=1.5s");
}

TEST(FormatLogLineTest, AnEventAloneIsTheLine) {
  EXPECT_EQ(FormatLogLine("drained", {}), "drained");
}

TEST(FormatLogLineTest, QuotesWhatWouldTearTheLineApart) {
  EXPECT_EQ(FormatLogLine("x", {{"a", "two words"}}), "x a=\"two words\"");
  EXPECT_EQ(FormatLogLine("x", {{"a", ""}}), "x a=\"\"");
  EXPECT_EQ(FormatLogLine("x", {{"a", "k=v"}}), "x a=\"k=v\"");
  EXPECT_EQ(FormatLogLine("x", {{"a", "say \"no\""}}),
            "x a=\"say \\\"no\\\"\"");
  EXPECT_EQ(FormatLogLine("x", {{"a", "one\nERROR two"}}),
            "x a=\"one\\nERROR two\"");
}

TEST(FormatLogLineTest, KeepsUtf8AndWritesAStatusWithItsCode) {
  EXPECT_EQ(FormatLogLine("x", {{"name", "Grünfeld"}}), "x name=Grünfeld");
  EXPECT_EQ(FormatLogLine("x", {{"error", absl::NotFoundError("no job")}}),
            "x error=\"NOT_FOUND: no job\"");
}

TEST(LogTest, LinesGoToStderrWithTimeAndLevel) {
  testing::internal::CaptureStderr();
  LogInfo("listening", {{"address", "127.0.0.1"}, {"port", 7070}});
  LogWarning("slow", {});
  LogError("broken", {});
  const std::string output = testing::internal::GetCapturedStderr();
  const std::vector<std::string> lines = absl::StrSplit(output, '\n');
  const std::string time = "[0-9]+-[0-9]+-[0-9]+T[0-9]+:[0-9]+:[0-9.]+Z ";
  ASSERT_EQ(lines.size(), 4u) << output;
  EXPECT_THAT(
      lines[0],
      MatchesRegex(time + "info listening address=127.0.0.1 port=7070"));
  EXPECT_THAT(lines[1], MatchesRegex(time + "warning slow"));
  EXPECT_THAT(lines[2], MatchesRegex(time + "error broken"));
  EXPECT_EQ(lines[3], "");
}

TEST(LogTest, DropsLinesBelowTheLevel) {
  SetLogLevel(LogLevel::kWarning);
  testing::internal::CaptureStderr();
  LogDebug("a");
  LogInfo("b");
  EXPECT_THAT(testing::internal::GetCapturedStderr(), IsEmpty());
  testing::internal::CaptureStderr();
  LogWarning("c");
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("c"));
  SetLogLevel(LogLevel::kInfo);
}

TEST(LogTest, LinesOfSeveralThreadsStayWhole) {
  testing::internal::CaptureStderr();
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([] {
      for (int j = 0; j < 100; ++j) LogInfo("event", {{"key", "value"}});
    });
  }
  for (std::thread& thread : threads) thread.join();
  const std::vector<std::string> lines = absl::StrSplit(
      testing::internal::GetCapturedStderr(), '\n', absl::SkipEmpty());
  EXPECT_EQ(lines.size(), 400u);
  for (const std::string& line : lines) {
    EXPECT_THAT(line, testing::EndsWith("Z info event key=value"));
  }
}

TEST(ParseLogLevelTest, KnowsFourNamesAndNoOther) {
  EXPECT_EQ(*ParseLogLevel("debug"), LogLevel::kDebug);
  EXPECT_EQ(*ParseLogLevel("info"), LogLevel::kInfo);
  EXPECT_EQ(*ParseLogLevel("warning"), LogLevel::kWarning);
  EXPECT_EQ(*ParseLogLevel("error"), LogLevel::kError);
  const absl::Status status = ParseLogLevel("loud").status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(status.message(), HasSubstr("'loud'"));
}

}  // namespace
}  // namespace rookery::daemon
