#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "cli/audit_writer.h"
#include "cli/json_line.h"

namespace rookery::cli {
namespace {

using Json = nlohmann::ordered_json;

template <typename Value>
Json OrNull(const std::optional<Value>& value) {
  return value ? Json(*value) : Json();
}

Json TextOrNull(std::string_view text) {
  return text.empty() ? Json() : Json(text);
}

std::string_view NameOf(PgnVariant variant) {
  switch (variant) {
    case PgnVariant::kStandard:
      return "standard";
    case PgnVariant::kChess960:
      return "chess960";
    case PgnVariant::kUnsupported:
      return "unsupported";
  }
  return "";
}

Json FindingsJson(const GameAudit& audit,
                  const std::vector<AuditFinding>& findings) {
  Json list = Json::array();
  for (const AuditFinding& finding : findings) {
    Json json = {{"ply", finding.ply}, {"kind", finding.kind}};
    if (!finding.text.empty()) json["token"] = audit.Utf8(finding.text);
    if (finding.expected != GameResult::kUnknown)
      json["expected"] = ResultText(finding.expected);
    list.push_back(std::move(json));
  }
  return list;
}

Json FactsJson(const GameFacts& facts) {
  Json end;
  if (facts.first_automatic_end) {
    end = {{"ply", facts.first_automatic_end->ply},
           {"reason", AutomaticEndName(facts.first_automatic_end->reason)}};
  }
  Json flag;
  if (facts.flag_fall) {
    flag = {{"ply", facts.flag_fall->ply},
            {"side", ColorName(facts.flag_fall->side)},
            {"result", ResultText(facts.flag_fall->result)}};
  }
  const size_t listed =
      std::min(static_cast<size_t>(facts.threefold_on_board_count),
               facts.threefold_on_board_plies.size());
  Json threefold = Json::array();
  for (size_t index = 0; index < listed; ++index)
    threefold.push_back(facts.threefold_on_board_plies[index]);
  return {
      {"checkmate", facts.checkmate},
      {"stalemate", facts.stalemate},
      {"insufficient_material", facts.insufficient_material},
      {"dead_position", facts.dead_position},
      {"halfmove_clock", facts.halfmove_clock},
      {"first_automatic_end", end},
      {"flag_fall", flag},
      {"threefold_on_board_plies", threefold},
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

Json KindsJson(const AuditTotals::Kinds& kinds) {
  Json json = Json::object();
  for (const auto& [kind, times] : kinds) json[kind] = times;
  return json;
}

Json VerdictsJson(const AuditTotals& totals) {
  Json json = Json::object();
  for (size_t index = 1; index < totals.games_by_verdict.size(); ++index) {
    if (totals.games_by_verdict[index] == 0) continue;
    json[std::string(ResultVerdictName(static_cast<ResultVerdict>(index)))] =
        totals.games_by_verdict[index];
  }
  return json;
}

class JsonWriter final : public AuditWriter {
 public:
  std::string Heading() const override { return ""; }

  // The beginning of the object that AfterNumber ends.
  std::string BeforeNumber(const std::string& file) const override {
    std::string text = JsonLine({{"file", file}});
    text.erase(text.rfind('}'));
    return text + ",\"game\":";
  }

  std::string AfterNumber(const GameAudit& audit) const override {
    Json json = {
        {"variant", NameOf(audit.variant)},
        {"plies", audit.plies},
        {"start_fen", audit.start.ToFen()},
        {"final_fen", audit.last.ToFen()},
        {"result_tag", OrNull(audit.Tag("Result"))},
        {"result_token", TextOrNull(audit.game->StandardResultToken())},
        {"errors", FindingsJson(audit, audit.errors)},
        {"warnings", FindingsJson(audit, audit.warnings)},
        {"unlisted_errors", audit.unlisted_errors},
        {"unlisted_warnings", audit.unlisted_warnings},
        {"result_verdict", TextOrNull(ResultVerdictText(*audit.verdict))},
        {"restore_ply", OrNull(audit.verdict->restore_ply)},
        {"facts", FactsJson(audit.verdict->facts)},
    };
    std::string text = JsonLine(json);
    text.front() = ',';
    return text;
  }

  std::string Ending(const AuditSummary& summary) const override {
    const AuditTotals& totals = summary.totals;
    return JsonLine({{"summary",
                      {{"files", summary.files},
                       {"unreadable_files", summary.unreadable_files},
                       {"games", totals.games},
                       {"plies", totals.plies},
                       {"games_with_errors", totals.games_with_errors},
                       {"games_with_warnings", totals.games_with_warnings},
                       {"unsupported_variants", totals.unsupported_variants},
                       {"result_verdicts", VerdictsJson(totals)},
                       {"errors", KindsJson(totals.errors)},
                       {"warnings", KindsJson(totals.warnings)},
                       {"unlisted_errors", totals.unlisted_errors},
                       {"unlisted_warnings", totals.unlisted_warnings},
                       {"bytes", totals.bytes},
                       {"game_bytes", totals.game_bytes},
                       {"stray_bytes", totals.stray_bytes},
                       {"skipped_bytes", totals.skipped_bytes},
                       {"seconds", JsonSeconds(summary.time)}}}});
  }
};

}  // namespace

std::unique_ptr<AuditWriter> MakeAuditJsonWriter() {
  return std::make_unique<JsonWriter>();
}

}  // namespace rookery::cli
