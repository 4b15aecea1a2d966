// `rookery verify` against real programs: wrong ones, ill-behaved ones, and
// Stockfish.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/engines/bugs.h"
#include "tests/system/cluster.h"

namespace rookery {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr int kSuccess = 0;
constexpr int kAnswerIsWrong = 1;
constexpr int kBadUsage = 2;
constexpr int kServiceFailed = 3;

constexpr const char* kStockfish = "/usr/games/stockfish";

const std::vector<std::string> kAllSuites = {"--suite", "standard", "--suite",
                                             "tricky",  "--suite",  "chess960",
                                             "--suite", "endgame"};

std::string FaultyGenerator(const std::string& options) {
  return "'" ROOKERY_BINARY_DIR "/faulty_generator' " + options;
}

std::vector<std::string> VerifyWith(const std::string& engine,
                                    const std::vector<std::string>& rest) {
  std::vector<std::string> arguments = {"verify", "--engine", engine};
  arguments.insert(arguments.end(), rest.begin(), rest.end());
  return arguments;
}

class VerifyTest : public testing::Test {
 protected:
  CommandResult Verify(const std::string& engine,
                       const std::vector<std::string>& rest) {
    return cluster_.Run(VerifyWith(engine, rest));
  }

  Cluster cluster_;
};

class EveryBugTest : public VerifyTest,
                     public testing::WithParamInterface<std::string> {};

// Reasons and moves are compared in core/verify's own tests; here is the way
// there, over a real process.
TEST_P(EveryBugTest, IsFoundWithTheBuiltInSuites) {
  std::vector<std::string> arguments = kAllSuites;
  arguments.insert(arguments.end(),
                   {"--depth", "3", "--jobs", "2", "--format", "json"});
  const CommandResult result =
      Verify(FaultyGenerator("--bug " + GetParam()), arguments);
  EXPECT_EQ(result.code, kAnswerIsWrong) << result.err;
  const nlohmann::json report = nlohmann::json::parse(result.out);
  EXPECT_EQ(report["all_agreed"], false);
  int narrowed_down = 0;
  for (const nlohmann::json& one : report["results"]) {
    EXPECT_NE(one["verdict"], "failed") << one;
    if (!one.contains("difference")) continue;
    // A right that is kept may let the king's step and his castling be spelled
    // alike: a move twice is no answer.
    narrowed_down += one["difference"]["kind"] != "unknown" ? 1 : 0;
  }
  EXPECT_GT(narrowed_down, 0);
}

std::vector<std::string> BugNames() {
  std::vector<std::string> names;
  for (const Bug& bug : AllBugs())
    if (bug.name != "none") names.emplace_back(bug.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Bugs, EveryBugTest, testing::ValuesIn(BugNames()),
                         [](const auto& instance) {
                           std::string name = instance.param;
                           for (char& c : name)
                             if (c == '-') c = '_';
                           return name;
                         });

class EveryProtocolTest : public VerifyTest,
                          public testing::WithParamInterface<const char*> {};

TEST_P(EveryProtocolTest, AgreesWithARightGenerator) {
  const CommandResult result =
      Verify(FaultyGenerator(std::string("--protocol ") + GetParam()),
             {"--protocol", GetParam(), "--suite", "standard", "--depth", "2"});
  EXPECT_EQ(result.code, kSuccess) << result.out << result.err;
  EXPECT_THAT(result.out, HasSubstr("all right: "));
}

TEST_P(EveryProtocolTest, FindsAWrongGenerator) {
  const CommandResult result =
      Verify(FaultyGenerator(std::string("--bug promotion-no-knight "
                                         "--protocol ") +
                             GetParam()),
             {"--protocol", GetParam(), "--fen",
              "7k/8/P7/8/8/8/8/4K3 w - - 0 1", "--depth", "4"});
  EXPECT_EQ(result.code, kAnswerIsWrong) << result.err;
  EXPECT_THAT(result.out,
              HasSubstr("wrong: 1 differed, 0 failed, of 1 position"));
  EXPECT_THAT(result.out, HasSubstr("after     a6a7"));
}

INSTANTIATE_TEST_SUITE_P(Protocols, EveryProtocolTest,
                         testing::Values("uci", "script", "lines"),
                         [](const auto& instance) {
                           return std::string(instance.param);
                         });

TEST_F(VerifyTest, ShowsTheSmallestExampleAndWhy) {
  const CommandResult result =
      Verify(FaultyGenerator("--bug en-passant-exposes-rank"),
             {"--fen", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "--depth",
              "4", "--minimize"});
  EXPECT_EQ(result.code, kAnswerIsWrong) << result.err;
  EXPECT_THAT(result.out,
              AllOf(HasSubstr("en-passant-exposes-king-on-rank"),
                    HasSubstr("en passant: the king on"),
                    HasSubstr("advice    two pawns leave one rank at once")));
}

TEST_F(VerifyTest, GoesOnAfterACrash) {
  const CommandResult result =
      Verify(FaultyGenerator("--manners crash --only-depth 2"),
             {"--fen", "startpos", "--fen", "kiwipete", "--depth", "2",
              "--format", "json"});
  EXPECT_EQ(result.code, kAnswerIsWrong) << result.err;
  const nlohmann::json report = nlohmann::json::parse(result.out);
  ASSERT_EQ(report["results"].size(), 2u);
  for (const nlohmann::json& one : report["results"]) {
    EXPECT_EQ(one["verdict"], "failed");
    EXPECT_THAT(one["failure"].get<std::string>(), HasSubstr("signal"));
  }
}

TEST_F(VerifyTest, WritesJunit) {
  const std::string path = cluster_.File("verify.xml");
  const CommandResult result =
      Verify(FaultyGenerator("--bug promotion-no-knight"),
             {"--fen", "7k/P7/8/8/8/8/8/4K3 w - - 0 1", "--fen", "startpos",
              "--depth", "1", "--junit", path});
  EXPECT_EQ(result.code, kAnswerIsWrong) << result.err;
  std::ostringstream xml;
  xml << std::ifstream(path).rdbuf();
  EXPECT_THAT(
      xml.str(),
      AllOf(StartsWith("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"),
            HasSubstr("<testsuite name=\"fen\" tests=\"2\" failures=\"1\" "
                      "errors=\"0\""),
            HasSubstr("<failure type=\"underpromotion-missing\"")));
}

// One ply deeper than what is not asked of the cluster.
TEST_F(VerifyTest, ComparesWithACluster) {
  cluster_.StartCoordinator();
  cluster_.StartWorker("worker");
  const std::vector<std::string> question = {
      "--fen",         "7k/8/P7/8/8/8/8/4K3 w - - 0 1",
      "--depth",       "5",
      "--coordinator", cluster_.address()};
  EXPECT_EQ(Verify(FaultyGenerator("--bug none"), question).code, kSuccess);
  const CommandResult wrong =
      Verify(FaultyGenerator("--bug promotion-no-knight"), question);
  EXPECT_EQ(wrong.code, kAnswerIsWrong) << wrong.err;
  EXPECT_THAT(wrong.out, HasSubstr("underpromotion-missing"));
}

TEST_F(VerifyTest, SharesRootMovesAmongJobs) {
  const CommandResult result =
      Verify(FaultyGenerator("--bug none"),
             {"--fen", "startpos", "--depth", "4", "--jobs", "2"});
  EXPECT_EQ(result.code, kSuccess) << result.out << result.err;
}

TEST_F(VerifyTest, StockfishAgreesWithTheBuiltInSuites) {
  if (access(kStockfish, X_OK) != 0)
    GTEST_SKIP() << kStockfish << " is not installed; nothing was compared";
  const CommandResult result = Verify(kStockfish, kAllSuites);
  EXPECT_EQ(result.code, kSuccess) << result.out << result.err;
}

TEST_F(VerifyTest, StockfishAgreesOnRandomPositions) {
  if (access(kStockfish, X_OK) != 0)
    GTEST_SKIP() << kStockfish << " is not installed; nothing was compared";
  const CommandResult result = Verify(
      kStockfish, {"--fuzz", "100", "--seed", "20261201", "--divide-always"});
  EXPECT_EQ(result.code, kSuccess) << result.out << result.err;
}

TEST_F(VerifyTest, SaysThatThereIsNoSuchProgram) {
  const CommandResult result =
      Verify("./no_such_program", {"--suite", "standard"});
  EXPECT_EQ(result.code, kServiceFailed);
  EXPECT_THAT(result.err, HasSubstr("--engine: "));
  EXPECT_EQ(result.out, "");
}

struct BadVerify {
  const char* name;
  std::vector<std::string> arguments;
  const char* message;
};

class BadVerifyTest : public VerifyTest,
                      public testing::WithParamInterface<BadVerify> {};

TEST_P(BadVerifyTest, IsRefused) {
  std::vector<std::string> arguments = {"verify"};
  arguments.insert(arguments.end(), GetParam().arguments.begin(),
                   GetParam().arguments.end());
  const CommandResult result = cluster_.Run(arguments);
  EXPECT_EQ(result.code, kBadUsage);
  EXPECT_THAT(result.err, HasSubstr(GetParam().message));
  EXPECT_EQ(result.out, "");
}

INSTANTIATE_TEST_SUITE_P(
    Calls, BadVerifyTest,
    testing::Values(BadVerify{"NoEngine", {"--suite", "standard"}, "--engine"},
                    BadVerify{"OpenQuote", {"--engine", "'sf"}, "--engine: "},
                    BadVerify{"UnknownProtocol",
                              {"--engine", "sf", "--protocol", "xboard"},
                              "--protocol: "},
                    BadVerify{"NoSuchSuite",
                              {"--engine", "sf", "--suite", "./none.epd"},
                              "--suite './none.epd'"},
                    BadVerify{"FenWithoutDepth",
                              {"--engine", "sf", "--fen", "startpos"},
                              "--fen needs a --depth"},
                    BadVerify{"BadFen",
                              {"--engine", "sf", "--fen", "8/8 w - -",
                               "--depth", "1"},
                              "fen: "},
                    BadVerify{"DepthZero",
                              {"--engine", "sf", "--depth", "0"},
                              "--depth is 0; it must be 1 to 32"},
                    BadVerify{"NoJobs",
                              {"--engine", "sf", "--jobs", "0"},
                              "--jobs is 0; it must be 1 to 1024"},
                    BadVerify{"TooManyRandomPositions",
                              {"--engine", "sf", "--fuzz", "100001"},
                              "--fuzz is 100001"},
                    BadVerify{"SeedWithoutFuzz",
                              {"--engine", "sf", "--seed", "3"},
                              "--seed is for --fuzz"}),
    [](const auto& instance) { return instance.param.name; });

}  // namespace
}  // namespace rookery
