#include "core/verify/suite_table.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"

namespace rookery {
namespace {

std::vector<std::string_view> SplitCells(std::string_view line) {
  std::vector<std::string_view> cells;
  while (true) {
    const size_t end = line.find('\t');
    cells.push_back(line.substr(0, end));
    if (end == std::string_view::npos) return cells;
    line.remove_prefix(end + 1);
  }
}

}  // namespace

bool SuiteTable::IsHeading(std::string_view line) {
  const std::vector<std::string_view> cells = SplitCells(line);
  return std::find(cells.begin(), cells.end(), "fen") != cells.end();
}

absl::StatusOr<SuiteTable> SuiteTable::FromHeading(std::string_view line) {
  const std::vector<std::string_view> names = SplitCells(line);
  absl::Status status;
  const auto find = [&](std::string_view name) -> std::optional<size_t> {
    const auto column = std::find(names.begin(), names.end(), name);
    if (column == names.end()) return std::nullopt;
    if (std::find(column + 1, names.end(), name) != names.end()) {
      status.Update(absl::InvalidArgumentError(
          absl::StrCat("column ", std::string(name), " is there twice")));
    }
    return column - names.begin();
  };
  const auto require = [&](std::string_view name) -> size_t {
    const std::optional<size_t> column = find(name);
    if (column) return *column;
    status.Update(absl::InvalidArgumentError(
        absl::StrCat("column ", std::string(name),
                     " is missing; a table has the columns fen, depth, nodes "
                     "and, if you like, comment")));
    return 0;
  };
  SuiteTable table;
  table.fen_ = require("fen");
  table.depth_ = require("depth");
  table.statistic_ = find("statistic");
  table.nodes_ = require(table.statistic_ ? "value" : "nodes");
  table.comment_ = find("comment");
  if (!status.ok()) return status;
  return table;
}

absl::Status SuiteTable::ReadRow(int number, std::string_view line,
                                 std::vector<SuiteLine>* suite) const {
  const std::vector<std::string_view> cells = SplitCells(line);
  const size_t needed = std::max(
      {fen_, depth_, nodes_, statistic_.value_or(0), comment_.value_or(0)});
  if (cells.size() <= needed) {
    return absl::InvalidArgumentError(
        absl::StrCat("has ", cells.size(),
                     " cells; the columns that count "
                     "reach to cell ",
                     needed + 1));
  }
  if (statistic_ && cells[*statistic_] != "nodes") return absl::OkStatus();
  const absl::StatusOr<Position> position = Position::FromFen(cells[fen_]);
  if (!position.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat("fen: ", position.status().message()));
  }
  if (suite->empty() || suite->back().position != *position)
    suite->push_back({.number = number,
                      .position = *position,
                      .fen = std::string(cells[fen_])});
  SuiteLine& last = suite->back();
  if (comment_ && last.comment.empty()) last.comment = cells[*comment_];
  return AddKnownPerft(cells[depth_], cells[nodes_], &last.known);
}

}  // namespace rookery
