#include "cli/perft_output.h"

#include <cassert>
#include <cmath>
#include <nlohmann/json.hpp>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "cli/quantities.h"

namespace rookery::cli {
namespace {

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
  return answer;
}

std::string PerftText(const PerftAnswer& answer) {
  std::string text;
  if (answer.divide) {
    for (const auto& [move, nodes] : *answer.divide)
      absl::StrAppend(&text, move, ": ", nodes, "\n");
    absl::StrAppend(&text, "\nNodes searched: ", answer.nodes, "\n");
    return text;
  }
  absl::StrAppend(&text, "perft(", answer.depth, ") = ", answer.nodes, "\n",
                  HumanDuration(answer.time));
  if (!answer.answered_by.empty()) {
    return absl::StrCat(text, ", known from job ", answer.answered_by,
                        ", computed ", TimesText(answer.replicas), "\n");
  }
  const double seconds = absl::ToDoubleSeconds(answer.time);
  double nodes = 0;
  if (seconds > 0 && absl::SimpleAtod(answer.nodes, &nodes)) {
    absl::StrAppend(&text, ", ", HumanCount(nodes / seconds), " leaves/s");
  }
  return text + "\n";
}

std::string PerftJson(const PerftAnswer& answer) {
  nlohmann::ordered_json json;
  json["fen"] = answer.fen;
  json["depth"] = answer.depth;
  json["nodes"] = answer.nodes;
  json["seconds"] = std::round(absl::ToDoubleSeconds(answer.time) * 1e6) / 1e6;
  if (answer.divide) {
    json["divide"] = nlohmann::ordered_json::object();
    for (const auto& [move, nodes] : *answer.divide)
      json["divide"][move] = nodes;
  }
  if (!answer.answered_by.empty()) {
    json["answered_by"] = answer.answered_by;
    json["replicas"] = answer.replicas;
  }
  // What a coordinator sent is not known to be UTF-8; anything else than
  // replacing it would throw.
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) +
         "\n";
}

}  // namespace rookery::cli
