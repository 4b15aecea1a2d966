// Compares counts with a program that others wrote.
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "core/perft/kernel_registry.h"
#include "tests/support/random_positions.h"
#include "tests/unit/core/perft/perft_test_support.h"

namespace rookery {
namespace {

constexpr const char* kStockfish = "/usr/games/stockfish";

// What `go perft` of that depth answers for each position.
std::vector<uint64_t> CountsOfStockfish(const std::vector<Position>& positions,
                                        int depth) {
  const std::string path = testing::TempDir() + "stockfish_test_" +
                           std::to_string(getpid()) + ".uci";
  std::ofstream commands(path);
  // As Chess960, castling rights of every kind are understood, and those of
  // standard chess mean the same.
  commands << "setoption name UCI_Chess960 value true\n";
  for (const Position& position : positions) {
    commands << "position fen " << position.ToFen() << "\ngo perft " << depth
             << "\n";
  }
  commands << "quit\n";
  commands.close();
  std::vector<uint64_t> counts;
  FILE* const output =
      popen((std::string(kStockfish) + " < '" + path + "'").c_str(), "r");
  if (output == nullptr) return counts;
  std::array<char, 4096> line;
  constexpr std::string_view kPrefix = "Nodes searched: ";
  while (std::fgets(line.data(), line.size(), output) != nullptr) {
    const std::string_view text = line.data();
    if (text.starts_with(kPrefix))
      counts.push_back(std::stoull(std::string(text.substr(kPrefix.size()))));
  }
  EXPECT_EQ(pclose(output), 0);
  std::remove(path.c_str());
  return counts;
}

TEST(StockfishTest, AgreesOnRandomPositions) {
  if (access(kStockfish, X_OK) != 0)
    GTEST_SKIP() << kStockfish << " is not installed; nothing was compared";
  const std::vector<Position> positions =
      RandomPositions(/*seed=*/20261130, /*count=*/200);
  const std::vector<uint64_t> expected = CountsOfStockfish(positions, 3);
  ASSERT_EQ(expected.size(), positions.size());
  const std::vector<uint64_t> counts =
      CountsOf(*AvailableKernels().front(), positions, 3);
  for (size_t i = 0; i < positions.size(); ++i)
    EXPECT_EQ(counts[i], expected[i]) << positions[i].ToFen();
}

}  // namespace
}  // namespace rookery
