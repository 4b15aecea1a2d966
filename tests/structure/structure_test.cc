// Looks at the repository itself.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "tests/structure/include_rules.h"
#include "tests/structure/proto_comments.h"

namespace rookery {
namespace {

namespace fs = std::filesystem;

constexpr uintmax_t kLargestTextBytes = 1 << 20;

struct TextFile {
  std::string path;  // From the root of the repository.
  std::string text;
};

// The files that people wrote: no build trees, no repository data, no binaries.
std::vector<TextFile> ReadTree() {
  const fs::path root = ROOKERY_SOURCE_DIR;
  const std::set<std::string> skipped = {".git", ".cache", "build", "data"};
  std::vector<TextFile> files;
  for (auto it = fs::recursive_directory_iterator(root); it != fs::end(it);
       ++it) {
    if (it->is_directory() && skipped.contains(it->path().filename())) {
      it.disable_recursion_pending();
    }
    if (!it->is_regular_file() || it->file_size() > kLargestTextBytes) continue;
    std::ostringstream text;
    text << std::ifstream(it->path()).rdbuf();
    if (text.str().find('\0') != std::string::npos) continue;
    files.push_back({fs::relative(it->path(), root).string(), text.str()});
  }
  return files;
}

bool IsSource(const std::string& path) {
  return path.ends_with(".h") || path.ends_with(".cc");
}

// Whether `text` names an absolute path into a folder of one machine.
bool NamesALocalPath(std::string_view text) {
  const auto is_path_character = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' ||
           c == '-' || c == '.' || c == '/' || c == '}' || c == ')';
  };
  for (const std::string_view folder : {"work", "home", "root", "Users"}) {
    const std::string path = "/" + std::string(folder);
    for (size_t at = text.find(path); at != std::string_view::npos;
         at = text.find(path, at + 1)) {
      const size_t after = at + path.size();
      const bool begins = at == 0 || !is_path_character(text[at - 1]);
      const bool ends = after == text.size() || text[after] == '/' ||
                        !is_path_character(text[after]);
      if (begins && ends) return true;
    }
  }
  return false;
}

TEST(StructureTest, SourcesKeepTheIncludeRules) {
  int sources = 0;
  for (const TextFile& file : ReadTree()) {
    if (!IsSource(file.path)) continue;
    ++sources;
    for (const std::string& include : FindIncludes(file.text)) {
      EXPECT_THAT(BrokenIncludeRules(file.path, include), testing::IsEmpty())
          << file.path << " includes " << include;
    }
  }
  EXPECT_GT(sources, 50) << "the test does not see the tree";
}

TEST(StructureTest, HeadersHaveGuardsNamedAfterTheirPath) {
  for (const TextFile& file : ReadTree()) {
    if (!file.path.ends_with(".h")) continue;
    std::string guard = "ROOKERY_";
    for (const char c : file.path) {
      const auto letter = static_cast<unsigned char>(c);
      guard +=
          std::isalnum(letter) ? static_cast<char>(std::toupper(letter)) : '_';
    }
    EXPECT_THAT(file.text, testing::HasSubstr("#ifndef " + guard + "_\n"))
        << file.path;
  }
}

TEST(StructureTest, ContractsSayWhatEverythingMeans) {
  int contracts = 0;
  for (const TextFile& file : ReadTree()) {
    if (!file.path.ends_with(".proto")) continue;
    ++contracts;
    EXPECT_THAT(UncommentedElements(file.text), testing::IsEmpty())
        << file.path;
  }
  EXPECT_GE(contracts, 5) << "the test does not see the contracts";
}

TEST(StructureTest, NoFileNamesAPathOfOneMachine) {
  for (const TextFile& file : ReadTree()) {
    EXPECT_FALSE(NamesALocalPath(file.text)) << file.path;
  }
}

TEST(NamesALocalPathTest, TellsPathsFromOtherText) {
  const std::string slash = "/";
  EXPECT_TRUE(NamesALocalPath("see " + slash + "work/main"));
  EXPECT_TRUE(NamesALocalPath(slash + "home/someone/x"));
  EXPECT_TRUE(NamesALocalPath("cd \"" + slash + "root\""));
  EXPECT_FALSE(NamesALocalPath("net/work"));
  EXPECT_FALSE(NamesALocalPath(slash + "workers"));
  EXPECT_FALSE(NamesALocalPath("https:" + slash + slash + "a.org/home"));
}

}  // namespace
}  // namespace rookery
