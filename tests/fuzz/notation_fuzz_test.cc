// The fuzz targets on a fixed set of inputs, so that they cannot rot where no
// fuzzer runs.
#include "tests/fuzz/notation_fuzz.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <set>

#include "tests/support/random_positions.h"

namespace rookery {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int kRounds = 4;
#else
constexpr int kRounds = 25;
#endif

using FaultFinder = std::function<std::optional<std::string>(std::string_view)>;

// Damages a text in a few places: bytes changed, runs doubled or left out.
std::string Damaged(std::string text, RandomSource& random) {
  constexpr std::string_view kBytes = "{}()[];%\"\\\n\r\0 .$*-+=#x0158aehNKQO";
  for (int count = 1 + random.Below(4); count > 0 && !text.empty(); --count) {
    const auto size = static_cast<int>(text.size());
    const auto at = static_cast<size_t>(random.Below(size));
    const auto length = static_cast<size_t>(random.Below(30));
    switch (random.Below(3)) {
      case 0:
        text[at] = kBytes[static_cast<size_t>(
            random.Below(static_cast<int>(kBytes.size())))];
        break;
      case 1:
        text.erase(at, length);
        break;
      default:
        text.insert(
            at, text.substr(static_cast<size_t>(random.Below(size)), length));
    }
  }
  return text;
}

void CheckFolder(const std::string& folder, const FaultFinder& find_fault) {
  // In their order: the random damage depends on it.
  std::set<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(
           std::filesystem::path(ROOKERY_SOURCE_DIR) / folder)) {
    if (entry.path().extension() != ".json") paths.insert(entry.path());
  }
  ASSERT_FALSE(paths.empty()) << folder;
  RandomSource random(91);
  for (const std::filesystem::path& path : paths) {
    std::ifstream file(path, std::ios::binary);
    const std::string seed{std::istreambuf_iterator<char>(file), {}};
    EXPECT_EQ(find_fault(seed).value_or(""), "") << path;
    for (int round = 0; round < kRounds; ++round) {
      const std::string text = Damaged(seed, random);
      ASSERT_EQ(find_fault(text).value_or(""), "") << path << "\n" << text;
    }
  }
}

TEST(NotationFuzzTest, DamagedGamesAreReadTheSameInAnyBlocks) {
  CheckFolder("tests/data/pgn", FindPgnFault);
}

TEST(NotationFuzzTest, DamagedMovesAreNeverTakenForOthers) {
  CheckFolder("tests/fuzz/seeds/san", FindSanFault);
}

TEST(NotationFuzzTest, DamagedPositionsAreReadBackOrRefused) {
  CheckFolder("tests/fuzz/seeds/fen", FindFenFault);
}

}  // namespace
}  // namespace rookery
