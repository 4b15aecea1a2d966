#include <nlohmann/json.hpp>
#include <string_view>

#include "cli/difference_text.h"
#include "cli/json_line.h"
#include "cli/verify_report.h"
#include "core/engine/question_text.h"
#include "proto/support/uint128.h"

namespace rookery::cli {
namespace {

using Json = nlohmann::ordered_json;

const char* NameOf(CheckVerdict verdict) {
  switch (verdict) {
    case CheckVerdict::kAgreed:
      return "agreed";
    case CheckVerdict::kDiffered:
      return "differed";
    case CheckVerdict::kFailed:
      return "failed";
    case CheckVerdict::kSkipped:
      return "skipped";
    case CheckVerdict::kNotTried:
      return "not_tried";
    case CheckVerdict::kWrongExpectation:
      return "wrong_in_suite";
  }
  return "";
}

const char* NameOf(DifferenceKind kind) {
  switch (kind) {
    case DifferenceKind::kMoves:
      return "moves";
    case DifferenceKind::kMoveCount:
      return "move_count";
    case DifferenceKind::kState:
      return "state";
    case DifferenceKind::kUnknown:
      return "unknown";
  }
  return "";
}

Json ReasonJson(const Reason& reason) {
  return {{"reason", std::string(reason.id)},
          {"words", reason.words},
          {"advice", std::string(reason.advice)}};
}

Json MovesJson(const std::vector<WrongMove>& moves) {
  Json list = Json::array();
  for (const WrongMove& move : moves) {
    Json json = {{"move", move.move}};
    json.update(ReasonJson(move.reason));
    list.push_back(json);
  }
  return list;
}

Json DifferenceJson(const Difference& difference) {
  const WrongAnswer& example = difference.example;
  Json json;
  json["kind"] = NameOf(difference.kind);
  json["reason"] = std::string(MainReason(difference));
  json["path"] =
      SpellMoves(difference.noticed.question.position, difference.path);
  json["fen"] = RootFen(example.question);
  json["moves"] = SpellMoves(example.question.position, example.question.moves);
  json["depth"] = example.question.depth;
  json["expected"] = ToDecimal(example.expected);
  json["counted"] = ToDecimal(example.counted);
  json["extra"] = MovesJson(difference.extra);
  json["missing"] = MovesJson(difference.missing);
  if (difference.made_wrongly)
    json["cause"] = ReasonJson(*difference.made_wrongly);
  if (!difference.remark.empty()) json["note"] = difference.remark;
  if (!difference.stopped.ok())
    json["stopped"] = std::string(difference.stopped.message());
  return json;
}

Json ResultJson(const NamedCheck& check, const CheckResult& result) {
  Json json;
  json["suite"] = check.group;
  json["number"] = check.number;
  json["fen"] =
      RootFen({.position = check.check.position, .fen = check.check.fen});
  if (!check.comment.empty()) json["comment"] = check.comment;
  json["depth"] = result.depth;
  json["verdict"] = NameOf(result.verdict);
  if (!result.failure.ok()) {
    json["failure"] = std::string(result.failure.message());
  } else if (result.verdict != CheckVerdict::kNotTried) {
    json["expected"] = ToDecimal(result.expected);
    json["counted"] = ToDecimal(result.counted);
  }
  json["program_seconds"] = JsonSeconds(result.program_time);
  if (result.difference)
    json["difference"] = DifferenceJson(*result.difference);
  return json;
}

}  // namespace

std::string VerifyJson(const VerifyReport& report) {
  Json json;
  json["engine"] = report.engine;
  json["positions"] = report.checks.size();
  json["all_agreed"] = AllAgreed(report);
  json["seconds"] = JsonSeconds(report.time);
  json["results"] = Json::array();
  for (size_t i = 0; i < report.checks.size(); ++i)
    json["results"].push_back(ResultJson(report.checks[i], report.results[i]));
  return JsonLine(json);
}

}  // namespace rookery::cli
