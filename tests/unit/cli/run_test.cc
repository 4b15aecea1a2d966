#include "cli/run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "cli/embedded.h"
#include "cli/job_client.h"
#include "core/board/position.h"

namespace rookery::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::StartsWith;

// Help and usage errors are written to the standard streams; for the life of
// this object they end in a string.
class Redirect {
 public:
  Redirect(std::ostream& stream, std::ostream& to)
      : stream_(stream), before_(stream.rdbuf(to.rdbuf())) {}
  ~Redirect() { stream_.rdbuf(before_); }

 private:
  std::ostream& stream_;
  std::streambuf* const before_;
};

struct Outcome {
  int code = 0;
  std::string out;
  std::string err;
};

Outcome RunWith(std::vector<std::string> arguments, Interrupt* interrupt) {
  std::ostringstream out;
  std::ostringstream err;
  const Redirect redirect_out(std::cout, out);
  const Redirect redirect_err(std::cerr, err);
  Console console;
  console.arguments = std::move(arguments);
  console.out = &std::cout;
  console.err = &std::cerr;
  console.interrupt = interrupt;
  Outcome outcome;
  outcome.code = Run(console);
  outcome.out = out.str();
  outcome.err = err.str();
  return outcome;
}

Outcome RunWith(std::vector<std::string> arguments) {
  Interrupt interrupt;
  return RunWith(std::move(arguments), &interrupt);
}

// A fresh path of this test's own.
std::filesystem::path FreshPath(const std::string& name) {
  const testing::TestInfo* test =
      testing::UnitTest::GetInstance()->current_test_info();
  const std::filesystem::path path =
      std::filesystem::path(testing::TempDir()) /
      (std::string("rookery_run_") + test->name() + "_" +
       std::to_string(getpid())) /
      name;
  std::filesystem::remove_all(path.parent_path());
  std::filesystem::create_directories(path.parent_path());
  return path;
}

// --- Bad usage: exit code 2, nothing on stdout, one line that names what is
// wrong.

struct BadUsage {
  std::string name;
  std::vector<std::string> arguments;
  std::string message;
};

class BadUsageTest : public testing::TestWithParam<BadUsage> {};

TEST_P(BadUsageTest, IsRefusedInOneLine) {
  const Outcome outcome = RunWith(GetParam().arguments);
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.err,
              AllOf(StartsWith("rookery: "), HasSubstr(GetParam().message)));
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1)
      << outcome.err;
}

