// The command line without a cluster: answers, exit codes, one line for every
// error.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/system/cluster.h"

namespace rookery {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::StartsWith;

constexpr int kBadUsage = 2;
constexpr int kServiceFailed = 3;

std::string ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

// One line on stderr that begins with the program's name, nothing on stdout.
void ExpectOneLine(const CommandResult& result) {
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1)
      << result.err;
  EXPECT_THAT(result.err, AllOf(StartsWith("rookery"), EndsWith("\n")));
  EXPECT_EQ(result.out, "");
}

struct BadCall {
  std::string name;
  std::vector<std::string> arguments;
  int code;
  std::string message;
};

void PrintTo(const BadCall& call, std::ostream* out) { *out << call.name; }

class BadCallTest : public testing::TestWithParam<BadCall> {};

TEST_P(BadCallTest, GetsOneLineAndItsExitCode) {
  Cluster cluster;
  const CommandResult result = cluster.Run(GetParam().arguments);
  EXPECT_EQ(result.code, GetParam().code);
  ExpectOneLine(result);
  EXPECT_THAT(result.err, HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Calls, BadCallTest,
    testing::Values(
        BadCall{"MalformedFen",
                {"perft", "8/8/8 w - - 0 1", "--depth", "1"},
                kBadUsage,
                "fen: "},
        BadCall{"ImpossiblePosition",
                {"perft", "8/8/8/8/8/8/8/K7 w - - 0 1", "--depth", "1"},
                kBadUsage,
                "king"},
        BadCall{"DepthTooLarge",
                {"perft", "--depth", "33"},
                kBadUsage,
                "--depth is 33; it must be 0 to 32"},
        BadCall{"NegativeDepth", {"perft", "--depth=-1"}, kBadUsage, "--depth"},
        BadCall{"DepthMissing", {"perft", "startpos"}, kBadUsage, "--depth"},
        BadCall{"DepthNoNumber",
                {"perft", "--depth", "deep"},
                kBadUsage,
                "--depth"},
        BadCall{"DivideWithoutDepth",
                {"perft", "--depth", "0", "--divide"},
                kBadUsage,
                "--divide"},
        BadCall{"UnknownKernel",
                {"perft", "--depth", "1", "--kernel", "quantum"},
                kBadUsage,
                "quantum"},
        BadCall{"HashTooLarge",
                {"perft", "--depth", "1", "--hash-mib", "99999999"},
                kBadUsage,
                "--hash-mib"},
        BadCall{"NoThreads",
                {"perft", "--depth", "1", "--threads", "0"},
                kBadUsage,
                "--threads"},
        BadCall{"UnknownFormat",
                {"perft", "--depth", "1", "--format", "xml"},
                kBadUsage,
                "xml"},
        BadCall{"CoordinatorWithoutPort",
                {"perft", "--depth", "1", "--coordinator", "somewhere"},
                kBadUsage,
                "somewhere"},
        BadCall{"UnknownOption",
                {"perft", "--depth", "1", "--fast"},
                kBadUsage,
                "--fast"},
        BadCall{"SquareOfNobody",
                {"moves", "--square", "e4"},
                kBadUsage,
                "--square is e4, where no man of white stands"},
        BadCall{"SquareOffTheBoard",
                {"moves", "--square", "i9"},
                kBadUsage,
                "--square 'i9' is no square"},
        BadCall{"MoveThatIsNone",
                {"moves", "--move", "castle"},
                kBadUsage,
                "--move 'castle' is no move"},
        BadCall{"MoveThatIsEmpty",
                {"moves", "--move", ""},
                kBadUsage,
                "--move '' is no move"},
        BadCall{"SquareThatIsEmpty",
                {"moves", "--square", ""},
                kBadUsage,
                "--square '' is no square"},
        BadCall{"MoveAndSquare",
                {"moves", "--move", "e4", "--square", "e2"},
                kBadUsage,
                "--square"},
        BadCall{
            "PathWithoutEnd", {"moves", "--path", "g1"}, kBadUsage, "--path"},
        BadCall{"UnknownCommand", {"castle"}, kBadUsage, "castle"},
        BadCall{"NoCommand", {}, kBadUsage, "a command is missing"},
        BadCall{"ServeWithoutPort",
                {"serve", "--listen", "nowhere"},
                kBadUsage,
                "nowhere"}),
    [](const auto& instance) { return instance.param.name; });

TEST(CommandTest, ListsTheMovesOfAPosition) {
  Cluster cluster;
  const CommandResult all = cluster.Run({"moves", "kiwipete"});
  EXPECT_EQ(all.code, 0);
  EXPECT_THAT(all.out, StartsWith("white to move; 48 moves\n"));
  // A FEN in several words behind an option.
  const CommandResult captures = cluster.Run(
      {"moves", "--square", "e1", "--captures", "4k3/8/8/8/8/8/3p4/4K3", "w",
       "-", "-", "0", "1", "--format", "json"});
  EXPECT_EQ(captures.code, 0);
  EXPECT_THAT(captures.out, HasSubstr("\"san\":\"Kxd2\""));
  EXPECT_THAT(captures.out, HasSubstr("\"count\":1"));
}

TEST(CommandTest, SaysWhyAMoveIsIllegal) {
  Cluster cluster;
  const CommandResult legal = cluster.Run({"moves", "--move", "Nf3"});
  EXPECT_EQ(legal.code, 0);
  EXPECT_EQ(legal.out, "move 'Nf3' is legal: Nf3 (g1f3)\n");
  const CommandResult illegal = cluster.Run({"moves", "--move", "e2e5"});
  EXPECT_EQ(illegal.code, 1);
  EXPECT_EQ(illegal.err, "");
  EXPECT_THAT(illegal.out,
              StartsWith("move 'e2e5' is not legal: the pawn on e2 cannot "
                         "reach e5: "));
}

TEST(CommandTest, FindsTheWayOfAPiece) {
  Cluster cluster;
  const CommandResult way = cluster.Run(
      {"moves", "--path", "a1", "h8", "k7/8/8/8/8/8/8/N6K w - - 0 1"});
  EXPECT_EQ(way.code, 0);
  EXPECT_EQ(way.out,
            "the knight on a1 needs 6 moves to h8: a1c2 c2e1 e1g2 g2f4 f4g6 "
            "g6h8\n");
  // A FEN in several words behind it.
  const CommandResult words =
      cluster.Run({"moves", "--path", "a1", "c2", "k7/8/8/8/8/8/8/N6K", "b",
                   "-", "-", "0", "1"});
  EXPECT_EQ(words.out, "the knight on a1 needs 1 move to c2: a1c2\n");
  const CommandResult none = cluster.Run({"moves", "--path", "a1", "a5"});
  EXPECT_EQ(none.code, 1);
  EXPECT_THAT(none.out, StartsWith("the rook on a1 cannot reach a5"));
}

TEST(CommandTest, SaysThatNoCoordinatorAnswers) {
  Cluster cluster;
  const CommandResult result = cluster.Run(
      {"perft", "--depth", "1", "--coordinator", cluster.address()});
  EXPECT_EQ(result.code, kServiceFailed);
  ExpectOneLine(result);
  EXPECT_THAT(result.err,
              HasSubstr("no coordinator answers at " + cluster.address()));
}

TEST(CommandTest, CountsInItsOwnProcess) {
  Cluster cluster;
  const CommandResult text = cluster.Run({"perft", "--depth", "5"});
  EXPECT_EQ(text.code, 0);
  EXPECT_THAT(text.out, StartsWith("perft(5) = 4865609\n"));
  EXPECT_EQ(text.err, "");

  const CommandResult json =
      cluster.Run({"perft", "kiwipete", "--depth", "3", "--format", "json"});
  EXPECT_EQ(json.code, 0);
  EXPECT_THAT(
      json.out,
      MatchesRegex(R"(\{"fen":"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/)"
                   R"(PPPBBPPP/R3K2R w KQkq - 0 1","depth":3,)"
                   R"("nodes":"97862","seconds":[0-9.e-]+\}.)"));
  EXPECT_EQ(json.err, "");

  EXPECT_THAT(cluster.Run({"perft", "--depth", "0"}).out,
              StartsWith("perft(0) = 1\n"));
}

