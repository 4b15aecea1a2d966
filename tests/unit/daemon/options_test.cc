#include "daemon/options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "daemon/logging.h"

namespace rookery::daemon {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

// A small daemon's command line, and what became of it.
class OptionsTest : public testing::Test {
 protected:
  OptionsTest() {
    SetUpProgram(app_, {.name = "rookery-test",
                        .summary = "Tests options.",
                        .example = "rookery-test --hash-mib 64"});
    app_.add_option("--hash-mib", hash_mib_, "Size of the table");
    app_.add_option("--store", store_, "Where results go");
    app_.add_flag("--durable,!--no-durable", durable_, "Sync every result");
    CLI::App* sub = app_.add_subcommand("perft", "Counts");
    SetExample(*sub, "rookery-test perft --depth 7");
    sub->add_option("--depth", depth_, "Plies");
    AddLogLevelOption(app_);
  }

  ~OptionsTest() override {
    for (const std::string& name : variables_) unsetenv(name.c_str());
    SetLogLevel(LogLevel::kInfo);
  }

  void SetVariable(const std::string& name, const std::string& value) {
    setenv(name.c_str(), value.c_str(), 1);
    variables_.push_back(name);
  }

  std::string WriteConfig(const std::string& text) {
    const std::string path =
        absl::StrCat(testing::TempDir(), "/options_test_", getpid(), ".ini");
    std::ofstream(path) << text;
    return path;
  }

  // The exit code, if the program is to end; stdout and stderr are kept.
  std::optional<int> Parse(const std::vector<std::string>& arguments) {
    std::vector<const char*> argv = {"rookery-test"};
    for (const std::string& argument : arguments) {
      argv.push_back(argument.c_str());
    }
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    const std::optional<int> code =
        ParseArguments(app_, static_cast<int>(argv.size()), argv.data());
    stdout_ = testing::internal::GetCapturedStdout();
    stderr_ = testing::internal::GetCapturedStderr();
    return code;
  }