INSTANTIATE_TEST_SUITE_P(
    Commands, BadUsageTest,
    testing::Values(
        BadUsage{
            "NoCommand",
            {},
            "a command is missing; use rookery perft, frontier, moves, verify, "
            "audit, jobs, workers, serve"},
        BadUsage{"UnknownCommand", {"pefrt"}, "pefrt"},
        BadUsage{"NoPlies", {"frontier"}, "--plies is required"},
        BadUsage{"TooManyPlies",
                 {"frontier", "--plies", "33"},
                 "--plies is 33; it must be 0 to 32"},
        BadUsage{"TooLittleFrontierMemory",
                 {"frontier", "--plies", "1", "--frontier-memory", "63"},
                 "--frontier-memory is 63; it must be 64 to 1073741824"},
        BadUsage{"NoFrontierThreads",
                 {"frontier", "--plies", "1", "--threads", "0"},
                 "--threads is 0; it must be 1 to 4096"},
        BadUsage{"FrontierOfAMalformedFen",
                 {"frontier", "startpoz", "--plies", "1"},
                 "fen: "},
        BadUsage{"UniqueElsewhere",
                 {"perft", "--depth", "1", "--unique", "--coordinator",
                  "127.0.0.1:7070"},
                 "it cannot be used with --coordinator"},
        BadUsage{"UniqueAndDivide",
                 {"perft", "--depth", "1", "--unique", "--divide"},
                 "--divide"},
        BadUsage{"UniqueByJobs",
                 {"perft", "--depth", "1", "--unique", "--hash-mib=8"},
                 "--hash-mib means nothing to --unique"},
        BadUsage{"EstimateByJobs",
                 {"perft", "--depth", "1", "--estimate", "--replicas", "2"},
                 "--replicas means nothing to --estimate"},
        BadUsage{"SecondsWithoutEstimate",
                 {"perft", "--depth", "1", "--seconds", "2"},
                 "--seconds is for --estimate"},
        BadUsage{"JobsOfTwoPlaces",
                 {"jobs", "list", "--coordinator", "127.0.0.1:7070",
                  "--data-dir", "x"},
                 "--data-dir and --coordinator are two places"},
        BadUsage{"NoDepth", {"perft"}, "--depth is required"},
        BadUsage{"NegativeDepth",
                 {"perft", "--depth", "-1"},
                 "--depth is -1; it must be 0 to 32"},
        BadUsage{"DepthTooLarge",
                 {"perft", "--depth", "33"},
                 "--depth is 33; it must be 0 to 32"},
        BadUsage{"DepthIsNoNumber", {"perft", "--depth", "six"}, "six"},
        BadUsage{"DivideOfNothing",
                 {"perft", "--depth", "0", "--divide"},
                 "--divide needs a --depth of at least 1"},
        BadUsage{"DivideWithStatisticsAtDepthOne",
                 {"perft", "--depth", "1", "--divide", "--stats"},
                 "--divide with --stats needs a --depth of at least 2"},
        BadUsage{
            "MalformedFen", {"perft", "startpoz", "--depth", "1"}, "fen: "},
        BadUsage{"ImpossibleFen",
                 {"perft", "8/8/8/8/8/8/8/K7 w - - 0 1", "--depth", "1"},
                 "king"},
        BadUsage{"RepairableFen",
                 {"perft", "8/8/8/8/8/k7/8/K7", "w", "KQ", "-", "0", "1",
                  "--depth", "1"},
                 "did you mean \"8/8/8/8/8/k7/8/K7 w - - 0 1\"?"},
        BadUsage{"UnknownKernel",
                 {"perft", "--depth", "1", "--kernel", "gpu"},
                 "reference"},
        BadUsage{"NoThreads",
                 {"perft", "--depth", "1", "--threads", "0"},
                 "--threads is 0; it must be 1 to 4096"},
        BadUsage{"TooManyThreads",
                 {"perft", "--depth", "1", "--threads", "4097"},
                 "--threads is 4097"},
        BadUsage{"NegativeHash",
                 {"perft", "--depth", "1", "--hash-mib", "-1"},
                 "--hash-mib is -1; it must be 0 to 1048576"},
        BadUsage{"TooMuchHash",
                 {"perft", "--depth", "1", "--hash-mib", "1048577"},
                 "--hash-mib is 1048577"},
        BadUsage{"TooMuchFrontierMemory",
                 {"perft", "--depth", "1", "--frontier-memory", "1048577"},
                 "--frontier-memory is 1048577; it must be 0 to 1048576"},
        BadUsage{"NoReplicas",
                 {"perft", "--depth", "1", "--replicas", "0"},
                 "--replicas is 0; it must be 1 to 8"},
        BadUsage{"ReplicasOfOneWorker",
                 {"perft", "--depth", "1", "--replicas", "2"},
                 "--coordinator"},
        BadUsage{"UnknownFormat",
                 {"perft", "--depth", "1", "--format", "xml"},
                 "xml"},
        BadUsage{"ThreadsElsewhere",
                 {"perft", "--depth", "1", "--coordinator", "127.0.0.1:7070",
                  "--threads", "2"},
                 "--threads is for computing in this process"},
        BadUsage{"KernelAndDataElsewhere",
                 {"perft", "--depth", "1", "--coordinator", "127.0.0.1:7070",
                  "--kernel=auto", "--data-dir", "x"},
                 "--kernel, --data-dir are for computing in this process"},
        BadUsage{"CoordinatorWithoutPort",
                 {"perft", "--depth", "1", "--coordinator", "localhost"},
                 "localhost"},
        BadUsage{
            "JobsWithoutAction",
            {"jobs"},
            "a command is missing; use rookery jobs list, get, watch, cancel"},
        BadUsage{"UnknownJobsAction", {"jobs", "kill"}, "kill"},
        BadUsage{"EmptyDepth", {"perft", "--depth", ""}, "is not a decimal"},
        BadUsage{"OctalDepth", {"perft", "--depth", "010"}, "'010' is not"},
        BadUsage{"GiantDepth",
                 {"perft", "--depth", "99999999999999999999"},
                 "99999999999999999999 is too large"},
        BadUsage{"EmptyHash",
                 {"perft", "--depth", "1", "--hash-mib", ""},
                 "is not a decimal"},
        BadUsage{"JobsGetWithOddId",
                 {"jobs", "get", "\xff"},
                 "'\\377' is not 32 hexadecimal digits"},
        BadUsage{"JobsGetWithoutJob", {"jobs", "get"}, "job is required"},
        BadUsage{"JobsExportWithOddId", {"jobs", "export", "x"}, "'x' is not"},
        BadUsage{
            "JobsImportWithoutFile", {"jobs", "import"}, "file is required"},
        BadUsage{"JobsListWithUnknownState",
                 {"jobs", "list", "--state", "lost"},
                 "use planning, running"},
        BadUsage{"JobsListOfNothing",
                 {"jobs", "list", "--limit", "0"},
                 "--limit is 0"},
        BadUsage{
            "WorkersWithoutAction", {"workers"}, "use rookery workers list"},
        BadUsage{"ServeWithoutPort",
                 {"serve", "--listen", "localhost"},
                 "--listen 'localhost' has no port"},
        BadUsage{"ServeWithoutHttpPort",
                 {"serve", "--http", "localhost"},
                 "--http 'localhost' has no port"},
        BadUsage{"ServeWithABadGrace",
                 {"serve", "--drain-grace", "5"},
                 "--drain-grace is '5'"}),
    [](const auto& test) { return test.param.name; });

