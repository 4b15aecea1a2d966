#include "tests/support/pgn_corpus.h"

#include <algorithm>
#include <system_error>

namespace rookery {

std::vector<std::string> PgnCorpusNames() {
  std::vector<std::string> names;
  std::error_code unreadable;
  for (const auto& entry :
       std::filesystem::directory_iterator(PgnCorpusFile(""), unreadable)) {
    const std::string name = entry.path().filename().string();
    if (name.find(".pgn") != std::string::npos) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::filesystem::path PgnCorpusFile(const std::string& name) {
  return std::filesystem::path(ROOKERY_SOURCE_DIR) / "tests/data/pgn" / name;
}

std::filesystem::path PgnCorpusExpectation(const std::string& name) {
  return PgnCorpusFile(name.substr(0, name.find(".pgn")) + ".expected.json");
}

}  // namespace rookery
