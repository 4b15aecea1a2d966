#include "tests/support/fen_collection.h"

#include <cstdlib>
#include <fstream>

#include "absl/strings/str_split.h"

namespace rookery {

std::vector<FenCase> ReadFenCollection(const std::string& path) {
  std::vector<FenCase> cases;
  std::ifstream file(path);
  std::string line;
  while (std::getline(file, line)) {
    if (line.starts_with("#")) continue;
    const std::vector<std::string> columns = absl::StrSplit(line, '\t');
    if (columns.size() != 11) return {};
    cases.push_back(
        {columns[0], columns[1], columns[3], columns[4],
         std::atoi(columns[5].c_str()), std::atoi(columns[6].c_str()),
         std::strtoull(columns[7].c_str(), nullptr, 10), columns[10]});
  }
  return cases;
}

}  // namespace rookery