TEST(CommandTest, DividesAsStockfishDoes) {
  Cluster cluster;
  const CommandResult result =
      cluster.Run({"perft", "startpos", "--depth", "2", "--divide"});
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.out,
            "a2a3: 20\na2a4: 20\nb1a3: 20\nb1c3: 20\nb2b3: 20\nb2b4: 20\n"
            "c2c3: 20\nc2c4: 20\nd2d3: 20\nd2d4: 20\ne2e3: 20\ne2e4: 20\n"
            "f2f3: 20\nf2f4: 20\ng1f3: 20\ng1h3: 20\ng2g3: 20\ng2g4: 20\n"
            "h2h3: 20\nh2h4: 20\n\nNodes searched: 400\n");

  EXPECT_THAT(cluster
                  .Run({"perft", "--depth", "1", "--divide", "--format", "json",
                        "8/8/8/8/8/8/k7/2K5 w - - 0 1"})
                  .out,
              EndsWith(R"("divide":{"c1c2":"1","c1d1":"1","c1d2":"1"}})"
                       "\n"));
}

TEST(CommandTest, ExportsAFrontier) {
  Cluster cluster;
  const std::string file = cluster.File("frontier.tsv");
  const CommandResult result =
      cluster.Run({"frontier", "--plies", "4", "--out", file,
                   "--frontier-memory", "64", "--spill-dir", cluster.File("")});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, AllOf(StartsWith("PLY  POSITIONS  PATHS\n0    1  "),
                                HasSubstr("\n4    72078      197281\n")));
  const std::string lines = ReadFile(file);
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 72'078);

  const std::string missing = cluster.File("missing/frontier.tsv");
  const CommandResult refused =
      cluster.Run({"frontier", "--plies", "1", "--out", missing});
  EXPECT_EQ(refused.code, kServiceFailed);
  ExpectOneLine(refused);
  EXPECT_THAT(refused.err, HasSubstr(missing));
}

