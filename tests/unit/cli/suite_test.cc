#include "cli/suite.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "absl/status/status.h"

namespace rookery::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

constexpr char kStart[] =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
constexpr char kKings[] = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";

class SuiteTest : public testing::Test {
 protected:
  SuiteTest()
      : path_(std::filesystem::path(testing::TempDir()) /
              ("rookery_suite_" + std::to_string(getpid()) + ".epd")) {}
  ~SuiteTest() override { std::filesystem::remove(path_); }

  void Write(const std::string& text) { std::ofstream(path_) << text; }

  std::vector<SuiteQuestion> Load(std::optional<int64_t> deepest = {}) {
    const auto questions = LoadSuite(path_, deepest);
    EXPECT_TRUE(questions.ok()) << questions.status();
    return questions.value_or(std::vector<SuiteQuestion>());
  }

  const std::filesystem::path path_;
};

TEST_F(SuiteTest, AsksForEachCountOfTheFile) {
  Write(std::string(kStart) + " ;D1 20 ;D2 400\n\n" + kKings + " ;D1 5\n");
  const std::vector<SuiteQuestion> questions = Load();
  v1::SubmitPerftRequest request;
  AskSuite(questions, &request);
  ASSERT_EQ(request.suite_size(), 3);
  EXPECT_EQ(request.suite(1).fen(), kStart);
  EXPECT_EQ(request.suite(1).depth(), 2u);
  EXPECT_EQ(request.suite(2).fen(), kKings);
  EXPECT_EQ(questions[2].line, 3);
  EXPECT_EQ(questions[2].expected, 5);
}

TEST_F(SuiteTest, LeavesOutWhatIsTooDeep) {
  Write(std::string(kStart) + " ;D1 20 ;D2 400\n" + kKings + " ;D2 25\n");
  EXPECT_THAT(Load(2), SizeIs(3));
  EXPECT_THAT(Load(1), SizeIs(1));
  const absl::Status nothing = LoadSuite(path_, 0).status();
  EXPECT_TRUE(absl::IsInvalidArgument(nothing));
  EXPECT_THAT(std::string(nothing.message()),
              HasSubstr("has no count of --depth 0 or less"));
}

TEST_F(SuiteTest, NamesFileAndLine) {
  Write(std::string(kStart) + " ;D1 20\nnonsense\n");
  const absl::Status status = LoadSuite(path_, {}).status();
  EXPECT_TRUE(absl::IsInvalidArgument(status));
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("--suite '" + path_.string() + "': line 2: fen: "));
}

TEST_F(SuiteTest, NamesAFileThatCannotBeRead) {
  absl::Status status = LoadSuite(path_, {}).status();
  EXPECT_TRUE(absl::IsNotFound(status));
  EXPECT_EQ(status.message(),
            "--suite '" + path_.string() + "': No such file or directory");
  status = LoadSuite(path_.parent_path(), {}).status();
  EXPECT_TRUE(absl::IsNotFound(status));
  EXPECT_THAT(std::string(status.message()), HasSubstr("Is a directory"));
}

TEST_F(SuiteTest, RefusesMoreThanAJobTakes) {
  std::string text;
  for (int line = 0; line < 5001; ++line)
    text += std::string(kKings) + " ;D1 5 ;D2 25\n";
  Write(text);
  const absl::Status status = LoadSuite(path_, {}).status();
  EXPECT_TRUE(absl::IsInvalidArgument(status));
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("has 10002 counts; a job takes 10000"));
  EXPECT_THAT(Load(1), SizeIs(5001));
}

// The start position at two depths on line 1, two kings on line 3.
std::vector<SuiteQuestion> Questions() {
  return {{.line = 1, .fen = kStart, .depth = 1, .expected = 20},
          {.line = 1, .fen = kStart, .depth = 2, .expected = 401},
          {.line = 3, .fen = kKings, .depth = 1, .expected = 5}};
}

v1::Job Answered(const std::vector<std::string>& counts) {
  v1::Job job;
  job.set_job_id("0123456789abcdef0123456789abcdef");
  job.set_state(v1::Job::STATE_SUCCEEDED);
  AskSuite(Questions(), job.mutable_perft());
  for (const std::string& count : counts)
    job.mutable_perft_result()->add_suite_nodes(count);
  job.mutable_perft_result()->set_nodes("425");
  return job;
}

SuiteAnswer Compare(const std::vector<std::string>& counts) {
  const auto answer =
      CompareSuite(Questions(), Answered(counts), absl::Milliseconds(500));
  EXPECT_TRUE(answer.ok()) << answer.status();
  return answer.value_or(SuiteAnswer());
}

TEST(CompareSuiteTest, SaysWhichCountsDiffer) {
  EXPECT_EQ(SuiteText(Compare({"20", "400", "5"})),
            "line 1: " + std::string(kStart) +
                ": perft(2) = 400, but the suite has 401\n"
                "wrong: 1 of 3 counts of 2 positions\n"
                "0.500 s, 850 leaves/s\n");
}

TEST(CompareSuiteTest, SaysThatNoneDiffers) {
  EXPECT_EQ(SuiteText(Compare({"20", "401", "5"})),
            "all right: 3 counts of 2 positions\n"
            "0.500 s, 850 leaves/s\n");
}

TEST(CompareSuiteTest, PrintsOneJsonObject) {
  EXPECT_EQ(
      SuiteJson(Compare({"20", "400", "5"})),
      R"({"positions":2,"counts":3,"differences":[{"line":1,)"
      R"("fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","depth":2,)"
      R"("expected":"401","counted":"400"}],"nodes":"425","seconds":0.5})"
      "\n");
  EXPECT_THAT(SuiteJson(Compare({"20", "401", "5"})),
              HasSubstr(R"("differences":[],)"));
}

TEST(CompareSuiteTest, RefusesAnAnswerToOtherQuestions) {
  EXPECT_TRUE(absl::IsInternal(
      CompareSuite(Questions(), Answered({"20", "400"}), absl::ZeroDuration())
          .status()));
}

TEST(SuiteCountsTextTest, HasALineForEachCount) {
  EXPECT_EQ(SuiteCountsText(Answered({"20", "400", "5"})),
            std::string(kStart) + ": perft(1) = 20\n" + kStart +
                ": perft(2) = 400\n" + kKings + ": perft(1) = 5\n");
}

}  // namespace
}  // namespace rookery::cli
