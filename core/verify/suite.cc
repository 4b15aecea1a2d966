#include "core/verify/suite.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "core/verify/epd_line.h"
#include "core/verify/suite_table.h"

namespace rookery {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

// Reads line after line; the first one tells in which format.
class SuiteReader {
 public:
  absl::Status Read(int number, std::string_view line) {
    if (line.size() > kMaxSuiteLineBytes) {
      return absl::InvalidArgumentError(
          absl::StrCat("has ", line.size(), " bytes; at most ",
                       kMaxSuiteLineBytes, " are read"));
    }
    if (!begun_) {
      begun_ = true;
      if (SuiteTable::IsHeading(line)) {
        absl::StatusOr<SuiteTable> table = SuiteTable::FromHeading(line);
        if (table.ok()) table_ = *std::move(table);
        return table.status();
      }
    }
    if (table_) return table_->ReadRow(number, line, &suite_);
    absl::StatusOr<SuiteLine> parsed = ParseEpdLine(number, line);
    if (parsed.ok()) suite_.push_back(*std::move(parsed));
    return parsed.status();
  }

  std::vector<SuiteLine> Take() { return std::move(suite_); }

 private:
  bool begun_ = false;
  std::optional<SuiteTable> table_;
  std::vector<SuiteLine> suite_;
};

}  // namespace

absl::StatusOr<std::vector<SuiteLine>> ParseSuite(std::string_view text) {
  if (text.size() > kMaxSuiteBytes) {
    return absl::InvalidArgumentError(
        absl::StrCat("the suite has ", text.size(), " bytes; at most ",
                     kMaxSuiteBytes, " are read"));
  }
  if (text.starts_with(kByteOrderMark))
    text.remove_prefix(kByteOrderMark.size());
  SuiteReader reader;
  for (int number = 1; !text.empty(); ++number) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    const size_t first = line.find_first_not_of(" \t");
    if (first == std::string_view::npos || line[first] == '#') continue;
    if (const absl::Status status = reader.Read(number, line); !status.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat("line ", number, ": ", status.message()));
    }
  }
  std::vector<SuiteLine> suite = reader.Take();
  if (suite.empty())
    return absl::InvalidArgumentError("the suite has no position");
  return suite;
}

}  // namespace rookery