// --- Help

class HelpTest : public testing::TestWithParam<std::vector<std::string>> {};

TEST_P(HelpTest, ShowsAnExample) {
  std::vector<std::string> arguments = GetParam();
  arguments.push_back("--help");
  const Outcome outcome = RunWith(arguments);
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, HasSubstr("Example:\n  rookery "));
  EXPECT_EQ(outcome.err, "");
}

INSTANTIATE_TEST_SUITE_P(
    Commands, HelpTest,
    testing::Values(std::vector<std::string>{},
                    std::vector<std::string>{"perft"},
                    std::vector<std::string>{"frontier"},
                    std::vector<std::string>{"jobs"},
                    std::vector<std::string>{"jobs", "list"},
                    std::vector<std::string>{"jobs", "get"},
                    std::vector<std::string>{"jobs", "watch"},
                    std::vector<std::string>{"jobs", "cancel"},
                    std::vector<std::string>{"jobs", "export"},
                    std::vector<std::string>{"jobs", "import"},
                    std::vector<std::string>{"workers"},
                    std::vector<std::string>{"workers", "list"},
                    std::vector<std::string>{"serve"}));

// --- In this process

TEST(RunPerftTest, CountsTheStartPosition) {
  const Outcome outcome = RunWith({"perft", "--depth", "4"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(
      outcome.out,
      MatchesRegex("perft\\(4\\) = 197281\n[^\n]+ s, [^\n]+ leaves/s\n"));
  EXPECT_EQ(outcome.err, "");
}

TEST(RunPerftTest, CountsOneAtDepthZero) {
  const Outcome outcome = RunWith({"perft", "kiwipete", "--depth", "0"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, StartsWith("perft(0) = 1\n"));
}

TEST(RunPerftTest, CountsZeroWhereThereIsNoMove) {
  const Outcome outcome =
      RunWith({"perft", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "--depth", "3"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, StartsWith("perft(3) = 0\n"));
}

TEST(RunPerftTest, DividesAFenOfSeveralWords) {
  const Outcome outcome = RunWith({"perft", "8/8/8/8/8/k7/8/K7", "w", "-", "-",
                                   "--divide", "--depth", "1"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "a1b1: 1\n\nNodes searched: 1\n");
  EXPECT_EQ(outcome.err, "");
}

TEST(RunPerftTest, PrintsOneJsonObject) {
  const Outcome outcome = RunWith(
      {"perft", "kiwipete", "--depth", "2", "--divide", "--format", "json"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const nlohmann::json json = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(
      json["fen"],
      "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
  EXPECT_EQ(json["depth"], 2);
  EXPECT_EQ(json["nodes"], "2039");
  EXPECT_TRUE(json["seconds"].is_number());
  EXPECT_EQ(json["divide"].size(), 48);
  EXPECT_EQ(json["divide"]["e1g1"], "43");
}

TEST(RunPerftTest, CountsStatistics) {
  const Outcome outcome = RunWith({"perft", "--depth", "4", "--stats"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, StartsWith("perft(4) = 197281\n"));
  EXPECT_THAT(
      outcome.out,
      AllOf(HasSubstr("total_checks               461  without mates\n"),
            HasSubstr("checks_incl_mates          469  ")));
  const Outcome json = RunWith({"perft", "kiwipete", "--depth", "3", "--stats",
                                "--divide", "--format", "json"});
  const nlohmann::json answer = nlohmann::json::parse(json.out);
  EXPECT_EQ(answer["divide"].size(), 48);
  EXPECT_EQ(answer["statistics"].size(), 16);
  EXPECT_EQ(answer["statistics"]["castles"], "3162");
}

TEST(RunPerftTest, WritesCastlingAsAskedFor) {
  const Outcome outcome =
      RunWith({"perft", "kiwipete", "--depth", "1", "--divide", "--chess960"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("e1h1: 1\n"), HasSubstr("e1a1: 1\n")));
}

TEST(RunPerftTest, AgreesOverKernelsThreadsAndTables) {
  for (const std::vector<std::string>& options :
       {std::vector<std::string>{"--kernel", "reference"},
        {"--kernel", "portable", "--hash-mib", "0"},
        {"--threads", "3", "--hash-mib", "1"}}) {
    std::vector<std::string> arguments = {"perft", "kiwipete", "--depth", "3"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    EXPECT_THAT(RunWith(arguments).out, StartsWith("perft(3) = 97862\n"));
  }
}

TEST(RunPerftTest, KeepsItsLedgerInADataDirectory) {
  const std::filesystem::path directory = FreshPath("a/b");
  for (int run = 0; run < 2; ++run) {
    const Outcome outcome =
        RunWith({"perft", "--depth", "3", "--data-dir", directory});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, StartsWith("perft(3) = 8902\n"));
  }
  EXPECT_TRUE(std::filesystem::exists(directory / "ledger.sqlite"));
}

TEST(RunPerftTest, KnowsItsAnswersInADataDirectoryAndComputesThemIfAsked) {
  const std::filesystem::path directory = FreshPath("data");
  const auto ask = [&directory](std::vector<std::string> more) {
    more.insert(more.begin(), {"perft", "--depth", "3", "--data-dir", directory,
                               "--format", "json"});
    return nlohmann::json::parse(RunWith(more).out);
  };
  EXPECT_FALSE(ask({}).contains("answered_by"));
  const nlohmann::json known = ask({});
  EXPECT_EQ(known["nodes"], "8902");
  EXPECT_EQ(known["replicas"], 1);
  EXPECT_TRUE(known.contains("answered_by"));
  EXPECT_FALSE(ask({"--recompute"}).contains("answered_by"));
}

TEST(RunJobsTest, MovesAJobFromOneDataDirectoryToAnother) {
  const std::filesystem::path here = FreshPath("here");
  const std::filesystem::path there = here.parent_path() / "there";
  const std::filesystem::path file = here.parent_path() / "archive";
  ASSERT_EQ(RunWith({"perft", "--depth", "3", "--data-dir", here}).code, 0);
  const std::string job = nlohmann::json::parse(
      RunWith({"perft", "--depth", "3", "--data-dir", here, "--format", "json"})
          .out)["answered_by"];
  const Outcome saved = RunWith({"jobs", "export", job, "--out", file,
                                 "--data-dir", here, "--format", "json"});
  ASSERT_EQ(saved.code, 0) << saved.err;
  const nlohmann::json json = nlohmann::json::parse(saved.out);
  EXPECT_EQ(json["job_id"], job);
  EXPECT_EQ(json["file"], file.string());
  EXPECT_EQ(json["bytes"], std::filesystem::file_size(file));

  const Outcome imported =
      RunWith({"jobs", "import", file, "--data-dir", there});
  EXPECT_EQ(imported.code, 0) << imported.err;
  EXPECT_EQ(imported.out, "job " + job + " is running\n");
  EXPECT_EQ(imported.err, "");
  const Outcome again = RunWith({"jobs", "import", file, "--data-dir", there});
  EXPECT_EQ(again.code, 3);
  EXPECT_THAT(again.err, AllOf(StartsWith("rookery: job " + job),
                               HasSubstr("is known here already")));
}

TEST(RunJobsTest, ShowsTheJobsOfADirectory) {
  const std::string directory = FreshPath("data");
  ASSERT_EQ(RunWith({"perft", "--depth", "3", "--data-dir", directory}).code,
            0);
  const Outcome list = RunWith({"jobs", "list", "--data-dir", directory});
  EXPECT_EQ(list.code, 0) << list.err;
  EXPECT_THAT(list.out, HasSubstr("succeeded"));
}

TEST(RunJobsTest, LeavesAnOlderArchiveWhereTheExportFails) {
  const std::filesystem::path file = FreshPath("archive");
  std::ofstream(file) << "older";
  const Outcome outcome =
      RunWith({"jobs", "export", std::string(32, '0'), "--out", file,
               "--data-dir", file.parent_path() / "data"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("is not known"));
  EXPECT_EQ(std::filesystem::file_size(file), 5u);
}

TEST(RunJobsTest, NamesAFileThatCannotBeWritten) {
  const std::filesystem::path folder = FreshPath("folder");
  const Outcome outcome = RunWith({"jobs", "export", std::string(32, '0'),
                                   "--out", folder / "archive", "--data-dir",
                                   folder.parent_path() / "data"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.err, HasSubstr("cannot be written"));
}

TEST(RunJobsTest, RefusesAFileThatIsNoArchive) {
  const std::filesystem::path file = FreshPath("archive");
  const std::filesystem::path data = file.parent_path() / "data";
  std::ofstream(file) << std::string(5'000'000, 'x');
  const Outcome wrong = RunWith({"jobs", "import", file, "--data-dir", data});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("archive does not begin as"));
  for (const std::filesystem::path& missing :
       {file.parent_path() / "missing", file.parent_path()}) {
    const Outcome outcome =
        RunWith({"jobs", "import", missing, "--data-dir", data});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("cannot read archive"));
  }
}

TEST(RunPerftTest, NamesADataDirectoryThatCannotBeMade) {
  const std::filesystem::path file = FreshPath("file");
  std::ofstream(file) << "in the way";
  const Outcome outcome =
      RunWith({"perft", "--depth", "1", "--data-dir", file / "below"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.err, AllOf(StartsWith("rookery: data directory '"),
                                 HasSubstr("Not a directory")));
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1)
      << outcome.err;
}

TEST(RunPerftTest, NamesALedgerThatIsNone) {
  const std::filesystem::path ledger = FreshPath("ledger.sqlite");
  std::ofstream(ledger) << std::string(5000, 'x');
  const Outcome outcome =
      RunWith({"perft", "--depth", "1", "--data-dir", ledger.parent_path()});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.err, AllOf(StartsWith("rookery: "), HasSubstr("ledger")));
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1)
      << outcome.err;
}

TEST(RunPerftTest, ADirectoryInPlaceOfTheLedgerIsNoBadUsage) {
  const std::filesystem::path ledger = FreshPath("ledger.sqlite");
  std::filesystem::create_directory(ledger);
  const Outcome outcome =
      RunWith({"perft", "--depth", "1", "--data-dir", ledger.parent_path()});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.err, HasSubstr(ledger.string()));
}

TEST(RunPerftTest, ADataDirectoryWhereNoFileCanBeIsNoBadUsage) {
  const Outcome outcome =
      RunWith({"perft", "--depth", "1", "--data-dir", "/proc"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.err, HasSubstr("/proc"));
}

TEST(RunPerftTest, CountsTheDifferentPositionsOfEachPly) {
  const Outcome text = RunWith({"perft", "--depth", "3", "--unique"});
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out, MatchesRegex("perft\\(3\\) = 8902\n"
                                     "PLY  POSITIONS  PATHS\n"
                                     "0    1          1\n"
                                     "1    20         20\n"
                                     "2    400        400\n"
                                     "3    5362       8902\n"
                                     "[^\n]+ s\n"));
  const nlohmann::json json = nlohmann::json::parse(
      RunWith({"perft", "--depth", "3", "--unique", "--format", "json"}).out);
  EXPECT_EQ(json["depth"], 3);
  EXPECT_EQ(json["nodes"], "8902");
  EXPECT_EQ(json["unique"],
            (std::vector<std::string>{"1", "20", "400", "5362"}));
}

TEST(RunFrontierTest, CountsEachPly) {
  const Outcome text =
      RunWith({"frontier", "startpos", "--plies", "3", "--threads", "2"});
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out, MatchesRegex("PLY  POSITIONS  PATHS\n"
                                     "0    1          1\n"
                                     "1    20         20\n"
                                     "2    400        400\n"
                                     "3    5362       8902\n"
                                     "digest 2cdfff43e904277422497529e3586801\n"
                                     "[^\n]+ s\n"));
  const nlohmann::json json =
      nlohmann::json::parse(RunWith({"frontier", "8/8/8/8/8/k7/8/K7", "w", "-",
                                     "-", "--plies", "2", "--format", "json"})
                                .out);
  EXPECT_EQ(json["fen"], "8/8/8/8/8/k7/8/K7 w - - 0 1");
  ASSERT_EQ(json["plies"].size(), 3);
  EXPECT_EQ(json["plies"][1]["positions"], "1");
  EXPECT_EQ(json["plies"][2]["paths"], "3");
  EXPECT_EQ(json["digest"].get<std::string>().size(), 32);
}

TEST(RunFrontierTest, ExportsTheLastPly) {
  const std::filesystem::path file = FreshPath("frontier.tsv");
  const Outcome outcome = RunWith({"frontier", "8/8/8/8/8/8/k6P/2K5 w - - 0 1",
                                   "--plies", "3", "--out", file});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  std::ifstream lines(file);
  std::set<std::string> fens;
  uint64_t paths = 0;
  std::string fen;
  std::string multiplicity;
  while (std::getline(lines, fen, '\t') && std::getline(lines, multiplicity)) {
    EXPECT_TRUE(Position::FromFen(fen).ok()) << fen;
    fens.insert(fen);
    paths += std::stoull(multiplicity);
  }
  const std::string last_row = "3    " + std::to_string(fens.size()) + "  ";
  EXPECT_THAT(outcome.out, HasSubstr(last_row));
  EXPECT_THAT(outcome.out, HasSubstr(" " + std::to_string(paths) + "\n"));
  EXPECT_GT(paths, fens.size());
  EXPECT_EQ(std::distance(
                std::filesystem::directory_iterator(file.parent_path()), {}),
            1);
}

TEST(RunFrontierTest, NamesAFileThatCannotBeMade) {
  const std::filesystem::path file = FreshPath("frontier.tsv");
  const Outcome outcome = RunWith(
      {"frontier", "--plies", "2", "--out", file / "below" / "another"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.err, HasSubstr("cannot be written"));
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1);
}

TEST(RunFrontierTest, LeavesNothingBehindWhenItIsInterrupted) {
  const std::filesystem::path file = FreshPath("frontier.tsv");
  Interrupt interrupt;
  interrupt.Trigger(SIGINT);
  const Outcome outcome =
      RunWith({"frontier", "--plies", "9", "--out", file}, &interrupt);
  EXPECT_EQ(outcome.code, 128 + SIGINT);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err, "rookery: interrupted\n");
  EXPECT_TRUE(std::filesystem::is_empty(file.parent_path()));
}

TEST(RunServeTest, AnHttpAddressOfAnotherMachineIsNoBadUsage) {
  // Reserved for documentation.
  const Outcome outcome =
      RunWith({"serve", "--listen", "127.0.0.1:0", "--http", "192.0.2.1:80"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.err, HasSubstr("192.0.2.1:80"));
}

TEST(RunPerftTest, SaysThatASuiteIsAllRight) {
  const std::filesystem::path suite = FreshPath("suite.epd");
  std::ofstream(suite) << "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq "
                          "- 0 1 ;D1 20 ;D2 400 ;D3 8902\n"
                          "4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2 66\n";
  const Outcome outcome = RunWith({"perft", "--suite", suite});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, MatchesRegex("all right: 5 counts of 2 positions\n"
                                        "[^\n]+ s, [^\n]+ leaves/s\n"));
  EXPECT_EQ(outcome.err, "");
}

TEST(RunPerftTest, ASuiteWithAWrongCountIsAWrongAnswer) {
  const std::filesystem::path suite = FreshPath("suite.epd");
  std::ofstream(suite) << "4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2 67\n";
  const Outcome outcome = RunWith({"perft", "--suite", suite});
  EXPECT_EQ(outcome.code, 1) << outcome.err;
  EXPECT_THAT(outcome.out,
              StartsWith("line 1: 4k3/8/8/8/8/8/8/4K2R w K - 0 1: perft(2) = "
                         "66, but the suite has 67\n"
                         "wrong: 1 of 2 counts of 1 position\n"));
  EXPECT_EQ(outcome.err, "");
  const Outcome json = RunWith({"perft", "--suite", suite, "--format", "json"});
  EXPECT_EQ(json.code, 1);
  EXPECT_EQ(nlohmann::json::parse(json.out)["differences"][0]["counted"], "66");
  EXPECT_EQ(RunWith({"perft", "--suite", suite, "--depth", "1"}).code, 0);
}

TEST(RunPerftTest, Estimates) {
  const std::vector<std::string> arguments = {
      "perft",     "--estimate", "--depth",  "9",
      "--samples", "5000",       "--format", "json"};
  const Outcome outcome = RunWith(arguments);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const nlohmann::json json = nlohmann::json::parse(outcome.out);
  EXPECT_NEAR(json["estimate"].get<double>(), 2439530234167,
              4 * json["standard_error"].get<double>());
  EXPECT_EQ(json["samples"], 5120);
  EXPECT_EQ(json["seed"], 1);
  EXPECT_EQ(nlohmann::json::parse(RunWith(arguments).out)["estimate"],
            json["estimate"]);
}

TEST(RunPerftTest, EstimatesForAsLongAsAsked) {
  EXPECT_THAT(RunWith({"perft", "kiwipete", "--estimate", "--depth", "8",
                       "--seconds", "0", "--seed", "3"})
                  .out,
              MatchesRegex("perft\\(8\\) ~ 1\\.[0-9]+e13 \\+- [^\n]+ %\\)\n"
                           "95 % between [^\n]+\n"
                           "[^\n]+ s, 4096 samples, seed 3\n"));
}

TEST(RunPerftTest, EstimateEndsAtAnInterrupt) {
  Interrupt interrupt;
  interrupt.Trigger(SIGINT);
  const Outcome outcome =
      RunWith({"perft", "--estimate", "--depth", "20", "--seconds", "86400"},
              &interrupt);
  EXPECT_EQ(outcome.code, 128 + SIGINT);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err, "rookery: interrupted\n");
}

TEST(RunPerftTest, EndsAtAnInterrupt) {
  Interrupt interrupt;
  interrupt.Trigger(SIGINT);
  const Outcome outcome = RunWith({"perft", "--depth", "32"}, &interrupt);
  EXPECT_EQ(outcome.code, 128 + SIGINT);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err, "rookery: interrupted\n");
}

TEST(RunServeTest, DrainsWhenItIsInterrupted) {
  Interrupt interrupt;
  interrupt.Trigger(SIGTERM);
  const Outcome outcome =
      RunWith({"serve", "--listen", "127.0.0.1:0", "--http", "127.0.0.1:0",
               "--threads", "1", "--hash-mib", "1"},
              &interrupt);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "");
}

// --- With a coordinator elsewhere: here, behind a port of the same process.

class RunWithCoordinatorTest : public testing::Test {
 protected:
  void SetUp() override {
    EmbeddedOptions options;
    options.listen = "127.0.0.1:0";
    absl::StatusOr<std::unique_ptr<Embedded>> embedded =
        Embedded::Start(options);
    ASSERT_TRUE(embedded.ok()) << embedded.status();
    embedded_ = *std::move(embedded);
    coordinator_ =
        "--coordinator=127.0.0.1:" + std::to_string(embedded_->port());
  }

  // The id of the newest job.
  std::string NewestJob() {
    const Outcome outcome =
        RunWith({"jobs", "list", coordinator_, "--format", "json"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return nlohmann::json::parse(outcome.out)["jobs"][0]["job_id"];
  }

  std::unique_ptr<Embedded> embedded_;
  std::string coordinator_;
};

TEST_F(RunWithCoordinatorTest, CountsThere) {
  const Outcome outcome = RunWith({"perft", "--depth", "4", coordinator_});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, StartsWith("perft(4) = 197281\n"));
  EXPECT_EQ(outcome.err, "");
}

TEST_F(RunWithCoordinatorTest, ShowsAJobAndItsAnswer) {
  ASSERT_EQ(RunWith({"perft", "--depth", "3", coordinator_}).code, 0);
  const std::string job = NewestJob();
  const Outcome text = RunWith({"jobs", "get", job, coordinator_});
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out, AllOf(HasSubstr(job), HasSubstr("succeeded"),
                              HasSubstr("\nperft(3) = 8902\n")));
  const Outcome json =
      RunWith({"jobs", "get", job, coordinator_, "--format", "json"});
  EXPECT_EQ(nlohmann::json::parse(json.out)["perft_result"]["nodes"], "8902");
  EXPECT_THAT(RunWith({"jobs", "list", coordinator_}).out,
              AllOf(StartsWith("JOB "), HasSubstr(job)));
  EXPECT_EQ(RunWith({"jobs", "list", coordinator_, "--state", "running"})
                .out.find(job),
            std::string::npos);
}

TEST_F(RunWithCoordinatorTest, WatchesAJobToItsEnd) {
  ASSERT_EQ(RunWith({"perft", "--depth", "3", coordinator_}).code, 0);
  const Outcome text = RunWith({"jobs", "watch", NewestJob(), coordinator_});
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out, AllOf(StartsWith("succeeded, 100.0 %"),
                              HasSubstr("perft(3) = 8902\n")));
  const Outcome json =
      RunWith({"jobs", "watch", NewestJob(), coordinator_, "--format", "json"});
  EXPECT_EQ(nlohmann::json::parse(json.out)["state"], "STATE_SUCCEEDED");
}

