#include <algorithm>
#include <map>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "cli/difference_text.h"
#include "cli/quantities.h"
#include "cli/text_table.h"
#include "cli/verify_report.h"

namespace rookery::cli {
namespace {

// What is known of one group of checks.
struct GroupSummary {
  int positions = 0;
  int agreed = 0;
  int differed = 0;
  int failed = 0;
  int skipped = 0;
  int not_tried = 0;
  int shallowest = 0;
  int deepest = 0;
  double leaves = 0;
};

void Add(const CheckResult& result, GroupSummary* summary) {
  // What was not asked has no depth.
  if (summary->shallowest == 0 ||
      (result.depth != 0 && result.depth < summary->shallowest))
    summary->shallowest = result.depth;
  summary->deepest = std::max(summary->deepest, result.depth);
  ++summary->positions;
  summary->leaves += static_cast<double>(result.counted);
  switch (result.verdict) {
    case CheckVerdict::kAgreed:
      ++summary->agreed;
      break;
    case CheckVerdict::kDiffered:
    case CheckVerdict::kWrongExpectation:
      ++summary->differed;
      break;
    case CheckVerdict::kFailed:
      ++summary->failed;
      break;
    case CheckVerdict::kSkipped:
      ++summary->skipped;
      break;
    case CheckVerdict::kNotTried:
      ++summary->not_tried;
      break;
  }
}

std::vector<std::string> TableRow(const std::string& name,
                                  const GroupSummary& summary) {
  const std::string depths =
      summary.shallowest == summary.deepest
          ? absl::StrCat(summary.deepest)
          : absl::StrCat(summary.shallowest, "-", summary.deepest);
  return {name,
          absl::StrCat(summary.positions),
          absl::StrCat(summary.agreed),
          absl::StrCat(summary.differed),
          absl::StrCat(summary.failed),
          depths,
          HumanCount(summary.leaves)};
}

// The groups in the order of the checks.
std::string SummaryTable(const VerifyReport& report) {
  std::vector<std::pair<std::string, GroupSummary>> groups;
  for (size_t i = 0; i < report.checks.size(); ++i) {
    const std::string& name = report.checks[i].group;
    if (groups.empty() || groups.back().first != name)
      groups.emplace_back(name, GroupSummary());
    Add(report.results[i], &groups.back().second);
  }
  std::vector<std::vector<std::string>> rows = {{"SUITE", "POSITIONS", "AGREED",
                                                 "DIFFERED", "FAILED", "DEPTH",
                                                 "LEAVES"}};
  for (const auto& [name, summary] : groups)
    rows.push_back(TableRow(name, summary));
  return FormatTable(rows);
}

// "tricky 12: perft(3) of ... is 4, the program counts 5  (comment)".
std::string Line(const NamedCheck& check, const CheckResult& result) {
  return absl::StrCat(
      check.group, " ", check.number, ": ",
      ResultLine({.position = check.check.position, .fen = check.check.fen},
                 result),
      check.comment.empty() ? "" : absl::StrCat(" (", check.comment, ")"),
      "\n");
}

std::string Positions(int count) {
  return absl::StrCat(count, count == 1 ? " position" : " positions");
}

// One example for each reason, the commonest reasons first.
std::string DifferencesText(const VerifyReport& report) {
  struct Group {
    std::string_view reason;
    size_t example;
    int positions;
  };
  std::vector<Group> groups;
  for (size_t i = 0; i < report.results.size(); ++i) {
    if (!report.results[i].difference) continue;
    const std::string_view reason = MainReason(*report.results[i].difference);
    const auto known = std::find_if(
        groups.begin(), groups.end(),
        [reason](const Group& group) { return group.reason == reason; });
    if (known == groups.end()) {
      groups.push_back({reason, i, 1});
    } else {
      ++known->positions;
    }
  }
  std::stable_sort(groups.begin(), groups.end(),
                   [](const Group& left, const Group& right) {
                     return left.positions > right.positions;
                   });
  std::string text;
  for (const Group& group : groups) {
    absl::StrAppend(
        &text, "\n", std::string(group.reason), " (",
        Positions(group.positions), ")\n  ",
        Line(report.checks[group.example], report.results[group.example]),
        DifferenceText(*report.results[group.example].difference));
  }
  return text;
}

// The results of one verdict, a line each.
std::string LinesOf(CheckVerdict verdict, const char* title,
                    const VerifyReport& report) {
  std::string text;
  for (size_t i = 0; i < report.results.size(); ++i) {
    if (report.results[i].verdict != verdict) continue;
    if (text.empty()) absl::StrAppend(&text, "\n", title, "\n");
    absl::StrAppend(&text, "  ", Line(report.checks[i], report.results[i]));
  }
  return text;
}

}  // namespace

bool AllAgreed(const VerifyReport& report) {
  return std::all_of(report.results.begin(), report.results.end(),
                     [](const CheckResult& result) {
                       return result.verdict == CheckVerdict::kAgreed;
                     });
}

bool NothingWrong(const VerifyReport& report) {
  return std::all_of(report.results.begin(), report.results.end(),
                     [](const CheckResult& result) {
                       return result.verdict == CheckVerdict::kAgreed ||
                              result.verdict == CheckVerdict::kSkipped ||
                              result.verdict == CheckVerdict::kNotTried;
                     });
}

std::string VerifyText(const VerifyReport& report) {
  GroupSummary all;
  for (const CheckResult& result : report.results) Add(result, &all);
  std::string end;
  if (AllAgreed(report)) {
    end = absl::StrCat("all right: ", Positions(all.positions));
  } else {
    end = NothingWrong(report)
              ? absl::StrCat("nothing wrong: ", all.agreed, " agreed")
              : absl::StrCat("wrong: ", all.differed, " differed, ", all.failed,
                             " failed");
    if (all.skipped > 0) {
      absl::StrAppend(&end, ", ", all.skipped,
                      " skipped (the program has no Chess960)");
    }
    if (all.not_tried > 0) {
      absl::StrAppend(&end, ", ", all.not_tried,
                      " not tried (--max-time was over)");
    }
    absl::StrAppend(&end, ", of ", Positions(all.positions));
  }
  return absl::StrCat(
      SummaryTable(report), DifferencesText(report),
      LinesOf(CheckVerdict::kFailed, "not answered", report),
      LinesOf(CheckVerdict::kWrongExpectation, "wrong in the suite", report),
      "\n", end, "\n", HumanDuration(report.time), "\n");
}

}  // namespace rookery::cli
