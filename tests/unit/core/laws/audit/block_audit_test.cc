#include "core/laws/audit/block_audit.h"

#include <gtest/gtest.h>

#include <cctype>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "core/notation/byte_source.h"
#include "core/notation/pgn_blocks.h"
#include "tests/support/random_games.h"

namespace rookery {
namespace {

// Moves of a plain text, counted without reading them: whatever is neither a
// number nor a result.
uint64_t CountPlies(const std::string& plain) {
  uint64_t plies = 0;
  std::istringstream lines(plain);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with('[')) continue;
    std::istringstream words(line);
    for (std::string word; words >> word;) {
      plies += std::isalpha(static_cast<unsigned char>(word.front())) != 0;
    }
  }
  return plies;
}

struct Outcome {
  std::vector<uint64_t> numbers;
  std::vector<std::string> positions;
  AuditTotals totals;
};

Outcome AuditInBlocks(const std::string& text, size_t block_bytes) {
  Outcome outcome;
  MemorySource source(text);
  PgnBlockReader reader(source, {.block_bytes = block_bytes});
  PgnBlock block;
  GameAuditor auditor;
  while (*reader.Next(block)) {
    outcome.totals.Merge(AuditBlock(
        block, outcome.totals.games + 1, auditor, [&](const GameAudit& audit) {
          outcome.numbers.push_back(audit.number);
          outcome.positions.push_back(audit.last.ToFen());
        }));
  }
  return outcome;
}

TEST(BlockAuditTest, CountsGeneratedGamesExactly) {
  constexpr int kGames = 1500;
  const std::string text = RandomCollection(6, kGames, GameStyle::kPlain);
  const Outcome whole = AuditInBlocks(text, size_t{1} << 20);
  EXPECT_EQ(whole.totals.games, static_cast<uint64_t>(kGames));
  EXPECT_EQ(whole.totals.plies, CountPlies(text));
  EXPECT_EQ(whole.totals.games_with_errors, 0u);
  EXPECT_EQ(whole.totals.bytes, text.size());
}

TEST(BlockAuditTest, WhereATextIsCutChangesNothing) {
  const std::string text = RandomCollection(7, 40, GameStyle::kDifficult);
  const Outcome whole = AuditInBlocks(text, size_t{1} << 24);
  const Outcome parts = AuditInBlocks(text, 4096);
  EXPECT_EQ(parts.numbers, whole.numbers);
  EXPECT_EQ(parts.numbers.back(), 40u);
  EXPECT_EQ(parts.positions, whole.positions);
  EXPECT_EQ(parts.totals, whole.totals);
}

TEST(BlockAuditTest, AGameThatIsTooLongIsAnErrorAndItsBytesAreCounted) {
  std::string text = "[Event \"long\"]\n\n";
  for (int round = 0; round < 200; ++round) text += "Nf3 Nf6 Ng1 Ng8\n";
  text += "*\n\n[Event \"next\"]\n\n1. e4 *\n";
  MemorySource source(text);
  PgnBlockReader reader(source, {.block_bytes = 64, .max_game_bytes = 1024});
  PgnBlock block;
  GameAuditor auditor;
  AuditTotals totals;
  while (*reader.Next(block)) {
    totals.Merge(AuditBlock(block, 1, auditor, [](const GameAudit&) {}));
  }
  EXPECT_EQ(totals.games, 2u);
  EXPECT_EQ(totals.errors.at("game_too_long"), 1u);
  EXPECT_EQ(totals.bytes, text.size());
  EXPECT_GT(totals.skipped_bytes, 2000u);
}

}  // namespace
}  // namespace rookery