TEST_F(RunWithCoordinatorTest, LeavesTheJobThereWhenItIsInterrupted) {
  Interrupt interrupt;
  std::thread user([&] {
    Interrupt never;
    JobClient client(embedded_->channel(), &never);
    while (true) {
      const absl::StatusOr<std::vector<v1::Job>> jobs =
          client.ListJobs(v1::Job::STATE_UNSPECIFIED, 1);
      if (!jobs.ok() || !jobs->empty()) break;
    }
    interrupt.Trigger(SIGINT);
  });
  const Outcome outcome =
      RunWith({"perft", "--depth", "20", coordinator_}, &interrupt);
  user.join();
  EXPECT_EQ(outcome.code, 128 + SIGINT);
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.err, StartsWith("rookery: interrupted"));
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1)
      << outcome.err;

  const std::string job = NewestJob();
  EXPECT_EQ(RunWith({"jobs", "cancel", job, coordinator_}).out,
            "job " + job + " is cancelled\n");
  const Outcome watch = RunWith({"jobs", "watch", job, coordinator_});
  EXPECT_EQ(watch.code, 3);
  EXPECT_EQ(watch.err, "rookery: job " + job + " was cancelled\n");
}

TEST_F(RunWithCoordinatorTest, NamesAnUnknownJob) {
  for (const char* action : {"get", "watch", "cancel"}) {
    const Outcome outcome =
        RunWith({"jobs", action, std::string(32, '0'), coordinator_});
    EXPECT_EQ(outcome.code, 2) << action;
    EXPECT_EQ(outcome.out, "") << action;
    EXPECT_THAT(outcome.err,
                AllOf(StartsWith("rookery: "), HasSubstr(std::string(32, '0'))))
        << action;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1)
        << outcome.err;
  }
}

TEST_F(RunWithCoordinatorTest, ListsWorkers) {
  // A first answer proves that the worker is known.
  ASSERT_EQ(RunWith({"perft", "--depth", "1", coordinator_}).code, 0);
  const Outcome text = RunWith({"workers", "list", coordinator_});
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out, AllOf(StartsWith("WORKER "), HasSubstr("active")));
  const nlohmann::json json = nlohmann::json::parse(
      RunWith({"workers", "list", coordinator_, "--format", "json"}).out);
  ASSERT_EQ(json["workers"].size(), 1);
  EXPECT_EQ(json["workers"][0]["slots"], 1);
}

}  // namespace
}  // namespace rookery::cli
