#include "core/perft/frontier/frontier.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <thread>
#include <tuple>

#include "absl/status/status.h"
#include "core/board/move_generator.h"
#include "core/board/position_codec.h"
#include "core/perft/kernel_registry.h"
#include "tests/unit/core/perft/frontier/frontier_contents.h"
#include "tests/unit/core/perft/frontier/spill_folder.h"
#include "tests/unit/core/perft/perft_test_support.h"

namespace rookery {

// Damages a frontier as bad memory would.
class FrontierTestPeer {
 public:
  static std::span<uint64_t> Multiplicities(Frontier& frontier) {
    return frontier.layers_.back().multiplicities();
  }
  static std::span<PackedPosition> Positions(Frontier& frontier) {
    return frontier.layers_.back().positions();
  }
};

namespace {

constexpr uint64_t kPlenty = 10'000'000;
constexpr uint64_t kMax64 = std::numeric_limits<uint64_t>::max();

Frontier Grown(const Position& root, int plies, int threads = 1) {
  Frontier frontier(root);
  for (int ply = 0; ply < plies; ++ply) {
    const absl::Status status =
        frontier.Extend({.max_positions = kPlenty, .threads = threads});
    EXPECT_TRUE(status.ok()) << status;
  }
  return frontier;
}

std::vector<uint64_t> CountsOf(const Frontier& frontier, int depth) {
  const std::vector<PackedPosition> positions = PositionsOf(frontier);
  std::vector<uint64_t> counts(positions.size());
  CountRequest request;
  request.positions = positions;
  request.depth = depth;
  request.counts = counts;
  EXPECT_EQ(AvailableKernels().front()->Count(request), CountResult::kDone);
  return counts;
}

TEST(FrontierTest, StartsWithTheRoot) {
  const Frontier frontier(Position::Start());
  EXPECT_EQ(frontier.plies(), 0);
  EXPECT_EQ(PositionsOf(frontier), std::vector{Pack(Position::Start())});
  EXPECT_EQ(MultiplicitiesOf(frontier), std::vector<uint64_t>{1});
}

TEST(FrontierTest, HasThePublishedNumbersOfUniquePositions) {
  std::map<std::string, std::string> roots;
  std::map<std::pair<std::string, int>, size_t> unique;
  std::map<std::pair<std::string, int>, uint64_t> paths;
  for (const auto& row : ReadRows("perft_facts.tsv")) {
    roots[row[0]] = row[1];
    if (std::stoi(row[2]) > 5) continue;
    if (row[3] == "unique_positions")
      unique[{row[0], std::stoi(row[2])}] = std::stoull(row[4]);
    if (row[3] == "nodes")
      paths[{row[0], std::stoi(row[2])}] = std::stoull(row[4]);
  }
  for (const auto& [name, plies] :
       {std::pair("startpos", 5), std::pair("kiwipete", 3),
        std::pair("position6", 3)}) {
    Frontier frontier(PositionOf(roots[name]));
    for (int ply = 1; ply <= plies; ++ply) {
      ASSERT_TRUE(frontier.Extend({.max_positions = kPlenty}).ok());
      ASSERT_TRUE(unique.contains({name, ply}) && paths.contains({name, ply}))
          << name << ply;
      EXPECT_EQ(frontier.size(), (unique[{name, ply}]))
          << name << " ply " << ply;
      EXPECT_EQ(frontier.Paths().value(), (paths[{name, ply}]))
          << name << " ply " << ply;
    }
  }
}

TEST(FrontierTest, PutsTheSideThatDoesNotMoveNextFirst) {
  for (const int plies : {2, 3}) {
    const Frontier frontier = Grown(PositionOf(SixPositions()[1].fen), plies);
    const auto order = [](const PackedPosition& packed) {
      const Position position = *Unpack(packed);
      const Color moving = position.side_to_move();
      const Color still = moving == kWhite ? kBlack : kWhite;
      return std::tuple(position.pieces(still, kPawn), position.pieces(still),
                        position.pieces(moving, kPawn), position.pieces(moving),
                        packed);
    };
    const std::vector<PackedPosition> positions = PositionsOf(frontier);
    for (size_t i = 1; i < positions.size(); ++i)
      ASSERT_LT(order(positions[i - 1]), order(positions[i])) << i;
  }
}

TEST(FrontierTest, KeepsOnePositionForEachWayToTell) {
  // Rights and en passant tell positions apart; counters do not.
  const Frontier rooks = Grown(PositionOf("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), 4);
  const std::vector<PackedPosition> positions = PositionsOf(rooks);
  for (size_t i = 1; i < positions.size(); ++i)
    EXPECT_NE(positions[i - 1], positions[i]);
  const PackedPosition with_right =
      Pack(PositionOf("4k3/8/8/8/8/8/8/4K2R w K - 0 1"));
  const PackedPosition without_right =
      Pack(PositionOf("4k3/8/8/8/8/8/8/4K2R w - - 7 9"));
  EXPECT_EQ(std::count(positions.begin(), positions.end(), without_right), 1);
  EXPECT_EQ(std::count(positions.begin(), positions.end(), with_right), 0);
}

TEST(FrontierTest, SumsToPerftAtEveryPly) {
  for (const NamedPerft& known : SixPositions()) {
    for (int plies = 0; plies <= 3 && plies <= known.depth; ++plies) {
      const Frontier frontier = Grown(PositionOf(known.fen), plies);
      const absl::StatusOr<FrontierSum> sum =
          frontier.Sum(CountsOf(frontier, known.depth - plies));
      ASSERT_TRUE(sum.ok()) << sum.status();
      EXPECT_EQ(sum->total, known.count) << known.name << " ply " << plies;
    }
  }
}

TEST(FrontierTest, DividesAsTheKernelCountsEachMove) {
  const Position root = PositionOf(SixPositions()[1].fen);
  const Frontier frontier = Grown(root, 3);
  const absl::StatusOr<FrontierSum> sum = frontier.Sum(CountsOf(frontier, 1));
  ASSERT_TRUE(sum.ok()) << sum.status();

  MoveList moves;
  GenerateLegalMoves(root, moves);
  ASSERT_EQ(sum->divide.size(), moves.size());
  size_t pair = 0;
  for (size_t i = 0; i < moves.size(); ++i) {
    const Position child = root.After(moves[i]);
    EXPECT_EQ(sum->divide[i].first, moves[i]);
    EXPECT_EQ(sum->divide[i].second,
              CountOf(*AvailableKernels().front(), child, 3).value());
    MoveList replies;
    GenerateLegalMoves(child, replies);
    for (const Move reply : replies) {
      ASSERT_LT(pair, sum->ply_two.size());
      EXPECT_EQ(sum->ply_two[pair].first, moves[i]);
      EXPECT_EQ(sum->ply_two[pair].second, reply);
      EXPECT_EQ(
          sum->ply_two[pair].total,
          CountOf(*AvailableKernels().front(), child.After(reply), 2).value());
      ++pair;
    }
  }
  EXPECT_EQ(pair, sum->ply_two.size());
}

TEST(FrontierTest, HasNoDivideWithoutPlies) {
  const Frontier frontier(Position::Start());
  const absl::StatusOr<FrontierSum> sum =
      frontier.Sum(std::vector<uint64_t>{20});
  ASSERT_TRUE(sum.ok());
  EXPECT_EQ(sum->total, 20u);
  EXPECT_TRUE(sum->divide.empty());
  EXPECT_TRUE(sum->ply_two.empty());
}

TEST(FrontierTest, BecomesEmptyBelowAMate) {
  const Position mate = PositionOf(
      "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
  for (const int plies : {1, 2, 4}) {
    const Frontier frontier = Grown(mate, plies);
    EXPECT_EQ(frontier.plies(), plies);
    EXPECT_EQ(frontier.size(), 0u);
    const absl::StatusOr<FrontierSum> sum = frontier.Sum({});
    ASSERT_TRUE(sum.ok()) << sum.status();
    EXPECT_EQ(sum->total, 0u);
    EXPECT_TRUE(sum->divide.empty());
  }
}

TEST(FrontierTest, CountsDeadEndsOnTheWayAsNothing) {
  // Mates and stalemates within two plies.
  const Position root = PositionOf("7k/5Q2/5K2/8/8/8/8/R7 w - - 0 1");
  const uint64_t expected =
      CountOf(ReferenceKernelOfThisBuild(), root, 4).value();
  for (int plies = 0; plies <= 4; ++plies) {
    const Frontier frontier = Grown(root, plies);
    const absl::StatusOr<FrontierSum> sum =
        frontier.Sum(CountsOf(frontier, 4 - plies));
    ASSERT_TRUE(sum.ok()) << sum.status();
    EXPECT_EQ(sum->total, expected) << plies;
  }
}

TEST(FrontierTest, StaysAsItWasWhenALayerIsTooLarge) {
  Frontier frontier = Grown(Position::Start(), 2);
  const std::string digest = frontier.Digest().value();
  const absl::Status status = frontier.Extend({.max_positions = 5361});
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(std::string(status.message()), testing::HasSubstr("5361"));
  EXPECT_EQ(frontier.plies(), 2);
  EXPECT_EQ(frontier.Digest().value(), digest);
  EXPECT_TRUE(frontier.Extend({.max_positions = 5362}).ok());
  EXPECT_EQ(frontier.size(), 5362u);
}

TEST(FrontierTest, MeetsItsLimitsWithAnyNumberOfThreads) {
  for (const int threads : {1, 3}) {
    Frontier frontier = Grown(Position::Start(), 4);
    EXPECT_EQ(
        frontier.Extend({.max_positions = 822'517, .threads = threads}).code(),
        absl::StatusCode::kResourceExhausted);
    // Each position of ply 5 is reached from at least one of ply 4.
    for (uint64_t& paths : FrontierTestPeer::Multiplicities(frontier))
      paths = kMax64;
    EXPECT_EQ(
        frontier.Extend({.max_positions = kPlenty, .threads = threads}).code(),
        absl::StatusCode::kOutOfRange);
    EXPECT_EQ(frontier.plies(), 4);
  }
}

TEST(FrontierTest, StaysAsItWasWhenCancelled) {
  Frontier frontier = Grown(Position::Start(), 2);
  const std::string digest = frontier.Digest().value();
  const std::atomic<bool> cancelled = true;
  EXPECT_EQ(frontier.Extend({.max_positions = kPlenty, .cancelled = &cancelled})
                .code(),
            absl::StatusCode::kCancelled);
  EXPECT_EQ(frontier.Digest().value(), digest);
}

// Whatever the build is doing at the time.
TEST(FrontierTest, IsCancelledOnTheWay) {
  for (const int threads : {1, 2}) {
    for (int microseconds = 1; microseconds < 200'000; microseconds *= 5) {
      Frontier frontier = Grown(Position::Start(), 4);
      std::atomic<bool> cancelled = false;
      std::thread canceller([&cancelled, microseconds] {
        std::this_thread::sleep_for(std::chrono::microseconds(microseconds));
        cancelled = true;
      });
      const absl::Status status = frontier.Extend({.max_positions = kPlenty,
                                                   .cancelled = &cancelled,
                                                   .threads = threads});
      canceller.join();
      if (status.ok()) {
        EXPECT_EQ(frontier.size(), 822'518u);
      } else {
        EXPECT_EQ(status.code(), absl::StatusCode::kCancelled);
        EXPECT_EQ(frontier.size(), 72'078u);
      }
    }
  }
}

// Pinned: a stored plan is only good as long as the same frontier comes out.
// Raise Frontier::kVersion with this value.
TEST(FrontierTest, DigestIsAPureFunction) {
  EXPECT_EQ(Grown(Position::Start(), 3).Digest().value(),
            "2cdfff43e904277422497529e3586801");
}

// Of the program as it was before frontiers were built in parallel.
TEST(FrontierTest, DigestsAreThoseOfEarlierPrograms) {
  EXPECT_EQ(Grown(Position::Start(), 5).Digest().value(),
            "88479ea67257606c7bad432485ce310d");
  EXPECT_EQ(Grown(PositionOf(SixPositions()[1].fen), 3).Digest().value(),
            "187f450e637e1d09424c83359d7719c5");
}

TEST(FrontierTest, IsTheSameForAnyNumberOfThreads) {
  for (const NamedPerft& known : SixPositions()) {
    const Frontier alone = Grown(PositionOf(known.fen), 3);
    for (const int threads : {0, 2, 3, 7}) {
      const Frontier together = Grown(PositionOf(known.fen), 3, threads);
      EXPECT_EQ(together.Digest().value(), alone.Digest().value())
          << known.name << threads;
      const std::vector<uint64_t> counts = CountsOf(together, 1);
      const absl::StatusOr<FrontierSum> sum = together.Sum(counts, threads);
      const absl::StatusOr<FrontierSum> expected = alone.Sum(counts);
      ASSERT_TRUE(sum.ok() && expected.ok());
      EXPECT_EQ(sum->total, expected->total);
      EXPECT_EQ(sum->divide, expected->divide);
    }
  }
  EXPECT_EQ(Grown(Position::Start(), 5, 3).Digest().value(),
            "88479ea67257606c7bad432485ce310d");
}

TEST(FrontierTest, DigestTellsRootsAndPliesApart) {
  std::vector<std::string> digests;
  for (const NamedPerft& known : SixPositions()) {
    for (int plies = 0; plies <= 2; ++plies)
      digests.push_back(Grown(PositionOf(known.fen), plies).Digest().value());
  }
  const Position mate = PositionOf(
      "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
  digests.push_back(Grown(mate, 1).Digest().value());
  digests.push_back(Grown(mate, 2).Digest().value());
  for (const std::string& digest : digests) {
    EXPECT_EQ(digest.size(), 32u);
    EXPECT_EQ(digest.find_first_not_of("0123456789abcdef"), std::string::npos);
  }
  std::sort(digests.begin(), digests.end());
  EXPECT_EQ(std::unique(digests.begin(), digests.end()), digests.end());
}

TEST(FrontierTest, DigestTellsOneChangedMultiplicity) {
  Frontier frontier = Grown(Position::Start(), 2);
  const std::string digest = frontier.Digest().value();
  FrontierTestPeer::Multiplicities(frontier)[399] ^= uint64_t{1} << 63;
  EXPECT_NE(frontier.Digest().value(), digest);
}

TEST(FrontierTest, SumsValuesByMultiplicity) {
  const Frontier frontier = Grown(Position::Start(), 2);
  EXPECT_EQ(frontier.WeightedSum(std::vector<uint64_t>(400, 3)).value(), 1200u);
  EXPECT_EQ(frontier.WeightedSum(std::vector<uint64_t>(400, kMax64)).value(),
            absl::uint128(kMax64) * 400);
  EXPECT_EQ(frontier.WeightedSum(std::vector<uint64_t>(401)).status().code(),
            absl::StatusCode::kInvalidArgument);
}

TEST(FrontierTest, RefusesCountsOfAnotherLength) {
  const Frontier frontier = Grown(Position::Start(), 1);
  EXPECT_EQ(frontier.Sum(std::vector<uint64_t>(19)).status().code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(frontier.Sum(std::vector<uint64_t>(21)).status().code(),
            absl::StatusCode::kInvalidArgument);
}

TEST(FrontierTest, WeighsValuesByMultiplicity) {
  const Frontier frontier = Grown(Position::Start(), 3);
  EXPECT_EQ(frontier.WeightedSum(std::vector<uint64_t>(5362, 10)).value(),
            89020);
  EXPECT_EQ(frontier.WeightedSum(std::vector<uint64_t>(5361)).status().code(),
            absl::StatusCode::kInvalidArgument);
}

// Wrong counts are wrong in both sums, which therefore agree; a damaged
// frontier is what they find.
TEST(FrontierTest, FindsDamageOfTheFrontierOnly) {
  Frontier frontier = Grown(Position::Start(), 3);
  std::vector<uint64_t> counts(frontier.size(), 1);
  counts[17] += 1000;
  EXPECT_TRUE(frontier.Sum(counts).ok());
  const uint64_t by_successors = 8902 + 1000 * MultiplicitiesOf(frontier)[17];
  ++FrontierTestPeer::Multiplicities(frontier)[17];
  const uint64_t by_multiplicities = by_successors + 1001;
  const absl::Status status = frontier.Sum(counts).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInternal);
  EXPECT_THAT(std::string(status.message()),
              testing::HasSubstr(std::to_string(by_successors)));
  EXPECT_THAT(std::string(status.message()),
              testing::HasSubstr(std::to_string(by_multiplicities)));
}

TEST(FrontierTest, FindsThatASuccessorIsMissing) {
  for (const int threads : {1, 2}) {
    for (const size_t place : {0u, 200u, 5361u}) {
      Frontier frontier = Grown(Position::Start(), 3);
      const std::vector<uint64_t> counts(frontier.size(), 1);
      // One pawn became a knight.
      auto& planes = FrontierTestPeer::Positions(frontier)[place].planes;
      planes[0] ^= Bitboard{1} << 8;
      planes[1] ^= Bitboard{1} << 8;
      const absl::Status status = frontier.Sum(counts, threads).status();
      EXPECT_EQ(status.code(), absl::StatusCode::kInternal);
      EXPECT_THAT(std::string(status.message()),
                  testing::HasSubstr("ply 3 lacks a successor"));
    }
  }
}

TEST(FrontierTest, SumsFakeCountsPast64Bits) {
  const Frontier frontier = Grown(Position::Start(), 2);
  const absl::StatusOr<FrontierSum> sum =
      frontier.Sum(std::vector<uint64_t>(400, kMax64));
  ASSERT_TRUE(sum.ok()) << sum.status();
  EXPECT_EQ(sum->total, absl::uint128(kMax64) * 400);
  EXPECT_EQ(sum->divide[0].second, absl::uint128(kMax64) * 20);
}

TEST(FrontierTest, SaysWhenFakeCountsPass128Bits) {
  Frontier frontier = Grown(Position::Start(), 2);
  for (uint64_t& paths : FrontierTestPeer::Multiplicities(frontier))
    paths = kMax64;
  const std::vector<uint64_t> counts(400, kMax64);
  EXPECT_EQ(frontier.Sum(counts).status().code(),
            absl::StatusCode::kOutOfRange);
  EXPECT_EQ(frontier.WeightedSum(counts).status().code(),
            absl::StatusCode::kOutOfRange);
}

// Two lone kings, split at different plies, past 64 bits: exact each time.
TEST(FrontierTest, SumsTheSamePast64BitsHoweverItIsSplit) {
  const Position kings = PositionOf("k7/8/8/8/8/8/8/7K w - - 0 1");
  const Frontier shallow = Grown(kings, 20);
  const Frontier deep = Grown(kings, 22);
  const absl::StatusOr<FrontierSum> first = shallow.Sum(CountsOf(shallow, 5));
  const absl::StatusOr<FrontierSum> second = deep.Sum(CountsOf(deep, 3));
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_EQ(first->total, second->total);
  EXPECT_GT(first->total, absl::MakeUint128(1, 0));
}

// --- Where memory is limited

Frontier GrownOnDisk(const SpillFolder& folder, const Position& root, int plies,
                     uint64_t memory_limit, int threads = 1) {
  Frontier frontier(root);
  for (int ply = 0; ply < plies; ++ply) {
    const absl::Status status = frontier.Extend({.memory_limit = memory_limit,
                                                 .spill_folder = folder.path(),
                                                 .threads = threads});
    EXPECT_TRUE(status.ok()) << status;
  }
  return frontier;
}

void ExpectSameSum(const FrontierSum& left, const FrontierSum& right) {
  EXPECT_EQ(left.total, right.total);
  EXPECT_EQ(left.divide, right.divide);
  ASSERT_EQ(left.ply_two.size(), right.ply_two.size());
  for (size_t i = 0; i < left.ply_two.size(); ++i)
    EXPECT_EQ(left.ply_two[i].total, right.ply_two[i].total) << i;
}

constexpr uint64_t kMebibyte = uint64_t{1} << 20;

struct SpillCase {
  std::string name;
  std::string fen;
  int plies;
  uint64_t memory_limit;
  int threads;
};

class SpilledFrontierTest : public testing::TestWithParam<SpillCase> {};

TEST_P(SpilledFrontierTest, IsTheSameAsInMemory) {
  const auto& [name, fen, plies, memory_limit, threads] = GetParam();
  const SpillFolder folder;
  const Position root = PositionOf(fen);
  const Frontier in_memory = Grown(root, plies);
  std::vector<uint64_t> counts(in_memory.size());
  for (size_t i = 0; i < counts.size(); ++i) counts[i] = i * i;
  const FrontierSum sum = in_memory.Sum(counts).value();
  const Frontier on_disk =
      GrownOnDisk(folder, root, plies, memory_limit, threads);
  EXPECT_FALSE(folder.OpenFileSizes().empty());
  EXPECT_EQ(on_disk.Digest().value(), in_memory.Digest().value());
  EXPECT_EQ(on_disk.Paths().value(), in_memory.Paths().value());
  EXPECT_EQ(PositionsOf(on_disk), PositionsOf(in_memory));
  EXPECT_EQ(MultiplicitiesOf(on_disk), MultiplicitiesOf(in_memory));
  EXPECT_EQ(on_disk.WeightedSum(counts).value(), sum.total);
  ExpectSameSum(on_disk.Sum(counts, threads).value(), sum);
}

// With a byte, every step is a run and every layer is on disk; with more, only
// what does not fit.
INSTANTIATE_TEST_SUITE_P(
    All, SpilledFrontierTest,
    testing::Values(
        SpillCase{"Start", SixPositions()[0].fen, 4, 1, 2},
        SpillCase{"StartPartly", SixPositions()[0].fen, 5, 12 * kMebibyte, 2},
        SpillCase{"Kiwipete", SixPositions()[1].fen, 3, 1, 1},
        SpillCase{"Chess960",
                  "2rnkr1q/1p1pppbp/p1p3p1/8/8/P1P3P1/1P1PPPBP/2RNKR1Q w FCfc "
                  "- 0 9",
                  3, 1, 1},
        SpillCase{"Tiny", "8/8/8/8/8/k7/8/K7 w - - 0 1", 12, 1, 1},
        SpillCase{"DeadEnds", "7k/5Q2/5K2/8/8/8/8/R7 w - - 0 1", 4, 1, 2}),
    [](const auto& instance) { return instance.param.name; });

TEST(SpilledFrontierTest, IsReadByManyThreads) {
  const SpillFolder folder;
  const Frontier frontier = GrownOnDisk(folder, Position::Start(), 4, 1);
  const std::vector<PackedPosition> all = PositionsOf(frontier);
  std::vector<std::thread> readers;
  for (size_t reader = 0; reader < 4; ++reader) {
    readers.emplace_back([&, reader] {
      for (size_t first = 10'000 * reader; first + 9'000 < all.size();
           first += 20'000) {
        std::vector<PackedPosition> part(9'000);
        ASSERT_TRUE(frontier.ReadPositions(first, part).ok());
        ASSERT_TRUE(std::equal(part.begin(), part.end(), all.begin() + first));
      }
    });
  }
  for (std::thread& reader : readers) reader.join();
}

TEST(SpilledFrontierTest, NeedsAFolder) {
  Frontier frontier(Position::Start());
  EXPECT_EQ(frontier.Extend({.memory_limit = 1}).code(),
            absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(
      frontier.Extend({.memory_limit = 1, .spill_folder = "/dev/null"}).code(),
      absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(frontier.plies(), 0);
}

TEST(SpilledFrontierTest, StaysAsItWasWhenTheDiskIsFull) {
  const SpillFolder folder;
  Frontier frontier = GrownOnDisk(folder, Position::Start(), 3, 1);
  const std::string digest = frontier.Digest().value();
  {
    const FileSizeLimit limit(10'000);
    const absl::Status status =
        frontier.Extend({.memory_limit = 1, .spill_folder = folder.path()});
    EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
    EXPECT_THAT(std::string(status.message()),
                testing::AllOf(testing::HasSubstr("frontier ply 4"),
                               testing::HasSubstr(folder.path()),
                               testing::ContainsRegex("write [0-9]+ bytes")));
  }
  EXPECT_EQ(frontier.plies(), 3);
  EXPECT_EQ(frontier.Digest().value(), digest);
  EXPECT_TRUE(
      frontier.Extend({.memory_limit = 1, .spill_folder = folder.path()}).ok());
  EXPECT_EQ(frontier.size(), 72'078u);
}

// Whatever is asked of it.
TEST(SpilledFrontierTest, SaysThatItWasDamagedOnDisk) {
  const SpillFolder folder;
  Frontier frontier = GrownOnDisk(folder, Position::Start(), 3, 1);
  const std::vector<uint64_t> counts(frontier.size(), 1);
  std::vector<PackedPosition> positions(frontier.size());
  std::vector<uint64_t> multiplicities(frontier.size());
  folder.Damage();
  const std::vector<absl::Status> statuses = {
      frontier.Digest().status(),
      frontier.Paths().status(),
      frontier.WeightedSum(counts).status(),
      frontier.Sum(counts).status(),
      frontier.ReadPositions(0, positions),
      frontier.ReadMultiplicities(0, multiplicities),
      frontier.Extend({.memory_limit = 1, .spill_folder = folder.path()})};
  for (const absl::Status& status : statuses) {
    EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss);
    EXPECT_THAT(std::string(status.message()),
                testing::HasSubstr("frontier ply 3: the block at byte"));
  }
}

TEST(SpilledFrontierTest, IsCancelledOnTheWay) {
  const SpillFolder folder;
  Frontier frontier = GrownOnDisk(folder, Position::Start(), 2, 1);
  const std::atomic<bool> cancelled = true;
  EXPECT_EQ(frontier
                .Extend({.memory_limit = 1,
                         .spill_folder = folder.path(),
                         .cancelled = &cancelled})
                .code(),
            absl::StatusCode::kCancelled);
  EXPECT_EQ(frontier.size(), 400u);
}

}  // namespace
}  // namespace rookery