TEST(CommandTest, AFullDiskEndsAFrontierWithOneLine) {
  Cluster cluster;
  cluster.LimitFileSize(1 << 20);
  const CommandResult result =
      cluster.Run({"frontier", "kiwipete", "--plies", "4", "--frontier-memory",
                   "64", "--spill-dir", cluster.File("")});
  EXPECT_EQ(result.code, kServiceFailed);
  ExpectOneLine(result);
  EXPECT_THAT(result.err,
              AllOf(HasSubstr(cluster.File("")), HasSubstr("File too large")));
}

TEST(CommandTest, RefusesASpillFolderThatIsNotThere) {
  Cluster cluster;
  const CommandResult result = cluster.Run(
      {"perft", "--depth", "3", "--spill-dir", cluster.File("missing")});
  EXPECT_EQ(result.code, kServiceFailed);
  ExpectOneLine(result);
  EXPECT_THAT(result.err, HasSubstr(cluster.File("missing")));
  EXPECT_EQ(
      cluster.Run({"perft", "--depth", "3", "--spill-dir", cluster.File("")})
          .code,
      0);
}

TEST(CommandTest, EveryKernelCountsTheSame) {
  Cluster cluster;
  for (const std::string kernel : {"reference", "portable", "auto"}) {
    const CommandResult result =
        cluster.Run({"perft", "kiwipete", "--depth", "3", "--kernel", kernel,
                     "--hash-mib", "0"});
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_THAT(result.out, StartsWith("perft(3) = 97862\n")) << kernel;
  }
}

TEST(CommandTest, KeepsItsDataDirectory) {
  Cluster cluster;
  const std::string directory = cluster.File("new/data");
  for (int run = 0; run < 2; ++run) {
    const CommandResult result =
        cluster.Run({"perft", "--depth", "4", "--data-dir", directory});
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_THAT(result.out, StartsWith("perft(4) = 197281\n"));
  }
  EXPECT_TRUE(std::filesystem::is_regular_file(directory + "/ledger.sqlite"));
}

TEST(CommandTest, RefusesADataDirectoryThatCannotBe) {
  Cluster cluster;
  const std::string file = cluster.File("file");
  std::ofstream(file) << "not a directory";
  const CommandResult result =
      cluster.Run({"perft", "--depth", "1", "--data-dir", file + "/data"});
  EXPECT_EQ(result.code, kServiceFailed);
  ExpectOneLine(result);
  EXPECT_THAT(result.err, HasSubstr(file + "/data"));
}

