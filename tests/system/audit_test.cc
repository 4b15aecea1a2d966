// `rookery audit` as a program: its three formats, its exit codes, the order of
// its output.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/pgn_corpus.h"
#include "tests/support/random_games.h"
#include "tests/system/cluster.h"

namespace rookery {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr int kSuccess = 0;
constexpr int kBreaksTheLaws = 1;
constexpr int kBadUsage = 2;

constexpr char kTags[] =
    "[Event \"Cup, final\"]\n[Site \"S\"]\n[Date \"2020.01.31\"]\n"
    "[Round \"1\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n\n";

const std::string kLawful = std::string(kTags) + "1. e4 e5 1-0\n\n";
const std::string kLax = std::string(kTags) + "1. Pe4 e5 1-0\n\n";
const std::string kIllegal = std::string(kTags) + "1. e4 Ke6 1-0\n\n";

std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

class AuditTest : public testing::Test {
 protected:
  // A file of that name, with that text, and its path.
  std::string Write(const std::string& name, const std::string& text) {
    const std::string path = cluster_.File(name);
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }

  CommandResult Audit(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "audit");
    return cluster_.Run(arguments);
  }

  Cluster cluster_;
};

TEST_F(AuditTest, TextHasALineForEachGameWithSomethingToSay) {
  const std::string path = Write("games.pgn", kLawful + kIllegal);
  const CommandResult result = Audit({path});
  EXPECT_EQ(result.code, kBreaksTheLaws);
  EXPECT_EQ(result.err, "");
  const std::vector<std::string> lines = Lines(result.out);
  ASSERT_GT(lines.size(), 4u);
  EXPECT_EQ(lines[0],
            path +
                ":2: Ann - Bob, Cup, final, 2020.01.31: error illegal_move "
                "at ply 2 'Ke6'; rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/"
                "RNBQKBNR b KQkq - 0 1");
  EXPECT_EQ(lines[1], "files: 1, unreadable: 0, games: 2, plies: 3");
  EXPECT_EQ(lines[3],
            "breaking the laws: 1, with warnings: 0, of other variants: 0");
  EXPECT_THAT(lines, testing::Contains("1      error illegal_move"));
}

TEST_F(AuditTest, NothingInARecordSteersTheTerminal) {
  const CommandResult result =
      Audit({Write("games.pgn", "[White \"\x1b[2J\"]\n\n1. e4 Ke6 *\n")});
  EXPECT_THAT(result.out, AllOf(HasSubstr("?[2J - ?"), Not(HasSubstr("\x1b"))));
}

TEST_F(AuditTest, WarningsAreBreachesWhenStrict) {
  const std::string path = Write("games.pgn", kLax);
  EXPECT_EQ(Audit({path}).code, kSuccess);
  EXPECT_EQ(Audit({"--strict", path}).code, kBreaksTheLaws);
  EXPECT_EQ(Audit({"--strict", Write("good.pgn", kLawful)}).code, kSuccess);
}

TEST_F(AuditTest, TheCodeAndTheTableOfLimitsAreChosen) {
  const std::string fivefold =
      std::string(kTags) +
      "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 "
      "7. Nf3 Nf6 8. Ng1 Ng8 1-0\n";
  const std::string path = Write("games.pgn", fivefold);
  EXPECT_EQ(Audit({path}).code, kBreaksTheLaws);
  EXPECT_EQ(Audit({"--rules", "classic", path}).code, kSuccess);
  // Fifty moves have been made where the game begins.
  const std::string quiet =
      Write("quiet.pgn",
            "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 100 90\"]\n"
            "[Result \"1/2-1/2\"]\n\n90. Kd2 1/2-1/2\n");
  EXPECT_THAT(Audit({"--format", "json", quiet}).out,
              HasSubstr("\"result_verdict\":\"draw_claim_valid\""));
  EXPECT_THAT(
      Audit({"--moves-limit", "KRvK=60", "--format", "json", quiet}).out,
      HasSubstr("\"result_verdict\":\"not_decided_by_board_ok\""));
}

TEST_F(AuditTest, AnUnreadableFileIsNamedAndTheOthersAreAudited) {
  const std::string missing = cluster_.File("missing.pgn");
  const std::string damaged =
      Write("damaged.pgn.gz", std::string("\x1f\x8b\x08", 3));
  const CommandResult result = Audit(
      {missing, damaged, Write("games.pgn", kLawful), "--format", "json"});
  EXPECT_EQ(result.code, kBadUsage);
  EXPECT_THAT(Lines(result.err),
              ElementsAre(AllOf(StartsWith("rookery: "), HasSubstr(missing)),
                          AllOf(StartsWith("rookery: "), HasSubstr(damaged))));
  const json summary = json::parse(Lines(result.out).back())["summary"];
  EXPECT_EQ(summary["files"], 3);
  EXPECT_EQ(summary["unreadable_files"], 2);
  EXPECT_EQ(summary["games"], 1);
}

