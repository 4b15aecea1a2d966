#include "cli/text_table.h"

#include <algorithm>
#include <cassert>

#include "cli/printable.h"

namespace rookery::cli {

std::string FormatTable(const std::vector<std::vector<std::string>>& rows) {
  std::vector<size_t> widths;
  for (const std::vector<std::string>& row : rows) {
    if (widths.empty()) widths.resize(row.size());
    assert(row.size() == widths.size());
    for (size_t column = 0; column < row.size(); ++column) {
      widths[column] = std::max(widths[column], row[column].size());
    }
  }
  std::string text;
  for (const std::vector<std::string>& row : rows) {
    std::string line;
    for (size_t column = 0; column < row.size(); ++column) {
      const std::string cell = Printable(row[column]);
      line += cell;
      line.append(widths[column] - cell.size() + 2, ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

}  // namespace rookery::cli
