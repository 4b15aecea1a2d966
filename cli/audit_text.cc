#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "cli/audit_writer.h"
#include "cli/printable.h"
#include "cli/quantities.h"
#include "cli/text_table.h"

namespace rookery::cli {
namespace {

// "Alice - Bob, Some Open, 2020.01.31: ", as far as the tags tell.
std::string Headline(const GameAudit& audit) {
  std::string text = absl::StrCat(audit.Tag("White").value_or("?"), " - ",
                                  audit.Tag("Black").value_or("?"));
  for (const std::string_view name : {"Event", "Date"}) {
    const std::string value = audit.Tag(name).value_or("");
    if (!value.empty()) absl::StrAppend(&text, ", ", value);
  }
  return text + ": ";
}

void AppendFindings(const GameAudit& audit, const std::string& severity,
                    const std::vector<AuditFinding>& findings,
                    uint64_t unlisted, std::string& text) {
  for (const AuditFinding& finding : findings) {
    absl::StrAppend(&text, severity, " ", std::string(finding.kind));
    if (finding.ply != 0) absl::StrAppend(&text, " at ply ", finding.ply);
    if (!finding.text.empty())
      absl::StrAppend(&text, " '", audit.Utf8(finding.text), "'");
    if (finding.expected != GameResult::kUnknown)
      absl::StrAppend(&text, " (should be ",
                      std::string(ResultText(finding.expected)), ")");
    text += "; ";
  }
  if (unlisted != 0)
    absl::StrAppend(&text, unlisted, " more ", severity, "s; ");
}

void AppendKinds(const std::string& severity, const AuditTotals::Kinds& kinds,
                 std::vector<std::vector<std::string>>& rows) {
  for (const auto& [kind, times] : kinds)
    rows.push_back({absl::StrCat(times), absl::StrCat(severity, " ", kind)});
}

void AppendVerdicts(const AuditTotals& totals,
                    std::vector<std::vector<std::string>>& rows) {
  for (size_t index = 0; index < totals.games_by_verdict.size(); ++index) {
    if (totals.games_by_verdict[index] == 0) continue;
    const std::string name(
        ResultVerdictName(static_cast<ResultVerdict>(index)));
    rows.push_back({absl::StrCat(totals.games_by_verdict[index]),
                    absl::StrCat("result ", name.empty() ? "open" : name)});
  }
}

class TextWriter final : public AuditWriter {
 public:
  std::string Heading() const override { return ""; }

  std::string BeforeNumber(const std::string& file) const override {
    return Printable(file) + ":";
  }

  std::string AfterNumber(const GameAudit& audit) const override {
    if (!audit.HasErrors() && !audit.HasWarnings()) return "";
    std::string text = ": " + Headline(audit);
    AppendFindings(audit, "error", audit.errors, audit.unlisted_errors, text);
    AppendFindings(audit, "warning", audit.warnings, audit.unlisted_warnings,
                   text);
    text += audit.last.ToFen();
    return Printable(std::move(text)) + "\n";
  }

  std::string Ending(const AuditSummary& summary) const override {
    const AuditTotals& totals = summary.totals;
    std::string text = absl::StrCat(
        "files: ", summary.files, ", unreadable: ", summary.unreadable_files,
        ", games: ", totals.games, ", plies: ", totals.plies,
        "\nbytes: ", totals.bytes, ", between games: ", totals.stray_bytes,
        ", skipped: ", totals.skipped_bytes,
        "\nbreaking the laws: ", totals.games_with_errors,
        ", with warnings: ", totals.games_with_warnings,
        ", of other variants: ", totals.unsupported_variants, "\n");
    std::vector<std::vector<std::string>> rows = {{"COUNT", "WHAT"}};
    AppendKinds("error", totals.errors, rows);
    AppendKinds("warning", totals.warnings, rows);
    AppendVerdicts(totals, rows);
    if (rows.size() > 1) text += FormatTable(rows);
    absl::StrAppend(&text, HumanDuration(summary.time), ", ",
                    HumanCount(static_cast<double>(totals.plies) /
                               absl::ToDoubleSeconds(std::max(
                                   summary.time, absl::Microseconds(1)))),
                    " plies/s\n");
    return text;
  }
};

}  // namespace

std::string ResultVerdictText(const Verdict& verdict) {
  std::string text(ResultVerdictName(verdict.result_verdict));
  if (verdict.result_verdict == ResultVerdict::kShouldBe)
    absl::StrAppend(&text, " ", std::string(ResultText(verdict.expected)));
  return text;
}

std::unique_ptr<AuditWriter> MakeAuditTextWriter() {
  return std::make_unique<TextWriter>();
}

}  // namespace rookery::cli
