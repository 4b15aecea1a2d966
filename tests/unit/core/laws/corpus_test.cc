// The games of tests/data/pgn, read and judged: what concerns the laws must
// come out as expected.json has it. What a reader has to say is tested in
// core/notation.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/laws/game_judge.h"
#include "core/notation/pgn_comment.h"
#include "core/notation/pgn_parser.h"
#include "core/notation/pgn_replay.h"
#include "core/notation/pgn_start.h"

namespace rookery {
namespace {

using nlohmann::json;

bool IsFindingOfTheLaws(const std::string& kind) {
  for (int index = 0; index <= static_cast<int>(FindingKind::kGapInRecord);
       ++index) {
    if (FindingName(static_cast<FindingKind>(index)) == kind) return true;
  }
  return false;
}

// One finding a string, with what the file gives of it.
std::string Describe(const json& finding) {
  return absl::StrCat(finding.value("ply", 0), " ",
                      finding["kind"].get<std::string>(), " ",
                      finding.value("expected", "*"));
}

std::string Describe(const Finding& finding) {
  return absl::StrCat(finding.ply, " ", std::string(FindingName(finding.kind)),
                      " ", std::string(ResultText(finding.expected)));
}

std::vector<std::string> Expected(const json& findings) {
  std::vector<std::string> texts;
  for (const json& finding : findings) {
    if (IsFindingOfTheLaws(finding["kind"])) texts.push_back(Describe(finding));
  }
  return texts;
}

std::vector<std::string> Found(const std::vector<Finding>& findings) {
  std::vector<std::string> texts;
  for (const Finding& finding : findings) texts.push_back(Describe(finding));
  return texts;
}

// The file gives no plies with its warnings.
std::vector<std::string> KindsIn(const json& warnings) {
  std::vector<std::string> kinds;
  for (const json& warning : warnings) {
    if (IsFindingOfTheLaws(warning["kind"])) kinds.push_back(warning["kind"]);
  }
  return kinds;
}

std::vector<std::string> KindsIn(const std::vector<Finding>& findings) {
  std::vector<std::string> kinds;
  for (const Finding& finding : findings)
    kinds.emplace_back(FindingName(finding.kind));
  return kinds;
}

json OrNull(const std::optional<int>& ply) {
  return ply ? json(*ply) : json(nullptr);
}

json FactsOf(const GameFacts& facts) {
  json plies = json::array();
  const size_t listed =
      std::min(static_cast<size_t>(facts.threefold_on_board_count),
               facts.threefold_on_board_plies.size());
  for (size_t index = 0; index < listed; ++index)
    plies.push_back(facts.threefold_on_board_plies[index]);
  json end = nullptr;
  if (facts.first_automatic_end) {
    end = {{"ply", facts.first_automatic_end->ply},
           {"reason", AutomaticEndName(facts.first_automatic_end->reason)}};
  }
  return {
      {"checkmate", facts.checkmate},
      {"stalemate", facts.stalemate},
      {"insufficient_material", facts.insufficient_material},
      {"halfmove_clock", facts.halfmove_clock},
      {"first_automatic_end", end},
      {"threefold_on_board_plies", plies},
      {"threefold_on_board_count", facts.threefold_on_board_count},
      {"threefold_claim_by_intended_move_first_ply",
       OrNull(facts.threefold_claim_by_intended_move_first_ply)},
      {"fivefold_first_ply", OrNull(facts.fivefold_first_ply)},
      {"fifty_on_board_first_ply", OrNull(facts.fifty_on_board_first_ply)},
      {"fifty_claim_by_intended_move_first_ply",
       OrNull(facts.fifty_claim_by_intended_move_first_ply)},
      {"seventyfive_first_ply", OrNull(facts.seventyfive_first_ply)},
  };
}

std::string VerdictText(const Verdict& verdict) {
  std::string text(ResultVerdictName(verdict.result_verdict));
  if (verdict.result_verdict == ResultVerdict::kShouldBe)
    absl::StrAppend(&text, " ", std::string(ResultText(verdict.expected)));
  return text;
}

// Feeds a judge with what a reader plays.
class JudgeVisitor {
 public:
  explicit JudgeVisitor(GameJudge& judge) : judge_(judge) {}

  void OnMove(Move move, const Position& after) {
    judge_.Play(move, after);
    mover_ = Opponent(after.side_to_move());
  }
  void OnComment(std::string_view text) {
    const std::optional<int64_t> clock = ClockOf(text);
    if (judge_.plies() > 0 && clock) judge_.AddClock(mover_, *clock);
  }

 private:
  GameJudge& judge_;
  Color mover_ = kWhite;
};

const Verdict& ReadAndJudge(const PgnGame& game, SanMemo& memo,
                            GameJudge& judge) {
  PgnRemarks remarks;
  const PgnStart start = StartOf(game, remarks);
  Position position = start.position;
  judge.Begin(position);
  PgnReplay replay;
  if (start.usable) {
    JudgeVisitor visitor(judge);
    replay = ReplayMainLine(game, position, memo, remarks, visitor);
  }
  return judge.End(
      position,
      {.result_tag = game.FindTag("Result"),
       .result_token = game.result_token,
       .termination = game.FindTag("Termination"),
       .time_control = game.FindTag("TimeControl"),
       .date = game.FindTag("Date"),
       .chess960 = start.variant == PgnVariant::kChess960,
       .start_unknown = !start.usable,
       .record_break = replay.complete ? RecordBreak::kNone
                                       : RecordBreak::kUnplayableMove});
}

void Check(const Verdict& verdict, const json& expected) {
  EXPECT_EQ(Found(verdict.errors), Expected(expected["errors"]));
  EXPECT_EQ(KindsIn(verdict.warnings), KindsIn(expected["warnings"]));
  EXPECT_EQ(FactsOf(verdict.facts), expected["facts"]);
  if (expected.contains("result_verdict")) {
    EXPECT_EQ(VerdictText(verdict), expected["result_verdict"]);
  }
}

std::string ReadFile(const std::string& name) {
  std::ifstream file(absl::StrCat(ROOKERY_SOURCE_DIR, "/tests/data/pgn/", name),
                     std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class CorpusTest : public testing::TestWithParam<std::string> {};

TEST_P(CorpusTest, IsJudgedAsExpected) {
  const std::string text = ReadFile(GetParam() + ".pgn");
  const json file = json::parse(ReadFile(GetParam() + ".expected.json"));
  PgnParser parser(text);
  PgnGame game;
  SanMemo memo;
  GameJudge judge;
  for (const json& expected : file["games"]) {
    SCOPED_TRACE("game " + expected["game"].dump());
    ASSERT_TRUE(parser.Next(game));
    Check(ReadAndJudge(game, memo, judge), expected);
  }
}

std::vector<std::string> CorpusFiles() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(
           ROOKERY_SOURCE_DIR "/tests/data/pgn")) {
    if (entry.path().extension() == ".pgn")
      names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

INSTANTIATE_TEST_SUITE_P(Files, CorpusTest, testing::ValuesIn(CorpusFiles()),
                         [](const auto& param) { return param.param; });

}  // namespace
}  // namespace rookery
