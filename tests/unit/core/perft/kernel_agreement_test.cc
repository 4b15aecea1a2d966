// Every fast kernel of this machine against the reference, position by
// position, however a batch is put together; and kernels that share one table.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/board/position_codec.h"
#include "core/perft/frontier/frontier.h"
#include "core/perft/hash_table.h"
#include "core/perft/kernel_registry.h"
#include "tests/support/random_positions.h"
#include "tests/unit/core/perft/frontier/frontier_contents.h"
#include "tests/unit/core/perft/nasty_positions.h"
#include "tests/unit/core/perft/perft_test_support.h"

namespace rookery {
namespace {

std::unique_ptr<HashTable> SmallTable(uint64_t seed) {
  absl::StatusOr<std::unique_ptr<HashTable>> table = HashTable::Create(1, seed);
  EXPECT_TRUE(table.ok()) << table.status();
  return *std::move(table);
}

std::vector<PackedPosition> EveryStride(
    std::span<const PackedPosition> positions) {
  std::vector<PackedPosition> some;
  for (size_t i = 0; i < positions.size(); i += kStride)
    some.push_back(positions[i]);
  return some;
}

// How many positions get a call of their own: with sanitizers, the memory that
// a kernel takes for a call costs more than the call.
constexpr size_t kMostAlone = kStride == 1 ? 1'000'000 : 50;

// The same positions in an order that has nothing to do with chess. A kernel
// that works on several at once may put neighbors together.
template <typename T>
std::vector<T> Shuffled(const std::vector<T>& values) {
  RandomSource random(/*seed=*/52);
  std::vector<T> shuffled = values;
  for (size_t left = shuffled.size(); left > 1; --left)
    std::swap(shuffled[left - 1],
              shuffled[random.Below(static_cast<int>(left))]);
  return shuffled;
}

// The fast kernels count what the reference counts: all positions in one call,
// as they are and shuffled; and each in a call of its own, where a kernel that
// works on several at once has only one.
void ExpectLikeReference(const std::vector<PackedPosition>& positions,
                         int depth) {
  const std::vector<uint64_t> expected =
      CountsOf(ReferenceKernelOfThisBuild(), positions, depth);
  const std::vector<PackedPosition> shuffled = Shuffled(positions);
  const std::vector<uint64_t> shuffled_expected = Shuffled(expected);
  for (const Kernel* kernel : FastKernels()) {
    SCOPED_TRACE("in one call");
    ExpectCounts(*kernel, positions, depth, expected);
    if (testing::Test::HasFailure()) return;
    SCOPED_TRACE("shuffled");
    ExpectCounts(*kernel, shuffled, depth, shuffled_expected);
    if (testing::Test::HasFailure()) return;
    SCOPED_TRACE("one by one");
    for (size_t i = 0; i < std::min(positions.size(), kMostAlone); ++i) {
      ExpectCounts(*kernel, {&positions[i], 1}, depth, {&expected[i], 1});
      if (testing::Test::HasFailure()) return;
    }
  }
}

struct NodesCase {
  std::string name;
  std::string fen;
  // How far below the root there are nodes of remaining depth 2.
  int plies;
};

void PrintTo(const NodesCase& tested, std::ostream* out) {
  *out << tested.name;
}

class DepthTwoNodesTest : public testing::TestWithParam<NodesCase> {};

std::vector<NodesCase> NodesCases() {
  std::vector<NodesCase> cases;
  for (const NamedPerft& known : SixPositions()) {
    const bool narrow = std::string_view(known.name) == "start" ||
                        std::string_view(known.name) == "position3";
    cases.push_back({known.name, known.fen, narrow ? 4 : 3});
  }
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Six, DepthTwoNodesTest,
                         testing::ValuesIn(NodesCases()),
                         [](const auto& instance) {
                           return instance.param.name;
                         });

// A wrong count of a deep tree says little, and two errors can hide each other.
// So each node is compared by itself.
TEST_P(DepthTwoNodesTest, AreCountedAsTheReferenceDoes) {
  Frontier frontier(PositionOf(GetParam().fen));
  while (true) {
    ExpectLikeReference(EveryStride(PositionsOf(frontier)), 2);
    if (HasFailure() || frontier.plies() == GetParam().plies) return;
    ASSERT_TRUE(frontier.Extend({.max_positions = 1'000'000}).ok());
  }
}

TEST(KernelAgreementTest, OnDepthTwoNodesBelowTheTestData) {
  std::vector<PackedPosition> nodes;
  for (const Position& position : PositionsOfTestData()) {
    Frontier frontier(position);
    for (int ply = 0; ply < 2; ++ply)
      ASSERT_TRUE(frontier.Extend({.max_positions = 1'000'000}).ok());
    const std::vector<PackedPosition> leaves = PositionsOf(frontier);
    nodes.insert(nodes.end(), leaves.begin(), leaves.end());
  }
  ExpectLikeReference(EveryStride(nodes), 2);
}

TEST(KernelAgreementTest, OnRandomPositions) {
  std::vector<Position> positions =
      RandomPositions(/*seed=*/20261130, /*count=*/1000 / kStride);
  const std::vector<Position> hazards =
      RandomHazards(/*seed=*/20261201, /*count=*/1000 / kStride);
  positions.insert(positions.end(), hazards.begin(), hazards.end());
  for (int depth = 1; depth <= 3; ++depth)
    ExpectLikeReference(PackAll(positions), depth);
}

TEST(KernelAgreementTest, OnDoubleChess960Starts) {
  std::vector<Position> positions;
  for (int number = 0; number < 960; number += 31)
    positions.push_back(Chess960Start(number, 959 - number));
  ExpectLikeReference(PackAll(positions), 3);
}

// A batch that does not fill what a kernel works on at once, of every size,
// both sides mixed.
TEST(KernelAgreementTest, OnBatchesOfEverySize) {
  constexpr int kMostPositions = kStride == 1 ? 40 : 10;
  const std::vector<PackedPosition> positions =
      PackAll(RandomHazards(/*seed=*/40, kMostPositions));
  for (int depth = 0; depth <= 3; ++depth) {
    const std::vector<uint64_t> expected =
        CountsOf(ReferenceKernelOfThisBuild(), positions, depth);
    for (size_t size = 0; size <= positions.size(); ++size) {
      for (const Kernel* kernel : FastKernels()) {
        ExpectCounts(*kernel, std::span(positions).first(size), depth,
                     std::span(expected).first(size));
        ExpectCounts(*kernel, std::span(positions).last(size), depth,
                     std::span(expected).last(size));
      }
    }
  }
}

class NastyFamilyTest : public testing::TestWithParam<NastyFamily> {};

INSTANTIATE_TEST_SUITE_P(All, NastyFamilyTest,
                         testing::ValuesIn(NastyFamilies()),
                         [](const auto& instance) {
                           return std::string(instance.param.name);
                         });

TEST_P(NastyFamilyTest, IsCountedAsTheReferenceDoes) {
  const std::vector<PackedPosition> positions =
      PackAll(GetParam().positions(kStride));
  ASSERT_FALSE(positions.empty());
  // Each depth by itself: at remaining depth 1 and 2 a kernel may count without
  // making moves.
  for (int depth = 1; depth <= 3; ++depth)
    ExpectLikeReference(positions, depth);
}

TEST(KernelAgreementTest, WithOneSmallTableForAllKernelsAndDepths) {
  const std::unique_ptr<HashTable> table = SmallTable(/*seed=*/99);
  std::vector<PackedPosition> positions;
  for (const NastyFamily& family : NastyFamilies()) {
    const std::vector<PackedPosition> some =
        PackAll(family.positions(/*stride=*/41 * kStride));
    positions.insert(positions.end(), some.begin(), some.end());
  }
  for (const int depth : {2, 3}) {
    const std::vector<uint64_t> expected =
        CountsOf(ReferenceKernelOfThisBuild(), positions, depth);
    for (int round = 0; round < 2; ++round) {
      for (const Kernel* kernel : FastKernels())
        ExpectCounts(*kernel, positions, depth, expected, table.get());
    }
  }
}

// Two kernels, or one with itself.
using KernelPair = std::pair<const Kernel*, const Kernel*>;

std::vector<KernelPair> KernelPairs() {
  std::vector<KernelPair> pairs;
  for (const Kernel* first : FastKernels()) {
    for (const Kernel* second : FastKernels())
      pairs.emplace_back(first, second);
  }
  return pairs;
}

class KernelPairTest : public testing::TestWithParam<KernelPair> {};

INSTANTIATE_TEST_SUITE_P(All, KernelPairTest, testing::ValuesIn(KernelPairs()),
                         [](const auto& instance) {
                           return std::string(instance.param.first->name()) +
                                  "_" +
                                  std::string(instance.param.second->name());
                         });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(KernelPairTest);

// Kernels make the same keys and the same bytes, or tables could not outlive
// the choice of a kernel: each finds what another has stored, at every depth
// that is stored.
TEST_P(KernelPairTest, TheSecondFindsWhatTheFirstHasStored) {
  const auto [first, second] = GetParam();
  std::vector<PackedPosition> positions = PackAll(PositionsOfTestData());
  const std::vector<PackedPosition> random =
      PackAll(RandomHazards(/*seed=*/77, /*count=*/100));
  positions.insert(positions.end(), random.begin(), random.end());
  const std::unique_ptr<HashTable> table = SmallTable(/*seed=*/1);
  uint64_t hits = 0;
  for (const int depth : {2, 3, 4}) {
    for (const PackedPosition& position : EveryStride(positions)) {
      // Those that would take long.
      if (depth == 4 && Unpack(position)->pieces(kQueen) != 0) continue;
      const std::string fen = Unpack(position)->ToFen();
      uint64_t counts[2] = {};
      HashProbes probes[2];
      int asked = 0;
      for (const Kernel* kernel : {first, second}) {
        CountRequest request;
        request.positions = {&position, 1};
        request.depth = depth;
        request.table = table.get();
        request.counts = {&counts[asked], 1};
        request.probes = &probes[asked];
        ASSERT_EQ(kernel->Count(request), CountResult::kDone);
        ++asked;
      }
      ASSERT_EQ(counts[0], counts[1]) << fen << ", depth " << depth;
      ASSERT_EQ(probes[1].misses, 0u) << fen << ", depth " << depth;
      hits += probes[1].hits;
    }
  }
  EXPECT_GE(hits, positions.size() / kStride);
}

TEST_P(KernelPairTest, SharesATableBetweenThreads) {
  const std::unique_ptr<HashTable> table = SmallTable(/*seed=*/3);
  const auto count_all = [&](const Kernel& kernel) {
    for (int round = 0; round < 2; ++round) {
      for (const NamedPerft& known : SixPositions()) {
        EXPECT_EQ(
            CountOf(kernel, PositionOf(known.fen), known.depth, table.get()),
            known.count)
            << kernel.name() << ": " << known.name;
      }
    }
  };
  std::thread other([&] { count_all(*GetParam().first); });
  count_all(*GetParam().second);
  other.join();
}

}  // namespace
}  // namespace rookery
