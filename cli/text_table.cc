#include "cli/text_table.h"

#include <algorithm>
#include <cassert>

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
      std::string cell = row[column];
      std::replace_if(
          cell.begin(), cell.end(),
          [](unsigned char c) { return c < 0x20 || c == 0x7f; }, '?');
      line += cell;
      line.append(widths[column] - cell.size() + 2, ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

}  // namespace rookery::cli
