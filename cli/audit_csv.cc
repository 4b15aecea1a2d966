#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "cli/audit_writer.h"

namespace rookery::cli {
namespace {

// In quotes where it has to be (RFC 4180).
std::string Field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char letter : text) {
    if (letter == '"') quoted += '"';
    quoted += letter;
  }
  return quoted + '"';
}

// "illegal_move@7 result_tag_mismatch@6"
std::string List(const std::vector<AuditFinding>& findings) {
  return absl::StrJoin(
      findings, " ", [](std::string* out, const AuditFinding& finding) {
        absl::StrAppend(out, std::string(finding.kind), "@", finding.ply);
      });
}

class CsvWriter final : public AuditWriter {
 public:
  std::string Heading() const override {
    return "file,game,event,date,white,black,plies,result_tag,result_token,"
           "result_verdict,errors,warnings,start_fen,final_fen\n";
  }

  std::string BeforeNumber(const std::string& file) const override {
    return Field(file) + ",";
  }

  std::string AfterNumber(const GameAudit& audit) const override {
    std::string row;
    for (const std::string_view name : {"Event", "Date", "White", "Black"})
      absl::StrAppend(&row, ",", Field(audit.Tag(name).value_or("")));
    absl::StrAppend(&row, ",", audit.plies);
    for (const std::string& text :
         {audit.Tag("Result").value_or(""),
          std::string(audit.game->StandardResultToken()),
          ResultVerdictText(*audit.verdict), List(audit.errors),
          List(audit.warnings), audit.start.ToFen(), audit.last.ToFen()})
      absl::StrAppend(&row, ",", Field(text));
    return row + "\n";
  }

  std::string Ending(const AuditSummary&) const override { return ""; }
};

}  // namespace

std::unique_ptr<AuditWriter> MakeAuditCsvWriter() {
  return std::make_unique<CsvWriter>();
}

}  // namespace rookery::cli
