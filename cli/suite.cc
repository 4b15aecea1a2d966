#include "cli/suite.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "cli/json_line.h"
#include "cli/perft_output.h"
#include "cli/suite_file.h"
#include "coordinator/perft_request.h"
#include "proto/support/uint128.h"

namespace rookery::cli {
namespace {

std::string Plural(int count, const char* noun) {
  return absl::StrCat(count, " ", noun, count == 1 ? "" : "s");
}

}  // namespace

absl::StatusOr<std::vector<SuiteQuestion>> LoadSuite(
    const std::string& path, std::optional<int64_t> deepest) {
  const absl::StatusOr<std::vector<SuiteLine>> suite = LoadSuiteFile(path);
  if (!suite.ok()) return suite.status();
  std::vector<SuiteQuestion> questions;
  for (const SuiteLine& line : *suite) {
    for (const KnownPerft& known : line.known) {
      if (deepest && known.depth > *deepest) continue;
      questions.push_back({.line = line.number,
                           .fen = line.position.ToFen(),
                           .depth = known.depth,
                           .expected = known.leaves});
    }
  }
  if (questions.empty()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--suite '", path, "' has no count of --depth ", *deepest, " or less"));
  }
  if (questions.size() > coordinator::kMaxSuiteEntries) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--suite '", path, "' has ", questions.size(), " counts; a job takes ",
        coordinator::kMaxSuiteEntries,
        "; split the file, or leave out the deeper ones with --depth"));
  }
  return questions;
}

void AskSuite(const std::vector<SuiteQuestion>& questions,
              v1::SubmitPerftRequest* request) {
  for (const SuiteQuestion& question : questions) {
    v1::SuiteEntry& entry = *request->add_suite();
    entry.set_fen(question.fen);
    entry.set_depth(static_cast<uint32_t>(question.depth));
  }
}

absl::StatusOr<SuiteAnswer> CompareSuite(
    const std::vector<SuiteQuestion>& questions, const v1::Job& job,
    absl::Duration time) {
  const v1::PerftResult& result = job.perft_result();
  if (result.suite_nodes_size() != static_cast<int>(questions.size())) {
    return absl::InternalError(
        absl::StrCat("job ", job.job_id(), " has ", result.suite_nodes_size(),
                     " counts for ", questions.size(), " questions"));
  }
  SuiteAnswer answer{.counts = result.suite_nodes_size(),
                     .nodes = result.nodes(),
                     .time = time};
  int line = 0;
  for (int index = 0; index < answer.counts; ++index) {
    const SuiteQuestion& question = questions[static_cast<size_t>(index)];
    if (question.line != line) ++answer.positions;
    line = question.line;
    const std::string& counted = result.suite_nodes(index);
    if (counted != ToDecimal(question.expected))
      answer.differences.push_back({.question = question, .counted = counted});
  }
  return answer;
}

std::string SuiteText(const SuiteAnswer& answer) {
  std::string text;
  for (const SuiteAnswer::Difference& difference : answer.differences) {
    const SuiteQuestion& question = difference.question;
    absl::StrAppend(&text, "line ", question.line, ": ", question.fen,
                    ": perft(", question.depth, ") = ", difference.counted,
                    ", but the suite has ", ToDecimal(question.expected), "\n");
  }
  const int differences = static_cast<int>(answer.differences.size());
  const std::string all = absl::StrCat(Plural(answer.counts, "count"), " of ",
                                       Plural(answer.positions, "position"));
  absl::StrAppend(&text,
                  differences == 0
                      ? absl::StrCat("all right: ", all)
                      : absl::StrCat("wrong: ", differences, " of ", all),
                  "\n", SpeedText(answer.nodes, answer.time));
  return text;
}

std::string SuiteJson(const SuiteAnswer& answer) {
  nlohmann::ordered_json json;
  json["positions"] = answer.positions;
  json["counts"] = answer.counts;
  json["differences"] = nlohmann::ordered_json::array();
  for (const SuiteAnswer::Difference& difference : answer.differences) {
    const SuiteQuestion& question = difference.question;
    json["differences"].push_back({{"line", question.line},
                                   {"fen", question.fen},
                                   {"depth", question.depth},
                                   {"expected", ToDecimal(question.expected)},
                                   {"counted", difference.counted}});
  }
  json["nodes"] = answer.nodes;
  json["seconds"] = JsonSeconds(answer.time);
  return JsonLine(json);
}

std::string SuiteCountsText(const v1::Job& job) {
  std::string text;
  const int counts =
      std::min(job.perft().suite_size(), job.perft_result().suite_nodes_size());
  for (int index = 0; index < counts; ++index) {
    const v1::SuiteEntry& entry = job.perft().suite(index);
    absl::StrAppend(&text, entry.fen(), ": perft(", entry.depth(),
                    ") = ", job.perft_result().suite_nodes(index), "\n");
  }
  return text;
}

}  // namespace rookery::cli
