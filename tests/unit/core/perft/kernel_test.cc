// Every kernel of this machine against known answers, and what all of them owe
// to their callers. That they agree with each other is
// kernel_agreement_test.cc.
#include "core/perft/kernel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>

#include "core/board/position_codec.h"
#include "core/perft/kernel_registry.h"
#include "tests/support/random_positions.h"
#include "tests/unit/core/perft/perft_test_support.h"

namespace rookery {
namespace {

class KernelTest : public testing::TestWithParam<const Kernel*> {
 protected:
  const Kernel& kernel() const { return *GetParam(); }
};

class FastKernelTest : public KernelTest {};

std::string NameOf(const testing::TestParamInfo<const Kernel*>& info) {
  return std::string(info.param->name());
}

INSTANTIATE_TEST_SUITE_P(All, KernelTest,
                         testing::ValuesIn(AvailableKernels().begin(),
                                           AvailableKernels().end()),
                         NameOf);
INSTANTIATE_TEST_SUITE_P(Fast, FastKernelTest, testing::ValuesIn(FastKernels()),
                         NameOf);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(FastKernelTest);

TEST_P(KernelTest, CountsTheSixPositions) {
  for (const NamedPerft& known : SixPositions()) {
    EXPECT_EQ(CountOf(kernel(), PositionOf(known.fen), known.depth),
              known.count)
        << known.name;
  }
}

// core/verify/suites says what each position is good for.
TEST_P(KernelTest, CountsTheBuiltinSuites) {
  constexpr absl::uint128 kMostLeaves = 60'000 / kStride;
  for (const SuiteLine& line : SuiteLines()) {
    KnownPerft deepest;
    for (const KnownPerft& known : line.known) {
      if (known.leaves <= kMostLeaves) deepest = known;
    }
    if (deepest.depth == 0) continue;
    EXPECT_EQ(CountOf(kernel(), line.position, deepest.depth),
              static_cast<uint64_t>(deepest.leaves))
        << line.position.ToFen() << ": " << line.comment;
  }
}

TEST_P(KernelTest, CountsOneLeafAtDepthZeroAndMovesAtDepthOne) {
  EXPECT_EQ(CountOf(kernel(), Position::Start(), 0), 1u);
  EXPECT_EQ(CountOf(kernel(), Position::Start(), 1), 20u);
}

TEST_P(KernelTest, CountsNothingBelowMateAndStalemate) {
  const Position mate = PositionOf(
      "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
  const Position stalemate = PositionOf("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
  for (int depth = 1; depth <= 5; ++depth) {
    EXPECT_EQ(CountOf(kernel(), mate, depth), 0u);
    EXPECT_EQ(CountOf(kernel(), stalemate, depth), 0u);
  }
  EXPECT_EQ(CountOf(kernel(), mate, 0), 1u);
}

TEST_P(KernelTest, CountsABatchInOrder) {
  const std::vector<Position> positions = {
      PositionOf(SixPositions()[1].fen), Position::Start(),
      PositionOf("8/8/8/8/8/8/8/K1k5 b - - 0 1")};
  EXPECT_EQ(CountsOf(kernel(), positions, 2),
            (std::vector<uint64_t>{2039, 400, 7}));
  EXPECT_EQ(CountsOf(kernel(), std::vector<Position>{}, 3),
            std::vector<uint64_t>{});
}

// More than 16-bit numbers of positions can tell apart.
TEST_P(FastKernelTest, CountsAVeryLargeBatch) {
  constexpr size_t kBatch = 65'536 / kStride + 9;
  std::vector<Position> some;
  for (const NamedPerft& known : SixPositions())
    some.push_back(PositionOf(known.fen));
  for (const int depth : {1, 2}) {
    std::vector<uint64_t> expected;
    for (const Position& position : some)
      expected.push_back(CountOf(*GetParam(), position, depth).value_or(0));
    std::vector<PackedPosition> batch;
    while (batch.size() < kBatch)
      batch.push_back(Pack(some[batch.size() % some.size()]));
    const std::vector<uint64_t> counts = CountsOf(*GetParam(), batch, depth);
    ASSERT_EQ(counts.size(), batch.size());
    for (size_t i = 0; i < counts.size(); ++i)
      ASSERT_EQ(counts[i], expected[i % expected.size()]) << i;
  }
}

TEST_P(KernelTest, StopsWhenCancelledBeforehand) {
  const std::atomic<bool> cancelled = true;
  const PackedPosition packed = Pack(Position::Start());
  uint64_t count = 0;
  CountRequest request;
  request.positions = {&packed, 1};
  request.depth = 1;
  request.cancelled = &cancelled;
  request.counts = {&count, 1};
  EXPECT_EQ(kernel().Count(request), CountResult::kCancelled);
}

TEST_P(KernelTest, StopsWhenCancelledOnTheWay) {
  const absl::StatusOr<std::unique_ptr<HashTable>> table =
      HashTable::Create(1, 1);
  ASSERT_TRUE(table.ok());
  for (HashTable* const used :
       {static_cast<HashTable*>(nullptr), table->get()}) {
    // No machine counts this to the end.
    const PackedPosition packed = Pack(Position::Start());
    std::atomic<bool> cancelled = false;
    uint64_t count = 0;
    CountRequest request;
    request.positions = {&packed, 1};
    request.depth = kMaxKernelDepth;
    request.table = used;
    request.cancelled = &cancelled;
    request.counts = {&count, 1};
    CountResult result = CountResult::kDone;
    std::thread counting([&] { result = kernel().Count(request); });
    cancelled = true;
    counting.join();
    EXPECT_EQ(result, CountResult::kCancelled);
  }
}

TEST_P(FastKernelTest, CountsTheStartPositionToDepthSix) {
  EXPECT_EQ(CountOf(kernel(), Position::Start(), 6), 119060324u);
}

TEST_P(FastKernelTest, CountsTheSameWithTablesOfAllSizes) {
  for (const uint64_t mebibytes : {1, 2, 5, 64}) {
    const absl::StatusOr<std::unique_ptr<HashTable>> table =
        HashTable::Create(mebibytes, /*seed=*/mebibytes);
    ASSERT_TRUE(table.ok());
    for (const NamedPerft& known : SixPositions()) {
      // Twice: the second time, most of it comes from the table.
      for (int round = 0; round < 2; ++round) {
        EXPECT_EQ(
            CountOf(kernel(), PositionOf(known.fen), known.depth, table->get()),
            known.count)
            << known.name << " with " << mebibytes << " MiB, round " << round;
      }
    }
  }
}

TEST_P(FastKernelTest, CountsRandomPositionsWithOneTable) {
  const absl::StatusOr<std::unique_ptr<HashTable>> table =
      HashTable::Create(1, /*seed=*/99);
  ASSERT_TRUE(table.ok());
  const std::vector<Position> positions =
      RandomPositions(/*seed=*/7, /*count=*/300);
  for (const int depth : {2, 3, 4}) {
    EXPECT_EQ(CountsOf(kernel(), positions, depth, table->get()),
              CountsOf(kernel(), positions, depth))
        << depth;
  }
}

// With a table, roots of depth 3 are counted in groups, and in another order.
TEST_P(FastKernelTest, CountsBatchesOfAnySizeWithATable) {
  const std::vector<PackedPosition> positions =
      PackAll(RandomPositions(/*seed=*/8, /*count=*/520));
  const std::vector<uint64_t> expected = CountsOf(kernel(), positions, 3);
  for (const size_t size : {1, 2, 255, 256, 257, 511, 512, 513, 520}) {
    const absl::StatusOr<std::unique_ptr<HashTable>> table =
        HashTable::Create(1, /*seed=*/size);
    ASSERT_TRUE(table.ok());
    ExpectCounts(kernel(), std::span(positions).first(size), 3,
                 std::span(expected).first(size), table->get());
  }
}

TEST_P(FastKernelTest, CountsProbesOfTheTable) {
  const absl::StatusOr<std::unique_ptr<HashTable>> table =
      HashTable::Create(16, /*seed=*/3);
  ASSERT_TRUE(table.ok());
  const PackedPosition packed = Pack(Position::Start());
  uint64_t count = 0;
  HashProbes probes;
  CountRequest request;
  request.positions = {&packed, 1};
  request.depth = 3;
  request.table = table->get();
  request.counts = {&count, 1};
  request.probes = &probes;
  ASSERT_EQ(kernel().Count(request), CountResult::kDone);
  EXPECT_EQ(probes.hits, 0u);
  EXPECT_EQ(probes.misses, 21u);  // the root and its 20 successors
  ASSERT_EQ(kernel().Count(request), CountResult::kDone);
  EXPECT_EQ(probes.hits, 1u);
  EXPECT_EQ(probes.misses, 21u);
}

// Two lone kings have few positions and a long way to go: with a table, depths
// that leave 64 bits take no time.
TEST_P(FastKernelTest, SaysWhenACountLeaves64Bits) {
  const absl::StatusOr<std::unique_ptr<HashTable>> table =
      HashTable::Create(64, /*seed=*/3);
  ASSERT_TRUE(table.ok());
  const Position kings = PositionOf("k7/8/8/8/8/8/8/7K w - - 0 1");
  const std::optional<uint64_t> last =
      CountOf(kernel(), kings, 22, table->get());
  ASSERT_TRUE(last.has_value());
  EXPECT_GT(*last, uint64_t{1} << 56);
  const PackedPosition packed = Pack(kings);
  uint64_t count = 0;
  CountRequest request;
  request.positions = {&packed, 1};
  request.depth = kMaxKernelDepth;
  request.table = table->get();
  request.counts = {&count, 1};
  EXPECT_EQ(kernel().Count(request), CountResult::kOverflow);
  // More than the table can keep, and nothing of the walk that failed was kept.
  EXPECT_EQ(CountOf(kernel(), kings, 22, table->get()), last);
}

}  // namespace
}  // namespace rookery
