// What tests/data/pgn expects of a reader; what it expects of the laws is
// tested with core/laws.
#include "tests/support/pgn_corpus.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/notation/pgn_blocks.h"
#include "core/notation/pgn_comment.h"
#include "core/notation/pgn_parser.h"
#include "core/notation/pgn_replay.h"
#include "core/notation/pgn_result.h"
#include "core/notation/pgn_start.h"
#include "core/notation/text_encoding.h"
#include "core/notation/text_source.h"
#include "core/notation/uci.h"

namespace rookery {
namespace {

using nlohmann::json;

// What only the laws can tell.
constexpr std::array<std::string_view, 6> kKindsOfLaws = {
    "moves_after_dead_position",  "moves_after_fivefold",
    "moves_after_seventyfive",    "result_contradicts_board",
    "result_unknown_but_decided", "time_forfeit_but_winner_cannot_mate"};

// One game as a report would have it.
struct ReadGame {
  uint32_t plies = 0;
  std::string start_fen;
  std::string final_fen;
  std::vector<std::string> moves;
  json comments = json::object();  // by ply, as the corpus names them
  PgnGame game;
  PgnRemarks remarks;
};

class Recorder {
 public:
  Recorder(ReadGame& read, bool chess960) : read_(read), chess960_(chess960) {}

  void OnMove(Move move, const Position&) {
    read_.moves.push_back(ToUci(move, chess960_));
  }

  void OnComment(std::string_view text) {
    const std::string ply = std::to_string(read_.moves.size());
    if (const auto clock = ClockOf(text))
      read_.comments["clk_seconds"][ply] = static_cast<double>(*clock) / 1000;
    if (const auto elapsed = ElapsedTimeOf(text))
      read_.comments["emt_seconds"][ply] = static_cast<double>(*elapsed) / 1000;
    if (const auto evaluation = EvaluationOf(text)) {
      read_.comments[evaluation->mate ? "eval_mate_white" : "eval_cp_white"]
                    [ply] = evaluation->value;
      if (evaluation->depth != 0)
        read_.comments["eval_depth"][ply] = evaluation->depth;
    }
  }