  CLI::App app_;
  int hash_mib_ = 16;
  std::string store_ = "none";
  bool durable_ = true;
  int depth_ = 1;
  std::string stdout_;
  std::string stderr_;
  std::vector<std::string> variables_;
};

TEST_F(OptionsTest, DefaultsStayWhereNothingIsSaid) {
  EXPECT_EQ(Parse({}), std::nullopt);
  EXPECT_EQ(hash_mib_, 16);
  EXPECT_EQ(store_, "none");
  EXPECT_TRUE(durable_);
  EXPECT_EQ(stdout_ + stderr_, "");
}

TEST_F(OptionsTest, FlagsSetValues) {
  EXPECT_EQ(Parse({"--hash-mib", "64", "--no-durable"}), std::nullopt);
  EXPECT_EQ(hash_mib_, 64);
  EXPECT_FALSE(durable_);
}

TEST_F(OptionsTest, EveryLongOptionComesFromTheEnvironment) {
  SetVariable("ROOKERY_HASH_MIB", "32");
  SetVariable("ROOKERY_DURABLE", "false");
  SetVariable("ROOKERY_DEPTH", "5");
  EXPECT_EQ(Parse({"perft"}), std::nullopt);
  EXPECT_EQ(hash_mib_, 32);
  EXPECT_FALSE(durable_);
  EXPECT_EQ(depth_, 5);
}

TEST_F(OptionsTest, ConfigFileSetsValuesInSections) {
  const std::string path = WriteConfig(
      "# a comment\nhash-mib = 48\nstore = \"sqlite:/with blank\"\n"
      "durable = false\n[perft]\ndepth = 6\n");
  EXPECT_EQ(Parse({"--config", path, "perft"}), std::nullopt) << stderr_;
  EXPECT_EQ(hash_mib_, 48);
  EXPECT_EQ(store_, "sqlite:/with blank");
  EXPECT_FALSE(durable_);
  EXPECT_EQ(depth_, 6);
}

TEST_F(OptionsTest, FlagBeatsEnvironmentBeatsFile) {
  const std::string path = WriteConfig("hash-mib = 1\nstore = file\n");
  SetVariable("ROOKERY_HASH_MIB", "2");
  SetVariable("ROOKERY_STORE", "environment");
  EXPECT_EQ(Parse({"--config", path, "--hash-mib", "3"}), std::nullopt);
  EXPECT_EQ(hash_mib_, 3);
  EXPECT_EQ(store_, "environment");
}

TEST_F(OptionsTest, ConfigFileMayBeNamedByTheEnvironment) {
  SetVariable("ROOKERY_CONFIG", WriteConfig("hash-mib = 7\n"));
  EXPECT_EQ(Parse({}), std::nullopt) << stderr_;
  EXPECT_EQ(hash_mib_, 7);
}

TEST_F(OptionsTest, MissingConfigFileIsAnError) {
  EXPECT_EQ(Parse({"--config", "/nonexistent.ini"}), 2);
  EXPECT_THAT(stderr_, HasSubstr("/nonexistent.ini"));
}

TEST_F(OptionsTest, MissingConfigFileOfTheEnvironmentIsAnError) {
  SetVariable("ROOKERY_CONFIG", "/nonexistent.ini");
  EXPECT_EQ(Parse({}), 2);
  EXPECT_THAT(stderr_, HasSubstr("/nonexistent.ini"));
}

TEST_F(OptionsTest, UnknownKeyInTheFileIsAnError) {
  EXPECT_EQ(Parse({"--config", WriteConfig("hash-mb = 1\n")}), 2);
  EXPECT_THAT(stderr_, HasSubstr("hash-mb"));
}

TEST_F(OptionsTest, ErrorsInTheFileNameFileAndKey) {
  struct Case {
    std::string text;
    std::string message;
  };
  for (const Case& c :
       {Case{"hash-mb = 1\n", "key 'hash-mb' is not known"},
        Case{"help = true\n", "key 'help' is not known"},
        Case{"[perft]\ndpth = 1\n", "key 'perft.dpth' is not known"},
        Case{"[pefrt]\n", "section [pefrt] is not known"},
        Case{"[pefrt]\ndepth = 1\n", "section [pefrt] is not known"},
        Case{"hash-mib = many\n", "key 'hash-mib': "},
        Case{"durable = perhaps\n", "key 'durable': "},
        Case{"log-level = loud\n", "key 'log-level': "},
        Case{"[perft]\ndepth = deep\n", "key 'perft.depth': "}}) {
    const std::string path = WriteConfig(c.text);
    EXPECT_EQ(Parse({"--config", path}), 2) << c.text;
    EXPECT_THAT(stderr_, StartsWith(absl::StrCat("rookery-test: config file '",
                                                 path, "', ", c.message)));
  }
}

TEST_F(OptionsTest, AFileThatIsNotThereIsCalledAConfigFile) {
  EXPECT_EQ(Parse({"--config", "/nonexistent\n.ini"}), 2);
  EXPECT_THAT(stderr_,
              StartsWith("rookery-test: config file /nonexistent .ini"));
  EXPECT_EQ(stderr_.find('\n'), stderr_.size() - 1);
}

TEST_F(OptionsTest, ABadValueInTheFileIsOverlookedWhereTheCommandLineHasOne) {
  const std::string path = WriteConfig("hash-mib = many\n");
  EXPECT_EQ(Parse({"--config", path, "--hash-mib", "3"}), std::nullopt)
      << stderr_;
  EXPECT_EQ(hash_mib_, 3);
}

TEST_F(OptionsTest, BadUsageIsOneLineOnStderrAndExitCodeTwo) {
  EXPECT_EQ(Parse({"--hash-mib", "many"}), 2);
  EXPECT_THAT(stderr_,
              AllOf(StartsWith("rookery-test: "), HasSubstr("--hash-mib"),
                    HasSubstr("many"), EndsWith("\n")));
  EXPECT_EQ(stderr_.find('\n'), stderr_.size() - 1);
  EXPECT_EQ(stdout_, "");
}

TEST_F(OptionsTest, UnknownOptionIsBadUsage) {
  EXPECT_EQ(Parse({"--hash", "1"}), 2);
  EXPECT_THAT(stderr_, HasSubstr("--hash"));
}

TEST_F(OptionsTest, BadValueInTheEnvironmentIsBadUsage) {
  SetVariable("ROOKERY_HASH_MIB", "many");
  EXPECT_EQ(Parse({}), 2);
  EXPECT_THAT(stderr_, HasSubstr("many"));
}

TEST_F(OptionsTest, HelpShowsDefaultsVariablesAndTheExample) {
  EXPECT_EQ(Parse({"--help"}), 0);
  EXPECT_THAT(stdout_,
              AllOf(HasSubstr("Tests options."), HasSubstr("=16"),
                    HasSubstr("ROOKERY_HASH_MIB"), HasSubstr("ROOKERY_CONFIG"),
                    HasSubstr("rookery-test --hash-mib 64")));
  EXPECT_EQ(stderr_, "");
}

TEST_F(OptionsTest, HelpOfASubcommandShowsItsOwnExample) {
  EXPECT_EQ(Parse({"perft", "--help"}), 0);
  EXPECT_THAT(stdout_, HasSubstr("rookery-test perft --depth 7"));
}

TEST_F(OptionsTest, VersionNamesTheProgram) {
  EXPECT_EQ(Parse({"--version"}), 0);
  EXPECT_THAT(stdout_, StartsWith("rookery-test "));
}

TEST_F(OptionsTest, LogLevelActsAtOnce) {
  EXPECT_EQ(Parse({"--log-level", "error"}), std::nullopt);
  testing::internal::CaptureStderr();
  LogWarning("unheard");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST_F(OptionsTest, UnknownLogLevelIsBadUsage) {
  EXPECT_EQ(Parse({"--log-level", "loud"}), 2);
  EXPECT_THAT(stderr_, HasSubstr("'loud'"));
}

}  // namespace
}  // namespace rookery::daemon