TEST_F(AuditTest, BadUsageNamesTheOption) {
  const std::string path = Write("games.pgn", kLawful);
  const std::map<std::vector<std::string>, std::string> calls = {
      {{}, "files"},
      {{path, "--rules", "old"}, "--rules"},
      {{path, "--format", "xml"}, "--format 'xml'"},
      {{path, "--threads", "0"}, "--threads"},
      {{path, "--threads", "1025"}, "--threads"},
      {{path, "--moves-limit", "KRvK"}, "--moves-limit 'KRvK'"},
      {{path, "--moves-limit", "KRvK=x"}, "--moves-limit"},
      {{path, "--moves-limit", "KRvK=49"}, "--moves-limit"},
      {{path, "--moves-limit", "RvK=75"}, "--moves-limit"}};
  for (const auto& [arguments, message] : calls) {
    const CommandResult result = Audit(arguments);
    EXPECT_EQ(result.code, kBadUsage) << message;
    EXPECT_EQ(result.out, "") << message;
    EXPECT_THAT(result.err, AllOf(StartsWith("rookery"), HasSubstr(message)));
  }
}

TEST_F(AuditTest, StandardInputIsAFile) {
  const CommandResult result = Audit({"-", "--format", "json"});
  EXPECT_EQ(result.code, kSuccess);
  EXPECT_EQ(json::parse(result.out)["summary"]["games"], 0);
}

TEST_F(AuditTest, CsvHasARowForEachGame) {
  const std::string path = Write("games.pgn", kLawful + kIllegal);
  const CommandResult result = Audit({"--format", "csv", path});
  EXPECT_EQ(result.code, kBreaksTheLaws);
  const std::string start =
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
  EXPECT_THAT(
      Lines(result.out),
      ElementsAre(
          "file,game,event,date,white,black,plies,result_tag,result_token,"
          "result_verdict,errors,warnings,start_fen,final_fen",
          path +
              ",1,\"Cup, final\",2020.01.31,Ann,Bob,2,1-0,1-0,"
              "not_decided_by_board_ok,,," +
              start +
              ",rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
          path +
              ",2,\"Cup, final\",2020.01.31,Ann,Bob,1,1-0,1-0,,"
              "illegal_move@2,," +
              start +
              ",rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"));
}

TEST_F(AuditTest, ManyGamesAreCountedExactlyAndInOrder) {
  constexpr int kGames = 1000;
  constexpr int kTimes = 20;
  const std::string collection =
      RandomCollection(11, kGames, GameStyle::kPlain);
  std::string text;
  for (int time = 0; time < kTimes; ++time) text += collection;
  const std::string once = Write("once.pgn", collection);
  const std::string many = Write("many.pgn", text);

  const auto summary_of = [&](const std::string& path) {
    const CommandResult result =
        Audit({"--format", "json", "--threads", "1", path});
    EXPECT_EQ(result.code, kSuccess);
    return json::parse(Lines(result.out).back())["summary"];
  };
  const uint64_t plies = summary_of(once)["plies"];

  const CommandResult result =
      Audit({"--format", "csv", "--threads", "4", many});
  EXPECT_EQ(result.code, kSuccess);
  const std::vector<std::string> rows = Lines(result.out);
  ASSERT_EQ(rows.size(), 1u + kGames * kTimes);
  for (size_t game = 1; game < rows.size(); ++game) {
    ASSERT_THAT(rows[game],
                StartsWith(many + "," + std::to_string(game) + ","));
  }

  const CommandResult text_result = Audit({"--threads", "4", many});
  EXPECT_EQ(text_result.code, kSuccess);
  EXPECT_THAT(text_result.out,
              HasSubstr("files: 1, unreadable: 0, games: 20000, plies: " +
                        std::to_string(kTimes * plies) +
                        "\nbytes: " + std::to_string(text.size()) + ","));
}

// Every field that the corpus has of an audit, by file and game.
TEST_F(AuditTest, JsonIsThatOfTheCorpus) {
  std::vector<std::string> arguments = {"--format", "json"};
  std::map<std::string, json> expected;  // by path of the games
  for (const std::string& name : PgnCorpusNames()) {
    arguments.push_back(PgnCorpusFile(name).string());
    expected[arguments.back()] =
        json::parse(std::ifstream(PgnCorpusExpectation(name)));
  }
  const CommandResult result = Audit(arguments);
  EXPECT_EQ(result.code, kBreaksTheLaws);
  std::vector<std::string> lines = Lines(result.out);
  ASSERT_FALSE(lines.empty());
  const json summary = json::parse(lines.back())["summary"];
  EXPECT_EQ(summary["files"], expected.size());
  EXPECT_EQ(summary["games"], lines.size() - 1);
  lines.pop_back();

  for (const std::string& line : lines) {
    const json found = json::parse(line);
    const json& file = expected[found["file"].get<std::string>()];
    for (const json& game : file["games"]) {
      if (game["game"] != found["game"]) continue;
      SCOPED_TRACE(line);
      for (const char* field : {"plies", "final_fen", "result_tag",
                                "result_token", "result_verdict"}) {
        EXPECT_EQ(found[field], game.value(field, found[field])) << field;
      }
      for (const auto& [name, fact] : game["facts"].items())
        EXPECT_EQ(found["facts"][name], fact) << name;
      for (const char* severity : {"errors", "warnings"}) {
        for (const json& one : game[severity]) {
          EXPECT_TRUE(std::any_of(
              found[severity].begin(), found[severity].end(),
              [&](const json& other) {
                return other["kind"] == one["kind"] &&
                       other["ply"] == one.value("ply", other["ply"]) &&
                       (!one.contains("expected") ||
                        other["expected"] == one["expected"]);
              }))
              << one;
        }
      }
    }
  }
}

}  // namespace
}  // namespace rookery