 private:
  ReadGame& read_;
  bool chess960_;
};

std::string ReadFile(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::unique_ptr<ReadGame>> ReadAll(std::string_view text) {
  std::vector<std::unique_ptr<ReadGame>> games;
  PgnParser parser(text);
  SanMemo memo;
  for (;;) {
    auto read = std::make_unique<ReadGame>();
    if (!parser.Next(read->game)) return games;
    read->remarks = read->game.remarks;
    PgnStart start = StartOf(read->game, read->remarks);
    read->start_fen = start.position.ToFen();
    Position position = start.position;
    if (start.usable) {
      Recorder recorder(*read, start.variant == PgnVariant::kChess960);
      read->plies =
          ReplayMainLine(read->game, position, memo, read->remarks, recorder)
              .plies;
    }
    RemarkOnResult(read->game, read->plies, read->remarks);
    read->final_fen = position.ToFen();
    games.push_back(std::move(read));
  }
}

bool IsOfLaws(std::string_view kind) {
  return std::find(kKindsOfLaws.begin(), kKindsOfLaws.end(), kind) !=
         kKindsOfLaws.end();
}

bool IsExpected(const PgnRemark& remark, const json& expected) {
  return remark.kind == expected["kind"].get<std::string>() &&
         (!expected.contains("ply") || remark.ply == expected["ply"]) &&
         (!expected.contains("tag") ||
          remark.text == expected["tag"].get<std::string>()) &&
         (!expected.contains("token") ||
          remark.text.starts_with(expected["token"].get<std::string>()));
}

bool HasRemark(const PgnRemarks& remarks, PgnSeverity severity,
               const json& expected) {
  return std::any_of(remarks.kept().begin(), remarks.kept().end(),
                     [&](const PgnRemark& remark) {
                       return remark.severity == severity &&
                              IsExpected(remark, expected);
                     });
}

void CheckRemarks(const ReadGame& read, const json& expected) {
  for (const json& error : expected["errors"]) {
    if (IsOfLaws(error["kind"].get<std::string>())) continue;
    EXPECT_TRUE(HasRemark(read.remarks, PgnSeverity::kError, error)) << error;
  }
  for (const json& warning : expected["warnings"]) {
    if (IsOfLaws(warning["kind"].get<std::string>())) continue;
    EXPECT_TRUE(HasRemark(read.remarks, PgnSeverity::kWarning, warning))
        << warning;
  }
  for (const PgnRemark& remark : read.remarks.kept()) {
    if (remark.severity != PgnSeverity::kError) continue;
    EXPECT_TRUE(std::any_of(
        expected["errors"].begin(), expected["errors"].end(),
        [&](const json& error) { return IsExpected(remark, error); }))
        << "surplus " << remark.kind << " at ply " << remark.ply << ": "
        << remark.text;
  }
}

void CheckTokens(const PgnGame& game, const json& expected) {
  int variations = 0;
  int depth = 0;
  int deepest = 0;
  int comments = 0;
  int non_empty_comments = 0;
  int ply = 0;
  std::map<std::string, std::vector<uint32_t>> nags;
  for (const PgnToken& token : game.tokens) {
    switch (token.kind) {
      case PgnTokenKind::kVariationStart:
        ++variations;
        deepest = std::max(deepest, ++depth);
        break;
      case PgnTokenKind::kVariationEnd:
        --depth;
        break;
      case PgnTokenKind::kComment:
        ++comments;
        non_empty_comments += token.length != 0;
        break;
      case PgnTokenKind::kMove:
        ply += depth == 0;
        break;
      case PgnTokenKind::kNag:
        if (depth == 0) nags[std::to_string(ply)].push_back(token.value);
        break;
      default:
        break;
    }
  }
  EXPECT_EQ(variations, expected.value("variation_count", variations));
  EXPECT_EQ(deepest, expected.value("max_rav_nesting", deepest));
  EXPECT_EQ(comments, expected.value("comment_count", comments));
  EXPECT_EQ(non_empty_comments,
            expected.value("comment_count_non_empty", non_empty_comments));
  if (expected.contains("nags")) {
    for (const auto& [at, numbers] : expected["nags"].items()) {
      EXPECT_THAT(nags[at], testing::UnorderedElementsAreArray(
                                numbers.get<std::vector<uint32_t>>()))
          << "ply " << at;
    }
  }
}

std::string TagText(const PgnGame& game, std::string_view name) {
  const std::string value = PgnTagValue(game.FindTag(name));
  return game.latin1 ? Utf8FromLatin1(value) : value;
}

json TextOrNull(std::string_view text) {
  return text.data() == nullptr ? json() : json(std::string(text));
}

// The files have no token where it is not spelled as the standard has it.
json StandardToken(const PgnGame& game) {
  const bool nonstandard = std::any_of(
      game.tokens.begin(), game.tokens.end(), [](const PgnToken& token) {
        return token.kind == PgnTokenKind::kNonstandardResult;
      });
  return nonstandard || game.result_token.empty()
             ? json()
             : json(std::string(game.result_token));
}

void CheckGame(const ReadGame& read, const json& expected) {
  EXPECT_EQ(read.plies, expected["plies"]);
  EXPECT_EQ(TextOrNull(read.game.FindTag("Result")), expected["result_tag"]);
  EXPECT_EQ(StandardToken(read.game), expected["result_token"]);
  if (!expected.value("fen_unusable", false)) {
    // In Chess960 the file quotes the tag as it is, whatever its style.
    const auto start =
        Position::FromFen(expected["start_fen"].get<std::string>());
    ASSERT_TRUE(start.ok());
    EXPECT_EQ(read.start_fen, start->ToFen());
  }
  EXPECT_EQ(read.final_fen, expected["final_fen"]);
  EXPECT_EQ(json(read.moves), expected.value("moves_uci", json(read.moves)));
  const json last = read.moves.empty() ? json() : json(read.moves.back());
  EXPECT_EQ(last, expected.value("last_uci", last));
  CheckRemarks(read, expected);
  CheckTokens(read.game, expected);
  if (expected.contains("tags")) {
    for (const auto& [name, value] : expected["tags"].items())
      EXPECT_EQ(TagText(read.game, name), value) << name;
  }
  for (const char* field : {"clk_seconds", "emt_seconds", "eval_cp_white",
                            "eval_mate_white", "eval_depth"}) {
    const json found = read.comments.value(field, json());
    EXPECT_EQ(found, expected.value(field, found)) << field;
  }
}

class PgnCorpusTest : public testing::TestWithParam<std::string> {};

TEST_P(PgnCorpusTest, IsReadAsExpected) {
  const json expected = json::parse(ReadFile(PgnCorpusExpectation(GetParam())));
  const auto source = OpenText(PgnCorpusFile(GetParam()).string());
  ASSERT_TRUE(source.ok()) << source.status();
  PgnBlockReader reader(**source);
  PgnBlock block;  // each file is smaller than one
  ASSERT_TRUE(*reader.Next(block));
  const auto games = ReadAll(block.text);
  ASSERT_EQ(games.size(), expected["number_of_games"]);
  for (const json& game : expected["games"]) {
    SCOPED_TRACE("game " + game["game"].dump());
    CheckGame(*games[game["game"].get<size_t>() - 1], game);
  }
}

INSTANTIATE_TEST_SUITE_P(All, PgnCorpusTest,
                         testing::ValuesIn(PgnCorpusNames()),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

}  // namespace
}  // namespace rookery
