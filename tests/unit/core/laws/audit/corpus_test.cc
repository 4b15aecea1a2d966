// The games of tests/data/pgn, read and judged: every field that expected.json
// has of an audit must hold.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/laws/audit/block_audit.h"
#include "core/notation/text_source.h"
#include "tests/support/pgn_corpus.h"

namespace rookery {
namespace {

using nlohmann::json;

template <typename Value>
json OrNull(const std::optional<Value>& value) {
  return value ? json(*value) : json();
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

// Whether a finding is the expected one, as far as the file describes that.
bool Matches(const GameAudit& audit, const AuditFinding& finding,
             const json& expected) {
  const std::string text = audit.Utf8(finding.text);
  return expected["kind"] == finding.kind &&
         expected.value("ply", finding.ply) == finding.ply &&
         expected.value("tag", text) == text &&
         text.starts_with(expected.value("token", std::string())) &&
         (!expected.contains("expected") ||
          expected["expected"] == ResultText(finding.expected));
}

void ExpectAll(const GameAudit& audit, const json& expected,
               const std::vector<AuditFinding>& found) {
  for (const json& one : expected) {
    EXPECT_TRUE(std::any_of(found.begin(), found.end(),
                            [&](const AuditFinding& finding) {
                              return Matches(audit, finding, one);
                            }))
        << one;
  }
}

bool IsOfLaws(std::string_view kind) {
  for (int index = 0; index <= static_cast<int>(FindingKind::kGapInRecord);
       ++index) {
    if (FindingName(static_cast<FindingKind>(index)) == kind) return true;
  }
  return false;
}

// The reader may report more than the file has, where it has something; the
// laws say exactly what it has.
void ExpectNothingElse(const GameAudit& audit, const json& expected,
                       const std::vector<AuditFinding>& found) {
  for (const AuditFinding& finding : found) {
    const bool known = std::any_of(
        expected.begin(), expected.end(),
        [&](const json& one) { return Matches(audit, finding, one); });
    EXPECT_TRUE(known || !IsOfLaws(finding.kind))
        << finding.kind << " at ply " << finding.ply;
  }
}

void ExpectGame(const GameAudit& audit, const json& expected) {
  EXPECT_EQ(audit.number, expected["game"]);
  EXPECT_EQ(audit.plies, expected["plies"]);
  EXPECT_EQ(audit.variant == PgnVariant::kChess960, expected["chess960"]);
  // In Chess960 the file quotes the tag, whatever its style.
  const absl::StatusOr<Position> start =
      Position::FromFen(expected["start_fen"].get<std::string>());
  ASSERT_TRUE(start.ok());
  EXPECT_EQ(audit.start.ToFen(), start->ToFen());
  EXPECT_EQ(audit.last.ToFen(), expected["final_fen"]);
  EXPECT_EQ(OrNull(audit.Tag("Result")), expected["result_tag"]);
  const std::string token(audit.game->StandardResultToken());
  EXPECT_EQ(token.empty() ? json() : json(token), expected["result_token"]);
  ExpectAll(audit, expected["errors"], audit.errors);
  ExpectAll(audit, expected["warnings"], audit.warnings);
  ExpectNothingElse(audit, expected["errors"], audit.errors);
  ExpectNothingElse(audit, expected["warnings"], audit.warnings);
  EXPECT_EQ(audit.HasErrors(), !expected["errors"].empty());
  if (expected.contains("result_verdict")) {
    EXPECT_EQ(VerdictText(*audit.verdict), expected["result_verdict"]);
  }
  EXPECT_EQ(FactsOf(audit.verdict->facts), expected["facts"]);
}

class CorpusTest : public testing::TestWithParam<std::string> {};

TEST_P(CorpusTest, IsAuditedAsExpected) {
  const json expected =
      json::parse(std::ifstream(PgnCorpusExpectation(GetParam())));
  const auto source = OpenText(PgnCorpusFile(GetParam()).string());
  ASSERT_TRUE(source.ok()) << source.status();
  PgnBlockReader reader(**source);
  PgnBlock block;  // each file is smaller than one
  ASSERT_TRUE(*reader.Next(block));
  GameAuditor auditor;
  const AuditTotals totals =
      AuditBlock(block, 1, auditor, [&](const GameAudit& audit) {
        SCOPED_TRACE(absl::StrCat("game ", audit.number));
        for (const json& game : expected["games"]) {
          if (game["game"] == audit.number) ExpectGame(audit, game);
        }
      });
  EXPECT_EQ(totals.games, expected["number_of_games"]);
}

INSTANTIATE_TEST_SUITE_P(Files, CorpusTest, testing::ValuesIn(PgnCorpusNames()),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

}  // namespace
}  // namespace rookery
