// Counts that take too long without optimisation. Labelled `release`.
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/perft/kernel_registry.h"
#include "tests/support/fen_collection.h"
#include "tests/support/random_positions.h"
#include "tests/unit/core/perft/perft_test_support.h"

namespace rookery {
namespace {

// The counts of published suites that are worth the time.
constexpr uint64_t kMostKnownLeaves = 200'000'000;
// How far single positions are followed where only kernels can be compared.
constexpr uint64_t kMostLeaves = 10'000'000;
constexpr int kDeepest = 5;

std::unique_ptr<HashTable> MakeTable(uint64_t mebibytes) {
  absl::StatusOr<std::unique_ptr<HashTable>> table =
      HashTable::Create(mebibytes, /*seed=*/1);
  EXPECT_TRUE(table.ok()) << table.status();
  return *std::move(table);
}

// 5,000 positions: half from games and endgames, half made of hazards.
std::vector<Position> ManyPositions() {
  std::vector<Position> positions =
      RandomPositions(/*seed=*/5000, /*count=*/2500);
  const std::vector<Position> hazards =
      RandomHazards(/*seed=*/5001, /*count=*/2500);
  positions.insert(positions.end(), hazards.begin(), hazards.end());
  return positions;
}

// Every fast kernel against the fastest one, without and with a table that all
// of them share, each position to the greatest depth up to kDeepest at which it
// has no more than about `most_leaves`, but at least to depth 4.
void ExpectKernelsAgree(const std::vector<Position>& positions,
                        uint64_t most_leaves) {
  const Kernel& fastest = *AvailableKernels().front();
  const std::vector<PackedPosition> packed = PackAll(positions);
  const std::vector<uint64_t> three = CountsOf(fastest, packed, 3);
  const std::vector<uint64_t> four = CountsOf(fastest, packed, 4);
  std::vector<PackedPosition> thin;
  for (size_t i = 0; i < packed.size(); ++i) {
    const double growth = static_cast<double>(four[i]) /
                          static_cast<double>(std::max(three[i], uint64_t{1}));
    if (static_cast<double>(four[i]) * growth <
        static_cast<double>(most_leaves))
      thin.push_back(packed[i]);
  }
  EXPECT_GT(thin.size(), packed.size() / 4);
  const std::vector<uint64_t> five = CountsOf(fastest, thin, kDeepest);
  const std::unique_ptr<HashTable> table = MakeTable(4);
  for (const Kernel* kernel : FastKernels()) {
    if (kernel != &fastest) {
      ExpectCounts(*kernel, packed, 4, four);
      ExpectCounts(*kernel, thin, kDeepest, five);
    }
    ExpectCounts(*kernel, packed, 4, four, table.get());
    ExpectCounts(*kernel, thin, kDeepest, five, table.get());
  }
}

TEST(PerftReleaseTest, EveryFastKernelCountsTheStartPositionToDepthSeven) {
  for (const Kernel* kernel : FastKernels()) {
    EXPECT_EQ(CountOf(*kernel, Position::Start(), 7), 3195901860u)
        << kernel->name();
  }
}

TEST(PerftReleaseTest,
     EveryFastKernelCountsTheStartPositionToDepthSevenWithATable) {
  for (const Kernel* kernel : FastKernels()) {
    const std::unique_ptr<HashTable> table = MakeTable(64);
    EXPECT_EQ(CountOf(*kernel, Position::Start(), 7, table.get()), 3195901860u)
        << kernel->name();
  }
}

TEST(PerftReleaseTest, TheReferenceCountsTheStartPositionToDepthSix) {
  EXPECT_EQ(CountOf(ReferenceKernelOfThisBuild(), Position::Start(), 6),
            119060324u);
}

TEST(PerftReleaseTest, EveryFastKernelCountsWhatIsKnown) {
  // By FEN: depth and leaves, the deepest.
  std::map<std::string, std::pair<int, uint64_t>> known;
  const auto add = [&](const std::string& fen, int depth, uint64_t leaves) {
    std::pair<int, uint64_t>& deepest = known[fen];
    if (leaves <= kMostKnownLeaves && depth > deepest.first)
      deepest = {depth, leaves};
  };
  for (const auto& row : ReadRows("perft_facts.tsv")) {
    // Beyond depth 8 are figures that no 64 bits hold.
    if (row[3] == "nodes" && std::stoi(row[2]) <= 8)
      add(row[1], std::stoi(row[2]), std::stoull(row[4]));
  }
  for (const SuiteLine& line : SuiteLines()) {
    const KnownPerft& deepest = line.known.back();
    add(line.position.ToFen(), deepest.depth,
        static_cast<uint64_t>(deepest.leaves));
  }
  for (const FenCase& tested :
       ReadFenCollection(ROOKERY_SOURCE_DIR "/tests/data/fens.tsv")) {
    if (tested.kind != "invalid")
      add(tested.normalized, tested.perft_depth, tested.perft_nodes);
  }
  EXPECT_GT(known.size(), 1000u);
  const std::unique_ptr<HashTable> table = MakeTable(4);
  for (const auto& [fen, answer] : known) {
    if (answer.first == 0) continue;
    for (const Kernel* kernel : FastKernels()) {
      EXPECT_EQ(CountOf(*kernel, PositionOf(fen), answer.first), answer.second)
          << kernel->name() << ": depth " << answer.first << " of " << fen;
      EXPECT_EQ(CountOf(*kernel, PositionOf(fen), answer.first, table.get()),
                answer.second)
          << kernel->name() << " with a table: depth " << answer.first << " of "
          << fen;
    }
  }
}

TEST(PerftReleaseTest, FastKernelsAgreeOnTheTestData) {
  ExpectKernelsAgree(PositionsOfTestData(), 4 * kMostLeaves);
}

TEST(PerftReleaseTest, FastKernelsAgreeWithTheReferenceOnRandomPositions) {
  const std::vector<PackedPosition> positions = PackAll(ManyPositions());
  const std::vector<uint64_t> expected =
      CountsOf(ReferenceKernelOfThisBuild(), positions, 3);
  const std::unique_ptr<HashTable> table = MakeTable(1);
  for (const Kernel* kernel : FastKernels()) {
    ExpectCounts(*kernel, positions, 3, expected);
    ExpectCounts(*kernel, positions, 3, expected, table.get());
  }
}

TEST(PerftReleaseTest, FastKernelsAgreeOnRandomPositions) {
  ExpectKernelsAgree(ManyPositions(), kMostLeaves);
}

}  // namespace
}  // namespace rookery
