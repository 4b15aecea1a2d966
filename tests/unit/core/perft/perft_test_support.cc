#include "tests/unit/core/perft/perft_test_support.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

#include "core/board/position_codec.h"
#include "core/perft/fast/entry.h"
#include "core/perft/fast_kernel.h"
#include "core/perft/kernel_registry.h"
#include "core/verify/builtin_suites.h"
#include "tests/support/fen_collection.h"

namespace rookery {

std::span<const NamedPerft> SixPositions() {
  static constexpr NamedPerft kSix[] = {
      {"start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5,
       4865609},
      {"kiwipete",
       "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
       4, 4085603},
      {"position3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, 11030083},
      {"position4",
       "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5,
       15833292},
      {"position5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
       4, 2103487},
      {"position6",
       "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 "
       "10",
       4, 3894594},
  };
  return kSix;
}

Position PositionOf(std::string_view fen) {
  absl::StatusOr<Position> position = Position::FromFen(fen);
  EXPECT_TRUE(position.ok()) << fen << ": " << position.status();
  return position.ok() ? *position : Position::Start();
}

std::optional<uint64_t> CountOf(const Kernel& kernel, const Position& position,
                                int depth, HashTable* table) {
  const PackedPosition packed = Pack(position);
  uint64_t count = 0;
  CountRequest request;
  request.positions = {&packed, 1};
  request.depth = depth;
  request.table = table;
  request.counts = {&count, 1};
  if (kernel.Count(request) != CountResult::kDone) return std::nullopt;
  return count;
}

std::vector<PackedPosition> PackAll(const std::vector<Position>& positions) {
  std::vector<PackedPosition> packed;
  packed.reserve(positions.size());
  for (const Position& position : positions) packed.push_back(Pack(position));
  return packed;
}

std::vector<uint64_t> CountsOf(const Kernel& kernel,
                               std::span<const PackedPosition> positions,
                               int depth, HashTable* table) {
  std::vector<uint64_t> counts(positions.size());
  CountRequest request;
  request.positions = positions;
  request.depth = depth;
  request.table = table;
  request.counts = counts;
  EXPECT_EQ(kernel.Count(request), CountResult::kDone);
  return counts;
}

std::vector<uint64_t> CountsOf(const Kernel& kernel,
                               const std::vector<Position>& positions,
                               int depth, HashTable* table) {
  return CountsOf(kernel, PackAll(positions), depth, table);
}

void ExpectCounts(const Kernel& kernel,
                  std::span<const PackedPosition> positions, int depth,
                  std::span<const uint64_t> expected, HashTable* table) {
  const std::vector<uint64_t> counts =
      CountsOf(kernel, positions, depth, table);
  ASSERT_EQ(counts.size(), expected.size());
  constexpr int kMostNamed = 5;
  int wrong = 0;
  for (size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == expected[i]) continue;
    if (++wrong > kMostNamed) continue;
    ADD_FAILURE() << kernel.name() << (table == nullptr ? "" : " with a table")
                  << " counts " << counts[i] << " instead of " << expected[i]
                  << ", depth " << depth << " of '"
                  << Unpack(positions[i])->ToFen() << "', number " << i
                  << " of " << counts.size();
  }
  EXPECT_EQ(wrong, 0) << "wrong counts of " << kernel.name();
}

std::vector<std::vector<std::string>> ReadRows(std::string_view file) {
  const std::string path = std::string(ROOKERY_SOURCE_DIR) +
                           "/tests/data/perft/" + std::string(file);
  std::ifstream stream(path);
  EXPECT_TRUE(stream.good()) << path;
  std::vector<std::vector<std::string>> rows;
  std::string line;
  std::getline(stream, line);
  while (std::getline(stream, line)) {
    std::vector<std::string> fields;
    std::istringstream parts(line);
    for (std::string field; std::getline(parts, field, '\t');)
      fields.push_back(field);
    rows.push_back(std::move(fields));
  }
  return rows;
}

std::vector<SuiteLine> SuiteLines() {
  std::vector<SuiteLine> lines;
  for (const std::string_view name : BuiltinSuiteNames()) {
    const absl::StatusOr<std::vector<SuiteLine>> suite = BuiltinSuite(name);
    EXPECT_TRUE(suite.ok()) << name << ": " << suite.status();
    if (suite.ok()) lines.insert(lines.end(), suite->begin(), suite->end());
  }
  return lines;
}

std::vector<Position> PositionsOfTestData() {
  std::set<std::string> fens;
  for (const auto& row : ReadRows("perft_facts.tsv")) {
    if (row.size() > 1 && row[1].find('/') != std::string::npos)
      fens.insert(row[1]);
  }
  const std::vector<SuiteLine> suites = SuiteLines();
  for (size_t line = 0; line < suites.size(); line += 8)
    fens.insert(suites[line].position.ToFen());
  const std::vector<FenCase> collection =
      ReadFenCollection(ROOKERY_SOURCE_DIR "/tests/data/fens.tsv");
  EXPECT_FALSE(collection.empty());
  for (const FenCase& tested : collection) {
    if (tested.kind != "invalid") fens.insert(tested.normalized);
  }
  std::vector<Position> positions;
  for (const std::string& fen : fens) positions.push_back(PositionOf(fen));
  return positions;
}

std::vector<const Kernel*> FastKernels() {
  std::vector<const Kernel*> kernels;
  for (const Kernel* kernel : AvailableKernels()) {
    if (kernel->name() != "reference") kernels.push_back(kernel);
  }
#if defined(__x86_64__)
  // Where PEXT is fast, nobody is offered the kernel that does without.
  static const FastKernel avx2_magics("avx2_magics", kAvx2MagicsEntry);
  if (FindKernel("avx2").ok()) kernels.push_back(&avx2_magics);
#endif
  return kernels;
}

const Kernel& ReferenceKernelOfThisBuild() {
  return *AvailableKernels().back();
}

}  // namespace rookery
