#include "cli/perft_output.h"

#include <algorithm>
#include <cassert>
#include <nlohmann/json.hpp>
#include <string_view>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "cli/json_line.h"
#include "cli/quantities.h"
#include "core/perft/statistics/statistics.h"

namespace rookery::cli {
namespace {

// What the names do not say of themselves, and people mix up.
const char* Remark(std::string_view name) {
  if (name == "total_checks") return "  without mates";
  if (name == "checks_incl_mates") return "  total_checks + total_mates";
  return "";
}

// An empty line, then name and number in columns, in the order of
// StatisticsFields.
std::string StatisticsText(
    const std::map<std::string, std::string>& statistics) {
  size_t longest = 0;
  for (const auto& [name, value] : statistics)
    longest = std::max(longest, value.size());
  std::string text = "\n";
  for (const StatisticsField& field : StatisticsFields()) {
    const auto value = statistics.find(std::string(field.name));
    if (value == statistics.end()) continue;
    absl::StrAppendFormat(&text, "%-24s  %*s%s\n", value->first,
                          static_cast<int>(longest), value->second,
                          Remark(field.name));
  }
  return text;
}

std::string TimesText(uint32_t times) {
  return times == 1 ? "once" : absl::StrCat(times, " times");
}

}  // namespace

PerftAnswer AnswerOf(const v1::Job& job, absl::Duration time) {
  assert(job.has_perft() && job.has_perft_result());
  PerftAnswer answer;
  answer.fen = job.perft().fen();
  answer.depth = static_cast<int>(job.perft().depth());
  answer.nodes = job.perft_result().nodes();
  answer.answered_by = job.perft_result().answered_by();
  answer.replicas = job.perft_result().replicas();
  answer.time = time;
  if (job.perft().divide()) {
    answer.divide.emplace(job.perft_result().divide().begin(),
                          job.perft_result().divide().end());
  }
  if (job.perft().statistics()) {
    answer.statistics.emplace(job.perft_result().statistics().begin(),
                              job.perft_result().statistics().end());
  }
  return answer;
}

std::string PerftText(const PerftAnswer& answer) {
  const std::string statistics =
      answer.statistics ? StatisticsText(*answer.statistics) : "";
  std::string text;
  if (answer.divide) {
    for (const auto& [move, nodes] : *answer.divide)
      absl::StrAppend(&text, move, ": ", nodes, "\n");
    absl::StrAppend(&text, "\nNodes searched: ", answer.nodes, "\n");
    return text + statistics;
  }
  absl::StrAppend(
      &text, "perft(", answer.depth, ") = ", answer.nodes, "\n",
      answer.answered_by.empty()
          ? SpeedText(answer.nodes, answer.time)
          : absl::StrCat(HumanDuration(answer.time), ", known from job ",
                         answer.answered_by, ", computed ",
                         TimesText(answer.replicas), "\n"));
  return text + statistics;
}

std::string SpeedText(const std::string& nodes, absl::Duration time) {
  std::string text = HumanDuration(time);
  const double seconds = absl::ToDoubleSeconds(time);
  double leaves = 0;
  if (seconds > 0 && absl::SimpleAtod(nodes, &leaves))
    absl::StrAppend(&text, ", ", HumanCount(leaves / seconds), " leaves/s");
  return text + "\n";
}

std::string PerftJson(const PerftAnswer& answer) {
  nlohmann::ordered_json json;
  json["fen"] = answer.fen;
  json["depth"] = answer.depth;
  json["nodes"] = answer.nodes;
  json["seconds"] = JsonSeconds(answer.time);
  if (answer.divide) {
    json["divide"] = nlohmann::ordered_json::object();
    for (const auto& [move, nodes] : *answer.divide)
      json["divide"][move] = nodes;
  }
  if (answer.statistics) {
    json["statistics"] = nlohmann::ordered_json::object();
    for (const StatisticsField& field : StatisticsFields()) {
      const auto value = answer.statistics->find(std::string(field.name));
      if (value != answer.statistics->end())
        json["statistics"][value->first] = value->second;
    }
  }
  if (!answer.answered_by.empty()) {
    json["answered_by"] = answer.answered_by;
    json["replicas"] = answer.replicas;
  }
  return JsonLine(json);
}

}  // namespace rookery::cli
