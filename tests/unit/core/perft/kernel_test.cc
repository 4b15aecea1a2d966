// Every kernel of this machine against known answers, and the fast ones against
// the reference.
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

class FastKernelTest : public KernelTest {
 protected:
  // Counts of the kernel and of the reference for the same positions, which
  // must agree.
  void ExpectLikeReference(const std::vector<Position>& positions, int depth) {
    const std::vector<uint64_t> counts = CountsOf(kernel(), positions, depth);
    const std::vector<uint64_t> expected =
        CountsOf(ReferenceKernelOfThisBuild(), positions, depth);
    for (size_t i = 0; i < positions.size(); ++i) {
      EXPECT_EQ(counts[i], expected[i])
          << "depth " << depth << " of " << positions[i].ToFen();
    }
  }
};

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
  for (const KnownPerft& known : SixPositions()) {
    EXPECT_EQ(CountOf(kernel(), PositionOf(known.fen), known.depth),
              known.count)
        << known.name;
  }
}

TEST_P(KernelTest, CountsChess960Starts) {
  const auto rows = ReadRows("chess960.tsv");
  EXPECT_EQ(rows.size(), 20u);
  for (const auto& row : rows) {
    ASSERT_EQ(row.size(), 4u);
    EXPECT_EQ(CountOf(kernel(), PositionOf(row[1]), std::stoi(row[2])),
              std::stoull(row[3]))
        << row[1];
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
  EXPECT_EQ(CountsOf(kernel(), {}, 3), std::vector<uint64_t>{});
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

TEST_P(FastKernelTest, AgreesWithTheReferenceOnRandomPositions) {
  ExpectLikeReference(RandomPositions(/*seed=*/20261130, /*count=*/1000), 3);
}

TEST_P(FastKernelTest, AgreesWithTheReferenceOnDoubleChess960Starts) {
  std::vector<Position> positions;
  for (int number = 0; number < 960; number += 31)
    positions.push_back(Chess960Start(number, 959 - number));
  ExpectLikeReference(positions, 3);
}

// Positions made to be nasty.
TEST_P(FastKernelTest, AgreesWithTheReferenceOnNastyPositions) {
  const char* const fens[] = {
      // Every kind of man pinned on every kind of line.
      "3r2b1/7k/1b2N1r1/2R1B3/q1QK1N1r/2P1P3/1b1R1R2/3q2b1 w - - 0 1",
      "k2r4/8/1b3b2/2P1P3/r1QK1N1r/2PBP3/1b3b2/3r4 w - - 0 1",
      "4k3/8/8/8/1b5b/8/3P1P2/4K3 w - - 0 1",
      "4k3/4r3/8/8/8/8/3pP3/4K3 w - - 0 1",
      "8/2p5/8/KP1p3r/5p1k/8/4P1P1/8 b - - 0 1",
      // En passant: the capture uncovers the king along rank, diagonal or file;
      // two pawns may capture, one of them pinned; the double push gives check,
      // or uncovers one.
      "8/8/8/K2pP2r/8/8/8/7k w - d6 0 1",
      "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
      "8/8/8/1K1pP1r1/8/8/8/7k w - - 0 1",
      "7k/4b3/8/3pP3/1K6/8/8/8 w - d6 0 1",
      "8/5k2/8/2Pp4/2B5/1K6/8/8 w - d6 0 1",
      "4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
      "7k/8/8/1PpP4/3K4/8/8/8 w - c6 0 1",
      "3k4/8/8/2PpP3/8/8/8/3RK3 w - d6 0 1",
      "8/6b1/8/2PpP3/3K4/8/8/7k w - d6 0 1",
      "8/8/3k4/8/4pP2/8/1K6/B7 b - f3 0 1",
      "4k3/8/8/8/pPp5/8/8/1R2K3 b - b3 0 1",
      "8/8/8/8/k1pP3R/8/8/3K4 b - d3 0 1",
      "8/8/1k6/8/2pP4/8/5B2/6K1 b - d3 0 1",
      // Promotions: under pin, by capture of a rook that may castle, out of
      // check, with check.
      "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1",
      "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R b KQkq - 0 1",
      "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
      "2q4k/1P6/8/3b4/8/8/6P1/7K w - - 0 1",
      "8/K1P4r/8/8/8/8/8/7k w - - 0 1",
      "rK5k/1P6/8/8/8/8/8/8 w - - 0 1",
      "K1b5/1P5r/8/8/8/8/8/7k w - - 0 1",
      // Castling past, out of, and into attacks; rooks that are attacked;
      // Chess960 kings and rooks that trade places or uncover a check by
      // leaving.
      "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
      "r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1",
      "4k3/8/8/1r6/8/8/8/R3K2R w KQ - 0 1",
      "4k3/8/8/8/8/8/6n1/R3K2R w KQ - 0 1",
      "4k3/8/8/8/8/8/1p5p/R3K2R w KQ - 0 1",
      "6k1/8/8/8/8/8/8/qR1K4 w B - 0 1",
      "6k1/8/8/8/8/8/8/1rRK4 w C - 0 1",
      "6k1/8/8/8/8/8/8/RK5r w A - 0 1",
      "1k6/8/8/8/8/8/8/5KRr w G - 0 1",
      "rk2r3/8/8/8/8/8/8/RK2R3 w EAea - 0 1",
      "1rk4r/8/8/8/8/8/8/1RK4R b BHbh - 0 1",
      "5rkr/8/8/8/8/8/8/5RKR w HFhf - 0 1",
      "r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w AEae - 0 1",
      // Many moves, many queens, few men, double checks.
      "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
      "QQQQQQQQ/Q7/8/8/7k/8/8/K7 b - - 0 1",
      "k7/8/8/8/8/8/8/7K w - - 0 1",
      "8/8/8/2k1K3/8/8/8/8 b - - 0 1",
      "4k3/8/5n2/8/4r3/8/8/4K3 w - - 0 1",
      "3k4/3r4/8/3N4/8/1b6/8/3K4 w - - 0 1",
  };
  std::vector<Position> positions;
  for (const char* fen : fens) positions.push_back(PositionOf(fen));
  for (int depth = 1; depth <= 3; ++depth)
    ExpectLikeReference(positions, depth);
}

TEST_P(FastKernelTest, CountsTheSameWithTablesOfAllSizes) {
  for (const uint64_t mebibytes : {1, 2, 5, 64}) {
    const absl::StatusOr<std::unique_ptr<HashTable>> table =
        HashTable::Create(mebibytes, /*seed=*/mebibytes);
    ASSERT_TRUE(table.ok());
    for (const KnownPerft& known : SixPositions()) {
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

TEST_P(FastKernelTest, SharesATableBetweenThreads) {
  const absl::StatusOr<std::unique_ptr<HashTable>> table =
      HashTable::Create(1, /*seed=*/3);
  ASSERT_TRUE(table.ok());
  const auto count_all = [&] {
    for (int round = 0; round < 2; ++round) {
      for (const KnownPerft& known : SixPositions()) {
        EXPECT_EQ(
            CountOf(kernel(), PositionOf(known.fen), known.depth, table->get()),
            known.count)
            << known.name;
      }
    }
  };
  std::thread other(count_all);
  count_all();
  other.join();
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