TEST(CommandTest, LeavesATruncatedLedgerAsItIs) {
  Cluster cluster;
  const std::string directory = cluster.File("data");
  const std::string ledger = directory + "/ledger.sqlite";
  ASSERT_EQ(
      cluster.Run({"perft", "--depth", "3", "--data-dir", directory}).code, 0);
  const uintmax_t size = std::filesystem::file_size(ledger);
  for (const uintmax_t rest :
       {size / 2, size - 1, uintmax_t{50}, uintmax_t{0}}) {
    std::filesystem::resize_file(ledger, rest);
    const std::string before = ReadFile(ledger);

    const CommandResult result =
        cluster.Run({"perft", "--depth", "3", "--data-dir", directory});
    EXPECT_EQ(result.code, kServiceFailed) << rest;
    ExpectOneLine(result);
    EXPECT_THAT(result.err, AllOf(HasSubstr(ledger), HasSubstr("damaged")));

    Process* const daemon = cluster.Spawn(
        "rookery-coordinator", {"--listen", "127.0.0.1:0", "--http",
                                "127.0.0.1:0", "--store", "sqlite:" + ledger});
    EXPECT_EQ(daemon->Wait().value_or(-1), kServiceFailed);
    ExpectOneLine({.out = daemon->Out(), .err = daemon->Err()});
    EXPECT_TRUE(ReadFile(ledger) == before) << "at " << rest << " bytes";
  }
}

TEST(CommandTest, ReadsOptionsFromEnvironmentAndFile) {
  Cluster cluster;
  const std::string file = cluster.File("rookery.ini");
  std::ofstream(file) << "[perft]\ndepth = 3\nformat = json\n";
  Process* const by_file =
      cluster.Spawn("rookery", {"perft"}, {{"ROOKERY_CONFIG", file}});
  EXPECT_EQ(by_file->Wait().value_or(-1), 0) << by_file->Err();
  EXPECT_THAT(by_file->Out(), HasSubstr(R"("nodes":"8902")"));

  Process* const by_environment =
      cluster.Spawn("rookery", {"perft", "--config", file},
                    {{"ROOKERY_DEPTH", "2"}, {"ROOKERY_FORMAT", "text"}});
  EXPECT_EQ(by_environment->Wait().value_or(-1), 0) << by_environment->Err();
  EXPECT_THAT(by_environment->Out(), StartsWith("perft(2) = 400\n"));

  Process* const by_flag = cluster.Spawn("rookery", {"perft", "--depth", "1"},
                                         {{"ROOKERY_DEPTH", "2"}});
  EXPECT_EQ(by_flag->Wait().value_or(-1), 0) << by_flag->Err();
  EXPECT_THAT(by_flag->Out(), StartsWith("perft(1) = 20\n"));
}

TEST(CommandTest, EveryHelpShowsAnExample) {
  Cluster cluster;
  const std::vector<std::vector<std::string>> commands = {
      {"rookery"},
      {"rookery", "perft"},
      {"rookery", "frontier"},
      {"rookery", "jobs"},
      {"rookery", "jobs", "list"},
      {"rookery", "jobs", "get"},
      {"rookery", "jobs", "watch"},
      {"rookery", "jobs", "cancel"},
      {"rookery", "workers"},
      {"rookery", "workers", "list"},
      {"rookery", "serve"},
      {"rookery-coordinator"},
      {"rookery-worker"}};
  for (const std::vector<std::string>& command : commands) {
    std::vector<std::string> arguments(command.begin() + 1, command.end());
    arguments.emplace_back("--help");
    Process* const process = cluster.Spawn(command.front(), arguments);
    EXPECT_EQ(process->Wait().value_or(-1), 0);
    std::string words;
    for (const std::string& word : command)
      words += (words.empty() ? "" : " ") + word;
    EXPECT_THAT(process->Out(), HasSubstr("\nExample:\n  " + words + " "));
    EXPECT_EQ(process->Err(), "");
  }
}

}  // namespace
}  // namespace rookery
